#pragma once
// Levels of ever fewer particles that keep each other from going apart, from coarse to fine, so
// that in one sweep a stretch travels as far as it has to. [Müller 2008, "Hierarchical Position
// Based Dynamics"] A level's particles bear the masses of those that follow them: momentum is
// passed on whole.
#include <vector>

#include "base/keyed.h"
#include "math/vec3.h"

namespace holonom {

class ParticleHierarchy {
 public:
  /// Of `x`, with inverse masses. Keys of `edges` are pairs that edges join at rest. With
  /// `straightWays` the distances of a level are straight at rest, or else along the edges.
  void build(const Quad* x, const std::vector<Vec3>& rest, bool straightWays,
             std::vector<Keyed> edges);
  bool isBuilt() const { return !before_.empty(); }
  /// Projects all levels, the coarsest first, and takes along who follows.
  void sweep(Quad* x);

 private:
  /// Two of a level that are at most so far apart, or whose motion a particle below takes on.
  struct Row {
    int a, b;
    int follower;  ///< or none, -1
    float shareA;  ///< of a correction, or in the follower's motion
    float length;
  };

  std::vector<Row> rows_;     // from fine to coarse: a sweep goes from the back
  std::vector<Quad> before_;  // as the sweep began
};

}  // namespace holonom
