#pragma once
// The rows of all that touches, is joined or pulled, at the present poses and island by island:
// for solvers that take an island as one system.
#include <span>
#include <vector>

#include "solvers/contact_solver.h"
#include "solvers/joint_solver.h"
#include "solvers/mlcp.h"
#include "solvers/touching_pairs.h"

namespace holonom {

/// Bodies that reach each other through rows; `friction` counts its rows from the island's first.
struct RowIsland {
  bool exact;   ///< see ExactIslands
  bool joined;  ///< by joints or grabs
  std::span<SolverRow> rows;
  std::span<MlcpFriction> friction;
};

struct ContactRowSettings {
  FrictionModel friction;
  float baumgarte;  ///< share of penetration removed per substep
  float slop;       ///< of shapes that are not small, see `sizeShare` [m]
  float h;          ///< substep [s]
};

class IslandRows {
 public:
  /// Rows with the impulses that joints, grabs and pairs have; those were not applied yet.
  /// Of exact islands alone if `exactOnly`.
  /// Joints and grabs must be evaluated. Allocates only while capacities grow.
  void gather(const Bodies& bodies, const JointSolver& joints, const std::vector<ActiveGrab>& grabs,
              const TouchingPairs& touching, const ContactRowSettings& settings, bool exactOnly);
  /// Gives the impulses back.
  void scatter(JointSolver& joints, std::vector<ActiveGrab>& grabs, TouchingPairs& touching) const;
  std::span<const RowIsland> islands() const { return islands_; }

 private:
  struct Source {
    enum class Kind : uint8_t { Joint, Grab, Pair } kind;
    bool exact;
    int index;
    int first = 0;  // of its rows
    int root = 0;   // of its island
  };
  void join(const Bodies& bodies, int a, int b);
  void sortByIsland(const Bodies& bodies);

  std::vector<Source> sources_, sorted_;
  std::vector<int> parents_, starts_;
  std::vector<SolverRow> rows_;
  std::vector<MlcpFriction> friction_;
  std::vector<RowIsland> islands_;
};

/// Starts the velocities with the rows' impulses, then sweeps of projected Gauss-Seidel with
/// friction as its model: for islands too large for a matrix.
void sweepIsland(const RowIsland& island, Bodies& bodies, float h, float maxPush, int sweeps);

}  // namespace holonom
