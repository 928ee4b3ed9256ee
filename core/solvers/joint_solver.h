#pragma once
// Joints in a step: their rows at the present poses, the bounded ones (limits, motors) swept one by
// one, the equations solved together and exactly.
#include <vector>

#include "collision/contact_cache.h"
#include "constraints/joints/joint_def.h"
#include "constraints/row_bias.h"
#include "constraints/user_row.h"
#include "rigid/whole_motion.h"
#include "solvers/active_grab.h"
#include "solvers/equality_system.h"
#include "solvers/joint_blocks.h"
#include "solvers/point_equations.h"
#include "solvers/soft_basis.h"

namespace holonom {

/// A joint as the solvers see it.
struct ActiveJoint {
  const JointDef* def = nullptr;        ///< null for a row of the user
  const JointFrames* frames = nullptr;  ///< in the principal axes of its bodies
  int a = 0, b = 0;                     ///< dense indices; b may be nobody()
  float* impulses = nullptr;            ///< kept from step to step, one a row [N s]
  float* stepImpulses = nullptr;        ///< sums over the substeps of this step, one a row [N s]
  int count = 0;                        ///< of its rows
  int first = 0;                        ///< of its rows among all
  int equations = 0;                    ///< the first of its rows
  int motor = -1;                       ///< row of a motor without bound, or −1
  int basis = -1;                       ///< of its equations if they are several and springs
  bool exact = false;                   ///< see ExactIslands
  // Of a motor without bound, see MotorStrengths: whether it is swept rather than an equation, and
  // what it pushes with at most [N or N m].
  bool sweepsMotor = false;
  float strength = kUnbounded;
  // Without a definition: a row of the user, or what links its further bodies to its first and has
  // no rows.
  UserRow* user = nullptr;
  float compliance = 0;  ///< of that row [value² per J]

  bool isGrounded() const { return def ? holonom::isGrounded(*def) : user != nullptr; }
  bool isGeared() const { return def && holonom::isGeared(*def); }
  bool hasSprings() const { return def && holonom::hasSprings(*def); }
  /// Whether the user drives it by a row of his own.
  bool isDriven() const { return user && user->givesEnergy(compliance); }
  bool hasMotor() const { return def && holonom::hasMotor(*def); }
  /// Where the rows of its limits begin, and how many they are.
  int firstLimit() const { return motor >= 0 ? motor + 1 : equations; }
  int limitCount() const { return def ? max(0, count - firstLimit() - driveRowCount(*def)) : 0; }
};

class JointSolver {
 public:
  /// The joints of the next step, to be filled before `prepare`.
  std::vector<ActiveJoint> joints;

  /// Takes the joints of a step; rigid equations lose the share `equationRate` of their error per
  /// second; motors return from beyond limits at `maxPushSpeed` [m/s or rad/s] at most; substeps
  /// are `h` [s]. Like all else here, allocates only to grow.
  void prepare(const Bodies& bodies, std::span<const Contact> contacts,
               const std::vector<ActiveGrab>& grabs, float equationRate, float maxPushSpeed,
               float h);
  /// Evaluates what `factor`, `sweep` and `solveEquations` need at the present poses.
  void evaluate(const Bodies& bodies);
  /// Evaluates all rows, for those who sweep or gather them.
  void evaluateRows(const Bodies& bodies);
  /// Factors the equations at the rows evaluated last.
  void factor(const Bodies& bodies);
  /// Applies the impulses so far, to the equations that were factored and to all other rows.
  void warmStart(Bodies& bodies);

  /// After `warmStart`: makes the velocities of assemblies that have rows to sweep meet their
  /// equations. Where thin bodies turn far, what started them is far off, and a limit would answer
  /// that.
  void startSwept(Bodies& bodies);
  /// One pass over limits, motors and equations that are not solved together; without bias only of
  /// assemblies that something holds.
  void sweep(Bodies& bodies, bool useBias);
  /// Factors the equations of each joint by themselves, at the rows evaluated last.
  void factorEach(const Bodies& bodies);
  /// The impulses of the equations of a joint, as `factorEach` took them, that change its speeds by
  /// `x`, in place.
  void solveBlock(const ActiveJoint& j, double* x) const {
    each_.solveFor(size_t(&j - joints.data()), j.equations, x);
  }
  /// Adds to some joints all others of their assemblies that are not exact, in order.
  void addAssemblies(const Bodies& bodies, std::vector<int32_t>& which);
  /// Takes the impulses of the rows of some joints back.
  void removeImpulses(std::span<const int32_t> which, Bodies& bodies);
  /// Solves the velocities of some joints at the present poses, without bias, in passes over them.
  /// The limits of the rows `reached` let nothing nearer, wherever they are.
  void solveVelocities(std::span<const int32_t> which, std::span<const int32_t> reached, int passes,
                       Bodies& bodies);
  /// One pass over all joints: the equations of each together, as factored last, then its limits,
  /// motors and drives.
  void sweepAll(Bodies& bodies, bool useBias);
  /// Makes the velocities meet all equations at once.
  void solveEquations(Bodies& bodies) { system_.solve(bodies, true); }
  /// The same again, after more pushes: only of assemblies that were pushed since.
  void solveEquationsAgain(Bodies& bodies) { system_.solveChanged(bodies); }
  /// Without bias, at the present poses, and only of assemblies that touch something or whose
  /// limits or motors press while the world holds them: after those were relaxed. Others keep their
  /// velocities, which the next substep corrects; relaxing would only drain them, and push inertias
  /// that have turned meanwhile.
  void relaxEquations(Bodies& bodies);
  /// As `solveEquations`, with refinement in double; the largest equation error left [m/s or
  /// rad/s].
  double solveEquationsExactly(Bodies& bodies, bool useBias);
  // Impacts: see EqualitySystem.
  int assemblyOf(int body) const { return joints.empty() ? -1 : system_.assemblyOf(body); }
  std::span<const int32_t> bodiesOf(int assembly) const { return system_.bodiesOf(assembly); }
  /// Factors an assembly at the present poses, which `evaluates` asks to take up.
  void factorForImpact(const Bodies& bodies, int assembly, bool evaluates);
  void meetEquations(const Bodies& bodies, int assembly, std::span<BodyVelocity> velocities,
                     bool still) {
    system_.meetEquations(bodies, assembly, velocities, still);
  }
  /// Counts the impulses that met the equations last as those of the step.
  void addImpactImpulses(int assembly);

  // Joined bodies that turn far within a substep: see joint_closing.cpp.
  /// As a substep begins: what of them swept contacts touch.
  void markStruck(const Bodies& bodies, std::span<const Contact> contacts,
                  std::span<const int> touching);
  /// Before impulses act in a substep: finds them, if any may be, and marks the bodies.
  void findTurning(const Bodies& bodies, bool any, Vec3 gravity, std::vector<uint8_t>& marks);
  /// Moves them through the substep, with their joints closed.
  void moveTurning(Bodies& bodies, Vec3 gravity);

  /// To be called after each substep: counts its impulses.
  void addImpulses();
  /// Lets the next substep start from none.
  void forgetImpulses();
  void storeImpulses();
  /// Of a motor without bound in the last step [N or N m].
  float strengthOf(const JointDef& def) const {
    for (const ActiveJoint& j : joints)
      if (j.def == &def) return j.strength;
    return kUnbounded;
  }
  /// C of the equations of a joint, in the basis in which they are solved.
  void changeErrors(const ActiveJoint& j, float* errors) const {
    if (j.basis >= 0) bases_[size_t(j.basis)].changeErrors({errors, size_t(j.equations)});
  }

  /// Of all joints, one after another. `evaluate` leaves out equations that it has as points, and
  /// limits that are too far to be met.
  std::vector<SolverRow> rows;

 private:
  // What acts on an assembly beside its equations: contacts; hands and rows that may press; of the
  // latter, rows of joints. Whether the world holds it, and whether swept contacts touch it in this
  // substep.
  enum Mark : uint8_t { kTouched = 1, kBounded = 2, kSwept = 4, kHeld = 8, kStruck = 16 };
  // An assembly that turns far in this substep: in how many parts it moves, whether all of it falls
  // alike and nothing holds it, and what it was.
  struct TurningAssembly {
    int assembly, parts;
    bool free;
    Whole before;
  };
  // The rows of a joint, from one on, that are not solved together.
  struct Swept {
    int32_t joint;
    int32_t first;
    bool lazy;   // evaluated only where `mayMeetLimit`
    bool ready;  // evaluated in this substep
    bool held;   // and `held_` too
  };
  int endOf(const Swept& s) const {
    return joints[size_t(s.joint)].first + joints[size_t(s.joint)].count;
  }

  std::span<SolverRow> equationsOf(const ActiveJoint& j) {
    return {rows.data() + j.first, size_t(j.equations)};
  }
  void findAssemblies(const Bodies& bodies);
  void findActing(const Bodies& bodies, std::span<const Contact> contacts,
                  const std::vector<ActiveGrab>& grabs);
  void findPressed(const Bodies& bodies);
  void listBodies(const Bodies& bodies);
  uint8_t marksOf(int body) const { return marks_[size_t(assemblies_[size_t(body)])]; }
  void list();
  void listSwept();
  void listBatches();
  PointBatch batchOf(const int32_t* members, int count) const;
  void findLeaders(const Bodies& bodies);
  float fastestOf(const Bodies& bodies, int assembly) const;
  void loadVelocities(const Bodies& bodies, int assembly);
  void storeVelocities(Bodies& bodies, int assembly, std::span<const BodyVelocity> from) const;
  void close(Bodies& bodies, int assembly, float h);
  void meet(Bodies& bodies, int assembly);
  template <class F>
  void forEachEnd(const Bodies& bodies, int assembly, F&& each) const;
  void measureErrors(Bodies& bodies, int assembly, float time, std::vector<double>& errors);
  double userError(Bodies& bodies, const ActiveJoint& joint);
  void evaluateTurning(const Bodies& bodies);
  bool mayClose(int assembly) const;
  bool isHeld(const Bodies& bodies, int assembly) const;
  bool swingsByForces(const Bodies& bodies, int assembly, Vec3 gravity) const;
  float swingOf(const Bodies& bodies, int assembly) const;
  void updatePoses(const Bodies& bodies);
  void moveEquations(const Bodies& bodies);
  void evaluateRows(const Bodies& bodies, const ActiveJoint& j, int first, int firstMass);
  void sweepJoint(size_t joint, Bodies& bodies, bool useBias);
  void evaluateAll(const ActiveJoint& j, float motorRate, RowSlots out) const;
  void evaluateUser(const Bodies& bodies, const ActiveJoint& j);
  void changeBasis(const Bodies& bodies, const ActiveJoint& j);
  bool mayMeetLimit(const Bodies& bodies, const Swept& s) const;
  bool presses(int32_t first, int32_t end) const;
  void evaluateSwept(const Bodies& bodies, Swept& s);

  std::vector<RowBlock> blocks_;  // the equations of each joint
  EqualitySystem system_;
  JointBlocks each_;
  std::vector<SoftBasis> bases_;     // of the joints that have one
  bool factored_ = false;            // in this step: the system has the impulses of its rows
  std::vector<int32_t> assemblies_;  // of each body: a representative body; itself without joints
  std::vector<uint8_t> marks_;       // of each body that represents an assembly: what acts on it
  std::vector<uint8_t> acting_;      // of each joint: the marks of its assembly
  bool listed_ = false;              // in this step: what `evaluate` goes by
  std::vector<Swept> swept_;
  std::vector<HeldRow> held_;     // of those of `rows` that are swept
  std::vector<int32_t> jointed_;  // bodies with joints; the last again up to a multiple of four
  std::vector<Transform> poses_;  // of each body with joints, in this substep
  // Equations that hold a point and are solved together, four joints at a time; one more that
  // takes what is written for missing joints.
  std::vector<PointBatch> batches_;
  std::vector<PointEquations> points_;
  std::vector<float> slacks_;     // of their joints with limits, motors or drives [rad]
  std::vector<int32_t> inRows_;   // joints whose equations are evaluated as rows
  std::vector<uint8_t> leftOut_;  // of each joint: whether the system leaves it out
  // Of what turns far, and of each joint whether it does; of one assembly the errors that are to be
  // left, the changes of its rates, and the velocities of its bodies, now and when they were
  // nearest.
  std::vector<TurningAssembly> turning_;
  std::vector<int> leaders_;  // of those, the kinematic bodies, which move in so many parts too
  std::vector<BodyState> leaderStates_;
  int leaderParts_ = 0;
  std::vector<uint8_t> turns_;
  std::vector<double> errors_, changes_;
  std::vector<BodyVelocity> velocities_, nearest_;
  std::vector<BodyState> saved_;  // of the bodies of a row of the user
  Softness rigid_;                // of equations without springs
  float maxPushSpeed_ = 0;
  float h_ = 0;
};

}  // namespace holonom
