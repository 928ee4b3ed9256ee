#pragma once
// Contacts of particles and spring nodes: with bodies, and with the points of other soft objects.
#include <span>
#include <vector>

#include "base/keyed.h"
#include "geometry/aabb.h"
#include "solvers/point_contact.h"
#include "world/point_scene.h"
#include "world/ties.h"

namespace holonom {

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

class PointContacts {
 public:
  /// Once a step of `dt` [s], with room for its motion: what may touch. A point that is tied to a
  /// body does not collide with it.
  void find(const PointScene& scene, const Objects<Attachment, AttachmentId>& attachments,
            float dt);
  bool any() const { return !bodyPairs_.empty() || !pointPairs_.empty(); }
  std::span<const PointBodyPair> bodyPairs() const { return bodyPairs_; }

  // In a substep of `h` [s].
  /// Before networks move: contacts with bodies of those that solve them along with the springs.
  void touchNodes(const PointScene& scene, double h);
  /// After that: what bodies get of it.
  void returnImpulses(const PointScene& scene) const;
  /// In each sweep: all others.
  void solve(const PointScene& scene, float h) const;
  /// Of each particle whether a body that no push moves holds it off: it goes where that was put.
  const std::vector<uint8_t>& findLed(const PointScene& scene);

 private:
  /// Extent of a soft object in this step, for finding its contacts.
  struct Bounds {
    PointRef::Kind kind;
    int object, count;
    Aabb box;
    float speed;    // of its fastest point [m/s]
    float radius;   // kept from bodies [m]
    float spacing;  // kept from other soft objects: half the mean distance of its points, lest they
                    // pass between each other; of lists, which may be sparse, the radius [m]
    PointFriction friction;
    float outer;  // the largest acceleration by air and outer forces [m/s²]
  };
  /// Whose contact of a substep it is, and where on the body.
  struct NodePlace {
    int object, contact;
    Vec3 arm;
  };

  void listBounds(const SoftObjects& soft);
  void listTied(const PointScene& scene, const Objects<Attachment, AttachmentId>& attachments);
  void findWithBodies(const PointScene& scene, const Bounds& bounds, float dt);
  void findBetween(const SoftObjects& soft, const Bounds& a, const Bounds& b, float dt);

  std::vector<PointBodyPair> bodyPairs_;
  std::vector<PointPointPair> pointPairs_;
  std::vector<NodePlace> nodePlaces_;
  std::vector<Bounds> bounds_;
  std::vector<int> candidates_;
  std::vector<uint64_t> tied_, tiedScratch_;
  std::vector<Keyed> cells_, cellsScratch_;
  std::vector<uint8_t> led_;
};

}  // namespace holonom
