#include "solvers/motor_strengths.h"

#include <algorithm>

#include "base/union_find.h"

namespace holonom {

namespace {

/// What motors can give all that they move, 50 times that of gravity [m/s²]: brakes hold what
/// falls on them, and contacts hold against it.
constexpr double kAcceleration = 500;
/// How far they press soft contacts in, beside the weight [m].
constexpr double kPressed = 0.0051;

bool turns(const JointDef& def) {
  return std::visit(
      [](const auto& j) {
        if constexpr (requires { j.motor; }) return motorTurns<std::decay_t<decltype(j)>>;
        return false;
      },
      def);
}

}  // namespace

double motorAcceleration(float contactFrequency, float gravity) {
  if (!(contactFrequency > 0)) return kAcceleration;
  const double omega = 2 * double(kPi) * double(contactFrequency);
  return min(kAcceleration, kPressed * omega * omega + double(gravity));
}

void MotorStrengths::find(const Bodies& bodies, std::span<const Contact> contacts,
                          std::vector<ActiveJoint>& joints, bool sweepsTouching, bool sweepsFree,
                          double acceleration) {
  const auto isFree = [](const ActiveJoint& j) { return j.def && freeMotorRow(*j.def) >= 0; };
  if (std::ranges::none_of(joints, isFree)) return;
  startSets(parents_, bodies.size() + 1);
  const auto link = [&](int a, int b) {
    if (bodies.canMove(a) && bodies.canMove(b)) unite(parents_, a, b);
  };
  for (const Contact& c : contacts)
    if (c.mayPush()) link(c.bodyA, c.bodyB);
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
    group.moment += mass * at;
    group.second +=
        mass * lengthSquared(at) + double(body.inertia.x + body.inertia.y + body.inertia.z);
  }
  for (const Contact& c : contacts)
    if (c.mayPush()) groupOf(c.bodyA, c.bodyB).touches = true;
  for (ActiveJoint& j : joints) {
    if (!isFree(j)) continue;
    const Group& group = groupOf(j.a, j.b);
    j.sweepsMotor = group.touches ? sweepsTouching : sweepsFree;
    if (!group.touches) continue;
    double inertia = group.mass;
    if (turns(*j.def)) {
      // As fast at the radius of gyration about the anchor.
      const Vec3d at = toDouble(transformPoint(bodies.poses[j.a], j.frames->a.position));
      const double second =
          group.second - 2 * dot(at, group.moment) + group.mass * lengthSquared(at);
      inertia = std::sqrt(max(second, 0.0) * group.mass);
    }
    j.strength = min(float(acceleration * inertia), kUnbounded);
  }
}

}  // namespace holonom
