#pragma once
// The shapes of all bodies, where they are, and the broad phase over them.
#include <span>
#include <vector>

#include "collision/collider.h"
#include "collision/dynamic_tree.h"
#include "rigid/bodies.h"

namespace holonom {

class Colliders {
 public:
  /// With free places: those have no body.
  int size() const { return int(all_.size()); }
  Collider& operator[](int i) { return all_[size_t(i)]; }
  const Collider& operator[](int i) const { return all_[size_t(i)]; }

  /// One of a body, in the body's own axes.
  int add(Bodies& bodies, int body, const Shape& shape, const Transform& place);
  void remove(int collider);
  Transform poseOf(const Bodies& bodies, const Collider& c) const {
    return colliderPose(c, bodies.poses[c.body]);
  }
  /// Around a collider, with the room in which its contacts begin.
  Aabb tightBox(const Bodies& bodies, int collider) const;
  /// Whether the fat boxes of two overlap.
  bool boxesMeet(const Bodies& bodies, int a, int b) const;
  /// Of active bodies, in ascending order.
  const std::vector<int>& active(const Bodies& bodies);

  DynamicTree tree;              ///< of those with a box
  std::vector<int> unbounded;    ///< those without
  int counts[kShapeTypes] = {};  ///< by the type of their shape

  template <class A>
  void archive(A& ar) {
    auto& [tree, unbounded, counts, all_, free_, active_, activity_] = *this;
    ar(tree, unbounded, counts, all_, free_);
  }

 private:
  std::vector<Collider> all_;
  int free_ = -1;  // head of the list of free places
  std::vector<int> active_;
  uint64_t activity_ = 0;  // of which `active_` are; 0 if of none
};

/// The smaller of two shapes sets the scale of margins [m].
float smallerExtent(const Collider& a, const Collider& b);
/// Contacts are made this long before shapes of an extent touch, and by their motion in a step
/// longer, so that the solver stops a body at the surface and a fast one does not tunnel [m].
float marginOf(float extent);
inline float marginOf(const Collider& c) { return marginOf(c.extent); }

}  // namespace holonom
