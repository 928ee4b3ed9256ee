#pragma once
// Cloth with itself and with other cloth: which features may meet, found now and then, and anew
// where cloth moves otherwise than expected; and their contacts in each substep.
#include <array>
#include <span>

#include "base/keyed.h"
#include "collision/surface_tree.h"
#include "solvers/surface_contacts.h"
#include "world/cloth.h"

namespace holonom {

/// What is sewn or tied together.
struct ClothJoins {
  /// From a particle along its cloth to the nearest joined one.
  struct Reach {
    Vec3 place;     ///< at rest, of the first that that one is joined to [m]
    float way;      ///< at rest [m]
    int32_t cloth;  ///< of that place; −1 where none is near
    using Packed = PackedOf<Vec3, float, int32_t>;
  };
  std::vector<int32_t> joined;  ///< of each particle: the first that it is joined to, or itself
  std::vector<Reach> reaches;   ///< of each particle; none where nothing is joined

  /// The way at rest between two particles across a joint [m], to be bent as cloth is.
  float wayAcross(int32_t a, int32_t b) const {
    const Reach &i = reaches[size_t(a)], &j = reaches[size_t(b)];
    if (i.cloth < 0 || i.cloth != j.cloth) return kHuge;
    return i.way + j.way + length(i.place - j.place);
  }

  bool isJoined(int32_t i) const {
    return !reaches.empty() && reaches[size_t(i)].cloth >= 0 && reaches[size_t(i)].way == 0;
  }

  template <class A>
  void archive(A& ar) {
    auto& [joined, reaches] = *this;
    ar(joined, reaches);
  }
};

class ClothCollision {
 public:
  ClothJoins joins;  ///< as of the last change of cloth

  /// Before a step of `dt` [s]. Pairs are found anew if `changed`: what was known of cloth is not
  /// so any more.
  void begin(std::span<Cloth> cloths, const Particles& particles, float dt, bool changed);
  /// In a substep, after motion was predicted: its contacts.
  void prepare(std::span<const Cloth> cloths, const Particles& particles);
  void project(Particles& particles) const;
  /// Before velocities: whether anything crosses in a substep of `h` [s]; then `part` is to follow.
  bool finish(std::span<Cloth> cloths, const Particles& particles, float h);
  /// `led`: the particles that go where they were put.
  void part(std::span<const Cloth> cloths, Particles& particles, const std::vector<uint8_t>& led);

  /// Pairs that this step has visited, and whether there were more than it may visit or keep.
  int64_t visits() const { return any_ ? most_ - work_ : 0; }
  bool ranOut() const { return any_ && work_ <= 0; }

  template <class A>
  void archive(A& ar) {
    auto& [joins, starts_, rates_, strayed_, fresh_, boxes_, trianglePairs_, found_, known_,
           knownScratch_, contacts_, duration_, since_, strayedCount_, steps_, dt_, any_, work_,
           most_, mostBlocks_] = *this;
    ar(joins, starts_, rates_, contacts_, duration_, since_, strayedCount_, steps_, dt_, any_);
  }

 private:
  /// The particles of a pair of features.
  using Four = std::array<int32_t, 4>;

  f32x4 meanRate(std::span<const Cloth> cloths) const;
  Four pairAt(size_t at) const;
  bool isFresh(const Four& pair) const;
  bool isKnown(FeatureKind kind, const Four& pair) const;
  f32x4 listStrayed(std::span<const Cloth> cloths, const Particles& particles);
  void detectAll(std::span<Cloth> cloths, std::span<const Quad> starts, std::span<const Quad> rates,
                 float duration);
  void detectStrayed(std::span<Cloth> cloths, const Particles& particles, float h, f32x4 error);
  void detect(std::span<Cloth> cloths, float begin, std::span<const Quad> x);
  void findPairs(const Cloth& a, const Cloth& b, float begin);
  void listFeatures(const Cloth& a, const Cloth& b);
  void keepNear(FeatureKind kind, const Cloth& a, const Cloth& b, float begin);

  // Of particles: where they were when all pairs were found, and how they move from there on. Of
  // those whose pairs were found later: where they would have been then.
  std::vector<Quad> starts_, rates_;
  std::vector<int32_t> strayed_;  // from that
  std::vector<uint8_t> fresh_;    // of particles: whether their pairs are being found
  std::vector<LaneBox> boxes_;    // of particles, in the time for which pairs were found
  std::vector<TrianglePair> trianglePairs_;
  std::vector<Four> found_[2];               // by kind: whose boxes meet
  std::vector<Keyed> known_, knownScratch_;  // of those particles, before: lanes of blocks
  SurfaceContacts contacts_;
  float duration_ = 0, since_ = 0;  // for which pairs are found, and since they were [s]
  int strayedCount_ = 0;            // of those that strayed since, each time
  int steps_ = 1;                   // for which they are to be found
  float dt_ = 0;                    // of this step [s]
  bool any_ = false;                // whether any cloth takes part
  int64_t most_ = 0, work_ = 0;     // visits that this step may make, and those that are left
  size_t mostBlocks_ = 0;           // that may be kept
};

}  // namespace holonom
