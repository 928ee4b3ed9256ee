// Joined bodies that turn far within a substep. Velocities that meet the equations as it begins
// open the joints by half the square of the angle, and what closes them later gives energy or takes
// it. Such bodies move by turns that are small enough: impulses act as each begins, such that the
// joints are closed when it ends, and there the velocities meet the equations. Between them they
// move freely. All of that keeps the momenta, and the energy over many turns. [Andersen 1983,
// "Rattle: a velocity version of the Shake algorithm for molecular dynamics calculations"]
#include <algorithm>
#include <cmath>

#include "rigid/free_motion.h"
#include "solvers/joint_solver.h"

namespace holonom {

namespace {

/// What turns less in a substep moves as all others [rad].
constexpr float kLeastTurn = 0.05f;
/// By how much it may turn in one part of the substep, and may swing across what pulls at it [rad].
constexpr float kPartTurn = 0.15f, kPartSwing = 1.5f;
/// What needs more parts moves as all others too.
constexpr float kMostParts = 24;
constexpr int kMostClosings = 8;
/// Of the kinetic energy: by how much stored velocities may be off by forces.
constexpr float kMostLagEnergy = 0.002f;
/// Of what is closed [m or rad], and the share of its error that a round may leave.
constexpr double kClosed = 1e-7, kShrinks = 0.7;

/// The radius of gyration, for where a row of the user pulls at a body [m].
Vec3 sizeOf(const Bodies& bodies, int body) {
  const BodyMass& m = bodies.masses[body];
  const float most = max(m.inertia.x, max(m.inertia.y, m.inertia.z));
  return {std::sqrt(most * m.inverseMass), 0, 0};
}

}  // namespace

/// Calls `each` for the bodies of an assembly and those that its joints hold them to; for some
/// several times.
template <class F>
void JointSolver::forEachEnd(const Bodies& bodies, int assembly, F&& each) const {
  system_.forEachBlock(assembly, [&](int32_t block, int32_t) {
    const ActiveJoint& j = joints[size_t(block)];
    for (const int i : {j.a, j.b})
      if (i != bodies.nobody()) each(i);
    if (j.user)
      for (const RowEnd& e : j.user->ends) each(e.body);
  });
}

void JointSolver::findTurning(const Bodies& bodies, bool any, Vec3 gravity,
                              std::vector<uint8_t>& marks) {
  turning_.clear();
  marks.clear();
  if (!any || joints.empty()) return;
  for (int a = 0; a < system_.assemblyCount(); ++a) {
    const float turn = h_ * fastestOf(bodies, a);
    if (!(turn > kLeastTurn) || !mayClose(a) || swingsByForces(bodies, a, gravity)) continue;
    const float parts = max(turn / kPartTurn, h_ * swingOf(bodies, a) / kPartSwing);
    if (parts <= kMostParts) turning_.push_back({a, max(int(std::ceil(parts)), 1), false, {}});
  }
  if (turning_.empty()) return;
  findLeaders(bodies);
  marks.assign(size_t(bodies.size()) + 1, 0);
  turns_.assign(joints.size(), 0);
  for (const TurningAssembly& t : turning_) {
    for (const int32_t i : system_.bodiesOf(t.assembly)) marks[size_t(i)] = 1;
    system_.forEachBlock(t.assembly, [&](int32_t block, int32_t) { turns_[size_t(block)] = 1; });
  }
}

/// The kinematic bodies that lead them. What they lead moves in as many parts as they do.
void JointSolver::findLeaders(const Bodies& bodies) {
  leaders_.clear();
  leaderParts_ = 0;
  const auto leads = [&](int i) {
    const BodyState& s = bodies.states[i];
    return !bodies.isDynamic(i) && (s.linear != Vec3{} || s.angular != Vec3{});
  };
  for (const TurningAssembly& t : turning_)
    forEachEnd(bodies, t.assembly, [&](int i) {
      if (!leads(i)) return;
      leaderParts_ = max(leaderParts_, t.parts);
      if (std::ranges::find(leaders_, i) == leaders_.end()) leaders_.push_back(i);
    });
  if (leaders_.empty()) return;
  for (TurningAssembly& t : turning_)
    forEachEnd(bodies, t.assembly, [&](int i) {
      if (leads(i)) t.parts = leaderParts_;
    });
}

/// The fastest turning of its bodies [rad/s].
float JointSolver::fastestOf(const Bodies& bodies, int assembly) const {
  float most = 0;
  for (const int32_t i : system_.bodiesOf(assembly))
    most = max(most, lengthSquared(bodies.states[i].angular));
  return std::sqrt(most);
}

/// Whether forces drive what the world holds, such as a pendulum: stored velocities lag behind by
/// half a substep, and without the loss of joints that open its energy would seem to grow as it
/// rises.
bool JointSolver::swingsByForces(const Bodies& bodies, int assembly, Vec3 gravity) const {
  const auto members = system_.bodiesOf(assembly);
  if (!isHeld(bodies, assembly)) return false;
  Vec3 force;
  float speed2 = 0;
  for (const int32_t i : members) {
    force += bodies.masses[i].mass * bodies.accelerationOf(i, gravity);
    speed2 = max(speed2, lengthSquared(bodies.states[i].linear));
  }
  const float lag = 0.5f * h_ * length(force) * std::sqrt(speed2);
  return lag > kMostLagEnergy * float(kineticEnergy(bodies, members));
}

/// The fastest swing of its bodies across what pulls at their joints, for what the turning takes
/// and what the joints pushed with last [rad/s]. Motion by parts that are longer gains energy from
/// it.
float JointSolver::swingOf(const Bodies& bodies, int assembly) const {
  const auto members = system_.bodiesOf(assembly);
  const Whole whole = wholeOf(bodies, members);
  const Vec3 velocity = toFloat((1 / whole.mass) * whole.momentum);
  float turning = 0;
  for (const int32_t i : members) {
    const BodyState& s = bodies.states[i];
    turning += bodies.masses[i].mass * length(s.angular) * length(s.linear - velocity);
  }
  float most = 0;
  system_.forEachBlock(assembly, [&](int32_t block, int32_t count) {
    const ActiveJoint& j = joints[size_t(block)];
    float pushed = 0;
    for (int k = 0; k < min(int(count), 3); ++k) pushed += abs(rows[size_t(j.first + k)].impulse);
    const float pull = turning + pushed / h_;
    const auto add = [&](int body, Vec3 arm) {
      if (!bodies.canMove(body)) return;
      const Vec3 inverse = bodies.masses[body].inverseInertia;
      const float size = length(arm);
      if (!(size > 0)) return;
      const float about = inverse.x + inverse.y + inverse.z;
      const float along = dot(scaled(arm, arm), inverse) / (size * size);
      most = max(most, 2 * pull * size * (about - along));
    };
    if (j.def) {
      add(j.a, j.frames->a.position), add(j.b, j.frames->b.position);
    } else {
      for (const RowEnd& e : j.user->ends) add(e.body, sizeOf(bodies, e.body));
    }
  });
  return std::sqrt(most);
}

/// Not what touches something, which would be left behind, nor gears, which count turns.
bool JointSolver::mayClose(int assembly) const {
  bool may = !(marksOf(system_.bodiesOf(assembly)[0]) & (kTouched | kStruck));
  system_.forEachBlock(assembly,
                       [&](int32_t block, int32_t) { may &= !joints[size_t(block)].isGeared(); });
  return may;
}

/// Whether the world takes momentum from it, by a joint or locked axes.
bool JointSolver::isHeld(const Bodies& bodies, int assembly) const {
  const auto members = system_.bodiesOf(assembly);
  return (marksOf(members[0]) & kHeld) != 0 ||
         std::ranges::any_of(members, [&](int32_t i) { return bodies.isLocked(i); });
}

void JointSolver::moveTurning(Bodies& bodies, Vec3 gravity) {
  if (turning_.empty()) return;
  list();
  // Forces have acted for the whole substep: they act on half of each part before it and after it.
  const auto kick = [&](const TurningAssembly& t, float time) {
    for (const int32_t i : system_.bodiesOf(t.assembly))
      bodies.states[i].linear += time * bodies.accelerationOf(i, gravity);
  };
  int parts = 0;
  for (TurningAssembly& t : turning_) {
    const auto members = system_.bodiesOf(t.assembly);
    const auto fallsAsFirst = [&](int32_t i) {
      return bodies.accelerationOf(i, gravity) == bodies.accelerationOf(members[0], gravity);
    };
    t.free = !isHeld(bodies, t.assembly) && std::ranges::all_of(members, fallsAsFirst);
    t.before = wholeOf(bodies, members);
    parts = max(parts, t.parts);
    kick(t, -0.5f * h_);
  }
  const auto atOnce = [&](int part, auto&& each) {
    evaluateTurning(bodies);
    for (const TurningAssembly& t : turning_) {
      if (part >= t.parts) continue;
      factorForImpact(bodies, t.assembly, false);
      each(t, h_ / float(t.parts));
    }
  };
  leaderStates_.clear();
  for (const int i : leaders_) leaderStates_.push_back(bodies.states[i]);
  for (int part = 0; part < parts; ++part) {
    atOnce(part, [&](const TurningAssembly& t, float h) {
      kick(t, 0.5f * h);
      close(bodies, t.assembly, h);
      for (const int32_t i : system_.bodiesOf(t.assembly)) moveBody(bodies, i, h);
    });
    if (part < leaderParts_)
      for (const int i : leaders_) moveBody(bodies, i, h_ / float(leaderParts_));
    atOnce(part, [&](const TurningAssembly& t, float h) {
      kick(t, 0.5f * h);
      meet(bodies, t.assembly);
      if (part + 1 < t.parts) return;
      // Stored velocities lag behind by half a substep.
      kick(t, -0.5f * h_);
      meet(bodies, t.assembly);
      system_.forEachBlock(t.assembly, [&](int32_t block, int32_t) { turns_[size_t(block)] = 0; });
    });
  }
  // They move with all others.
  for (size_t k = 0; k < leaders_.size(); ++k) bodies.states[leaders_[k]] = leaderStates_[k];
  for (const TurningAssembly& t : turning_) {
    const auto members = system_.bodiesOf(t.assembly);
    // Roundings of many parts would add up.
    if (t.free)
      giveMomenta(bodies, members, wholeOf(bodies, members), t.before.momentum, t.before.angular);
  }
}

void JointSolver::evaluateTurning(const Bodies& bodies) {
  updatePoses(bodies);
  for (const PointBatch& batch : batches_) {
    const auto turns = [&](int32_t i) { return size_t(i) < turns_.size() && turns_[size_t(i)]; };
    if (std::ranges::any_of(batch.joints, turns))
      evaluatePoints(batch, poses_.data(), points_.data(), slacks_.data());
  }
  for (const int32_t i : inRows_)
    if (turns_[size_t(i)]) evaluateRows(bodies, joints[size_t(i)], 0, joints[size_t(i)].equations);
}

/// C of the equations after `time` [s] of free motion; 0 of springs and motors.
void JointSolver::measureErrors(Bodies& bodies, int assembly, float time,
                                std::vector<double>& errors) {
  forEachEnd(bodies, assembly, [&](int i) {
    poses_[size_t(i)] = {bodies.poseNow(i).position + time * bodies.states[i].linear,
                         turnedFreely(bodies, i, time).rotation};
  });
  errors.clear();
  system_.forEachBlock(assembly, [&](int32_t block, int32_t count) {
    const ActiveJoint& j = joints[size_t(block)];
    if (j.user) return errors.push_back(userError(bodies, j));
    Row rows[kMaxJointRows];
    evaluateJoint(*j.def, *j.frames, poses_[j.a], poses_[j.b], {rows, sizeof *rows});
    for (int32_t k = 0; k < count; ++k) {
      const bool holds = !(rows[k].frequency > 0) && k != j.motor;
      errors.push_back(holds ? double(rows[k].error) : 0);
    }
  });
}

/// Functions of the user are asked where the bodies are: at `poses_` for so long.
[[gnu::cold]] double JointSolver::userError(Bodies& bodies, const ActiveJoint& j) {
  if (j.compliance > 0) return 0;
  const auto& ends = j.user->ends;
  saved_.clear();
  for (const RowEnd& e : ends) saved_.push_back(bodies.states[e.body]);
  for (const RowEnd& e : ends) {
    BodyState& s = bodies.states[e.body];
    const Transform &start = bodies.poses[e.body], &then = poses_[size_t(e.body)];
    s.deltaPosition = then.position - start.position;
    s.deltaRotation = then.rotation * conjugate(start.rotation);
  }
  const double error = j.user->measure(bodies);
  for (size_t k = 0; k < ends.size(); ++k) bodies.states[ends[k].body] = saved_[k];
  return j.user->failed ? 0 : error;
}

/// Changes velocities so that free motion over h [s] leaves of the joints' errors what the bias
/// lets it.
void JointSolver::close(Bodies& bodies, int assembly, float h) {
  const double kept = max(0.0, 1 - double(rigid_.biasRate * h));
  measureErrors(bodies, assembly, 0, errors_);
  for (double& error : errors_) error *= kept;
  loadVelocities(bodies, assembly);
  nearest_ = velocities_;
  double last = kHuge;
  for (int round = 0;; ++round) {
    measureErrors(bodies, assembly, h, changes_);
    double largest = 0;
    for (size_t k = 0; k < changes_.size(); ++k) {
      changes_[k] -= errors_[k];
      largest = max(largest, std::abs(changes_[k]));
      changes_[k] *= -1 / double(h);
    }
    if (!(largest < last)) return storeVelocities(bodies, assembly, nearest_);
    if (round > 0) addImpactImpulses(assembly);
    if (round == kMostClosings || !(largest > kClosed && largest < kShrinks * last)) return;
    last = largest;
    nearest_ = velocities_;
    system_.changeRates(bodies, assembly, velocities_, changes_);
    storeVelocities(bodies, assembly, velocities_);
  }
}

/// Makes the velocities meet the equations.
void JointSolver::meet(Bodies& bodies, int assembly) {
  loadVelocities(bodies, assembly);
  system_.meetEquations(bodies, assembly, velocities_, false);
  addImpactImpulses(assembly);
  storeVelocities(bodies, assembly, velocities_);
}

void JointSolver::loadVelocities(const Bodies& bodies, int assembly) {
  velocities_.clear();
  for (const int32_t i : system_.bodiesOf(assembly)) {
    const BodyState& s = bodies.states[i];
    velocities_.push_back({toDouble(s.linear), toDouble(s.angular)});
  }
}

void JointSolver::storeVelocities(Bodies& bodies, int assembly,
                                  std::span<const BodyVelocity> from) const {
  const auto members = system_.bodiesOf(assembly);
  for (size_t k = 0; k < members.size(); ++k) {
    BodyState& s = bodies.states[members[k]];
    s.linear = toFloat(from[k].linear), s.angular = toFloat(from[k].angular);
  }
}

}  // namespace holonom
