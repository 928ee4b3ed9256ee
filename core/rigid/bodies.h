#pragma once
// The body store: hot state, mass data and bookkeeping in separate dense arrays.
#include <cstdint>
#include <span>
#include <vector>

#include "base/pool.h"
#include "math/rotations.h"
#include "rigid/body_def.h"
#include "rigid/gyroscopic.h"

namespace holonom {

/// What the constraint loop gathers of a body: one cache line, four rows of four lanes. Of the
/// inverse inertia it has what fits, the rest is an `InertiaRow`.
struct alignas(64) BodyState {
  Vec3 linear;            ///< velocity of the center of mass [m/s]
  float inverseMass = 0;  ///< as `BodyMass` has it [1/kg]
  Vec3 angular;           ///< angular velocity, world axes [rad/s]
  float inverseXX = 0;    ///< of the inverse inertia [1/(kg m²)]
  Vec3 deltaPosition;     ///< motion since the step began [m]
  float inverseYY = 0;
  Quat deltaRotation;  ///< rotation since the step began
  using Packed = PackedOf<Vec3, float, Vec3, float, Vec3, float, Quat>;

  void rest() {
    linear = angular = deltaPosition = {};
    deltaRotation = {};
  }
};
static_assert(sizeof(BodyState) == 64);

/// The rest of the inverse inertia.
struct alignas(16) InertiaRow {
  float zz = 0, xy = 0, xz = 0, yz = 0;
  using Packed = PackedOf<float[4]>;
};

/// What integration reads of a body.
struct BodyMass {
  float mass = 0;  ///< 0 for static and kinematic bodies [kg]
  float inverseMass = 0;
  Vec3 inertia;  ///< principal moments, body axes [kg m²]
  Vec3 inverseInertia;
  float gravityScale = 1;
  float linearDamping = 0;   ///< [1/s]
  float angularDamping = 0;  ///< [1/s]
  bool asymmetric = false;   ///< moments differ: ω of the free body changes
  uint8_t locks = 0;         ///< of dynamic bodies, see `kPlanarLocks`

  uint8_t linearLocks() const { return locks & 7; }
  uint8_t angularLocks() const { return locks >> 3; }

  template <class A>
  void archive(A& ar) {
    auto& [mass, inverseMass, inertia, inverseInertia, gravityScale, linearDamping, angularDamping,
           asymmetric, locks] = *this;
    ar(mass, inverseMass, inertia, inverseInertia, gravityScale, linearDamping, angularDamping,
       asymmetric, locks);
  }
};

/// Locked axes of the world, bit by axis: translation along x, y, z, then rotation about them.
/// A planar world locks what leaves the x-y plane.
inline constexpr uint8_t kPlanarLocks = 0b011'100;

Vec3 maskAxes(Vec3 v, int bits);
Vec3d maskAxes(Vec3d v, int bits);
/// The vector without its components along the axes that have a bit.
template <class V>
inline V withoutAxes(V v, int bits) {
  return bits == 0 ? v : maskAxes(v, bits);
}

/// Inverse inertia where some axes of the world are locked: that of the free axes alone, P (P I P)⁺
/// P with the projection P onto them. `inertia` are the principal moments.
Sym3d freeInverseInertia(const Quatd& rotation, Vec3d inertia, int locks);

/// Mass, moments and the frame of principal axes of a body of this shape and material.
struct MassFrame {
  double mass = 0;   ///< [kg]
  Vec3d moments;     ///< principal [kg m²]
  Transform frame;   ///< center of mass and principal axes, in the body's axes
  bool own = false;  ///< whether the frame differs from the body's axes
};
/// Of a dynamic body; not yet checked for being usable.
MassFrame massFrameOf(const BodyDef& def);

/// Past these speeds floats lose the motion of a step [m/s], [rad/s]. A shade less than what a
/// description may say, lest rounding passes that.
inline constexpr float kFastest = 0.99999f * float(kSpeed.max);

/// At most kFastest, in its direction; not finite where `v` is not.
inline Vec3 capped(Vec3 v) {
  if (lengthSquared(v) < kFastest * kFastest) return v;
  const Vec3d wide = toDouble(v);
  return toFloat((double(kFastest) / length(wide)) * wide);
}

class Bodies {
 public:
  int size() const { return ids.size(); }
  int add(const BodyDef& def);
  void removeAt(int index);
  /// Takes over a changed definition: mass, pose and velocity follow it. True where the principal
  /// axes moved in the body.
  bool redefine(int index, const BodyDef& def);
  /// Locks all dynamic bodies to the x-y plane, or releases them.
  void setPlanar(bool planar);
  /// Takes over its pose, velocity and sleep alone.
  void setMotion(int index, const BodyDef& def);
  /// The definition with the present pose and velocities.
  BodyDef describe(int index) const;

  /// The state that stands for "no body": at rest, of infinite mass.
  int nobody() const { return size(); }
  bool isDynamic(int i) const { return types[i] == BodyType::Dynamic; }
  bool isAwake(int i) const { return awake[i] != 0; }
  /// Takes part in the step: awake and not static.
  bool isActive(int i) const { return isAwake(i) && types[i] != BodyType::Static; }
  /// Either of two.
  bool isActive(int a, int b) const { return isActive(a) || isActive(b); }
  /// Those, in ascending order: what sleeps or stands costs a step nothing. Valid until a call
  /// after the next change of `activity`.
  std::span<const int32_t> active() const;
  /// Changes with any body's activity or number.
  uint64_t activity() const { return activity_; }
  void setAwake(int i, bool on);
  /// Takes part in motion now: dynamic and awake.
  bool moves(int i) const { return masses[i].inverseMass > 0 && awake[i] != 0; }
  /// The same of an end that may be nobody().
  bool canMove(int i) const { return i != nobody() && moves(i); }
  /// Pose of the principal axes in the middle of a step.
  Transform poseNow(int i) const;
  /// Gives it another rotation then, and leaves its inertia.
  void setRotationNow(int i, const Quat& rotation);
  /// From the center of A to that of B, as they stand now [m].
  Vec3 betweenNow(int a, int b) const {
    return poses[b].position - poses[a].position +
           (states[b].deltaPosition - states[a].deltaPosition);
  }
  /// The same of an end of a joint, which may be the world.
  Transform endNow(int i) const { return i == nobody() ? Transform{} : poseNow(i); }
  /// Pose of the body's own axes, those of its definition.
  const Transform& bodyPose(int i) const { return ownFrame(i) ? ownAxes[i].origin : poses[i]; }
  /// Its principal axes in the body's axes, where they differ, else null.
  const Transform* ownFrame(int i) const {
    return i < static_cast<int>(ownAxes.size()) && ownAxes[i].own ? &ownAxes[i].frame : nullptr;
  }
  /// A point of the body's own axes in its principal axes, and back.
  Vec3 toPrincipal(int i, Vec3 p) const {
    const Transform* frame = ownFrame(i);
    return frame ? inverseTransformPoint(*frame, p) : p;
  }
  Vec3 fromPrincipal(int i, Vec3 p) const {
    const Transform* frame = ownFrame(i);
    return frame ? transformPoint(*frame, p) : p;
  }
  /// World axes; of asymmetric bodies that of the substep [1/(kg m²)].
  Sym3 inverseInertia(int i) const {
    const InertiaRow& r = inertiaRows[i];
    return {states[i].inverseXX, states[i].inverseYY, r.zz, r.xy, r.xz, r.yz};
  }
  void setInverseInertia(int i, const Sym3& m) {
    states[i].inverseXX = m.xx, states[i].inverseYY = m.yy;
    inertiaRows[i] = {m.zz, m.xy, m.xz, m.yz};
  }
  Vec3 velocityAt(int i, Vec3 arm) const {
    return states[i].linear + cross(states[i].angular, arm);
  }
  /// The same at this rotation of the principal axes, of a body that moves.
  Sym3 inverseInertiaAt(int i, Quat rotation) const;
  bool isLocked(int i) const { return i != nobody() && masses[i].locks != 0; }
  /// What remains of a change of velocity along the axes that are not locked.
  template <class V>
  V freeLinear(int i, V v) const {
    return withoutAxes(v, masses[i].linearLocks());
  }
  Vec3 freeAngular(int i, Vec3 v) const { return withoutAxes(v, masses[i].angularLocks()); }
  /// Whether locks hold a body against a row with these parts, all but a rest of rounding.
  bool isHeldAlong(int i, Vec3 linear, Vec3 angular) const;
  /// The same of both bodies of a contact point.
  bool isHeld(int a, int b, Vec3 armA, Vec3 armB, Vec3 normal) const;
  /// ω after a turn from one rotation to another with the same angular momentum about the free axes
  /// or, in its direction, with the same energy.
  Vec3 spinAfter(int i, Quat before, Quat after, Vec3 spin, bool keepsEnergy) const;
  /// By gravity [m/s²] and the forces of the step, if it is dynamic [m/s²].
  Vec3 accelerationOf(int i, Vec3 gravity) const;
  /// Impulse [N s] at `arm` from the center, world axes; moves the velocity only.
  void applyImpulse(int i, Vec3 impulse, Vec3 arm);
  /// Changes velocity by an impulse, and the pose as if it had acted over the last `h` seconds.
  void applyPositionalImpulse(int i, Vec3 impulse, Vec3 arm, float h);
  /// World axes, at the present pose [kg m²].
  Sym3d inertiaNow(int i) const;
  /// Change of a point's velocity per impulse there [1/kg], symmetric.
  Sym3 pointInverseMass(int i, Vec3 arm) const;

  /// The same along one unit direction [1/kg].
  float inverseMassAlong(int i, Vec3 arm, Vec3 direction) const;

  /// Makes the present poses the start of a step: clears the deltas.
  void beginStep();
  /// Stops the bodies whose motion in this step is not finite. True if there were any.
  bool stopUnsound();
  /// Folds the deltas into the poses. A body that would leave the numbers a description may give is
  /// stopped, as are those that `stop` named; `step` is the number of the step, from 1, and
  /// `seconds` its length.
  void finishStep(int64_t step, double seconds);
  /// In the midst of a step: the body stands where it was as the step began, at rest, asleep and
  /// immovable, until its definition or its motion is set.
  void stop(int index);
  bool isStopped(int i) const { return stopOf(i) != 0; }
  /// The step in which its state would have left the numbers, and it was stopped; 0: it was not.
  int64_t stopOf(int i) const { return i < static_cast<int>(stops.size()) ? stops[i] : 0; }
  /// What `show` hid: where a body stood as the step began, and its motion since.
  struct Shown {
    int32_t body;
    Transform pose, origin;
    Vec3 deltaPosition;
    Quat deltaRotation;
  };
  struct Velocities {
    Vec3 linear, angular;
    using Packed = PackedOf<Vec3, Vec3>;
  };
  /// Mean change of its velocities in the last step [m/s²], [rad/s²]. Zero for what is not active.
  Velocities meanAcceleration(int i) const;
  /// What changed of the velocities of a kinematic body since the last step.
  Velocities velocityChange(int i) const;
  /// In the midst of a step: makes the pose what it is now, until `hide`.
  Shown show(int index);
  void hide(const Shown& shown);

  IdPool<BodyId> ids;
  std::vector<BodyDef> defs;    ///< cold: pose and velocity in here are those at creation
  std::vector<BodyType> types;  ///< those of the definitions
  std::vector<BodyState> states =
      std::vector<BodyState>(1);  ///< one more than bodies: the last is nobody()
  std::vector<Transform> poses;   ///< of the principal axes, at the start of the step
  std::vector<BodyMass> masses;
  std::vector<InertiaRow> inertiaRows =
      std::vector<InertiaRow>(1);  ///< see `inverseInertia`; as many as states
  /// What float velocities leave of the momenta of a step by Runge-Kutta or explicit Euler, so that
  /// those do not drift by rounding.
  struct Momenta {
    Vec3d linear, angular;  ///< [N s], [N m s]
    Vec3 velocity, spin;    ///< the velocities that stand for them: others count as new
    using Packed = PackedOf<Vec3d, Vec3d, Vec3, Vec3>;
  };
  std::vector<Momenta> momenta;  ///< of the first bodies; none where no such step has been
  /// Of a body whose own axes, those of its definition, are not its principal ones. The pose of
  /// these follows from `origin`: so a saved body stands where it stood to the bit.
  struct OwnAxes {
    Transform frame;   ///< principal axes in the body's axes
    Transform origin;  ///< pose of the body's axes
    bool own = false;

    template <class A>
    void archive(A& ar) {
      auto& [frame, origin, own] = *this;
      ar(frame, origin, own);
    }
  };
  std::vector<OwnAxes> ownAxes;  ///< of the first bodies, as many as it takes
  /// Of kinematic bodies, as the last step had them: of the first bodies, as many as it takes.
  std::vector<Velocities> lastVelocities;
  /// Of active bodies, as the step began.
  std::vector<Velocities> startVelocities;
  /// Mean over the last step [m/s²], [rad/s²]: of the first bodies, as many as there were.
  std::vector<Velocities> accelerations;
  std::vector<Vec3> forces, torques;  ///< on the body in this step, world axes [N], [N m]
  std::vector<uint8_t> awake;         ///< 0: asleep; see `setAwake`
  std::vector<uint8_t> knownAwake;    ///< as the last step told, or as the body was made
  uint64_t toldActivity = 0;          ///< of which it told
  std::vector<float> stillTimes;      ///< how long it has hardly moved [s]
  std::vector<float> lags;            ///< time that it lost at an impact, to be made up for [s]
  std::vector<float> energyCredits;   ///< what impulses may give it, see EnergyBound [J]
  /// What impulses took of it lately, see EnergyBound [J]; of the first bodies, as many as it
  /// takes.
  std::vector<float> energiesLost;
  std::vector<float> stillSpeeds;       ///< lowest speed in that time [m/s]
  std::vector<uint32_t> islands;        ///< of a sleeping body: those with the same wake together
  std::vector<float> reaches;           ///< farthest point of its shape from its center [m]
  std::vector<int32_t> firstColliders;  ///< head of the list of its colliders
  std::vector<int64_t> stops;           ///< see `stopOf`; of the first bodies, as many as it takes

  template <class A>
  void archive(A& ar) {
    auto& [ids, defs, types, states, poses, masses, inertiaRows, momenta, ownAxes, lastVelocities,
           startVelocities, accelerations, forces, torques, awake, knownAwake, toldActivity,
           stillTimes, lags, energyCredits, energiesLost, stillSpeeds, islands, reaches,
           firstColliders, stops, activity_, planar_, listed_, active_] = *this;
    ar(ids, defs, types, states, poses, masses, inertiaRows, momenta, ownAxes, lastVelocities,
       accelerations, forces, torques, awake, knownAwake, stillTimes, lags, energyCredits,
       energiesLost, stillSpeeds, islands, reaches, firstColliders, stops, planar_);
  }

 private:
  uint64_t activity_ = 1;
  bool planar_ = false;
  mutable uint64_t listed_ = 0;  // activity that `active_` is of
  mutable std::vector<int32_t> active_;

  /// Pose of the principal axes, and of the body's own, with the deltas folded in.
  std::pair<Transform, Transform> foldedPose(int index) const;
  std::pair<Transform, Transform> lockedPose(int index) const;
  Sym3 lockedInverseInertia(int index, Quat rotation) const;
  uint8_t locksFor(const BodyDef& def) const;
  void place(int index, const BodyDef& def, bool moved);
  void setPose(int index, const Transform& pose, const Transform& origin);
  void setFrame(int index, const MassFrame* frame);
};

}  // namespace holonom
