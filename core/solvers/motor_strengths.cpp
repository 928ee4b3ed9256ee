#include "solvers/motor_strengths.h"

#include <algorithm>

#include "base/union_find.h"

namespace holonom {

namespace {

/// Of what moving all may need.
constexpr double kReserve = 1.5;

struct MotorAim {
  bool turns;
  double speed;  // [rad/s or m/s]
};
MotorAim aimOf(const JointDef& def) {
  return std::visit(
      [](const auto& j) -> MotorAim {
        if constexpr (requires { j.motor; })
          return {std::is_same_v<decltype(j.motor), std::optional<AngularMotor>>,
                  std::abs(double(j.motor->velocity))};
        return {};
      },
      def);
}

}  // namespace

void MotorStrengths::find(const Bodies& bodies, std::span<const Contact> contacts,
                          std::vector<ActiveJoint>& joints, float gravity, float h,
                          bool jointsAtOnce) {
  const auto isFree = [](const ActiveJoint& j) { return j.def && freeMotorRow(*j.def) >= 0; };
  if (contacts.empty() || std::ranges::none_of(joints, isFree)) return;
  startSets(parents_, bodies.size() + 1);
  const auto link = [&](int a, int b) {
    if (bodies.canMove(a) && bodies.canMove(b)) unite(parents_, a, b);
  };
  const auto pushes = [](const Contact& c) { return (c.count > 0 || c.swept) && !c.sensor; };
  for (const Contact& c : contacts)
    if (pushes(c)) link(c.bodyA, c.bodyB);
  for (const ActiveJoint& j : joints) link(j.a, j.b);
  groups_.assign(size_t(bodies.size()) + 1, {});
  const auto groupOf = [&](int a, int b) -> Group& {
    return groups_[size_t(rootOf(parents_, bodies.canMove(a) ? a : b))];
  };
  for (const int i : bodies.active()) {
    if (!bodies.moves(i)) continue;
    Group& group = groupOf(i, i);
    const BodyMass& body = bodies.masses[i];
    const double mass = double(body.mass);
    const Vec3d at = toDouble(bodies.poses[i].position);
    group.mass += mass;
    group.weight +=
        mass * double(abs(body.gravityScale) * gravity) + length(toDouble(bodies.forces[i]));
    group.torque += length(toDouble(bodies.torques[i]));
    group.moment += mass * at;
    group.second +=
        mass * lengthSquared(at) + double(body.inertia.x + body.inertia.y + body.inertia.z);
  }
  for (const Contact& c : contacts)
    if (pushes(c)) groupOf(c.bodyA, c.bodyB).touches = true;
  for (const ActiveJoint& j : joints)
    groupOf(j.a, j.b).unknown |= !j.def || j.isGeared() || j.isGrounded() || j.hasSprings();
  for (ActiveJoint& j : joints) {
    if (!isFree(j)) continue;
    const Group& group = groupOf(j.a, j.b);
    j.yields = jointsAtOnce && group.touches;
    if (!group.touches || group.unknown || !(group.mass > 0)) continue;
    const MotorAim aim = aimOf(*j.def);
    double inertia = group.mass, arm = 1;
    if (aim.turns) {
      const Vec3d at = toDouble(transformPoint(bodies.poses[j.a], j.frames->a.position));
      inertia = group.second - 2 * dot(at, group.moment) + group.mass * lengthSquared(at);
      arm = std::sqrt(max(inertia, 0.0) / group.mass);
    }
    const double needed = inertia * aim.speed + (arm * group.weight + group.torque) * double(h);
    // A brake of what nothing pulls needs none.
    if (!(needed > 0)) continue;
    j.strength = float(kReserve * needed), j.slowing = float(needed / inertia);
  }
}

}  // namespace holonom
