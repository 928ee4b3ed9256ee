#include "solvers/joint_solver.h"

#include <algorithm>

namespace holonom {

namespace {

/// What acts on an assembly beside its equations: contacts and rows that press; hands and rows that
/// may.
constexpr uint8_t kTouched = 1, kBounded = 2;

/// A body of the joint that stands for its assembly.
int bodyOf(const Bodies& bodies, const ActiveJoint& j) { return bodies.isDynamic(j.a) ? j.a : j.b; }

}  // namespace

void JointSolver::prepare(const Bodies& bodies, const std::vector<Contact>& contacts,
                          const std::vector<ActiveGrab>& grabs, float equationRate) {
  equationRate_ = equationRate;
  factored_ = false;
  blocks_.clear();
  int count = 0;
  for (ActiveJoint& j : joints) {
    j.first = count;
    j.equations = equalityCount(*j.def);
    blocks_.push_back({j.a, j.b, j.first, j.equations, holdsPoint(*j.def)});
    count += j.count;
  }
  rows.resize(static_cast<size_t>(count));
  for (const ActiveJoint& j : joints)
    for (int k = 0; k < j.count; ++k) {
      SolverRow& r = rows[j.first + k];
      r.a = j.a, r.b = j.b;
      r.impulse = j.impulses[k];
    }
  // Without joints too: the system forgets those of the last step.
  const bool known = system_.matches(bodies, blocks_);
  if (!known) {
    system_.analyse(bodies, blocks_);
    listBodies(bodies);
  }
  swept_.clear();
  if (joints.empty()) return;
  // Of each body, those without joints too.
  if (!known || assemblies_.size() != size_t(bodies.size()) + 1) findAssemblies(bodies);
  poses_.resize(size_t(bodies.size()) + 1);
  poses_.back() = {};
  listSwept();
  findResting(bodies, contacts, grabs);
}

void JointSolver::listSwept() {
  for (size_t i = 0; i < joints.size(); ++i) {
    const ActiveJoint& j = joints[i];
    const int first = system_.covers(static_cast<int>(i)) ? j.equations : 0;
    for (int k = first; k < j.count; ++k) swept_.push_back(j.first + k);
  }
}

void JointSolver::listBodies(const Bodies& bodies) {
  jointed_.clear();
  for (const ActiveJoint& j : joints)
    for (const int body : {j.a, j.b})
      if (body != bodies.nobody()) jointed_.push_back(body);
  std::sort(jointed_.begin(), jointed_.end());
  jointed_.erase(std::unique(jointed_.begin(), jointed_.end()), jointed_.end());
}

void JointSolver::findAssemblies(const Bodies& bodies) {
  assemblies_.resize(static_cast<size_t>(bodies.size()) + 1);
  for (size_t i = 0; i < assemblies_.size(); ++i) assemblies_[i] = static_cast<int32_t>(i);
  const auto rootOf = [&](int i) {
    while (assemblies_[i] != i) i = assemblies_[i] = assemblies_[assemblies_[i]];
    return i;
  };
  for (const ActiveJoint& j : joints) {
    if (!bodies.isDynamic(j.a) || j.b == bodies.nobody() || !bodies.isDynamic(j.b)) continue;
    const int a = rootOf(j.a), b = rootOf(j.b);
    assemblies_[max(a, b)] = min(a, b);
  }
  for (size_t i = 0; i < assemblies_.size(); ++i) assemblies_[i] = rootOf(static_cast<int>(i));
}

void JointSolver::findResting(const Bodies& bodies, const std::vector<Contact>& contacts,
                              const std::vector<ActiveGrab>& grabs) {
  marks_.assign(assemblies_.size(), 0);
  const auto mark = [&](int body, uint8_t what) {
    if (bodies.isDynamic(body)) marks_[assemblies_[body]] |= what;
  };
  for (const Contact& c : contacts)
    if (c.count > 0 && !c.sensor) mark(c.bodyA, kTouched), mark(c.bodyB, kTouched);
  for (const ActiveGrab& g : grabs) mark(g.grab.body, kBounded);
  for (size_t i = 0; i < joints.size(); ++i)
    if (joints[i].count > joints[i].equations || !system_.covers(int(i)))
      mark(bodyOf(bodies, joints[i]), kBounded);
  resting_.resize(joints.size());
  free_.resize(joints.size());
  for (size_t i = 0; i < joints.size(); ++i) {
    const uint8_t marks = marks_[assemblies_[bodyOf(bodies, joints[i])]];
    resting_[i] = !(marks & kTouched);
    free_[i] = marks == 0;
  }
}

void JointSolver::findPressed(const Bodies& bodies) {
  bool pressed = false;
  for (size_t i = 0; i < joints.size(); ++i) {
    const ActiveJoint& j = joints[i];
    for (int k = j.first + j.equations; k < j.first + j.count; ++k)
      if (rows[k].impulse != 0) {
        marks_[assemblies_[bodyOf(bodies, j)]] |= kTouched;
        pressed = true;
      }
  }
  if (!pressed) return;
  for (size_t i = 0; i < joints.size(); ++i)
    if (marks_[assemblies_[bodyOf(bodies, joints[i])]] & kTouched) resting_[i] = 0;
}

void JointSolver::evaluate(const Bodies& bodies, float h, bool swept) {
  for (const int body : jointed_) poses_[body] = bodies.poseNow(body);
  const Softness rigid{equationRate_, 1, 0};
  for (size_t i = 0; i < joints.size(); ++i) {
    const ActiveJoint& j = joints[i];
    // Equations that are solved together need no mass of their own.
    const int together = !swept && system_.covers(static_cast<int>(i)) ? j.equations : 0;
    SolverRow* const r = &rows[j.first];
    evaluateJoint(*j.def, *j.frames, poses_[j.a], poses_[j.b], {&r->row, sizeof *r});
    for (int k = 0; k < j.count; ++k) {
      const float frequency = r[k].row.frequency;
      r[k].soft = frequency > 0 ? softness(frequency, r[k].row.dampingRatio, h) : rigid;
      if (k >= together) prepareRow(r[k], bodies);
    }
  }
}

void JointSolver::factor(const Bodies& bodies) {
  system_.factor(bodies, rows);
  if (!factored_) system_.takeImpulses(rows);
  factored_ = true;
}

void JointSolver::warmStart(Bodies& bodies) {
  if (!factored_) {
    for (const SolverRow& r : rows) warmStartRow(r, bodies);
    return;
  }
  system_.warmStart(bodies, free_);
  for (const int32_t k : swept_) warmStartRow(rows[size_t(k)], bodies);
}

void JointSolver::sweep(Bodies& bodies, float h, bool useBias) {
  for (const int32_t k : swept_) solveRow(rows[size_t(k)], bodies, h, {}, useBias);
}

void JointSolver::sweepAll(Bodies& bodies, float h, bool useBias) {
  for (SolverRow& r : rows) solveRow(r, bodies, h, {}, useBias);
}

void JointSolver::relaxEquations(Bodies& bodies) {
  findPressed(bodies);
  if (std::find(resting_.begin(), resting_.end(), 0) != resting_.end())
    system_.solve(bodies, false, resting_);
}

double JointSolver::solveEquationsExactly(Bodies& bodies, bool useBias) {
  return system_.solveExactly(bodies, useBias);
}

void JointSolver::storeImpulses() {
  if (factored_) system_.giveImpulses(rows);
  for (const ActiveJoint& j : joints)
    for (int k = 0; k < j.count; ++k) {
      const float impulse = rows[j.first + k].impulse;
      j.impulses[k] = isSound(impulse) ? impulse : 0;
    }
}

}  // namespace holonom
