#include "solvers/impacts.h"

#include <algorithm>
#include <array>

#include "base/growth.h"
#include "collision/time_of_impact.h"
#include "constraints/contact_rows.h"

namespace holonom {

namespace {

constexpr int kMostRounds = 64;       // blows that a blow sets off, one after another
constexpr int kMostSweeps = 400;      // over all patches of a round that are not at rest
constexpr int kMostPatchSweeps = 16;  // over the points of one patch, in each of those
constexpr float kTolerance = 1e-5f;   // of the speed of approach
/// Work of a substep, in visits to a point: what is not settled by then is left to the solver.
constexpr int kLeastWork = 4000, kWorkPerPoint = 16;
constexpr int kPatchesPerVisit = 8;  // that are looked at in the time of a visit
/// Of the threshold: what a blow sets in motion bounces at lower speeds, or chains lose energy.
constexpr float kFollowUp = 0.02f;
/// Of the threshold: joined bodies without restitution stop from lower speeds on.
constexpr float kStopped = 0.1f;
constexpr float kMostTurn = 0.25f;  // in a substep, of those [rad]
constexpr float kSlowest = 1e-4f;   // what is slower does not bounce whatever the threshold [m/s]
/// Points that meet so near each other bounce together [m]; of small bodies a share of their size.
constexpr float kAtOnce = 0.00025f, kAtOnceShare = 0.01f;
constexpr int kMostCalmings = 6;
constexpr float kCalming = 1.5f;  // times the restitution that takes what was given, at first order
/// Share of a body's own inverse effective mass, below which its joints hold it.
constexpr float kHeldShare = 1e-5f;

float inverseMassAlong(const Bodies& bodies, int i, Vec3 arm, Vec3 u, Vec3 w) {
  if (!bodies.moves(i)) return 0;
  return bodies.masses[i].inverseMass * dot(bodies.freeLinear(i, u), w) +
         dot(cross(arm, u), bodies.inverseInertia(i) * cross(arm, w));
}

float inverseOrZero(float k) { return k > 0 ? 1 / k : 0; }

}  // namespace

void Impacts::prepare(const Bodies& bodies, const ContactCache& contacts, const JointSolver& joints,
                      const ImpactSettings& settings) {
  settings_ = settings;
  visits_ = 0;
  patches_.clear();
  points_.clear();
  for (const Contact& c : contacts.active())
    if (!c.swept) add(bodies, contacts, joints, c, false);
  steady_ = patches_.size(), steadyPoints_ = points_.size();
  forgetPushed();
  if (!patches_.empty()) pushed_.resize(size_t(bodies.size()) + 1);
}

void Impacts::prepareSwept(const Bodies& bodies, const ContactCache& contacts,
                           const JointSolver& joints, const std::vector<int>& indices) {
  patches_.resize(steady_), points_.resize(steadyPoints_);
  for (const int i : indices) add(bodies, contacts, joints, contacts.all()[i], true);
  if (!patches_.empty()) pushed_.resize(size_t(bodies.size()) + 1);
}

void Impacts::add(const Bodies& bodies, const ContactCache& contacts, const JointSolver& joints,
                  const Contact& c, bool swept) {
  if (c.count == 0 || c.sensor) return;
  const ContactPatch& patch = contacts.patchOf(c);
  const bool jointed = joints.assemblyOf(c.bodyA) >= 0 || joints.assemblyOf(c.bodyB) >= 0;
  if (!(patch.restitution > 0) && !jointed) return;
  const bool movesA = bodies.moves(c.bodyA), movesB = bodies.moves(c.bodyB);
  if (!movesA && !movesB) return;
  const Quat rotationA = (swept ? bodies.poseNow(c.bodyA) : bodies.poses[c.bodyA]).rotation;
  const Quat rotationB = (swept ? bodies.poseNow(c.bodyB) : bodies.poses[c.bodyB]).rotation;
  const Manifold m = manifoldOf(c, patch, rotationA, rotationB);
  Patch p;
  p.patch = c.patch;
  p.a = c.bodyA, p.b = c.bodyB;
  p.normal = m.normal;
  p.tangent1 = anyPerpendicular(m.normal), p.tangent2 = cross(m.normal, p.tangent1);
  p.friction = patch.friction, p.restitution = patch.restitution;
  if (c.surface) p.surface = pairSurface(bodies, c.bodyA, c.bodyB, {m.normal});
  p.towardsB = movesA ? (movesB ? 0.5f : 0.0f) : 1.0f;
  p.jointed = jointed;
  p.swept = swept;
  p.rollA = {Rolling(c.rollingA), rotationA, m.normal},
  p.rollB = {Rolling(c.rollingB), rotationB, m.normal};
  p.first = static_cast<int>(points_.size()), p.count = m.count;
  for (int k = 0; k < m.count; ++k) {
    growSlowly(points_);
    points_.push_back({m.points[k].onA, m.points[k].onB, m.points[k].separation, 0});
    p.reachA = max(p.reachA, length(m.points[k].onA));
    p.reachB = max(p.reachB, length(m.points[k].onB));
  }
  const bool central = dot(m.points[0].onA, m.normal) > 0.9999f * p.reachA &&
                       dot(m.points[0].onB, m.normal) < -0.9999f * p.reachB;
  p.balls = c.round > 1 && !c.many && !jointed && central;
  growSlowly(patches_);
  patches_.push_back(p);
}

void Impacts::forgetPushed() {
  for (const int i : moved_) pushed_[i] = {};
  moved_.clear();
}

void Impacts::begin(const Bodies& bodies) {
  forgetPushed();
  for (Patch& p : patches_) {
    const BodyState &a = bodies.states[p.a], &b = bodies.states[p.b];
    if (p.balls) {
      const Vec3 between = bodies.betweenNow(p.a, p.b);
      if (between != Vec3{}) p.normal = normalize(between);
    }
    p.closing = dot(b.linear - a.linear, p.normal);
    if (!p.jointed) continue;
    p.linearA = a.linear, p.angularA = a.angular;
    p.linearB = b.linear, p.angularB = b.angular;
    for (int k = 0; k < p.count; ++k) points_[p.first + k].kick = 0;
  }
  assemblies_.begin();
}

/// Balls may pass far along each other before they meet, as this step's points do not know: when
/// and where they do, and how far they are apart now. Those that only just pass bounce here and
/// now, or the solver would hold them at the plane between them. False if they pass.
bool Impacts::meetAsBalls(const Bodies& bodies, Patch& p, Active& c, float& separation,
                          float h) const {
  const Vec3 between = bodies.betweenNow(p.a, p.b) + pushed_[p.b].shift - pushed_[p.a].shift;
  if (between == Vec3{}) return false;
  const Vec3 velocity = bodies.states[p.b].linear - bodies.states[p.a].linear;
  const float reach = p.reachA + p.reachB, distance = length(between);
  separation = distance - reach;
  const float time = timeOfBalls(between, velocity, reach);
  const float closing = -dot(between, velocity) / distance;
  const bool grazes = h * closing > separation && separation < 2 * kAtOnce;
  if (time < 0 ? !grazes : time >= h) return false;
  c.time = max(time, 0.0f);
  p.normal = normalize(between + c.time * velocity);
  p.tangent1 = anyPerpendicular(p.normal), p.tangent2 = cross(p.normal, p.tangent1);
  c.armA = p.reachA * p.normal, c.armB = -p.reachB * p.normal;
  return true;
}

/// Lists the points of a patch that meet within the substep, fast enough to bounce.
void Impacts::activate(Bodies& bodies, JointSolver& joints, int index, float h, int round) {
  Patch& p = patches_[index];
  const Pushed &pushedA = pushed_[p.a], &pushedB = pushed_[p.b];
  if (round > 0 && pushedA.round != round - 1 && pushedB.round != round - 1) return;
  const BodyState &a = bodies.states[p.a], &b = bodies.states[p.b];
  const auto closingNow = [&] { return dot(b.linear - a.linear, p.normal); };
  const float closing = closingNow();
  // What a substep's acceleration alone brings about is no blow.
  if (round == 0) p.closing = closing - p.closing;
  const float kick = p.closing;
  const float share = round > 0 ? kFollowUp : p.restitution > 0 ? 1 : kStopped;
  const float least = share * settings_.threshold;
  const float threshold = max(least, max(kSlowest, 2 * abs(kick)));
  const float turning = length(a.angular) * p.reachA + length(b.angular) * p.reachB;
  if (p.jointed) {
    // What turns far comes to other points than these.
    const float spin = max(length(a.angular), length(b.angular));
    if (!(p.restitution > 0) && h * spin > kMostTurn) return;
    // Joints have yet to undo a part of the kick.
    if (closing - kick - turning - abs(kick) > -max(least, kSlowest)) return;
    assemblies_.open(bodies, joints, p.a);
    assemblies_.open(bodies, joints, p.b);
  } else if (closing - turning > -threshold) {
    return;
  }
  p.scale = 1, p.settled = false;
  // Nothing has moved yet since swept contacts were found.
  const Vec3 moved = p.swept ? Vec3{} : b.deltaPosition - a.deltaPosition;
  const Vec3 shift = moved + pushedB.shift - pushedA.shift;
  for (int k = 0; k < p.count; ++k) {
    const Point& point = points_[p.first + k];
    Active c;
    c.patch = index, c.point = p.first + k;
    c.jointed = p.jointed;
    c.armA = p.swept ? point.armA : p.rollA.turned(a.deltaRotation, point.armA);
    c.armB = p.swept ? point.armB : p.rollB.turned(b.deltaRotation, point.armB);
    float separation =
        point.separation + dot(shift + c.armB - point.armB - (c.armA - point.armA), p.normal);
    if (p.balls && !meetAsBalls(bodies, p, c, separation, h)) continue;
    const Vec3 relative = bodies.velocityAt(p.b, c.armB) - bodies.velocityAt(p.a, c.armA);
    const float vn = dot(relative, p.normal);
    if (!p.balls && !(separation + h * vn < 0)) continue;
    if (p.jointed) {
      const Vec3 before =
          p.linearB + cross(p.angularB, c.armB) - p.linearA - cross(p.angularA, c.armA);
      if (round == 0) points_[c.point].kick = vn - dot(before, p.normal);
      c.offset = points_[c.point].kick * settings_.kickBefore;
      c.closing = max(separation, 0.0f) / h;
    } else {
      // On its parabola: the speed at the start of the substep, and at the surface.
      const float start = vn - settings_.kickBefore * kick;
      const float gap = max(separation, 0.0f);
      const float speed = -std::sqrt(max(start * start - 2 * (kick / h) * gap, 0.0f));
      if (!p.balls) c.time = gap > 0 && start + speed < 0 ? min(-2 * gap / (start + speed), h) : 0;
      c.offset = kick * (settings_.kickBefore - c.time / h);
    }
    c.speed = vn - c.offset;
    const float slowest =
        p.jointed ? max(least, max(kSlowest, 2 * abs(points_[c.point].kick))) : threshold;
    if (!(c.speed < -slowest)) continue;
    c.between = bodies.betweenNow(p.a, p.b);
    if (!findMasses(bodies, joints, c)) continue;
    p.speed = max(p.speed, -c.speed);
    c.before[0] = vn;
    const Vec3 slip = relative - p.surface.slip;
    c.before[1] = dot(slip, p.tangent1), c.before[2] = dot(slip, p.tangent2);
    c.spinBefore = b.angular - a.angular;
    growSlowly(active_);
    active_.push_back(c);
  }
}

/// Leaves for a later round the points of bodies that others hit before: a blow may turn them away.
void Impacts::keepFirst(const Bodies& bodies) {
  const auto bodiesOf = [&](const Active& c) {
    return std::array{patches_[c.patch].a, patches_[c.patch].b};
  };
  for (const Active& c : active_)
    for (const int i : bodiesOf(c)) pushed_[i].first = kHuge;
  for (const Active& c : active_)
    for (const int i : bodiesOf(c)) pushed_[i].first = min(pushed_[i].first, c.time);
  std::erase_if(active_, [&](const Active& c) {
    const Patch& p = patches_[c.patch];
    const float atOnce = min(kAtOnce, kAtOnceShare * max(p.reachA, p.reachB));
    const auto isLater = [&](int i) {
      return bodies.moves(i) && (c.time - pushed_[i].first) * -c.speed > atOnce;
    };
    return !c.jointed && (isLater(p.a) || isLater(p.b));
  });
}

/// False for a point that joints keep from giving way.
bool Impacts::findMasses(const Bodies& bodies, JointSolver& joints, Active& c) {
  const Patch& p = patches_[c.patch];
  const Arms arms = armsOf(bodies, c);
  const Vec3 axes[3] = {p.normal, p.tangent1, p.tangent2};
  if (c.jointed) assemblies_.answer(bodies, joints, p.a, p.b, arms.a, arms.b, axes, c.answers);
  bool ofA = true, ofB = true;
  for (const ImpactAnswer& answer : c.answers) {
    if (answer.first < 0) continue;
    ofA &= answer.memberA < 0, ofB &= answer.memberB < 0;
  }
  const auto inverse = [&](int i, int k) {
    float sum = (ofA ? inverseMassAlong(bodies, p.a, arms.a, axes[i], axes[k]) : 0) +
                (ofB ? inverseMassAlong(bodies, p.b, arms.b, axes[i], axes[k]) : 0);
    for (const ImpactAnswer& answer : c.answers)
      if (answer.first >= 0)
        sum += dot(axes[i], assemblies_.relativeVelocity(answer, k, arms.a, arms.b));
    return sum;
  };
  // What joints hold moves by rounding only.
  const auto inverseMass = [&](int i) {
    const float k = inverse(i, i);
    if (!c.jointed) return k;
    const float alone = inverseMassAlong(bodies, p.a, arms.a, axes[i], axes[i]) +
                        inverseMassAlong(bodies, p.b, arms.b, axes[i], axes[i]);
    return k > kHeldShare * alone ? k : 0;
  };
  // So do locked axes.
  const bool locked = (bodies.isLocked(p.a) || bodies.isLocked(p.b)) &&
                      bodies.isHeld(p.a, p.b, arms.a, arms.b, p.normal);
  c.normalMass = locked ? 0 : inverseOrZero(inverseMass(0));
  // The larger eigenvalue: a slip along any direction is braked against itself.
  const float k11 = inverseMass(1), k22 = inverseMass(2);
  const float k12 = inverse(1, 2), half = 0.5f * (k11 - k22);
  c.tangentMass = inverseOrZero(0.5f * (k11 + k22) + std::sqrt(half * half + k12 * k12));
  return c.normalMass > 0;
}

/// One common point for both bodies, so that the angular momentum is kept.
Impacts::Arms Impacts::armsOf(const Bodies& bodies, const Active& c) const {
  const Patch& p = patches_[c.patch];
  const Vec3 between = c.between + pushed_[p.b].shift - pushed_[p.a].shift +
                       c.time * (bodies.states[p.b].linear - bodies.states[p.a].linear);
  const Vec3 armA = c.armA + p.towardsB * (between + c.armB - c.armA);
  return {armA, armA - between};
}

/// Before a body is pushed in a round.
void Impacts::markPushed(const Bodies& bodies, int body, int round) {
  Pushed& pushed = pushed_[body];
  if (pushed.round < 0) {
    moved_.push_back(body);
    pushed.change = bodies.states[body].linear;
  }
  if (pushed.round == round) return;
  pushed.round = round;
  pushed.before = {bodies.states[body].linear, bodies.states[body].angular, pushed.shift};
}

/// By an impulse, also given along the normal and the tangents.
void Impacts::push(Bodies& bodies, const Active& c, Vec3 impulse, const float* along, int round) {
  const Patch& p = patches_[c.patch];
  const Arms arms = armsOf(bodies, c);
  bool ofA = true, ofB = true;
  if (c.jointed)
    for (const ImpactAnswer& answer : c.answers) {
      if (answer.assembly < 0) continue;
      for (const int body : assemblies_.bodiesOf(answer)) markPushed(bodies, body, round);
      assemblies_.push(bodies, answer, along, impulse, arms.a, arms.b);
      ofA &= answer.memberA < 0, ofB &= answer.memberB < 0;
    }
  const auto act = [&](int i, Vec3 j, Vec3 arm) {
    if (!bodies.moves(i)) return;
    markPushed(bodies, i, round);
    pushed_[i].shift -= bodies.freeLinear(i, (c.time * bodies.masses[i].inverseMass) * j);
    bodies.applyImpulse(i, j, arm);
  };
  if (ofA) act(p.a, -impulse, arms.a);
  if (ofB) act(p.b, impulse, arms.b);
}

size_t Impacts::endOfPatch(size_t first) const {
  size_t end = first;
  while (end < active_.size() && active_[end].patch == active_[first].patch) ++end;
  return end;
}

/// Torsional and rolling friction of a point; the change of the relative angular velocity [rad/s].
[[gnu::noinline, gnu::cold]] Vec3 Impacts::resistTurning(Bodies& bodies, Active& c) {
  const Patch& p = patches_[c.patch];
  const Sym3 ofA = bodies.inverseInertia(p.a), ofB = bodies.inverseInertia(p.b);
  const bool movesA = bodies.moves(p.a), movesB = bodies.moves(p.b);
  const auto turned = [&](Vec3 torque) {
    return (movesA ? ofA * torque : Vec3{}) + (movesB ? ofB * torque : Vec3{});
  };
  const Vec3 spin = bodies.states[p.b].angular - bodies.states[p.a].angular;
  // What stops the part of the spin along a direction, added to the torque so far, within a bound.
  const auto stopped = [&](Vec3 part, Vec3 before, float coefficient) {
    const float size2 = lengthSquared(part), along = dot(part, turned(part));
    const Vec3 wanted = along > 0 ? before - (size2 / along) * part : before;
    const float bound = coefficient * c.impulse[0], size = length(wanted);
    return size > bound ? (bound / size) * wanted : wanted;
  };
  const auto alongNormal = [&](Vec3 v) { return dot(v, p.normal) * p.normal; };
  const Vec3 spun = alongNormal(spin), twist = alongNormal(c.torque);
  const Vec3 torque = stopped(spun, twist, p.surface.torsional) +
                      stopped(spin - spun, c.torque - twist, p.surface.rolling);
  const Vec3 change = torque - c.torque;
  if (movesA) bodies.states[p.a].angular -= ofA * change;
  if (movesB) bodies.states[p.b].angular += ofB * change;
  c.torque = torque;
  return turned(change);
}

/// Sweeps the points of a patch until their impulses stay.
void Impacts::solvePatch(Bodies& bodies, size_t first, size_t end, int round) {
  Patch& p = patches_[active_[first].patch];
  const float mu = smooth_ || settings_.friction == FrictionModel::Constant ? 0 : p.friction;
  // Of joined bodies the solver resists it.
  const bool turns = !smooth_ && !p.jointed && (p.surface.rolling > 0 || p.surface.torsional > 0);
  bool changed = false;
  p.settled = false;
  size_t perPoint = 1;
  if (p.jointed)
    for (const ImpactAnswer& answer : active_[first].answers)
      if (answer.assembly >= 0) perPoint += assemblies_.bodiesOf(answer).size();
  for (int sweep = 0; sweep < kMostPatchSweeps && !p.settled && work_ >= 0; ++sweep) {
    float change = 0, fastest = 0;
    work_ -= static_cast<int64_t>((end - first) * perPoint);
    for (size_t i = first; i < end; ++i) {
      Active& c = active_[i];
      fastest = max(fastest, -c.speed);
      const auto velocity = [&] {
        const Arms arms = armsOf(bodies, c);
        return bodies.velocityAt(p.b, arms.b) - bodies.velocityAt(p.a, arms.a);
      };
      const float wanted =
          p.restitution > 0 ? c.offset - p.scale * p.restitution * c.speed : -c.closing;
      const float normal =
          max(0.0f, c.impulse[0] - c.normalMass * (dot(velocity(), p.normal) - wanted));
      change = max(change, abs(normal - c.impulse[0]) / c.normalMass);
      const float pressed[3] = {normal - c.impulse[0], 0, 0};
      push(bodies, c, pressed[0] * p.normal, pressed, round);
      c.impulse[0] = normal;
      if (turns) change = max(change, length(resistTurning(bodies, c)) * (p.reachA + p.reachB));
      if (!(mu > 0) || !(c.tangentMass > 0)) continue;
      const Vec3 slip = velocity() - p.surface.slip;
      const float bound = mu * normal;
      float t1 = c.impulse[1] - c.tangentMass * dot(slip, p.tangent1);
      float t2 = c.impulse[2] - c.tangentMass * dot(slip, p.tangent2);
      if (settings_.friction == FrictionModel::Pyramid) {
        t1 = std::clamp(t1, -bound, bound), t2 = std::clamp(t2, -bound, bound);
      } else if (const float size2 = t1 * t1 + t2 * t2; size2 > bound * bound) {
        const float scale = bound / std::sqrt(size2);
        t1 *= scale, t2 *= scale;
      }
      const float rubbed[3] = {0, t1 - c.impulse[1], t2 - c.impulse[2]};
      const Vec3 rub = rubbed[1] * p.tangent1 + rubbed[2] * p.tangent2;
      change = max(change, length(rub) / c.tangentMass);
      push(bodies, c, rub, rubbed, round);
      c.impulse[1] = t1, c.impulse[2] = t2;
    }
    // A single point without friction is exact at once.
    p.settled = !(change > kTolerance * fastest) || (end - first == 1 && !(mu > 0) && !turns);
    changed |= change > kTolerance * fastest;
  }
  p.visit = ++visits_;
  if (!changed) return;
  for (const int i : {p.a, p.b})
    if (bodies.moves(i)) pushed_[i].visit = visits_;
  for (const ImpactAnswer& answer : active_[first].answers) {
    if (!p.jointed || answer.assembly < 0) continue;
    for (const int i : assemblies_.bodiesOf(answer)) pushed_[i].visit = visits_;
  }
}

/// Sweeps the patches whose bodies others changed until all stay; false where that is too much.
bool Impacts::converge(Bodies& bodies, int round) {
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    bool settled = true;
    for (size_t first = 0; first < active_.size();) {
      const size_t end = endOfPatch(first);
      const Patch& p = patches_[active_[first].patch];
      if (!p.settled || max(pushed_[p.a].visit, pushed_[p.b].visit) > p.visit) {
        solvePatch(bodies, first, end, round);
        if (work_ < 0) return false;
        settled = false;
      }
      first = end;
    }
    if (settled) return true;
  }
  return true;
}

/// The energy that a patch gave in this round, and the size of its blows. Unit: J.
Impacts::Work Impacts::workOf(const Bodies& bodies, size_t first, size_t end) const {
  const Patch& p = patches_[active_[first].patch];
  Work work;
  for (size_t i = first; i < end; ++i) {
    const Active& c = active_[i];
    const Arms arms = armsOf(bodies, c);
    const Vec3 now = bodies.velocityAt(p.b, arms.b) - bodies.velocityAt(p.a, arms.a);
    const Vec3 slip = now - p.surface.slip;
    const Vec3 spin = bodies.states[p.b].angular - bodies.states[p.a].angular;
    const float parts[4] = {c.impulse[0] * (c.before[0] + dot(now, p.normal) - 2 * c.offset),
                            c.impulse[1] * (c.before[1] + dot(slip, p.tangent1)),
                            c.impulse[2] * (c.before[2] + dot(slip, p.tangent2)),
                            dot(c.torque, c.spinBefore + spin)};
    for (const float part : parts) work.given += part;
    work.size += c.impulse[0] * abs(c.speed);
  }
  return work;
}

/// Newton's law with friction may give more energy than there was: less restitution where it did,
/// by a little more than what takes that energy.
bool Impacts::calm(const Bodies& bodies, bool last) {
  bool all = true;
  for (size_t first = 0; first < active_.size();) {
    const size_t end = endOfPatch(first);
    const Work work = workOf(bodies, first, end);
    if (work.given > 1e-4f * work.size) {
      Patch& p = patches_[active_[first].patch];
      const float excess = kCalming * work.given / work.size;
      p.scale = last ? 0 : max(0.0f, p.scale - excess / max(p.restitution, excess));
      p.settled = all = false;
    }
    first = end;
  }
  return all;
}

/// Bounces what meets in this round; false where that is too much work.
bool Impacts::bounce(Bodies& bodies, int round) {
  bool settled = converge(bodies, round);
  for (int k = 1; settled && k <= kMostCalmings && !calm(bodies, k == kMostCalmings); ++k)
    settled = converge(bodies, round);
  return settled;
}

/// Takes a round back that was not settled if it gave energy; of joined bodies that is bounded
/// elsewhere.
bool Impacts::takeBack(Bodies& bodies, int round) {
  float given = 0;
  for (size_t first = 0; first < active_.size();) {
    const size_t end = endOfPatch(first);
    if (active_[first].jointed) return false;
    given += workOf(bodies, first, end).given;
    first = end;
  }
  if (!(given > 0)) return false;
  for (const int i : moved_) {
    Pushed& pushed = pushed_[i];
    if (pushed.round != round) continue;
    bodies.states[i].linear = pushed.before.linear;
    bodies.states[i].angular = pushed.before.angular;
    pushed.shift = pushed.before.shift;
  }
  return true;
}

void Impacts::solve(Bodies& bodies, JointSolver& joints, float h) {
  work_ = 0;
  smooth_ = false;
  if (patches_.empty()) return;
  bounceAll(bodies, joints, h);
  assemblies_.close(bodies, joints);
  for (const int i : moved_) pushed_[i].change = bodies.states[i].linear - pushed_[i].change;
}

int64_t Impacts::mostWork() const {
  return kLeastWork + kWorkPerPoint * static_cast<int>(points_.size());
}

/// To bounce once more: corners that stick and slip in turn may be what never settles.
void Impacts::leaveOutFriction() {
  smooth_ = true;
  work_ = mostWork();
  for (Active& c : active_) {
    for (float& impulse : c.impulse) impulse = 0;
    c.torque = {};
    Patch& p = patches_[c.patch];
    p.scale = 1;
    p.settled = false;
  }
}

/// False where nothing bounced.
bool Impacts::bounceOrTakeBack(Bodies& bodies, int round) {
  return bounce(bodies, round) || !takeBack(bodies, round);
}

void Impacts::bounceAll(Bodies& bodies, JointSolver& joints, float h) {
  work_ = mostWork();
  for (int round = 0; round < kMostRounds && work_ >= 0; ++round) {
    active_.clear();
    assemblies_.forgetAnswers();
    for (size_t i = 0; i < patches_.size(); ++i)
      activate(bodies, joints, static_cast<int>(i), h, round);
    work_ -= static_cast<int>(patches_.size()) / kPatchesPerVisit;
    if (active_.empty()) return;
    keepFirst(bodies);
    if (!bounceOrTakeBack(bodies, round)) {
      if (smooth_) return;
      leaveOutFriction();
      if (!bounceOrTakeBack(bodies, round)) return;
    }
    for (const Active& c : active_) {
      Patch& p = patches_[c.patch];
      points_[c.point].normalImpulse += c.impulse[0];
      p.frictionImpulse += c.impulse[1] * p.tangent1 + c.impulse[2] * p.tangent2;
    }
  }
}

void Impacts::place(Bodies& bodies) const {
  for (const int i : moved_) bodies.states[i].deltaPosition += pushed_[i].shift;
}

void Impacts::store(ContactCache& contacts, size_t first, size_t end) const {
  for (size_t i = first; i < end; ++i) {
    const Patch& p = patches_[i];
    if (!(p.speed > 0)) continue;
    ContactPatch& patch = contacts.patch(p.patch);
    patch.approachSpeed = max(patch.approachSpeed, p.speed);
    patch.stepFriction += p.frictionImpulse;
    for (int k = 0; k < p.count; ++k) {
      patch.points()[k].stepImpulse += points_[p.first + k].normalImpulse;
      patch.stepImpulse += points_[p.first + k].normalImpulse;
    }
    forgetUnsoundImpulses(patch, p.count);
  }
}

}  // namespace holonom
