#pragma once
// Questions about where bodies are: rays, shapes and points.
#include <span>
#include <vector>

#include "base/error.h"
#include "base/fields.h"
#include "base/handle.h"
#include "geometry/shape.h"

namespace holonom {

/// Which bodies a question is about.
struct QueryFilter {
  uint32_t mask = 0xffffffff;            ///< groups, of which a body must be in one
  bool sensors = false;                  ///< whether sensors count
  std::span<const BodyId> exclude = {};  ///< bodies to leave out; must outlive the call
};

/// Where a ray or a shape meets a body.
struct BodyHit {
  BodyId body;
  float distance = 0;  ///< of the way, or between the shapes [m]; negative: how deep they overlap
  Vec3 point;          ///< on the body, world axes [m]
  Vec3 normal;         ///< of the body's surface, unit, world axes
};

/// A shape at a place, and which of the bodies there are meant.
struct ShapeQuery {
  Shape shape = Box{};
  Vec3 position;
  Quat rotation;
  uint32_t mask = 0xffffffff;
  bool sensors = false;
  std::vector<BodyId> exclude;

  static constexpr const char* name = "shapeQuery";
  static constexpr const char* help = "A shape in a pose, for queries.";
  static constexpr auto fields() {
    using O = ShapeQuery;
    return std::make_tuple(
        field("shape", &O::shape, "", "Shape of the query."),
        field("position", &O::position, "m", "Position of the shape's origin, in world axes."),
        field("rotation", &O::rotation, "",
              "Rotation from the shape's axes to world axes, as a unit quaternion x, y, z, w."),
        field("mask", &O::mask, "",
              "Groups to find, one bit per group. A body is found if its `collisionGroups` share a "
              "bit with it.",
              {0, 4294967295.0}),
        field("sensors", &O::sensors, "", "Whether sensors are found."),
        field("exclude", &O::exclude, "", "Bodies to exclude."));
  }
  QueryFilter filter() const { return {mask, sensors, exclude}; }
};

/// The motion of a shape.
struct CastWay {
  Vec3 direction;                 ///< of any length but 0, world axes
  float maxDistance = kInfinity;  ///< [m]
  bool stopAtPenetration =
      true;          ///< whether bodies count that overlap it at first and that it leaves
  float margin = 0;  ///< gap at which it meets a body [m]
};

}  // namespace holonom
