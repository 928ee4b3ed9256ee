#pragma once
// Points of cloth and of spring networks that meet bodies, each other and attachments.
#include <cstdint>

#include "geometry/aabb.h"
#include "solvers/point_contact.h"

namespace holonom {

/// Which soft object a point belongs to, by dense index.
struct PointRef {
  enum class Kind : uint8_t { Cloth, Springs } kind = Kind::Cloth;
  int object = 0;
  int point = 0;  ///< within the object
};

/// A point of cloth that an attachment holds: its particles, and their shares in it.
struct HeldPoint {
  int count = 0;
  int index[3] = {};  ///< in the store
  float weight[3] = {};
};

/// Extent of a soft object in this step, for finding its contacts.
struct SoftBounds {
  PointRef::Kind kind;
  int object, count;
  Aabb box;
  float speed;    ///< of its fastest point [m/s]
  float radius;   ///< kept from bodies [m]
  float spacing;  ///< kept from other soft objects: half the mean distance of its points, lest
                  ///< they pass between each other; of lists, which may be sparse, the radius [m]
  PointFriction friction;
  float outer;  ///< the largest acceleration by air and outer forces [m/s²]
};

struct PointBodyPair {
  PointRef point;
  int body, collider;
  float radius;
  PointFriction friction;
};
struct PointPointPair {
  PointRef a, b;
  float distance;
  PointFriction friction;
};

}  // namespace holonom
