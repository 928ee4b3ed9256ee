// Rigid bodies by extended position-based dynamics: poses are predicted, and each constraint is
// projected at the poses so far. [Müller, Macklin, Chentanez, Jeschke and Kim 2020, "Detailed Rigid
// Body Simulation with Extended Position Based Dynamics"] Three things differ. Corrections act
// along the gradients at the start of the substep [SHAKE: Ryckaert, Ciccotti and Berendsen 1977]
// and are kept as the change of velocity that leads to them: so swings keep their energy, and tops
// their precession. Friction of both kinds and motors are bounded constraints on the motion within
// the substep. Contacts start with their last impulses and lose a share of old penetration only, so
// that stacks stand with few sweeps.
#include "solvers/list.h"

namespace holonom {

namespace {

/// Of its inverse mass: a limit with less, beside the equations of its joint, is held by those.
constexpr double kLimitShare = 1e-4;
/// A joined body whose speed a contact changes by more than this [m/s] once its joints are closed
/// is held by those again.
constexpr float kStruck = 0.02f;

/// Thin bodies that turn far: their axis goes about their angular momentum, not about ω.
[[gnu::cold, gnu::noinline]] void turnAsItMoves(StepContext& c, int body, const Quat& start) {
  c.bodies.states[body].deltaRotation = start;
  c.bodies.setRotationNow(body, turnedFreely(c.bodies, body, c.h).rotation);
}

/// Puts a body where its velocity leads from the start of the substep.
void placeBody(StepContext& c, int body) {
  BodyState& s = c.bodies.states[body];
  const SolverWorkspace::Start& start = c.work.starts[body];
  s.deltaPosition = start.position + c.h * s.linear;
  if (start.late) return turnAsItMoves(c, body, start.rotation);
  const Vec3 angle = c.h * s.angular;
  const bool geared = !c.motion.joined.empty() && (c.motion.joined[size_t(body)] & kGeared);
  s.deltaRotation = integrateRotation(start.rotation, geared ? wholeTurn(angle) : angle);
}

void changeImpulse(StepContext& c, SolverRow& r, float total) {
  if (total == r.impulse) return;
  setRowImpulse(r, c.bodies, total);
  if (c.bodies.moves(r.a)) placeBody(c, r.a);
  if (c.bodies.canMove(r.b)) placeBody(c, r.b);
  for (const RowEnd& e : r.more)
    if (c.bodies.moves(e.body)) placeBody(c, e.body);
}

/// J times the motion within the substep [m or rad].
float motionAlong(const StepContext& c, const SolverRow& r) {
  const BodyState &a = c.bodies.states[r.a], &b = c.bodies.states[r.b];
  const bool both = r.b != c.bodies.nobody();
  const float further = r.more.empty() ? 0 : speedFurther(r, c.bodies);
  return c.h * (further + rowVelocity(r.row, a.linear, a.angular, both ? b.linear : Vec3{},
                                      both ? b.angular : Vec3{}));
}

/// What a row corrects: an error of position, or the motion within the substep.
enum class Aim { Error, Motion };

/// One projection of a row: Δλ = (−C − α̃ λ − γ J Δx) / ((1 + γ) w + α̃), α̃ = 1/(k h²),
/// γ = d/(k h) of a spring k with damping d, in impulses λ/h. The row's error is C.
[[gnu::noinline]] void projectRow(StepContext& c, SolverRow& r, Aim aim, float lower, float upper) {
  if (!(r.mass > 0)) return;
  float change;
  if (aim == Aim::Error && r.row.frequency > 0) {
    // All times (ω h)², with k = m ω², which the weakest spring has none of.
    const float turn = 2 * kPi * r.row.frequency * c.h, damping = 2 * r.row.dampingRatio * turn;
    const float error = turn * turn * r.row.error + damping * motionAlong(c, r);
    change = -(r.mass * error / c.h + r.impulse) / (turn * turn + damping + 1);
  } else {
    const bool moves = aim == Aim::Motion;
    const float error = moves ? motionAlong(c, r) - r.row.velocity * c.h : r.row.error;
    change = -r.mass * error / c.h;
  }
  const float total = max(lower, min(upper, r.impulse + change));
  changeImpulse(c, r, total);
}

[[gnu::cold, gnu::noinline]] void projectUser(StepContext& c, const ActiveJoint& j) {
  if (!j.user || j.user->failed) return;
  SolverRow& r = c.joints.rows[j.first];
  const double error = j.user->measure(c.bodies);
  if (j.user->failed) return;
  r.row.error = float(error);
  projectRow(c, r, Aim::Error, r.row.lower * c.h, r.row.upper * c.h);
}

/// Pushes at a limit, and by its equations as much as keeps them as they are: they would undo what
/// a push far from the center of a body turns.
void projectLimit(StepContext& c, const ActiveJoint& j, SolverRow& r) {
  if (!(r.mass > 0) || (r.impulse == 0 && r.row.error >= 0)) return;
  SolverRow* const equations = &c.joints.rows[j.first];
  const Row moved = movedBy(r, c.bodies);
  double along[6], x[6];
  for (int k = 0; k < j.equations; ++k) {
    along[k] = alongRow(equations[k].row, moved);
    x[k] = -along[k];
  }
  c.joints.solveBlock(j, x);
  const double free = 1 / double(r.mass);
  double held = free;
  for (int k = 0; k < j.equations; ++k) held += along[k] * x[k];
  // One that the equations hold has nothing to give.
  if (!(held > kLimitShare * free)) return;
  const float wanted = r.impulse - float(double(r.row.error) / (double(c.h) * held));
  const float total = max(0.0f, min(r.row.upper * c.h, wanted)), change = total - r.impulse;
  changeImpulse(c, r, total);
  for (int k = 0; k < j.equations; ++k)
    changeImpulse(c, equations[k], equations[k].impulse + change * float(x[k]));
}

/// Keeps a motor that is an equation within its strength, and the others of its joint met.
[[gnu::cold, gnu::noinline]] void boundMotor(StepContext& c, const ActiveJoint& j, double* x) {
  const int m = j.motor;
  const SolverRow& r = c.joints.rows[j.first + m];
  const double most = double(r.row.upper) * double(c.h), least = double(r.row.lower) * double(c.h);
  const double total = double(r.impulse) + x[m], beyond = total - max(least, min(total, most));
  if (beyond == 0) return;
  double answer[6] = {};
  answer[m] = 1;
  c.joints.solveBlock(j, answer);
  if (!(answer[m] > 0)) return;
  const double share = beyond / answer[m];
  for (int k = 0; k < j.equations; ++k) x[k] -= share * answer[k];
}

void projectJoint(StepContext& c, const ActiveJoint& j) {
  if (!j.def) return projectUser(c, j);
  Row rows[kMaxJointRows];
  evaluateJoint(*j.def, *j.frames, c.bodies.poseNow(j.a), c.bodies.endNow(j.b), rows);
  float errors[kMaxJointRows], before[kMaxJointRows];  // motion along the rows at these poses
  for (int k = 0; k < j.count; ++k) {
    errors[k] = rows[k].error;
    before[k] = motionAlong(c, c.joints.rows[j.first + k]);
  }
  // A motor is of the motion in the substep.
  if (j.motor >= 0)
    errors[j.motor] = before[j.motor] - c.joints.rows[j.first + j.motor].row.velocity * c.h;
  c.joints.changeErrors(j, errors);
  // Rigid equations together: one by one, those far from the center of a small body undo each
  // other's work.
  const bool rigid = j.basis < 0 && j.equations > 1 && !(rows[0].frequency > 0);
  if (rigid) {
    double x[6];
    for (int k = 0; k < j.equations; ++k) x[k] = -double(errors[k] / c.h);
    c.joints.solveBlock(j, x);
    if (j.motor >= 0 && j.motor < j.equations) boundMotor(c, j, x);
    for (int k = 0; k < j.equations; ++k) {
      SolverRow& r = c.joints.rows[j.first + k];
      changeImpulse(c, r, r.impulse + float(x[k]));
    }
  }
  const auto own = std::span(c.joints.rows).subspan(size_t(j.first), size_t(j.count));
  limitsLast(own.subspan(rigid ? size_t(j.equations) : 0), [&](SolverRow& r) {
    const auto k = int(&r - own.data());
    // The rows before this one have moved the bodies since.
    r.row.error = errors[k] + motionAlong(c, r) - before[k];
    if (rigid && r.row.isInequality()) return projectLimit(c, j, r);
    const bool motor = k >= j.equations && !r.row.isInequality() && !(r.row.frequency > 0);
    projectRow(c, r, motor ? Aim::Motion : Aim::Error, r.row.lower * c.h, r.row.upper * c.h);
  });
}

void projectGrabs(StepContext& c) {
  for (ActiveGrab& g : c.grabs) {
    if (g.exact) continue;
    Row rows[Grab::rowCount];
    Grab::evaluate(g.grab, c.bodies.poseNow(g.grab.body), rows);
    const float most = g.grab.maxForce * c.h;
    for (int k = 0; k < Grab::rowCount; ++k) {
      g.rows[k].row.error = rows[k].error;
      g.rows[k].row.frequency = g.frequency, g.rows[k].row.dampingRatio = g.dampingRatio;
      projectRow(c, g.rows[k], Aim::Error, -most, most);
    }
  }
}

/// The row of a point along a direction, with the arms that the substep began with.
[[gnu::noinline]] SolverRow touchingRow(const StepContext& c, const TouchingPair& pair, int point,
                                        Vec3 direction) {
  const auto startOf = [&](int body) {
    return c.bodies.isActive(body) ? c.work.starts[body] : SolverWorkspace::Start{};
  };
  const SolverWorkspace::Start a = startOf(pair.a), b = startOf(pair.b);
  const ManifoldPoint start =
      TouchingPairs::pointAt(pair, point, a.position, a.rotation, b.position, b.rotation);
  SolverRow r;
  r.row = pointRow(start.onA, start.onB, direction);
  r.a = pair.a, r.b = pair.b;
  prepareRow(r, c.bodies);
  return r;
}

/// Stops the motion along two axes, as far as an impulse of any direction can: the same whichever
/// way the axes lie. `rowAlong` gives the row of a direction, `wanted` the velocity to reach.
template <class RowAlong>
void stopInCone(StepContext& c, const Vec3 (&axes)[2], const float (&wanted)[2], float* impulse,
                float bound, RowAlong&& rowAlong) {
  SolverRow rows[2];
  float slip[2], total[2];
  for (int d = 0; d < 2; ++d) {
    rows[d] = rowAlong(axes[d]);
    rows[d].impulse = total[d] = impulse[d];
    slip[d] = motionAlong(c, rows[d]) - c.h * wanted[d];
  }
  const float size = std::sqrt(slip[0] * slip[0] + slip[1] * slip[1]);
  if (size > kNoLength) {
    const Vec3 direction = (slip[0] / size) * axes[0] + (slip[1] / size) * axes[1];
    const float mass = rowAlong(direction).mass;
    for (int d = 0; d < 2; ++d) total[d] -= mass * slip[d] / c.h;
  }
  const float force = std::sqrt(total[0] * total[0] + total[1] * total[1]);
  for (int d = 0; d < 2; ++d) {
    if (force > bound) total[d] *= bound / force;
    changeImpulse(c, rows[d], total[d]);
    impulse[d] = total[d];
  }
}

void rubInCone(StepContext& c, TouchingPair& pair, int point, float bound) {
  const Vec3 axes[2] = {pair.tangent1, pair.tangent2};
  const float wanted[2] = {c.touching.slipAlong(pair, axes[0]),
                           c.touching.slipAlong(pair, axes[1])};
  stopInCone(c, axes, wanted, &pair.points[point].impulse[1], bound,
             [&](Vec3 direction) { return touchingRow(c, pair, point, direction); });
}

/// Stops the slip along each axis, as far as `bound` lets it.
void rubAlongAxes(StepContext& c, TouchingPair& pair, int point, float bound) {
  for (int d = 0; d < 2; ++d) {
    float& impulse = pair.points[point].impulse[1 + d];
    SolverRow row = touchingRow(c, pair, point, d == 0 ? pair.tangent1 : pair.tangent2);
    row.impulse = impulse;
    row.row.velocity = c.touching.slipAlong(pair, d == 0 ? pair.tangent1 : pair.tangent2);
    projectRow(c, row, Aim::Motion, -bound, bound);
    impulse = row.impulse;
  }
}

/// Torsional and rolling friction of a pair, up to the coefficients times its normal impulse.
[[gnu::noinline, gnu::cold]] void resistTurning(StepContext& c, const TouchingPair& pair,
                                                TouchingSurface& surface) {
  float pressure = 0;
  for (int k = 0; k < pair.count; ++k) pressure += pair.points[k].impulse[0];
  const auto rowAlong = [&](Vec3 axis) {
    SolverRow r;
    r.row = turningRow(axis);
    r.a = pair.a, r.b = pair.b;
    prepareRow(r, c.bodies);
    return r;
  };
  if (surface.torsional > 0) {
    const float bound = surface.torsional * pressure;
    SolverRow r = rowAlong(pair.normal);
    r.impulse = surface.spinImpulse;
    projectRow(c, r, Aim::Motion, -bound, bound);
    surface.spinImpulse = r.impulse;
  }
  if (surface.rolling > 0)
    stopInCone(c, {pair.tangent1, pair.tangent2}, {0, 0}, surface.rollImpulse,
               surface.rolling * pressure, rowAlong);
}

[[gnu::noinline]] void rubPoint(StepContext& c, TouchingPair& pair, int point,
                                float constantForce) {
  if (!(pair.friction > 0)) return;
  const FrictionModel model = c.settings.friction;
  const bool constant = model == FrictionModel::Constant;
  const float bound =
      constant ? constantForce * c.h : pair.friction * pair.points[point].impulse[0];
  const auto rub = model == FrictionModel::Pyramid ? rubAlongAxes : rubInCone;
  rub(c, pair, point, bound);
}

void projectPair(StepContext& c, TouchingPair& pair, const float* targets) {
  const FrictionModel model = c.settings.friction;
  const bool constant = model == FrictionModel::Constant && pair.friction > 0;
  // The poses are those at the end of the substep.
  const float force = constant ? TouchingPairs::constantFriction(pair, c.bodies, 0) : 0;
  for (int k = 0; k < pair.count; ++k) {
    TouchingPair::Point& p = pair.points[k];
    SolverRow normal = touchingRow(c, pair, k, pair.normal);
    normal.row.error = TouchingPairs::pointNow(pair, k, c.bodies).separation - targets[k];
    normal.impulse = p.impulse[0];
    projectRow(c, normal, Aim::Error, 0, kUnbounded);
    p.impulse[0] = normal.impulse;
    rubPoint(c, pair, k, force);
  }
  if (pair.surface < 0) return;
  // Rolling and sliding friction in turn, as often as it takes.
  TouchingSurface& surface = c.touching.surfaces[pair.surface];
  for (int round = 0; round < (surface.rolling > 0 ? kRollRounds : 1); ++round) {
    if (round > 0)
      for (int k = 0; k < pair.count; ++k) rubPoint(c, pair, k, force);
    resistTurning(c, pair, surface);
  }
}

/// Where each point is to be at least as the substep ends: of old penetration beyond the slop only
/// a share goes, at a bounded speed.
void findTargets(StepContext& c) {
  std::vector<float>& targets = c.work.targets;
  targets.clear();
  for (const TouchingPair& pair : c.touching.pairs)
    for (int k = 0; k < 4; ++k) {
      const float separation =
          k < pair.count ? TouchingPairs::pointNow(pair, k, c.bodies).separation : 0;
      const float beyond = max(-separation - pair.sizeShare * c.settings.contactSlop, 0.0f);
      const float push = min(c.settings.baumgarte * beyond, c.settings.maxPushSpeed * c.h);
      targets.push_back(min(separation + push, 0.0f));
    }
}

void predictPoses(StepContext& c) {
  c.work.starts.resize(size_t(c.bodies.size()));
  for (const int i : c.bodies.active()) {
    const BodyState& s = c.bodies.states[i];
    c.work.starts[size_t(i)] = {s.deltaPosition, s.deltaRotation};
  }
  for (const MotionBlock& b : c.motion.blocks)
    for (int k = 0; k < 4; ++k)
      if (b.late & ~b.joined & 1 << k) c.work.starts[size_t(b.bodies[k])].late = true;
  for (const int i : c.bodies.active()) placeBody(c, i);
}

/// Contacts start with their last impulses; joints at zero, as what is left of their errors is seen
/// in the poses.
void startImpulses(StepContext& c) {
  for (const ActiveJoint& j : c.joints.joints)
    for (int k = 0; k < j.count && !j.exact; ++k) c.joints.rows[j.first + k].impulse = 0;
  for (ActiveGrab& g : c.grabs)
    for (SolverRow& r : g.rows)
      if (!g.exact) r.impulse = 0;
  for (const TouchingPair& pair : c.touching.pairs)
    for (int k = 0; k < pair.count && !pair.exact; ++k) {
      const float* const p = pair.points[k].impulse;
      SolverRow r =
          touchingRow(c, pair, k, p[0] * pair.normal + p[1] * pair.tangent1 + p[2] * pair.tangent2);
      changeImpulse(c, r, 1);
    }
}

/// Takes the motion of the substep back: `integratePositions` makes it again, with what free spin
/// needs.
void returnToStart(StepContext& c) {
  for (const int i : c.bodies.active()) {
    c.bodies.states[i].deltaPosition = c.work.starts[i].position;
    c.bodies.states[i].deltaRotation = c.work.starts[i].rotation;
  }
}

/// Friction of a point at the present velocities, up to `bound` in all.
[[gnu::noinline]] void stopSlip(StepContext& c, TouchingPair& pair, TouchingPair::Point& p,
                                const ManifoldPoint& now, float bound) {
  SolverRow rows[2];
  for (int d = 0; d < 2; ++d) {
    rows[d].row = pointRow(now.onA, now.onB, d == 0 ? pair.tangent1 : pair.tangent2);
    rows[d].a = pair.a, rows[d].b = pair.b;
    rows[d].impulse = p.impulse[1 + d];
    rows[d].row.velocity = c.touching.slipAlong(pair, d == 0 ? pair.tangent1 : pair.tangent2);
    prepareRow(rows[d], c.bodies);
    solveRow(rows[d], c.bodies, c.h, false);
  }
  const float x = rows[0].impulse, y = rows[1].impulse, size = std::sqrt(x * x + y * y);
  for (int d = 0; d < 2; ++d) {
    if (size > bound) setRowImpulse(rows[d], c.bodies, rows[d].impulse * (bound / size));
    p.impulse[1 + d] = rows[d].impulse;
  }
}

/// Marks those of a pair that have joints and were changed much; true if any is.
[[gnu::cold, gnu::noinline]] bool markStruck(StepContext& c, const TouchingPair& pair,
                                             float impulse) {
  bool any = false;
  for (const int body : {pair.a, pair.b}) {
    if (!(c.motion.joined[size_t(body)] & kJoined)) continue;
    if (!(c.bodies.masses[body].inverseMass * impulse > kStruck)) continue;
    c.work.starts[size_t(body)].struck = any = true;
  }
  return any;
}

/// Points that were pushed neither part nor meet: what pushed out of penetration is no speed. True
/// if joined bodies were much changed, which are marked.
bool stopNormalMotion(StepContext& c) {
  bool any = false;
  for (TouchingPair& pair : c.touching.pairs)
    for (int k = 0; k < pair.count && !pair.exact; ++k) {
      TouchingPair::Point& p = pair.points[k];
      if (!(p.impulse[0] > 0)) continue;
      const ManifoldPoint now = TouchingPairs::pointNow(pair, k, c.bodies);
      SolverRow r;
      r.row = pointRow(now.onA, now.onB, pair.normal);
      r.row.lower = 0;
      r.a = pair.a, r.b = pair.b;
      r.impulse = p.impulse[0];
      prepareRow(r, c.bodies);
      solveRow(r, c.bodies, c.h, false);
      if (!c.motion.joined.empty()) any |= markStruck(c, pair, std::abs(r.impulse - p.impulse[0]));
      // What stopped an impact rubs too.
      const bool met = r.impulse > 2 * p.impulse[0];
      p.impulse[0] = r.impulse;
      if (met && pair.friction > 0 && c.settings.friction == FrictionModel::Cone)
        stopSlip(c, pair, p, now, pair.friction * p.impulse[0]);
    }
  return any;
}

/// Error over length of substep from which on a joint is torn [m/s or rad/s].
constexpr float kTorn = 1;

/// Whether an equation or limit is far from met.
bool isTorn(const SolverRow& r, bool equation, float h) {
  const Row& row = r.row;
  if (row.frequency > 0 || !(equation || row.isInequality())) return false;
  if (!equation && row.error >= 0) return false;
  return std::abs(row.error) > kTorn * h * row.perMeter();
}

/// Joints of assemblies with a torn one, where no bound of energy keeps them from turning that into
/// speed.
void findTorn(StepContext& c) {
  std::vector<int32_t>& torn = c.work.torn;
  torn.clear();
  for (size_t i = 0; i < c.joints.joints.size(); ++i) {
    const ActiveJoint& j = c.joints.joints[i];
    if (j.exact || c.energy.watches(c.bodies, j.a) || c.energy.watches(c.bodies, j.b)) continue;
    for (int k = 0; k < j.count; ++k)
      if (isTorn(c.joints.rows[j.first + k], k < j.equations, c.h)) {
        torn.push_back(int32_t(i));
        break;
      }
  }
  if (!torn.empty()) c.joints.addAssemblies(c.bodies, torn);
}

/// The velocities of the ends of torn joints, from or to a list.
template <class F>
void forEachTornEnd(StepContext& c, F&& f) {
  size_t k = 0;
  for (const int32_t i : c.work.torn)
    for (const int body : {c.joints.joints[size_t(i)].a, c.joints.joints[size_t(i)].b}) {
      if (c.bodies.canMove(body)) f(c.bodies.states[body], k);
      ++k;
    }
}

void keepTornVelocities(StepContext& c, std::vector<SolverWorkspace::Velocity>& list) {
  list.resize(2 * c.work.torn.size());
  forEachTornEnd(c, [&](const BodyState& s, size_t k) { list[k] = {s.linear, s.angular}; });
}

void setTornVelocities(StepContext& c, const std::vector<SolverWorkspace::Velocity>& list) {
  forEachTornEnd(
      c, [&](BodyState& s, size_t k) { s.linear = list[k].linear, s.angular = list[k].angular; });
}

/// The torn joints' rows of limits that push.
[[gnu::cold]] void listReached(StepContext& c) {
  c.work.reached.clear();
  for (const int32_t i : c.work.torn) {
    const ActiveJoint& j = c.joints.joints[size_t(i)];
    for (int k = j.first + j.equations; k < j.first + j.count; ++k)
      if (c.joints.rows[size_t(k)].row.isInequality() && c.joints.rows[size_t(k)].impulse > 0)
        c.work.reached.push_back(k);
  }
}

/// Velocities at the rigid joints of struck bodies, without limits or motors: a panel would be off
/// by what stopped a blow.
[[gnu::cold, gnu::noinline]] void holdStruck(StepContext& c) {
  std::vector<int32_t>& held = c.work.torn;
  held.clear();
  const auto wasStruck = [&](int body) {
    return c.bodies.canMove(body) && c.work.starts[size_t(body)].struck;
  };
  for (size_t i = 0; i < c.joints.joints.size(); ++i) {
    const ActiveJoint& j = c.joints.joints[i];
    const bool rigid = j.def && !j.exact && j.count == j.equations && j.motor < 0 &&
                       !(c.joints.rows[size_t(j.first)].row.frequency > 0);
    if (rigid && (wasStruck(j.a) || wasStruck(j.b))) held.push_back(int32_t(i));
  }
  c.joints.solveVelocities(held, {}, c.settings.iterations, c.bodies);
}

/// Moves the bodies by their velocities. What closes torn joints, which may be any length in one
/// substep, moves them but leaves no velocity.
void moveBodies(StepContext& c) {
  returnToStart(c);
  const bool torn = !c.work.torn.empty();
  if (torn) {
    keepTornVelocities(c, c.work.closing);
    listReached(c);
    c.joints.removeImpulses(c.work.torn, c.bodies);
    keepTornVelocities(c, c.work.apart);
    setTornVelocities(c, c.work.closing);
  }
  changePositions(c);
  if (!torn) return;
  setTornVelocities(c, c.work.apart);
  c.joints.solveVelocities(c.work.torn, c.work.reached, c.settings.iterations, c.bodies);
}

}  // namespace

void xpbdSubstep(StepContext& c) {
  changeVelocities(c);
  findTargets(c);
  prepareGrabs(c);
  c.joints.evaluateRows(c.bodies);
  c.joints.factorEach(c.bodies);
  findTorn(c);
  solveExactIslands(c);
  predictPoses(c);
  startImpulses(c);
  for (int i = 0; i < c.settings.iterations; ++i) {
    projectGrabs(c);
    for (const ActiveJoint& j : c.joints.joints)
      if (!j.exact) projectJoint(c, j);
    for (size_t p = 0; p < c.touching.pairs.size(); ++p)
      if (!c.touching.pairs[p].exact) projectPair(c, c.touching.pairs[p], &c.work.targets[4 * p]);
  }
  moveBodies(c);
  if (stopNormalMotion(c)) holdStruck(c);
  c.touching.endSubstep();
  c.counts.iterations += c.settings.iterations;
}

}  // namespace holonom
