// Forces, impulses and moves from outside.
#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

constexpr Range kAnyFinite{-kInfinity, kInfinity};

Status checkPush(const char* name, Vec3 push, const std::optional<Vec3>& point) {
  if (Status bad = checkMember(push, name, kAnyFinite, 0)) return bad;
  return checkMember(point, "point", {}, 0);
}

Error tooMuch(const char* name, Vec3 push) {
  return {ErrorCode::Range, name, Value::ofNumbers({push.x, push.y, push.z}), Rule::PushesFinite};
}

bool isSlow(Vec3 v) { return lengthSquared(v) < kFastest * kFastest; }

/// No faster than a step would let it go.
Vec3 slowed(Vec3d v) {
  const double speed = length(v);
  return toFloat(speed < double(kFastest) ? v : (double(kFastest) / speed) * v);
}

}  // namespace

/// Wakes the body that something pushes; -1 and an error for a stale handle. Within a step what
/// sleeps sleeps on, and what was stopped stays so.
int World::pushed(BodyId id, Status& bad) {
  const int i = indexOf(id);
  if (i < 0) bad = Error{ErrorCode::Stale, "body", double(id.bits), Rule::ExistingKind, {"body"}};
  if (bad) return -1;
  if ((withinStep() && !bodies.isAwake(i)) || bodies.isStopped(i)) return -1;
  wake(i);
  ++version;
  return i;
}

Status World::applyForce(BodyId id, Vec3 force, std::optional<Vec3> point) {
  Status bad = checkPush("force", force, point);
  const int known = indexOf(id);
  Vec3 forces, torques;
  if (!bad && known >= 0) {
    forces = bodies.forces[known] + force;
    torques = bodies.torques[known];
    if (point) torques += cross(*point - bodies.poses[known].position, force);
    if (!isFinite(forces) || !isFinite(torques)) bad = tooMuch("force", force);
  }
  const int i = pushed(id, bad);
  if (i < 0 || !bodies.isDynamic(i)) return bad;
  bodies.forces[i] = forces;
  bodies.torques[i] = torques;
  return {};
}

Status World::applyTorque(BodyId id, Vec3 torque) {
  Status bad = checkPush("torque", torque, {});
  const int known = indexOf(id);
  if (!bad && known >= 0 && !isFinite(bodies.torques[known] + torque))
    bad = tooMuch("torque", torque);
  const int i = pushed(id, bad);
  if (i < 0 || !bodies.isDynamic(i)) return bad;
  bodies.torques[i] += torque;
  return {};
}

Status World::applyImpulse(BodyId id, Vec3 impulse, std::optional<Vec3> point) {
  Status bad = checkPush("impulse", impulse, point);
  const int i = pushed(id, bad);
  if (i < 0 || !bodies.isDynamic(i)) return bad;
  bodies.setInverseInertia(i, bodies.inverseInertiaAt(i, bodies.poses[i].rotation));
  BodyState& s = bodies.states[i];
  const Vec3 linear = s.linear, angular = s.angular;
  const Vec3 arm = point ? *point - bodies.poses[i].position : Vec3{};
  bodies.applyImpulse(i, impulse, arm);
  if (isSlow(s.linear) && isSlow(s.angular)) return {};
  // In double precision, where it stays finite and keeps its direction.
  const Sym3 w = bodies.inverseInertia(i);
  const Vec3d p = toDouble(impulse);
  s.linear =
      bodies.freeLinear(i, slowed(toDouble(linear) + double(bodies.masses[i].inverseMass) * p));
  s.angular = slowed(toDouble(angular) +
                     Sym3d{w.xx, w.yy, w.zz, w.xy, w.xz, w.yz} * cross(toDouble(arm), p));
  return {};
}

Status World::moveTo(BodyId id, const MoveTarget& target) {
  const int i = indexOf(id);
  if (i < 0) return Error{ErrorCode::Stale, "body", double(id.bits), Rule::ExistingKind, {"body"}};
  if (Status bad = checkFields(target, "")) return bad;
  if (bodies.types[i] != BodyType::Kinematic)
    return Error{ErrorCode::Type, "type", EnumNames<BodyType>::names[int(bodies.types[i])],
                 Rule::KinematicBody};
  const Quat rotation = target.rotation ? normalize(*target.rotation) : bodies.bodyPose(i).rotation;
  moves_.set(id, {target.position, rotation});
  wake(i);
  ++version;
  return {};
}

}  // namespace holonom
