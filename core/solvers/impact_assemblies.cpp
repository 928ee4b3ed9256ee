#include "solvers/impact_assemblies.h"

namespace holonom {

namespace {

/// Most velocities that are stored; contacts beyond act on their bodies alone until `close`.
constexpr size_t kMostAnswers = 1 << 16;

BodyVelocity changeBy(const Bodies& bodies, int body, Vec3 impulse, Vec3 arm) {
  const Sym3 m = bodies.inverseInertia(body);
  const Sym3d inverseInertia{m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
  const Vec3d j = toDouble(impulse);
  return {bodies.freeLinear(body, double(bodies.masses[body].inverseMass) * j),
          inverseInertia * cross(toDouble(arm), j)};
}

void addChange(BodyVelocity& to, const BodyVelocity& change) {
  to.linear += change.linear, to.angular += change.angular;
}

}  // namespace

void ImpactAssemblies::begin() {
  open_.clear(), starts_.clear(), given_.clear(), bodies_.clear(), answers_.clear();
}

int ImpactAssemblies::find(int assembly) const {
  for (size_t i = 0; i < open_.size(); ++i)
    if (open_[i].assembly == assembly) return int(i);
  return -1;
}

int ImpactAssemblies::memberOf(const JointSolver& joints, int open, int body) const {
  const auto members = joints.bodiesOf(open_[size_t(open)].assembly);
  for (size_t i = 0; i < members.size(); ++i)
    if (members[i] == body) return int(i);
  return -1;
}

void ImpactAssemblies::open(Bodies& bodies, JointSolver& joints, int body) {
  const int assembly = joints.assemblyOf(body);
  if (assembly < 0 || find(assembly) >= 0) return;
  joints.factorForImpact(bodies, assembly, open_.empty());
  const auto members = joints.bodiesOf(assembly);
  open_.push_back({assembly, int(starts_.size()), int(members.size()), false});
  scratch_.clear();
  for (const int32_t i : members) {
    const BodyState& s = bodies.states[i];
    starts_.push_back({s.linear, s.angular});
    scratch_.push_back({toDouble(s.linear), toDouble(s.angular)});
    given_.emplace_back();
    bodies_.push_back(i);
  }
  joints.meetEquations(bodies, assembly, scratch_, false);
  for (size_t i = 0; i < members.size(); ++i) {
    BodyState& s = bodies.states[members[i]];
    s.linear = toFloat(scratch_[i].linear), s.angular = toFloat(scratch_[i].angular);
  }
}

void ImpactAssemblies::answer(const Bodies& bodies, JointSolver& joints, int a, int b, Vec3 armA,
                              Vec3 armB, const Vec3* axes, ImpactAnswer* out) {
  const auto openOf = [&](int body) {
    const int assembly = joints.assemblyOf(body);
    return assembly < 0 ? -1 : find(assembly);
  };
  const int ofA = openOf(a), ofB = openOf(b);
  if (ofA >= 0) out[0] = {ofA, memberOf(joints, ofA, a), -1, -1};
  if (ofB >= 0 && ofB == ofA)
    out[0].memberB = memberOf(joints, ofB, b);
  else if (ofB >= 0)
    out[1] = {ofB, -1, memberOf(joints, ofB, b), -1};
  for (ImpactAnswer* each = out; each < out + 2; ++each) {
    if (each->assembly < 0) continue;
    const Open& open = open_[size_t(each->assembly)];
    const size_t count = size_t(open.count);
    if (answers_.size() + 3 * count > kMostAnswers) continue;
    each->first = int(answers_.size());
    for (int axis = 0; axis < 3; ++axis) {
      scratch_.assign(count, {});
      if (each->memberA >= 0)
        addChange(scratch_[size_t(each->memberA)], changeBy(bodies, a, -axes[axis], armA));
      if (each->memberB >= 0)
        addChange(scratch_[size_t(each->memberB)], changeBy(bodies, b, axes[axis], armB));
      joints.meetEquations(bodies, open.assembly, scratch_, true);
      for (const BodyVelocity& v : scratch_)
        answers_.push_back({toFloat(v.linear), toFloat(v.angular)});
    }
  }
}

Vec3 ImpactAssemblies::relativeVelocity(const ImpactAnswer& answer, int axis, Vec3 armA,
                                        Vec3 armB) const {
  const Motion* const moved =
      &answers_[size_t(answer.first + axis * open_[size_t(answer.assembly)].count)];
  Vec3 v{};
  if (answer.memberB >= 0) {
    const Motion& m = moved[answer.memberB];
    v += m.linear + cross(m.angular, armB);
  }
  if (answer.memberA >= 0) {
    const Motion& m = moved[answer.memberA];
    v -= m.linear + cross(m.angular, armA);
  }
  return v;
}

void ImpactAssemblies::push(Bodies& bodies, const ImpactAnswer& answer, const float* along,
                            Vec3 impulse, Vec3 armA, Vec3 armB) {
  Open& open = open_[size_t(answer.assembly)];
  open.pushed = true;
  const auto give = [&](int member, Vec3 j, Vec3 arm) {
    if (member < 0) return;
    const int body = bodies_[size_t(open.first + member)];
    addChange(given_[size_t(open.first + member)], changeBy(bodies, body, j, arm));
    if (answer.first < 0) bodies.applyImpulse(body, j, arm);
  };
  give(answer.memberA, -impulse, armA);
  give(answer.memberB, impulse, armB);
  if (answer.first < 0) return;
  const Motion* const moved = &answers_[size_t(answer.first)];
  for (int k = 0; k < open.count; ++k) {
    BodyState& s = bodies.states[bodies_[size_t(open.first + k)]];
    for (int axis = 0; axis < 3; ++axis) {
      if (along[axis] == 0) continue;
      const Motion& m = moved[axis * open.count + k];
      s.linear += along[axis] * m.linear, s.angular += along[axis] * m.angular;
    }
  }
}

void ImpactAssemblies::close(Bodies& bodies, JointSolver& joints) {
  for (const Open& open : open_) {
    const auto given = std::span(given_).subspan(size_t(open.first), size_t(open.count));
    if (open.pushed) {
      joints.meetEquations(bodies, open.assembly, given, true);
      joints.addImpactImpulses(open.assembly);
    }
    for (int k = 0; k < open.count; ++k) {
      const Motion& start = starts_[size_t(open.first + k)];
      BodyState& s = bodies.states[bodies_[size_t(open.first + k)]];
      s.linear = toFloat(toDouble(start.linear) + given[size_t(k)].linear);
      s.angular = toFloat(toDouble(start.angular) + given[size_t(k)].angular);
    }
  }
  open_.clear();
}

}  // namespace holonom
