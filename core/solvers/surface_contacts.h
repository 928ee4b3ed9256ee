#pragma once
// Contacts of surfaces: points with triangles, and edges with edges, kept a thickness apart.
// In each substep a pair is held apart along the line between its nearest points as the substep
// began, which is sound then; so a pair never has to remember its sides. What still crosses is
// found by a plane that moves with the pair: features that are on its two sides at both ends of a
// straight motion do not meet in between.
#include <array>
#include <vector>

#include "math/vec3.h"
#include "particles/particles.h"
#include "solvers/point_contact.h"

namespace holonom {

/// Which two features four particles are: a point and a triangle, or two edges.
enum class FeatureKind { PointTriangle, Edges };

/// Four pairs of features that may meet. Unused lanes name one particle four times.
struct FeatureBlock {
  FeatureKind kind;
  int32_t index[4][4];  ///< particle by place in the pair, then lane
  f32x4 keep;           ///< distance to be kept [m]
  PointFriction friction;
  Vec3x4 normal;     ///< from the second feature to the first as the substep began
  f32x4 distance;    ///< and how far apart they were; 0 where they met, which nothing holds apart
  float idle = 0;    ///< while particles have not strayed this far altogether, out of reach [m]
  int substep = -1;  ///< of the evaluation
  bool joined = false;  ///< one is sewn or tied: moved alone, it would part from its partner

  template <class A>
  void archive(A& ar) {
    auto& [kind, index, keep, friction, normal, distance, idle, substep, joined] = *this;
    ar(kind, index, keep, friction, normal, distance, idle, substep, joined);
  }
};

/// Of the four particles of a pair, the first that is of its second feature.
inline int firstSide(FeatureKind kind) { return kind == FeatureKind::PointTriangle ? 1 : 2; }

/// How far apart pairs of features are; lane by lane.
f32x4 distanceOf(FeatureKind kind, const Vec3x4* x);

/// A pair within reach in this substep: Σ weights x along the normal must not be below `target`.
struct SurfaceContact {
  f32x4 normal;  ///< and 0
  int32_t index[4];
  float weights[4];
  float target;    ///< [m]
  float mobility;  ///< Σ w weights² [1/kg]
  PointFriction friction;
};

class SurfaceContacts {
 public:
  std::vector<FeatureBlock> blocks;

  void clear() {
    blocks.clear();
    strayed_ = 0;
  }
  /// Evaluates pairs where the substep began; those that its motion brings within reach are its
  /// contacts. `stray` is how far any particle moves otherwise than all [m].
  void prepare(const Particles& particles, float stray);
  /// One sweep over them with friction, as in `point_contact.h`.
  void solve(Particles& particles) const;
  /// Whether any pair crosses in this substep; then `part` is to follow.
  bool crosses(const Particles& particles, float stray);
  /// Parts the pairs that cross. `led` are particles that go where they were put: bodies that no
  /// push moves hold them off. What is `joined`, by the first of them, moves as one.
  void part(Particles& particles, const std::vector<uint8_t>& led,
            const std::vector<int32_t>& joined, float stray);

  template <class A>
  void archive(A& ar) {
    auto& [blocks, contacts_, zones_, zoneMotions_, strayed_, substep_] = *this;
    ar(blocks, strayed_, substep_);
  }

 private:
  /// What moves as one in a substep.
  struct ZoneMotion {
    Vec3 sum;        // Σ m Δx of its particles of the highest rank
    float mass = 0;  // Σ m of them
    int count = 0;   // of all its particles
    int rank = 0;
  };

  /// What is to be left of the distances of pairs at the end of a substep [m].
  static f32x4 leastOf(const FeatureBlock& block);
  /// How much they lack of it; nothing where they had met before [m].
  static f32x4 depthOf(const FeatureBlock& block, const Particles& particles);

  void evaluate(FeatureBlock& block, const Particles& particles, bool contacts);
  bool push(const FeatureBlock& block, Particles& particles, const std::vector<uint8_t>& led) const;
  bool moveTogether(const FeatureBlock& block, Particles& particles,
                    const std::vector<uint8_t>& led) const;
  int32_t zoneOf(int32_t particle);
  void moveZones(Particles& particles, const std::vector<uint8_t>& led,
                 const std::vector<int32_t>& joined);

  std::vector<SurfaceContact> contacts_;
  std::vector<int32_t> zones_;  // of particles: another of their zone, and so to its first
  std::vector<ZoneMotion> zoneMotions_;
  float strayed_ = 0;  // by any two particles together, since blocks were renewed [m]
  int substep_ = 0;
};

}  // namespace holonom
