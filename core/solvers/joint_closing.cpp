// Joined bodies that turn far within a substep. Velocities that meet the equations as it begins
// open the joints by half the square of the angle, and what closes them later gives energy or takes
// it. Such bodies move by turns that are small enough: impulses act as each begins, such that the
// joints are closed when it ends, and there the velocities meet the equations. Between them they
// move freely. All of that keeps the momenta, and the energy over many turns. [Andersen 1983,
// "Rattle: a velocity version of the Shake algorithm for molecular dynamics calculations"]
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/keyed.h"
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
  marks.assign(size_t(bodies.size()) + 1, 0);
  turns_.assign(joints.size(), 0);
  for (const Turning& t : turning_) {
    for (const int32_t i : system_.bodiesOf(t.assembly)) marks[size_t(i)] = 1;
    system_.forEachBlock(t.assembly, [&](int32_t block, int32_t) { turns_[size_t(block)] = 1; });
  }
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
  if (!(marksOf(members[0]) & kHeld)) return false;
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
  bool may = !(marksOf(system_.bodiesOf(assembly)[0]) & kTouched);
  system_.forEachBlock(assembly,
                       [&](int32_t block, int32_t) { may &= !joints[size_t(block)].isGeared(); });
  return may;
}

void JointSolver::moveTurning(Bodies& bodies, Vec3 gravity) {
  if (turning_.empty()) return;
  list();
  // Forces have acted for the whole substep: they act on half of each part before it and after it.
  const auto kick = [&](const Turning& t, float time) {
    for (const int32_t i : system_.bodiesOf(t.assembly))
      bodies.states[i].linear += time * bodies.accelerationOf(i, gravity);
  };
  int parts = 0;
  for (Turning& t : turning_) {
    const auto members = system_.bodiesOf(t.assembly);
    const auto fallsAsFirst = [&](int32_t i) {
      return bodies.accelerationOf(i, gravity) == bodies.accelerationOf(members[0], gravity);
    };
    t.free = !(marksOf(members[0]) & kHeld) && std::ranges::all_of(members, fallsAsFirst);
    t.before = wholeOf(bodies, members);
    parts = max(parts, t.parts);
    kick(t, -0.5f * h_);
  }
  const auto atOnce = [&](int part, auto&& each) {
    evaluateTurning(bodies);
    for (const Turning& t : turning_) {
      if (part >= t.parts) continue;
      factorForImpact(bodies, t.assembly, false);
      each(t, h_ / float(t.parts));
    }
  };
  for (int part = 0; part < parts; ++part) {
    atOnce(part, [&](const Turning& t, float h) {
      kick(t, 0.5f * h);
      close(bodies, t.assembly, h);
      for (const int32_t i : system_.bodiesOf(t.assembly)) moveBody(bodies, i, h);
    });
    atOnce(part, [&](const Turning& t, float h) {
      kick(t, 0.5f * h);
      meet(bodies, t.assembly);
      if (part + 1 < t.parts) return;
      // Stored velocities lag behind by half a substep.
      kick(t, -0.5f * h_);
      meet(bodies, t.assembly);
    });
  }
  for (const Turning& t : turning_) {
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
    if (j.user) return errors.push_back(userError(bodies, assembly, j));
    Row rows[kMaxJointRows];
    evaluateJoint(*j.def, *j.frames, poses_[j.a], poses_[j.b], {rows, sizeof *rows});
    for (int32_t k = 0; k < count; ++k) {
      const bool holds = !(rows[k].frequency > 0) && k != j.motor;
      errors.push_back(holds ? double(rows[k].error) : 0);
    }
  });
}

/// Functions of the user are asked where the bodies are: at `poses_` for so long.
[[gnu::cold]] double JointSolver::userError(Bodies& bodies, int assembly, const ActiveJoint& j) {
  if (j.compliance > 0) return 0;
  const auto exchange = [&](int i) {
    BodyState& s = bodies.states[i];
    const Transform now = bodies.poseNow(i), then = std::exchange(poses_[size_t(i)], now);
    s.deltaPosition = then.position - bodies.poses[i].position;
    s.deltaRotation = then.rotation * conjugate(bodies.poses[i].rotation);
  };
  moved_.clear();
  forEachEnd(bodies, assembly, [&](int i) { moved_.push_back(i); });
  sortInts(moved_);
  moved_.erase(std::ranges::unique(moved_).begin(), moved_.end());
  for (const int i : moved_) exchange(i);
  const double error = j.user->measure(bodies);
  for (const int i : moved_) exchange(i);
  return j.user->failed ? 0 : error;
}

/// Changes velocities so that free motion over h [s] leaves of the joints' errors what the bias
/// lets it.
void JointSolver::close(Bodies& bodies, int assembly, float h) {
  const double kept = max(0.0, 1 - double(rigid_.biasRate * h));
  measureErrors(bodies, assembly, 0, errors_);
  for (double& error : errors_) error *= kept;
  loadVelocities(bodies, assembly);
  double last = kHuge;
  for (int round = 0; round < kMostClosings; ++round) {
    measureErrors(bodies, assembly, h, changes_);
    double largest = 0;
    for (size_t k = 0; k < changes_.size(); ++k) {
      changes_[k] -= errors_[k];
      largest = max(largest, std::abs(changes_[k]));
      changes_[k] *= -1 / double(h);
    }
    if (!(largest < last)) storeVelocities(bodies, assembly, nearest_);
    if (!(largest > kClosed && largest < kShrinks * last)) return;
    last = largest;
    nearest_ = velocities_;
    system_.changeRates(bodies, assembly, velocities_, changes_);
    addImpactImpulses(assembly);
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
