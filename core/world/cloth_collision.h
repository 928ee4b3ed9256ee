#pragma once
// Cloth with itself and with other cloth: which features may meet, found now and then, and anew
// where cloth moves otherwise than expected; and their contacts in each substep.
#include <array>
#include <span>

#include "collision/surface_tree.h"
#include "solvers/surface_contacts.h"
#include "world/cloth.h"

namespace holonom {

class ClothCollision {
 public:
  /// Before a step of `dt` [s]. Pairs are found anew if `changed`: what was known of cloth is not
  /// so any more.
  void begin(std::span<Cloth> cloths, const Particles& particles, float dt, bool changed);
  /// In a substep, after motion was predicted: its contacts.
  void prepare(std::span<const Cloth> cloths, const Particles& particles);
  void project(Particles& particles) const;
  /// Before velocities: nothing has crossed in a substep of `h` [s].
  void finish(std::span<Cloth> cloths, Particles& particles, float h);

  template <class A>
  void archive(A& ar) {
    auto& [starts_, rates_, boxes_, trianglePairs_, pointTriangles_, edges_, contacts_, duration_,
           since_, steps_, dt_, any_] = *this;
    ar(starts_, rates_, contacts_, duration_, since_, steps_, dt_, any_);
  }

 private:
  /// The particles of a pair of features.
  using Four = std::array<int32_t, 4>;

  void detect(std::span<Cloth> cloths, float duration);
  void findPairs(const Cloth& a, const Cloth& b);
  bool isStale(std::span<const Cloth> cloths, const Particles& particles) const;
  void keepNear(FeatureKind kind, const std::vector<Four>& found, const Cloth& a, const Cloth& b);

  std::vector<Quad> starts_, rates_;  // of particles when pairs were found: x and v
  std::vector<LaneBox> boxes_;        // of particles, in the time for which pairs were found
  std::vector<TrianglePair> trianglePairs_;
  std::vector<Four> pointTriangles_, edges_;  // whose boxes meet
  SurfaceContacts contacts_;
  float duration_ = 0, since_ = 0;  // for which pairs are found, and since they were [s]
  int steps_ = 1;                   // for as many
  float dt_ = 0;                    // of this step [s]
  bool any_ = false;                // whether any cloth takes part
};

}  // namespace holonom
