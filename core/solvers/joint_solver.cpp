#include "solvers/joint_solver.h"

#include <algorithm>

namespace holonom {

void JointSolver::prepare(const Bodies& bodies, const std::vector<Contact>& contacts,
                          float equationRate) {
  equationRate_ = equationRate;
  blocks_.clear();
  int count = 0;
  for (ActiveJoint& j : joints) {
    j.first = count;
    j.equations = equalityCount(*j.def);
    blocks_.push_back({j.a, j.b, j.first, j.equations});
    count += j.count;
  }
  rows.resize(static_cast<size_t>(count));
  for (const ActiveJoint& j : joints)
    for (int k = 0; k < j.count; ++k) rows[j.first + k].impulse = j.impulses[k];
  if (joints.empty()) return;
  if (!system_.matches(bodies, blocks_)) system_.analyse(bodies, blocks_);
  findAssemblies(bodies);
  findResting(bodies, contacts);
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

void JointSolver::findResting(const Bodies& bodies, const std::vector<Contact>& contacts) {
  touched_.assign(assemblies_.size(), 0);
  for (const Contact& c : contacts)
    if (c.manifold.count > 0 && !c.sensor)
      for (const int body : {c.bodyA, c.bodyB})
        if (bodies.isDynamic(body)) touched_[assemblies_[body]] = 1;
  resting_.resize(joints.size());
  for (size_t i = 0; i < joints.size(); ++i) {
    const int body = bodies.isDynamic(joints[i].a) ? joints[i].a : joints[i].b;
    resting_[i] = !touched_[assemblies_[body]];
  }
}

void JointSolver::evaluate(const Bodies& bodies, float h, bool swept) {
  Row evaluated[kMaxJointRows];
  for (size_t i = 0; i < joints.size(); ++i) {
    const ActiveJoint& j = joints[i];
    // Equations that are solved together need no mass of their own.
    const int together = !swept && system_.covers(static_cast<int>(i)) ? j.equations : 0;
    const Transform a = bodies.poseNow(j.a);
    const Transform b = j.b == bodies.nobody() ? Transform{} : bodies.poseNow(j.b);
    evaluateJoint(*j.def, *j.frames, a, b, evaluated);
    for (int k = 0; k < j.count; ++k) {
      SolverRow& r = rows[j.first + k];
      r.row = evaluated[k];
      r.a = j.a, r.b = j.b;
      r.soft = r.row.frequency > 0 ? softness(r.row.frequency, r.row.dampingRatio, h)
                                   : Softness{equationRate_, 1, 0};
      if (k >= together) prepareRow(r, bodies);
    }
  }
}

void JointSolver::warmStart(Bodies& bodies) const {
  for (const SolverRow& r : rows) warmStartRow(r, bodies);
}

void JointSolver::sweep(Bodies& bodies, float h, bool useBias) {
  for (size_t i = 0; i < joints.size(); ++i) {
    const ActiveJoint& j = joints[i];
    const int first = system_.covers(static_cast<int>(i)) ? j.equations : 0;
    for (int k = first; k < j.count; ++k) solveRow(rows[j.first + k], bodies, h, {}, useBias);
  }
}

void JointSolver::sweepAll(Bodies& bodies, float h, bool useBias) {
  for (SolverRow& r : rows) solveRow(r, bodies, h, {}, useBias);
}

void JointSolver::relaxEquations(Bodies& bodies) {
  if (std::find(resting_.begin(), resting_.end(), 0) != resting_.end())
    system_.solve(bodies, rows, false, resting_);
}

double JointSolver::solveEquationsExactly(Bodies& bodies, bool useBias) {
  return system_.solveExactly(bodies, rows, useBias);
}

void JointSolver::storeImpulses() const {
  for (const ActiveJoint& j : joints)
    for (int k = 0; k < j.count; ++k) j.impulses[k] = rows[j.first + k].impulse;
}

}  // namespace holonom
