#include "world/collision/pair_rules.h"

#include "rigid/materials.h"

namespace holonom {

namespace {

/// Cosine within which an axis is a principal one.
constexpr float kAlongAxis = 0.99999f;
/// Of its extent: a center of mass no farther from the axis of a shape lies on it.
constexpr float kOffAxis = 1e-3f;

}  // namespace

bool mayCollide(const BodyDef& a, const BodyDef& b) {
  if (!(a.collisionGroups & b.collisionMask) || !(b.collisionGroups & a.collisionMask))
    return false;
  const bool watched = a.sensor || b.sensor;
  const auto acts = [&](const BodyDef& d) {
    return d.type == BodyType::Dynamic || (watched && d.type == BodyType::Kinematic);
  };
  return acts(a) || acts(b);
}

bool wantsSweeps(const BodyDef& d) { return d.type == BodyType::Dynamic && d.continuous; }

void setMaterial(ContactPatch& c, const BodyDef& a, const BodyDef& b) {
  c.friction = combine(a.frictionCombine, b.frictionCombine, a.friction, b.friction);
  c.restitution = combine(a.restitutionCombine, b.restitutionCombine, a.restitution, b.restitution);
}

unsigned rollingOf(const Collider& c) {
  const RollsAbout rolls = std::visit(
      []<class S>(const S&) {
        if constexpr (requires { S::rolls; }) return S::rolls;
        return RollsAbout::Nothing;
      },
      c.shape);
  if (rolls == RollsAbout::AnyAxis) return unsigned(Rolling::All);
  if (rolls == RollsAbout::Nothing) return unsigned(Rolling::None);
  const Transform place = c.local ? *c.local : Transform{};
  const Vec3 axis = rotate(place.rotation, {0, 1, 0});
  // Beside the axis, the body's center goes round it as it turns.
  if (length(cross(axis, place.position)) > kOffAxis * c.extent) return unsigned(Rolling::None);
  for (int k = 0; k < 3; ++k)
    if (abs(at(axis, k)) > kAlongAxis) return unsigned(Rolling::AboutX) + unsigned(k);
  return unsigned(Rolling::None);
}

}  // namespace holonom
