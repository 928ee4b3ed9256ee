#pragma once
// What a step tells of itself: times, energies, events, and how well it was solved.
#include <cstdint>

#include "base/packed.h"
#include "constraints/joints/joint_def.h"
#include "rigid/bodies.h"

namespace holonom {

/// The timed stages of a step; springs, solve and particles repeat in each substep.
enum class Stage { BroadPhase, NarrowPhase, Prepare, Solve, Particles, Springs, Finish, Step };
inline constexpr const char* kStageNames[] = {"broadPhase", "narrowPhase", "prepare", "solve",
                                              "particles",  "springs",     "finish",  "step"};
inline constexpr int kStages = 8;

struct Energy {
  double kinetic = 0, potential = 0, elastic = 0;  ///< [J]
};
struct Momentum {
  Vec3d linear, angular;  ///< [N s], [N m s] about the origin
};

/// Two bodies that began or ceased to touch in the last step.
struct ContactEvent {
  enum class Kind { Begin, End } kind = Kind::Begin;
  BodyId bodyA, bodyB;      ///< one may be gone when they ceased to touch
  uint8_t sensors = 0;      ///< which of them are sensors, so that nothing pushed: 1 A, 2 B
  Vec3 point;               ///< middle of the points where they touch, world [m]
  Vec3 normal;              ///< from A to B, unit
  float impulse = 0;        ///< of the normal forces over the step [N s]
  float approachSpeed = 0;  ///< at which they met [m/s]

  template <class A>
  void archive(A& ar) {
    auto& [kind, bodyA, bodyB, sensors, point, normal, impulse, approachSpeed] = *this;
    ar(kind, bodyA, bodyB, sensors, point, normal, impulse, approachSpeed);
  }
};

/// What became of one object in the last step.
struct ObjectEvent {
  enum class Kind {
    Sleep,
    Wake,
    BlowUp,
    Break,
    BodyBlowUp,
    ClothBlowUp,
    RopeBlowUp,
    GrainsBlowUp,
    SoftBodyBlowUp,
    RodBlowUp
  } kind = Kind::Sleep;
  uint32_t id = 0;    ///< handle of the body, network, joint or cloth
  uint32_t type = 0;  ///< of a joint, which is gone: its place in the list of joints
  using Packed = PackedOf<Kind, uint32_t, uint32_t>;
};

/// What can be read of a joint after a step.
struct JointReadout {
  int coordinates = 0;
  float coordinate[kMaxJointCoordinates] = {};  ///< angle, translation or distance [rad or m]
  float rate[kMaxJointCoordinates] = {};        ///< [rad/s or m/s]
  JointReaction reaction;                       ///< on body B
  int rows = 0;
  float lambda[kMaxJointRows] = {};  ///< mean force of each row over the step [N or N m]
  float error[kMaxJointRows] = {};   ///< C of each row [m or rad]
};

/// How well the last step was solved, measured alike for every solver.
struct SolverReport {
  int iterations = 0;  ///< sweeps, and pivots of mlcp, as the solver counted them
  int rows = 0;        ///< of contacts (three a point) and joints that took part
  int fallbacks = 0;   ///< islands that mlcp or gauss-seidel left to sweeps or in part unsolved,
                       ///< substeps that left out bounces, a step that left out cloth pairs
  int64_t clothVisits = 0;    ///< to pairs of nodes and triangles of cloth
  int64_t products = 0;       ///< of matrix entries that the sweeps of gauss-seidel took
  double residual = 0;        ///< of w ⊥ λ, worst row [m/s or rad/s]
  double boundViolation = 0;  ///< force outside its bounds, worst row [N or N m]
};

}  // namespace holonom
