#pragma once
// Questions about where bodies are: rays, shapes and points.
#include <span>
#include <vector>

#include "base/error.h"
#include "base/fields.h"
#include "base/handle.h"
#include "geometry/shape.h"
#include "rigid/bodies.h"
#include "world/collision/colliders.h"

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

/// What is asked about: bodies as they are now, at a version of the world.
struct QueryScene {
  const Bodies& bodies;
  const Colliders& colliders;
  uint64_t version;

  Transform poseOf(const Collider& c) const { return colliders.poseOf(bodies, c); }
};

class Queries {
 public:
  /// The nearest body on a ray, or all of them, nearest first; `direction` has any length but 0.
  /// The list is good until the next question.
  Result<std::span<const BodyHit>> rayCast(const QueryScene& scene, Vec3 origin, Vec3 direction,
                                           float maxDistance, bool all, QueryFilter filter);
  /// The body that a shape on its way first meets, or all of them, nearest first; what overlaps it
  /// at the start is met at once, with a negative distance. The shape is no half-space.
  Result<std::span<const BodyHit>> castShape(const QueryScene& scene, ShapeQuery query, CastWay way,
                                             bool all);
  /// The bodies within a distance of a shape, nearest first; negative where they overlap. The shape
  /// is no half-space.
  Result<std::span<const BodyHit>> proximity(const QueryScene& scene, ShapeQuery query,
                                             float maxDistance);
  /// The bodies that a shape touches.
  Result<std::vector<BodyId>> overlap(const QueryScene& scene, ShapeQuery query);
  /// The bodies that a point is in.
  Result<std::vector<BodyId>> bodiesAt(const QueryScene& scene, Vec3 point, QueryFilter filter);

 private:
  const std::vector<int>& beyondTree(const QueryScene& scene);
  float keepHit(const BodyHit& found, bool all, float limit);
  template <class Meets>
  std::vector<BodyId> bodiesIn(const QueryScene& scene, const Aabb* box, QueryFilter filter,
                               Meets&& meets);

  std::vector<BodyHit> hits_;        // of the last question
  std::vector<int> beyond_;          // what beyondTree() gave last,
  uint64_t version_ = ~uint64_t(0);  // and of which version
};

}  // namespace holonom
