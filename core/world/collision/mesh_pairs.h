#pragma once
// Colliders near meshes, and the triangles that they may touch.
#include <algorithm>
#include <vector>

#include "world/collision/colliders.h"

namespace holonom {

struct MeshPair {
  int collider = -1, mesh = -1;
  Aabb box;                    ///< of the collider, fat, in the mesh's axes
  std::vector<int> triangles;  ///< ascending

  template <class A>
  void archive(A& ar) {
    auto& [collider, mesh, box, triangles] = *this;
    ar(collider, mesh, box, triangles);
  }
};

class MeshPairs {
 public:
  void add(int collider, int mesh) {
    for (const MeshPair& p : all_)
      if (p.collider == collider && p.mesh == mesh) return;
    all_.push_back({collider, mesh, emptyAabb(), {}});
    listed_ = 0;
  }
  /// All of which `ends(bodyA, bodyB)` is true.
  template <class Ends>
  void removeIf(const Colliders& colliders, Ends&& ends) {
    for (MeshPair& p : all_)
      if (ends(colliders[p.collider].body, colliders[p.mesh].body)) p.collider = -1;
    drop();
  }
  /// Those without a collider.
  void drop() {
    if (std::erase_if(all_, [](const MeshPair& p) { return p.collider < 0; }) > 0) listed_ = 0;
  }
  /// Those of active bodies, or all where any may have been put elsewhere.
  const std::vector<int>& toUpdate(const Bodies& bodies, const Colliders& colliders, bool all) {
    if (listed_ == bodies.activity() && !all) return list_;
    listed_ = all ? 0 : bodies.activity();
    list_.clear();
    for (int i = 0; i < int(all_.size()); ++i)
      if (all || bodies.isActive(colliders[all_[size_t(i)].collider].body) ||
          bodies.isActive(colliders[all_[size_t(i)].mesh].body))
        list_.push_back(i);
    return list_;
  }
  MeshPair& operator[](int i) { return all_[size_t(i)]; }

  template <class A>
  void archive(A& ar) {
    auto& [all_, list_, listed_] = *this;
    ar(all_);
  }

 private:
  std::vector<MeshPair> all_;
  std::vector<int> list_;
  uint64_t listed_ = 0;  // the activity that it is of, or 0
};

}  // namespace holonom
