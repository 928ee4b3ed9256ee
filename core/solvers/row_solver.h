#pragma once
// Rows one at a time, for every constraint that has no wide kernel of its own.
#include <span>
#include <vector>

#include "constraints/row_bias.h"
#include "rigid/bodies.h"

namespace holonom {

struct SolverRow {
  Row row;
  int a = 0, b = 0;  ///< dense indices; b may be nobody()
  Softness soft;
  float mass = 0;                ///< 1 / (J M⁻¹ Jᵀ)
  float impulse = 0;             ///< λ h [N s]
  std::span<const RowEnd> more;  ///< its further bodies, if any
};

/// Leaves out of a row what locked axes hold. A row along which they hold both bodies is emptied:
/// what rounding leaves of it would take impulses without bound.
void keepLocks(SolverRow& row, const Bodies& bodies);
/// A spring has the stiffness that gives it its frequency where its bodies could move along all
/// axes and turn as they can: near a dead center of locked ones their effective mass has no bound.
/// Before `keepLocks`.
void keepStiffness(SolverRow& row, const Bodies& bodies);
/// Effective mass of a row at the present state.
void prepareRow(SolverRow& row, const Bodies& bodies);
void warmStartRow(const SolverRow& row, Bodies& bodies);
/// M⁻¹ Jᵀ of a row, block by block.
Row movedBy(const SolverRow& row, const Bodies& bodies);
// What further bodies add to J M⁻¹ Jᵀ and J v of a row, and their change of velocity by an impulse.
double movedFurther(const SolverRow& row, const Bodies& bodies);
float speedFurther(const SolverRow& row, const Bodies& bodies);
void applyFurther(const SolverRow& row, Bodies& bodies, float impulse);
/// J of a row times what another moves.
double alongRow(const Row& row, const Row& moved);
/// J v of a row at the present velocities [m/s or rad/s].
float rowSpeed(const SolverRow& row, const Bodies& bodies);
/// Changes the velocities of bodies a and b by an impulse along J of a row.
void applyRow(const Row& row, int a, int b, Bodies& bodies, float impulse);
/// The accumulated impulse after one projected Gauss-Seidel update.
float solvedImpulse(const SolverRow& row, const Bodies& bodies, float h, bool useBias = true,
                    float maxPush = kMaxPush);
/// One projected Gauss-Seidel update: λ ← clamp(λ − m(J v + bias)). Without bias rows are rigid,
/// but for springs.
void solveRow(SolverRow& row, Bodies& bodies, float h, bool useBias = true,
              float maxPush = kMaxPush);
/// Changes the accumulated impulse of a row to `total`, and the velocities with it.
void setRowImpulse(SolverRow& row, Bodies& bodies, float total);

/// Calls f for each row: limits hold against motors and drives of any strength.
template <class F>
void limitsLast(std::span<SolverRow> rows, F&& f) {
  for (const bool limits : {false, true})
    for (SolverRow& r : rows)
      if (r.row.isInequality() == limits) f(r);
}

}  // namespace holonom
