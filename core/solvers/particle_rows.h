#pragma once
// Constraints of particles as the rows of one list, for the solvers that do not sweep by colors.
// Jacobi steps on split masses [Tonge, Benevolenski, Voroshilov 2012, "Mass Splitting for
// Jitter-Free Parallel Rigid Body Simulation"], sped up by Chebyshev's recurrence [Wang 2015, "A
// Chebyshev Semi-Iterative Approach for Accelerating Projective and Position-Based Dynamics"]; and
// one Newton step on all rows together, each linearized [Goldenthal et al. 2007, "Efficient
// Simulation of Inextensible Cloth"].
#include <cstdint>
#include <span>
#include <vector>

#include "base/fields.h"
#include "math/vec3.h"
#include "springs/factor.h"

namespace holonom {

enum class ParticleSolver { Colored, GaussSeidel, Jacobi, Direct, Hierarchical, Lines };
template <>
struct EnumNames<ParticleSolver> {
  static constexpr const char* names[] = {"colored", "gauss-seidel", "jacobi",
                                          "direct",  "hierarchical", "lines"};
};

/// One constraint where its particles are now: Δλ is to make error + ∇C·Δx + α̃ Δλ zero, with
/// Δx = w ∇C Δλ.
struct ParticleRow {
  int32_t index[4];    ///< particles, from the object's first
  int32_t count;       ///< of them
  int32_t place;       ///< in its batch: four times the block, and the lane
  bool redundant;      ///< follows from others: it only speeds sweeps up
  float error = 0;     ///< C + α̃λ, and what resists its rate
  float compliance;    ///< α̃
  float mobility = 0;  ///< Σ w|∇C|²
  float change = 0;    ///< Δλ
  Vec3 gradient[4];

  /// The Δλ that solves it alone.
  float step() const {
    const float denominator = mobility + compliance;
    return denominator > 0 ? -error / denominator : 0;
  }
};

class ParticleRows {
 public:
  std::vector<ParticleRow> rows;
  int particles = 0;  ///< of the object

  /// Moves the particles of a row by its change.
  static void apply(const ParticleRow& row, Quad* x);
  /// Sweep number `sweep` of `sweeps`: changes and moves of all rows, which are evaluated.
  void jacobi(Quad* x, int sweep, int sweeps);
  /// The same by one linear system; false, and nothing is done, where that is too large.
  bool direct(Quad* x);
  /// How far the rows, which are evaluated, would each still move their particles: sum of the
  /// squares [m²].
  static double squaredSteps(std::span<const ParticleRow> rows, const Quad* x);

 private:
  bool layOut();

  std::vector<float> sharers_;  // rows at each particle
  float omega_ = 1;             // of Chebyshev's recurrence
  Factor factor_;
  bool laidOut_ = false;
  std::vector<Sym3d> diagonal_;
  std::vector<Vec3d> right_, moves_;
};

}  // namespace holonom
