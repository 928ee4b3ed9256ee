#pragma once
// The equations of a soft joint taken in a basis in which they are independent oscillators.
#include <span>

#include "solvers/row_solver.h"

namespace holonom {

/// J′ = L⁻¹ J with L Lᵀ = J M⁻¹ Jᵀ: each row of J′ has unit effective mass and moves none of the
/// others, so that springs along them have the stiffness K = ω² (J M⁻¹ Jᵀ)⁻¹. Every error of the
/// joint then swings at its frequency, however far from the center its anchor lies. K follows the
/// pose: without damping, wide swings may gain energy.
class SoftBasis {
 public:
  SoftBasis() = default;
  /// Takes the equations of one joint, at most 6, at the present poses.
  SoftBasis(std::span<const SolverRow> equations, const Bodies& bodies);

  /// Rows with J, C and wanted velocity become those of J′.
  void changeRows(std::span<SolverRow> equations) const;
  /// C′ = L⁻¹ C, in place.
  void changeErrors(std::span<float> errors) const;
  /// λ′ = Lᵀ λ, in place.
  void changeImpulses(std::span<SolverRow> equations) const;
  /// λ = L⁻ᵀ λ′, in place.
  void restoreImpulses(std::span<SolverRow> equations) const;
  /// C = L C′, in place.
  void restoreErrors(std::span<float> errors) const;

  /// Whether equations were taken.
  bool known() const { return known_; }

 private:
  float lower_[6][6] = {};  // L; a row that the others imply has a zero on the diagonal
  bool known_ = false;
};

}  // namespace holonom
