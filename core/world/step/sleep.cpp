// What wakes bodies, and what keeps them awake; their islands do the rest.
#include <optional>
#include <type_traits>
#include <variant>

#include "world/world.h"

namespace holonom {

/// With the ties as they are now.
Islands& World::islands() {
  islands_.tie(bodies.nobody(), [&](auto&& add) {
    for (const Joint& j : joints.all) add(j.bodyA, j.bodyB);
    for (const auto& [a, b] : userConstraints_.links(bodies)) add(a, b);
    for (const ForceDef& def : forces)
      if (const ForceEnds ends = endsOf(def); ends.b) add(indexOf(*ends.a), indexOf(*ends.b));
  });
  return islands_;
}

void World::wake(int body) { Islands::wake(bodies, body); }

/// By a list that serves all changes between two steps.
void World::wakeLinked(int body) {
  Islands::wakeLinked(bodies, islands().linkedTo(bodies, collision.contacts, body), body);
}

void World::wakeDisturbed() {
  islands().wakeDisturbed(bodies, collision.contacts);
  // What soft objects or hands hold is never left alone.
  for (const PointBodyPair& p : pointContacts_.bodyPairs()) wake(p.body);
  for (const Attachment& a : ties.attachments)
    if (a.def.body) wake(indexOf(*a.def.body));
  for (const GrabDef& g : ties.grabs)
    if (g.body) wake(indexOf(*g.body));
}

namespace {

/// Whether a motor turns or slides its joint, rather than push in vain.
bool motorRuns(const Joint& joint, const Bodies& bodies) {
  const BodyState &a = bodies.states[joint.bodyA], &b = bodies.states[joint.bodyB];
  return std::visit(
      [&]<class J>(const J& j) {
        if constexpr (requires { j.motor; }) {
          if (!j.motor || j.motor->velocity == 0) return false;
          const Vec3 rate = motorTurns<J> ? b.angular - a.angular : b.linear - a.linear;
          return length(rate) > 0.5f * abs(j.motor->velocity);
        } else {
          return false;
        }
      },
      joint.def);
}

}  // namespace

/// What gravity and constant forces would give each body, were it free [m/s²].
void World::findPulls() {
  islands_.pulls.resize(size_t(bodies.size()));
  for (const int i : bodies.active())
    islands_.pulls[i] = bodies.masses[i].gravityScale * settings.gravity;
  for (const ActiveForce& f : solving_.motion.forces) {
    if (const PointForce* point = std::get_if<PointForce>(f.def)) {
      const Vec3 force = point->local ? rotate(bodies.poses[f.a].rotation, f.vector) : f.vector;
      islands_.pulls[f.a] += bodies.masses[f.a].inverseMass * force;
    } else if (const FieldForce* field = std::get_if<FieldForce>(f.def)) {
      for (const int i : bodies.active())
        if (bodies.defs[i].collisionGroups & field->groups)
          islands_.pulls[i] += field->acceleration;
    }
  }
  for (const int i : bodies.active()) islands_.pulls[i] = bodies.freeLinear(i, islands_.pulls[i]);
}

void World::putToSleep(float dt) {
  if (!settings.sleeping) return;
  findPulls();
  islands_.driven.clear();
  for (const int j : joints.active(bodies))
    if (motorRuns(joints.all[j], bodies))
      for (const int end : {joints.all[j].bodyA, joints.all[j].bodyB})
        if (end != bodies.nobody()) islands_.driven.push_back(end);
  islands().fallAsleep(bodies, collision.contacts, settings, dt);
}

}  // namespace holonom
