// Impacts on assemblies of joined bodies: their equations as they are in an instant, in which
// springs and impulses so far have no part.
#include <algorithm>

#include "solvers/equality_system.h"

namespace holonom {

void EqualitySystem::factorForImpact(const Bodies& bodies, std::span<const SolverRow> rows,
                                     std::span<const PointEquations> points, int assembly) {
  const Assembly& range = assemblies_[size_t(assembly)];
  instant_ = true;
  for (int32_t p = range.joint; p < range.jointEnd; ++p)
    forEachSlot(joints_[size_t(p)],
                [&](int32_t slot, int) { slots_[size_t(slot)].loadMass(bodies); });
  factor(range, rows, points);
  instant_ = false;
}

void EqualitySystem::meetEquations(const Bodies& bodies, int assembly,
                                   std::span<BodyVelocity> velocities, bool still) {
  const Assembly& range = assemblies_[size_t(assembly)];
  const auto slotsOf = [&](auto&& each) {
    for (int32_t p = range.joint; p < range.jointEnd; ++p)
      forEachSlot(joints_[size_t(p)], [&](int32_t slot, int) {
        if (!slots_[size_t(slot)].movable) each(slots_[size_t(slot)]);
      });
  };
  slotsOf([&](PreciseBody& s) {
    if (still)
      s.setVelocity({});
    else
      s.loadVelocity(bodies);
  });
  const std::span<const int32_t> members = bodiesOf(assembly);
  const auto slotOf = [&](size_t i) -> PreciseBody& {
    return slots_[size_t(slotsOfBodies_[size_t(members[i])])];
  };
  for (size_t i = 0; i < members.size(); ++i) slotOf(i).setVelocity(velocities[i]);
  // The impulses so far are those of the substeps, not of the impact.
  const Joint &front = joints_[size_t(range.joint)], &back = joints_[size_t(range.jointEnd) - 1];
  const auto totals = std::span(totals_).subspan(size_t(front.value),
                                                 size_t(back.value + back.stride - front.value));
  savedTotals_.assign(totals.begin(), totals.end());
  measure(range, false);
  // Changes are of no speed that a motor wants.
  for (size_t i = 0; still && i < totals.size(); ++i)
    values_[size_t(front.value) + i] += stillBiases_[size_t(front.value) + i];
  substitute(range);
  std::copy(savedTotals_.begin(), savedTotals_.end(), totals.begin());
  slotsOf([](PreciseBody& s) { s.move(); });
  for (size_t i = 0; i < members.size(); ++i) {
    slotOf(i).move();
    velocities[i] = {slotOf(i).linear(), slotOf(i).angular()};
  }
}

}  // namespace holonom
