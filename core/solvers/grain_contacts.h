#pragma once
// Grains against grains: those that are near each other after motion was predicted are found in a
// hashed grid, in time that grows as their number. [Teschner et al. 2003, "Optimized Spatial
// Hashing for Collision Detection of Deformable Objects"]
#include <vector>

#include "particles/particles.h"
#include "solvers/point_contact.h"

namespace holonom {

struct Grain {
  int32_t particle;
  float radius;  ///< [m]
  PointFriction friction;
};

class GrainContacts {
 public:
  std::vector<Grain> grains;

  /// Pairs of grains that may come to touch in this substep.
  void find(const Particles& particles);
  /// One sweep over them.
  void solve(Particles& particles);
  /// After the last sweep: what slipped where friction holds is still to be made good.
  void finish(const Particles& particles);

  /// Particles from `first` on have other numbers by now, by so much more.
  void renumber(int first, int more);

  /// What the next substep makes good of this one.
  template <class A>
  void archive(A& ar) {
    auto& [grains, cells_, starts_, entries_, pairs_, before_, ends_, endsBefore_] = *this;
    ar(pairs_, ends_);
  }

 private:
  struct Cell {
    int32_t x, y, z;
    bool operator==(const Cell&) const = default;
  };
  /// A grain where the grid has it.
  struct Entry {
    Cell cell;
    int32_t grain;
  };
  struct Pair {
    int32_t a, b;    // particles
    float distance;  // kept [m]
    PointFriction friction;
    Vec3 slip;  // of b against a since friction holds it [m]
    bool touches = false;

    template <class A>
    void archive(A& ar) {
      auto& [a, b, distance, friction, slip, touches] = *this;
      ar(a, b, distance, friction, slip, touches);
    }
  };

  void keepSlips();
  void pairWithin(const Particles& particles, const Entry& entry, int begin, int end, Cell cell,
                  size_t most);

  std::vector<Cell> cells_;                 // of grains
  std::vector<int32_t> starts_;             // of buckets in `entries_`
  std::vector<Entry> entries_;              // by bucket
  std::vector<Pair> pairs_, before_;        // now and in the substep before, by the first grain
  std::vector<int32_t> ends_, endsBefore_;  // of each grain's
};

}  // namespace holonom
