#include "solvers/joint_solver.h"

#include <algorithm>

#include "base/keyed.h"
#include "base/union_find.h"
#include "rigid/body_lanes.h"
#include "solvers/joint_springs.h"

namespace holonom {

namespace {

constexpr int kPointHolds = int(PointHold::Rigid) + 1;
/// More than rounding can make of a slack, and of what it is compared with [rad].
constexpr float kAngleRounding = 1e-5f;

/// A body of the joint that stands for its assembly.
int bodyOf(const Bodies& bodies, const ActiveJoint& j) { return bodies.isDynamic(j.a) ? j.a : j.b; }

}  // namespace

void JointSolver::prepare(const Bodies& bodies, std::span<const Contact> contacts,
                          const std::vector<ActiveGrab>& grabs, float equationRate,
                          float maxPushSpeed, float h) {
  rigid_ = {equationRate, 1, 0};
  maxPushSpeed_ = maxPushSpeed;
  h_ = h;
  factored_ = false;
  blocks_.clear();
  int count = 0, softBlocks = 0;
  for (ActiveJoint& j : joints) {
    j.first = count;
    j.equations = j.def ? equalityCount(*j.def) : int(j.user && j.user->isEquation());
    j.motor = j.def ? freeMotorRow(*j.def) : -1;
    if (j.sweepsMotor) j.equations = min(j.equations, j.motor);
    bool locked = bodies.isLocked(j.a) || bodies.isLocked(j.b);
    const bool soft = j.def && isSoftBlock(*j.def, j.a, j.b, bodies);
    j.basis = soft ? softBlocks++ : -1;
    if (j.user)
      for (const RowEnd& e : j.user->ends) locked |= bodies.isLocked(e.body);
    const bool holdsPoint = j.def && !soft && !locked && pointHold(*j.def) != PointHold::Absent;
    const int further = j.equations > 0 && j.user ? max(int(j.user->ends.size()) - 2, 0) : 0;
    blocks_.push_back(
        {j.a, j.b, j.first, j.equations, holdsPoint, locked || j.isGrounded(), further});
    count += j.count;
  }
  bases_.assign(size_t(softBlocks), {});
  rows.resize(static_cast<size_t>(count));
  held_.resize(static_cast<size_t>(count));
  for (const ActiveJoint& j : joints)
    for (int k = 0; k < j.count; ++k) {
      SolverRow& r = rows[j.first + k];
      r.a = j.a, r.b = j.b;
      r.more = {};
      if (j.user && j.user->ends.size() > 2) r.more = std::span(j.user->ends).subspan(2);
      r.impulse = j.impulses[k];
    }
  // Without joints too: the system forgets those of the last step.
  const bool known = system_.matches(bodies, blocks_);
  if (!known) system_.analyze(bodies, blocks_);
  listed_ = false;
  if (joints.empty()) {
    jointed_.clear();
    assemblies_.clear();
    return;
  }
  // nobody() may have become a body, or a body nobody().
  if (!known || assemblies_.size() != size_t(bodies.size()) + 1) {
    listBodies(bodies);
    findAssemblies(bodies);
  }
  poses_.resize(size_t(bodies.size()) + 1);
  poses_.back() = {};
  findActing(bodies, contacts, grabs);
}

void JointSolver::listSwept() {
  swept_.clear();
  for (size_t i = 0; i < joints.size(); ++i) {
    const ActiveJoint& j = joints[i];
    if (j.exact) continue;
    const bool covered = system_.covers(static_cast<int>(i));
    const int first = covered ? j.equations : 0;
    const bool lazy = covered && blocks_[i].holdsPoint;
    if (j.count > first) swept_.push_back({int32_t(i), j.first + first, lazy, !lazy, false});
  }
}

void JointSolver::listBodies(const Bodies& bodies) {
  jointed_.clear();
  for (const ActiveJoint& j : joints)
    for (const int body : {j.a, j.b})
      if (body != bodies.nobody()) jointed_.push_back(body);
  sortInts(jointed_);
  jointed_.erase(std::unique(jointed_.begin(), jointed_.end()), jointed_.end());
  while (jointed_.size() % 4 != 0) jointed_.push_back(jointed_.back());
}

void JointSolver::listBatches() {
  batches_.clear();
  inRows_.clear();
  points_.resize(joints.size() + 1);
  slacks_.resize(joints.size() + 1);
  // Joints of each kind, without limits and with, that wait for a fourth.
  struct {
    int32_t members[4];
    int count = 0;
  } waiting[kPointHolds][2];
  const auto flush = [&](auto& w) {
    if (w.count > 0) batches_.push_back(batchOf(w.members, w.count));
    w.count = 0;
  };
  for (int32_t i = 0; i < int32_t(joints.size()); ++i) {
    const ActiveJoint& j = joints[size_t(i)];
    // Of exact ones impacts take the points, and their island the rows.
    const bool asPoint = blocks_[size_t(i)].holdsPoint && system_.covers(i);
    if (!asPoint || j.exact) inRows_.push_back(i);
    if (!asPoint) continue;
    auto& w = waiting[int(pointHold(*j.def))][j.count > j.equations];
    w.members[w.count++] = i;
    if (w.count == 4) flush(w);
  }
  for (auto& hold : waiting)
    for (auto& w : hold) flush(w);
}

PointBatch JointSolver::batchOf(const int32_t* members, int count) const {
  PointBatch batch;
  const ActiveJoint* lanes[4];
  for (int k = 0; k < 4; ++k) {
    const int32_t member = members[k < count ? k : 0];
    const ActiveJoint& j = *(lanes[k] = &joints[size_t(member)]);
    batch.joints[k] = k < count ? member : int32_t(joints.size());
    batch.a[k] = j.a, batch.b[k] = j.b;
    const TurnLimits limits = turnLimits(*j.def);
    batch.limits.twistMiddle[k] = limits.twistMiddle;
    batch.limits.twistHalf[k] = limits.twistHalf, batch.limits.swing[k] = limits.swing;
  }
  batch.hold = pointHold(*lanes[0]->def);
  batch.biasRate = rigid_.biasRate;
  batch.limited = lanes[0]->count > lanes[0]->equations;
  const auto frames = [&](Transform JointFrames::*end) {
    return gatherPoses(lanes[0]->frames->*end, lanes[1]->frames->*end, lanes[2]->frames->*end,
                       lanes[3]->frames->*end);
  };
  batch.frames = {frames(&JointFrames::a), frames(&JointFrames::b)};
  return batch;
}

void JointSolver::findAssemblies(const Bodies& bodies) {
  startSets(assemblies_, bodies.size() + 1);
  for (const ActiveJoint& j : joints)
    if (bodies.isDynamic(j.a) && j.b != bodies.nobody() && bodies.isDynamic(j.b))
      unite(assemblies_, j.a, j.b);
  for (size_t i = 0; i < assemblies_.size(); ++i)
    assemblies_[i] = rootOf(assemblies_, static_cast<int>(i));
}

void JointSolver::findActing(const Bodies& bodies, std::span<const Contact> contacts,
                             const std::vector<ActiveGrab>& grabs) {
  marks_.assign(assemblies_.size(), 0);
  const auto mark = [&](int body, uint8_t what) {
    if (bodies.isDynamic(body)) marks_[assemblies_[body]] |= what;
  };
  for (const Contact& c : contacts)
    if (c.count > 0 && !c.sensor) mark(c.bodyA, kTouched), mark(c.bodyB, kTouched);
  for (const ActiveGrab& g : grabs) mark(g.grab.body, kBounded | kHeld);
  for (size_t i = 0; i < joints.size(); ++i)
    if (joints[i].count > (system_.covers(int(i)) ? joints[i].equations : 0))
      mark(bodyOf(bodies, joints[i]), kBounded | kSwept);
  const auto isFree = [&](int body) { return body != bodies.nobody() && bodies.isDynamic(body); };
  for (const ActiveJoint& j : joints)
    if (j.isGrounded() || !isFree(j.a) || !isFree(j.b)) mark(bodyOf(bodies, j), kHeld);
  acting_.resize(joints.size());
  for (size_t i = 0; i < joints.size(); ++i)
    acting_[i] = marks_[assemblies_[bodyOf(bodies, joints[i])]];
}

void JointSolver::markStruck(const Bodies& bodies, std::span<const Contact> contacts,
                             std::span<const int> touching) {
  if (joints.empty()) return;
  for (uint8_t& marks : marks_) marks &= uint8_t(~kStruck);
  for (const int index : touching) {
    const Contact& c = contacts[size_t(index)];
    for (const int i : {c.bodyA, c.bodyB})
      if (bodies.isDynamic(i)) marks_[size_t(assemblies_[size_t(i)])] |= kStruck;
  }
}

void JointSolver::findPressed(const Bodies& bodies) {
  bool pressed = false;
  for (const Swept& s : swept_) {
    const ActiveJoint& j = joints[size_t(s.joint)];
    uint8_t& marks = marks_[assemblies_[bodyOf(bodies, j)]];
    if (!s.ready || !(marks & kHeld) || !presses(j.first + j.equations, endOf(s))) continue;
    marks |= kTouched;
    pressed = true;
  }
  if (!pressed) return;
  for (size_t i = 0; i < joints.size(); ++i)
    acting_[i] = marks_[assemblies_[bodyOf(bodies, joints[i])]];
}

void JointSolver::updatePoses(const Bodies& bodies) {
  for (size_t i = 0; i < jointed_.size(); i += 4) {
    const int32_t* const k = &jointed_[i];
    const auto& start = bodies.poses;
    PoseLanes pose = gatherPoses(start[k[0]], start[k[1]], start[k[2]], start[k[3]]);
    pose.position += gatherRow(bodies.states.data(), k, 2).xyz;
    pose.rotation = gatherRotation(bodies.states.data(), k) * pose.rotation;
    scatterPoses(pose, poses_[k[0]], poses_[k[1]], poses_[k[2]], poses_[k[3]]);
  }
}

void JointSolver::list() {
  if (listed_) return;
  listSwept();
  listBatches();
  leftOut_.clear();
  for (const ActiveJoint& j : joints) leftOut_.push_back(j.exact);
  system_.leaveOut(leftOut_);
  listed_ = true;
}

void JointSolver::evaluate(const Bodies& bodies) {
  list();
  updatePoses(bodies);
  for (const PointBatch& batch : batches_)
    evaluatePoints(batch, poses_.data(), points_.data(), slacks_.data());
  for (const int32_t i : inRows_) {
    const ActiveJoint& j = joints[size_t(i)];
    // Equations that are solved together need no mass of their own.
    evaluateRows(bodies, j, 0, system_.covers(i) && !j.exact ? j.equations : 0);
  }
  for (Swept& s : swept_) {
    s.held = false;
    if (!s.lazy) continue;
    s.ready = false;
    if (presses(s.first, endOf(s)) || mayMeetLimit(bodies, s)) evaluateSwept(bodies, s);
  }
}

void JointSolver::evaluateRows(const Bodies& bodies) {
  updatePoses(bodies);
  for (const ActiveJoint& j : joints) evaluateRows(bodies, j, 0, 0);
}

void JointSolver::evaluateRows(const Bodies& bodies, const ActiveJoint& j, int first,
                               int firstMass) {
  if (!j.def) return evaluateUser(bodies, j);
  SolverRow* const r = &rows[j.first];
  const RowSlots out{&r[first].row, sizeof *r};
  if (first > 0)
    evaluateAxes(*j.def, *j.frames, poses_[j.a], poses_[j.b], out);
  else
    evaluateAll(j, rigid_.biasRate, out);
  for (int k = first; k < j.count; ++k) {
    keepStiffness(r[k], bodies);
    keepLocks(r[k], bodies);
  }
  // Those that are held with the equations have the mass of that.
  if (firstMass == 0) keepDriveStiffness({r, size_t(j.count)}, j.equations, bodies);
  if (first == 0 && j.basis >= 0) changeBasis(bodies, j);
  for (int k = first; k < j.count; ++k) {
    const float frequency = r[k].row.frequency;
    r[k].soft = frequency > 0 ? softness(frequency, r[k].row.dampingRatio, h_) : rigid_;
    if (k >= firstMass) prepareRow(r[k], bodies);
  }
}

/// A motor without bound returns from beyond a limit at `motorRate` [1/s].
[[gnu::noinline]] void JointSolver::evaluateAll(const ActiveJoint& j, float motorRate,
                                                RowSlots out) const {
  evaluateJoint(*j.def, *j.frames, poses_[j.a], poses_[j.b], out);
  if (j.motor < 0) return;
  Row& motor = out[j.motor];
  motor.upper = j.strength, motor.lower = -j.strength;
  stopAtLimits(motor, out + j.firstLimit(), j.limitCount(), {motorRate, maxPushSpeed_, h_});
}

[[gnu::cold, gnu::noinline]] void JointSolver::evaluateUser(const Bodies& bodies,
                                                            const ActiveJoint& j) {
  if (!j.user) return;
  SolverRow& r = rows[j.first];
  r.row = j.user->evaluate(bodies);
  if (j.user->failed) r.impulse = 0;
  prepareRow(r, bodies);
  r.soft = rigid_;
  if (!(j.compliance > 0 && r.mass > 0)) return;
  // The spring 1/α as an oscillator of the row's effective mass; what is stiffer than floats can
  // tell stays rigid.
  const double turn = 1 / std::sqrt(double(j.compliance) * double(r.mass));
  if (!(turn * double(h_) < 1e5)) return;
  r.row.frequency = float(turn / 6.283185307179586), r.row.dampingRatio = 0;
  r.soft = softness(r.row.frequency, 0, h_);
}

void JointSolver::changeBasis(const Bodies& bodies, const ActiveJoint& j) {
  SoftBasis& basis = bases_[size_t(j.basis)];
  const std::span<SolverRow> equations = equationsOf(j);
  // From then on in the step the impulses are those of the new rows.
  const bool start = !basis.known();
  basis = SoftBasis(equations, bodies);
  basis.changeRows(equations);
  if (start) basis.changeImpulses(equations);
}

// Late is as early: poses are those of `evaluate`, and inertias turn only before it.
void JointSolver::evaluateSwept(const Bodies& bodies, Swept& s) {
  const ActiveJoint& j = joints[size_t(s.joint)];
  evaluateRows(bodies, j, j.equations, j.equations);
  s.ready = true;
}

bool JointSolver::presses(int32_t first, int32_t end) const {
  for (int32_t k = first; k < end; ++k)
    if (rows[size_t(k)].impulse != 0) return true;
  return false;
}

// A limit's row pushes nothing while C + h J Ω > 0, and |J Ω| is at most |J| |Ω|.
bool JointSolver::mayMeetLimit(const Bodies& bodies, const Swept& s) const {
  const ActiveJoint& j = joints[size_t(s.joint)];
  const float slack = slacks_[size_t(s.joint)] - kAngleRounding;
  const Vec3 spin = bodies.states[j.a].angular - bodies.states[j.b].angular;
  return slack <= 0 || h_ * h_ * lengthSquared(spin) >= slack * slack;
}

void JointSolver::factor(const Bodies& bodies) {
  system_.factor(bodies, rows, points_);
  if (!factored_) system_.takeImpulses(rows);
  factored_ = true;
}

void JointSolver::warmStart(Bodies& bodies) {
  if (!factored_) {
    for (const ActiveJoint& j : joints)
      for (int k = 0; k < j.count && !j.exact; ++k) warmStartRow(rows[size_t(j.first + k)], bodies);
    return;
  }
  system_.warmStart(bodies, {acting_, kTouched | kBounded});
  for (const Swept& s : swept_)
    for (int32_t k = s.first; k < endOf(s); ++k) warmStartRow(rows[size_t(k)], bodies);
}

void JointSolver::startSwept(Bodies& bodies) {
  if (!swept_.empty()) system_.solve(bodies, true, {acting_, kSwept});
}

void JointSolver::sweep(Bodies& bodies, bool useBias) {
  for (Swept& s : swept_) {
    if (!useBias && !(acting_[size_t(s.joint)] & (kTouched | kHeld))) continue;
    if (!s.ready) {
      if (!mayMeetLimit(bodies, s)) continue;
      evaluateSwept(bodies, s);
    }
    const ActiveJoint& j = joints[size_t(s.joint)];
    const bool covered = system_.covers(s.joint);
    const auto own = std::span(rows).subspan(size_t(s.first), size_t(endOf(s) - s.first));
    limitsLast(own, [&](SolverRow& r) {
      float total = solvedImpulse(r, bodies, h_, useBias);
      // Most limits are far and push nothing.
      if (total == r.impulse) return;
      if (!covered) return setRowImpulse(r, bodies, total);
      if (!s.held) {
        system_.hold(s.joint, own, &held_[size_t(s.first)]);
        s.held = true;
        total = solvedImpulse(r, bodies, h_, useBias);
      }
      const HeldRow& held = held_[size_t(&r - rows.data())];
      applyRow(held.push, j.a, j.b, bodies, total - r.impulse);
      system_.addImpulses(s.joint, held, total - r.impulse);
      r.impulse = total;
    });
  }
}

void JointSolver::factorEach(const Bodies& bodies) {
  each_.resize(joints.size());
  for (size_t i = 0; i < joints.size(); ++i) each_.factor(i, equationsOf(joints[i]), bodies);
}

void JointSolver::addAssemblies(const Bodies& bodies, std::vector<int32_t>& which) {
  const auto assembly = [&](size_t i) { return assemblies_[size_t(bodyOf(bodies, joints[i]))]; };
  // Behind them comes the list that takes their place.
  const size_t count = which.size();
  for (size_t i = 0; i < joints.size(); ++i) {
    const auto isOfIt = [&](int32_t k) { return assembly(size_t(k)) == assembly(i); };
    if (!joints[i].exact && std::any_of(which.begin(), which.begin() + ptrdiff_t(count), isOfIt))
      which.push_back(int32_t(i));
  }
  which.erase(which.begin(), which.begin() + ptrdiff_t(count));
}

void JointSolver::removeImpulses(std::span<const int32_t> which, Bodies& bodies) {
  for (const int32_t i : which)
    for (int k = 0; k < joints[size_t(i)].count; ++k)
      setRowImpulse(rows[size_t(joints[size_t(i)].first + k)], bodies, 0);
}

void JointSolver::solveVelocities(std::span<const int32_t> which, std::span<const int32_t> reached,
                                  int passes, Bodies& bodies) {
  updatePoses(bodies);
  for (const int32_t i : which) {
    const ActiveJoint& j = joints[size_t(i)];
    evaluateRows(bodies, j, 0, 0);
    each_.factor(size_t(i), equationsOf(j), bodies);
  }
  for (const int32_t r : reached) rows[size_t(r)].row.error = min(rows[size_t(r)].row.error, 0.0f);
  for (int pass = 0; pass < passes; ++pass)
    for (const int32_t i : which) sweepJoint(size_t(i), bodies, false);
}

void JointSolver::sweepJoint(size_t i, Bodies& bodies, bool useBias) {
  const ActiveJoint& j = joints[i];
  each_.solve(i, equationsOf(j), bodies, useBias);
  const auto own =
      std::span(rows).subspan(size_t(j.first + j.equations), size_t(j.count - j.equations));
  limitsLast(own, [&](SolverRow& r) { solveRow(r, bodies, h_, useBias); });
}

void JointSolver::sweepAll(Bodies& bodies, bool useBias) {
  for (size_t i = 0; i < joints.size(); ++i)
    if (!joints[i].exact) sweepJoint(i, bodies, useBias);
}

// Pushed where the anchors were, bodies that went on would gain angular momentum.
void JointSolver::moveEquations(const Bodies& bodies) {
  updatePoses(bodies);
  for (const PointBatch& batch : batches_)
    evaluatePoints(batch, poses_.data(), points_.data(), slacks_.data());
  for (const int32_t i : inRows_) {
    const ActiveJoint& j = joints[size_t(i)];
    if (!system_.covers(i) || j.basis >= 0 || j.exact) continue;
    if (!j.def) {
      evaluateUser(bodies, j);
      continue;
    }
    Row moved[kMaxJointRows];
    evaluateAll(j, 0, {moved, sizeof *moved});
    for (int k = 0; k < j.equations; ++k) {
      SolverRow& r = rows[size_t(j.first + k)];
      r.row = moved[k];
      keepLocks(r, bodies);
    }
  }
  system_.move(bodies, rows, points_);
}

void JointSolver::relaxEquations(Bodies& bodies) {
  findPressed(bodies);
  if (std::ranges::none_of(acting_, [](uint8_t marks) { return marks & kTouched; })) return;
  moveEquations(bodies);
  system_.solve(bodies, false, {acting_, kTouched});
}

double JointSolver::solveEquationsExactly(Bodies& bodies, bool useBias) {
  return system_.solveExactly(bodies, useBias);
}

void JointSolver::factorForImpact(const Bodies& bodies, int assembly, bool evaluates) {
  if (evaluates) evaluate(bodies);
  system_.factorForImpact(bodies, rows, points_, assembly);
}

void JointSolver::addImpactImpulses(int assembly) {
  system_.forEachImpactImpulse(assembly, [&](int joint, int row, double impulse) {
    joints[size_t(joint)].stepImpulses[row] += isSound(float(impulse)) ? float(impulse) : 0;
  });
}

void JointSolver::addImpulses() {
  if (factored_) system_.giveImpulses(rows);
  for (const ActiveJoint& j : joints) {
    const SolverRow* from = rows.data() + j.first;
    int k = 0;
    if (j.basis >= 0) {
      SolverRow springs[6];
      std::copy_n(from, j.equations, springs);
      bases_[size_t(j.basis)].restoreImpulses({springs, size_t(j.equations)});
      for (; k < j.equations; ++k)
        j.stepImpulses[k] += isSound(springs[k].impulse) ? springs[k].impulse : 0;
    }
    for (; k < j.count; ++k) j.stepImpulses[k] += isSound(from[k].impulse) ? from[k].impulse : 0;
  }
}

void JointSolver::forgetImpulses() {
  for (SolverRow& r : rows) r.impulse = 0;
  if (factored_) system_.takeImpulses(rows);
}

void JointSolver::storeImpulses() {
  if (factored_) system_.giveImpulses(rows);
  for (const ActiveJoint& j : joints) {
    if (j.basis >= 0) bases_[size_t(j.basis)].restoreImpulses(equationsOf(j));
    for (int k = 0; k < j.count; ++k) {
      const float impulse = rows[j.first + k].impulse;
      j.impulses[k] = isSound(impulse) && !(j.user && j.user->failed) ? impulse : 0;
    }
  }
}

}  // namespace holonom
