// Forces and impulses from outside.
#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

constexpr Range kAnyFinite{-kInfinity, kInfinity};

Status checkPush(const char* name, Vec3 push, const std::optional<Vec3>& point) {
  if (Status bad = checkMember(push, name, kAnyFinite, 0)) return bad;
  return checkMember(point, "point", {}, 0);
}

}  // namespace

/// Wakes the body that something pushes; -1 and an error for a stale handle.
int World::pushed(BodyId id, Status& bad) {
  const int i = indexOf(id);
  if (i < 0)
    bad = Error{ErrorCode::Stale, "body", double(id.bits), "a handle of a body that still exists"};
  if (bad) return -1;
  wake(i);
  ++version;
  return i;
}

Status World::applyForce(BodyId id, Vec3 force, std::optional<Vec3> point) {
  Status bad = checkPush("force", force, point);
  const int i = pushed(id, bad);
  if (i < 0 || !bodies.isDynamic(i)) return bad;
  bodies.forces[i] += force;
  if (point) bodies.torques[i] += cross(*point - bodies.poses[i].position, force);
  return {};
}

Status World::applyTorque(BodyId id, Vec3 torque) {
  Status bad = checkPush("torque", torque, {});
  const int i = pushed(id, bad);
  if (i < 0 || !bodies.isDynamic(i)) return bad;
  bodies.torques[i] += torque;
  return {};
}

Status World::applyImpulse(BodyId id, Vec3 impulse, std::optional<Vec3> point) {
  Status bad = checkPush("impulse", impulse, point);
  const int i = pushed(id, bad);
  if (i < 0 || !bodies.isDynamic(i)) return bad;
  bodies.setInverseInertia(
      i, rotateDiagonal(bodies.poses[i].rotation, bodies.masses[i].inverseInertia));
  bodies.applyImpulse(i, impulse, point ? *point - bodies.poses[i].position : Vec3{});
  return {};
}

}  // namespace holonom
