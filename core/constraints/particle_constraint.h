#pragma once
// What a constraint of particles is: a value C and its gradients, for any lane type; plus the
// batches that hold many of one kind, colored, four to a block.
#include <concepts>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/colors.h"
#include "math/vec3.h"

namespace holonom {

/// `evaluate` writes C(x), with `restCount` numbers of the shape at rest, and ∂C/∂x for each
/// particle. Particles before `firstMoved` are always fixed ones. Optional: `largestChange`, how
/// far one projection may change C; `batchNames`, of the batches of a cloth where there
/// are several; `isManyBatches`, where there may be any number.
template <class C>
concept ParticleConstraint = requires(const Vec3* x, const float* rest, float& value,
                                      Vec3* gradient) {
  { C::particleCount } -> std::convertible_to<int>;
  { C::restCount } -> std::convertible_to<int>;
  { C::firstMoved } -> std::convertible_to<int>;
  { C::name } -> std::convertible_to<const char*>;
  C::template evaluate<float>(x, rest, value, gradient);
};

/// Four constraints that share no particle. Unused lanes name the sink particle, of infinite mass.
template <ParticleConstraint C>
struct ConstraintBlock {
  int32_t index[C::particleCount][4];
  f32x4 rest[C::restCount];
  f32x4 lambda;  ///< of the last substep; the force is λ/h² ∇C
  using Packed = PackedOf<int32_t[C::particleCount][4], f32x4[C::restCount], f32x4>;
};

/// C of the constraint in lane k, and its gradients. What is torn apart so far that C overflows has
/// the largest number.
template <class C>
[[gnu::noinline]] float evaluateLane(const ConstraintBlock<C>& block, int k, const Quad* x,
                                     Vec3* gradient) {
  Vec3 p[C::particleCount];
  float rest[C::restCount], value;
  for (int j = 0; j < C::particleCount; ++j) p[j] = x[block.index[j][k]].xyz();
  for (int r = 0; r < C::restCount; ++r) rest[r] = block.rest[r][k];
  C::template evaluate<float>(p, rest, value, gradient);
  constexpr float kMost = std::numeric_limits<float>::max();
  return abs(value) <= kMost ? value : kMost;
}

template <ParticleConstraint C>
struct ConstraintBatch {
  std::vector<ConstraintBlock<C>> blocks;  ///< in the order of their colors
  Colors colors;
  int count = 0;         ///< constraints in all lanes
  float compliance = 0;  ///< α, unit of C squared per joule; 0 is rigid
  float damping = 0;     ///< τ: a compliant constraint resists C + τ Ċ [s]
  float stiffness = 1;   ///< share of its error that one projection takes away
  float interval = 0;    ///< h of the last projection [s]

  template <class A>
  void archive(A& ar) {
    auto& [blocks, colors, count, compliance, damping, stiffness, interval] = *this;
    ar(blocks, colors, count, compliance, damping, interval);
  }
};

}  // namespace holonom
