// What the bodies beyond two of an equation add to its J M⁻¹ Jᵀ and J v, and their share of its
// impulse. Rare: not to be inlined.
#include "solvers/equality_system.h"

namespace holonom {

[[gnu::cold, gnu::noinline]] double EqualitySystem::movedFurther(const Joint& joint) const {
  double sum = 0;
  for (int32_t i = joint.further; i < joint.furtherEnd; ++i) {
    const Further& f = further_[size_t(i)];
    sum += slots_[size_t(f.slot)].inverseMass * dot(f.linear, f.linear) + dot(f.turn, f.weighted);
  }
  return sum;
}

[[gnu::cold, gnu::noinline]] double EqualitySystem::speedFurther(const Joint& joint) const {
  double sum = 0;
  for (int32_t i = joint.further; i < joint.furtherEnd; ++i) {
    const Further& f = further_[size_t(i)];
    const PreciseBody& s = slots_[size_t(f.slot)];
    sum -= dot(f.linear, s.linear()) + dot(f.turn, s.angular());
  }
  return sum;
}

[[gnu::cold, gnu::noinline]] void EqualitySystem::pushFurther(const Joint& joint, double impulse) {
  for (int32_t i = joint.further; i < joint.furtherEnd; ++i) {
    const Further& f = further_[size_t(i)];
    slots_[size_t(f.slot)].push(-impulse * f.linear, -impulse * f.turn);
  }
}

}  // namespace holonom
