#pragma once
// The list of rigid-body solvers: one file and one row here each.
#include <cstdint>
#include <vector>

#include "base/fields.h"
#include "rigid/free_motion.h"
#include "solvers/energy_bound.h"
#include "solvers/exact_islands.h"
#include "solvers/impacts.h"
#include "solvers/island_rows.h"
#include "solvers/motor_strengths.h"
#include "solvers/row_system.h"

namespace holonom {

struct SolverSettings {
  int substeps = 4;
  int iterations = 0;  ///< velocity sweeps in a substep; 0: the solver's own
  Gyroscopic gyroscopic = Gyroscopic::Midpoint;
  FrictionModel friction = FrictionModel::Cone;
  RigidIntegrator integrator = RigidIntegrator::SymplecticEuler;
  float contactFrequency = 50;       ///< soft-step [Hz]
  float contactDampingRatio = 1.5f;  ///< soft-step
  float contactSlop = 0.0005f;       ///< [m]
  float maxPushSpeed = 3;            ///< [m/s]
  float restitutionThreshold = 1;    ///< [m/s]
  float baumgarte = 0.1f;  ///< share of the error removed per substep; not soft-step, xpbd
};

/// What a solver did in a step.
struct SolverCounts {
  int iterations = 0;  ///< sweeps over all rows; of mlcp also pivots
  int fallbacks = 0;   ///< islands that were too large for it, or were not solved in its bounds
  int64_t clothVisits = 0;  ///< to pairs of nodes and triangles of cloth
  int64_t products = 0;     ///< of matrix entries that the sweeps of gauss-seidel took
  using Packed = PackedOf<int, int, int64_t, int64_t>;
};

/// Room that the solvers keep from step to step.
struct SolverWorkspace {
  IslandRows islands;
  RowSystem system;
  MlcpSolver mlcp;
  MlcpNewton newton;
  std::vector<uint8_t> taken;             ///< which rows of an island take part,
  std::vector<int> active;                ///< and a list of them
  std::vector<double> matrix, rhs, part;  ///< of those rows
  std::vector<int> blockEnds;             ///< of those of one joint that are solved together
  std::vector<double> factors;            ///< of these blocks, 36 each
  std::vector<double> lambda;
  struct Start {
    Vec3 position;
    Quat rotation;
    bool late = false;    ///< turns by all of its gyroscopic term after impulses
    bool struck = false;  ///< changed by a contact once its joints were closed
  };
  std::vector<Start> starts;   ///< of the active bodies, as a substep begins
  std::vector<float> targets;  ///< least separations, four a pair [m]
  // Of xpbd: joints that are far from closed or were struck, and velocities of their ends.
  struct Velocity {
    Vec3 linear, angular;
  };
  std::vector<int32_t> torn;
  std::vector<int32_t> reached;          ///< rows of their limits that pushed
  std::vector<Velocity> closing, apart;  ///< two a joint: with its impulses, and without
};

/// All that a solver sees of a world.
struct StepContext {
  Bodies& bodies;
  ContactSolver& contacts;
  JointSolver& joints;
  std::vector<ActiveGrab>& grabs;
  TouchingPairs& touching;
  Impacts& impacts;
  EnergyBound& energy;
  const ExactIslands& exact;
  SolverWorkspace& work;
  SolverCounts& counts;
  SolverSettings settings;
  FreeMotion& motion;
  float h = 0;                ///< substep [s]
  bool jointsStruck = false;  ///< in this substep swept contacts touch bodies that have joints
};

/// One solver: settings of the contacts, then one call per substep.
struct Solver {
  int iterations;   ///< its own number of sweeps
  float jointBias;  ///< share of a joint's error removed per substep; 0: as settings.baumgarte
  /// Turning in a substep from which on its joints, and its contacts, could give energy [rad], see
  /// EnergyBound; less where they are not solved exactly.
  float jointTurn, contactTurn;
  /// Of the wide kernel; null for a solver that takes contacts point by point.
  ContactSettings (*contactSettings)(const SolverSettings&, float h);
  void (*substep)(StepContext&);
  bool jointsAtOnce = false;  ///< equations of joints are factored together
  bool projects = false;      ///< joints hold positions, from which velocities follow
};

// What the solvers share: free motion, with the impacts that bounce in it.
void changeVelocities(StepContext& context);
void changePositions(StepContext& context);
// Grabs as rows at the present pose.
void prepareGrabs(StepContext& context);
void warmStartGrabs(StepContext& context);
void solveGrabs(StepContext& context);
/// Swept contacts and the equations of joints in turn until they agree: what one pass leaves of an
/// impact on joined bodies would carry them through what they meet.
void settleImpacts(StepContext& context);
/// The rows bound each axis of a grab; its pull as a vector has the same bound.
void clipGrabs(StepContext& context);
/// Solves an island as one complementarity problem. False where the answer is only the best that
/// was found.
bool solveIslandExactly(StepContext& context, const RowIsland& island, const ExactEffort& effort);
/// Solves the exact islands, of which the solver leaves joints, grabs and contacts alone then.
/// Their joints and grabs must be evaluated.
void solveExactIslands(StepContext& context);
inline ContactRowSettings contactRowSettings(const StepContext& c) {
  return {c.settings.friction, c.settings.baumgarte, c.settings.contactSlop, c.h};
}
/// Islands at the present poses, for the solvers that use them; joints and grabs too.
void gatherIslands(StepContext& context);
/// Takes the impulses of the islands' rows back.
void scatterIslands(StepContext& context);

}  // namespace holonom
