#pragma once
// The list of rigid-body solvers: one file and one row here each.
#include <vector>

#include "base/fields.h"
#include "constraints/grab.h"
#include "rigid/free_motion.h"
#include "solvers/contact_solver.h"
#include "solvers/joint_solver.h"
#include "solvers/row_solver.h"

namespace holonom {

enum class SolverType { SoftStep, Pgs };
template <>
struct EnumNames<SolverType> {
  static constexpr const char* names[] = {"soft-step", "pgs"};
};

struct SolverSettings {
  int substeps = 4;
  int iterations = 0;  ///< velocity sweeps in a substep; 0: the solver's own
  Gyroscopic gyroscopic = Gyroscopic::Midpoint;
  FrictionModel friction = FrictionModel::Cone;
  RigidIntegrator integrator = RigidIntegrator::SymplecticEuler;
  float contactFrequency = 50;     ///< soft-step [Hz]
  float contactDampingRatio = 3;   ///< soft-step
  float contactSlop = 0.0005f;     ///< [m]
  float maxPushSpeed = 3;          ///< [m/s]
  float restitutionThreshold = 1;  ///< [m/s]
  float baumgarte = 0.1f;          ///< pgs: share of the error removed per substep
};

/// A grab of a body, and its rows of this step.
struct ActiveGrab {
  Grab grab;
  Softness soft;
  SolverRow rows[Grab::rowCount];
};

/// All that a solver sees of a world.
struct StepContext {
  Bodies& bodies;
  ContactSolver& contacts;
  JointSolver& joints;
  std::vector<ActiveGrab>& grabs;
  SolverSettings settings;
  FreeMotion& motion;
  float h = 0;  ///< substep [s]
};

/// One solver: settings of the contacts, then one call per substep.
struct Solver {
  int iterations;   ///< its own number of sweeps
  float jointBias;  ///< share of a joint's error removed per substep; 0: as settings.baumgarte
  ContactSettings (*contactSettings)(const SolverSettings&, float h);
  void (*substep)(StepContext&);
};

const Solver& solverOf(SolverType type);

// The entry points, one file each.
ContactSettings softStepContacts(const SolverSettings& settings, float h);
void softStepSubstep(StepContext& context);
ContactSettings pgsContacts(const SolverSettings& settings, float h);
void pgsSubstep(StepContext& context);

// What the solvers share: grabs as rows at the present pose.
void prepareGrabs(StepContext& context);
void warmStartGrabs(StepContext& context);
void solveGrabs(StepContext& context);

}  // namespace holonom
