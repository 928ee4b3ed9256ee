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

/// Solves the equations of an assembly from these velocities, for the right-hand side that `fill`
/// writes; the impulses so far stay, as they are those of the substeps.
template <class Fill>
void EqualitySystem::solveInstant(const Bodies& bodies, int assembly,
                                  std::span<BodyVelocity> velocities, bool still, Fill&& fill) {
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
  const Joint &front = joints_[size_t(range.joint)], &back = joints_[size_t(range.jointEnd) - 1];
  const size_t first = size_t(front.value), end = size_t(back.value + back.stride);
  const auto totals = std::span(totals_).subspan(first, end - first);
  savedTotals_.assign(totals.begin(), totals.end());
  fill(range, first, end);
  substitute(range);
  std::copy(savedTotals_.begin(), savedTotals_.end(), totals.begin());
  slotsOf([](PreciseBody& s) { s.move(); });
  for (size_t i = 0; i < members.size(); ++i) {
    slotOf(i).move();
    velocities[i] = {slotOf(i).linear(), slotOf(i).angular()};
  }
}

void EqualitySystem::meetEquations(const Bodies& bodies, int assembly,
                                   std::span<BodyVelocity> velocities, bool still) {
  solveInstant(bodies, assembly, velocities, still,
               [&](const Assembly& range, size_t first, size_t end) {
                 measure(range, false);
                 // Changes are of no speed that a motor wants.
                 for (size_t i = first; still && i < end; ++i) values_[i] += stillBiases_[i];
               });
}

void EqualitySystem::changeRates(const Bodies& bodies, int assembly,
                                 std::span<BodyVelocity> velocities,
                                 std::span<const double> changes) {
  solveInstant(bodies, assembly, velocities, false, [&](const Assembly& range, size_t, size_t) {
    size_t at = 0;
    for (const Joint& joint : jointsOf(range))
      for (int32_t k = 0; k < joint.count; ++k) values_[size_t(joint.value + k)] = changes[at++];
  });
}

}  // namespace holonom
