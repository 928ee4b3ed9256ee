#pragma once
// Questions about where bodies are: rays, shapes and points.
#include "base/error.h"
#include "base/fields.h"
#include "base/handle.h"
#include "geometry/shape.h"

namespace holonom {

/// Which bodies a question is about.
struct QueryFilter {
  uint32_t mask = 0xffffffff;  ///< groups, of which a body must be in one
  bool sensors = false;        ///< whether sensors count
};

/// Where a ray first meets a body.
struct BodyHit {
  BodyId body;
  float distance = 0;  ///< from the origin [m]
  Vec3 point;          ///< world axes [m]
  Vec3 normal;         ///< unit, world axes, against the ray
};

/// A shape at a place, and which of the bodies there are meant.
struct OverlapDef {
  Shape shape = Box{};
  Vec3 position;
  Quat rotation;
  uint32_t mask = 0xffffffff;
  bool sensors = false;

  static constexpr const char* name = "overlap";
  static constexpr const char* help = "A shape at a place.";
  static constexpr auto fields() {
    using O = OverlapDef;
    return std::make_tuple(
        field("shape", &O::shape, "", "The shape."),
        field("position", &O::position, "m", "Of the shape's origin, in world axes."),
        field("rotation", &O::rotation, "", "From the shape's axes to world axes."),
        field("mask", &O::mask, "", "Groups, of which a body must be in one.", {0, 4294967295.0}),
        field("sensors", &O::sensors, "", "Whether sensors count."));
  }
};

}  // namespace holonom
