// Islands of bodies that touch or are joined, and their sleep.
#include <optional>
#include <type_traits>
#include <variant>

#include "base/union_find.h"
#include "rigid/materials.h"
#include "world/world.h"

namespace holonom {

void World::wake(int body) {
  if (bodies.isStopped(body)) return;
  if (bodies.isAwake(body)) {
    bodies.stillTimes[body] = 0;
    return;
  }
  // The island slept as one and wakes as one.
  const uint32_t island = bodies.islands[body];
  for (int i = 0; i < bodies.size(); ++i)
    if (!bodies.isAwake(i) && bodies.islands[i] == island && !bodies.isStopped(i)) {
      bodies.setAwake(i, true);
      bodies.stillTimes[i] = 0;
    }
}

/// Calls `f(a, b)` for bodies that touch, are joined, or pull on each other.
template <class F>
void World::forEachLink(F&& f) const {
  for (const Contact& c : contacts.all())
    if (c.count > 0) f(c.bodyA, c.bodyB);
  for (const Joint& j : joints)
    if (j.bodyB != bodies.nobody()) f(j.bodyA, j.bodyB);
  for (const auto& [a, b] : userLinks())
    if (b != bodies.nobody()) f(a, b);
  for (const ForceDef& def : forces)
    if (const ForceEnds ends = endsOf(def); ends.b) f(indexOf(*ends.a), indexOf(*ends.b));
}

void World::wakeTouching(int body) {
  wake(body);
  forEachLink([&](int a, int b) {
    if (a == body) wake(b);
    if (b == body) wake(a);
  });
}

/// As `wakeTouching`, by a list that serves all changes between two steps.
void World::wakeLinked(int body) {
  if (!linksKnown_) listLinks();
  wake(body);
  for (int k = linkStarts_[body]; k < linkStarts_[body + 1]; ++k) wake(links_[k]);
}

/// The bodies linked to each, one body's after another's.
void World::listLinks() {
  linkStarts_.assign(size_t(bodies.size()) + 1, 0);
  forEachLink([&](int a, int b) { ++linkStarts_[a], ++linkStarts_[b]; });
  int total = 0;
  for (int& start : linkStarts_) start = total += start;
  links_.resize(total);
  // Filled from behind, which leaves each start at the first.
  forEachLink([&](int a, int b) {
    links_[--linkStarts_[a]] = b;
    links_[--linkStarts_[b]] = a;
  });
  linksKnown_ = true;
}

void World::wakeAll() {
  for (int i = 0; i < bodies.size(); ++i) {
    if (bodies.isStopped(i)) continue;
    bodies.setAwake(i, true);
    bodies.stillTimes[i] = 0;
  }
}

void World::wakeDisturbed() {
  const auto disturbs = [&](int body) {
    if (!bodies.isActive(body)) return false;
    const BodyState& s = bodies.states[body];
    return bodies.isDynamic(body) || s.linear != Vec3{} || s.angular != Vec3{};
  };
  for (const Contact& c : contacts.active()) {
    if (c.count == 0 || c.sensor) continue;
    if (c.surface && isDriven(bodies, c.bodyA, c.bodyB)) wake(c.bodyA), wake(c.bodyB);
    if (!bodies.isAwake(c.bodyA) && disturbs(c.bodyB)) wake(c.bodyA);
    if (!bodies.isAwake(c.bodyB) && disturbs(c.bodyA)) wake(c.bodyB);
  }
  for (const int index : activeJoints()) {
    const Joint& j = joints[index];
    if (j.bodyA == bodies.nobody() || j.bodyB == bodies.nobody()) continue;
    if (!bodies.isAwake(j.bodyA) && disturbs(j.bodyB)) wake(j.bodyA);
    if (!bodies.isAwake(j.bodyB) && disturbs(j.bodyA)) wake(j.bodyB);
  }
  for (const auto& [a, b] : userLinks()) {
    if (b == bodies.nobody()) continue;
    if (!bodies.isAwake(a) && disturbs(b)) wake(a);
    if (!bodies.isAwake(b) && disturbs(a)) wake(b);
  }
  for (const ForceDef& def : forces) {
    const ForceEnds ends = endsOf(def);
    if (!ends.b) continue;
    const int a = indexOf(*ends.a), b = indexOf(*ends.b);
    if (!bodies.isAwake(a) && disturbs(b)) wake(a);
    if (!bodies.isAwake(b) && disturbs(a)) wake(b);
  }
  // What soft objects or hands hold is never left alone.
  for (const PointBodyPair& p : pointBodyPairs_) wake(p.body);
  for (const Attachment& a : attachments)
    if (a.def.body) wake(indexOf(*a.def.body));
  for (const GrabDef& g : grabs)
    if (g.body) wake(indexOf(*g.body));
}

namespace {

/// Growth of a speed that is rounding, where nothing pulls [m/s].
constexpr float kLeastGrowth = 1e-5f;

/// Whether a motor turns or slides its joint, rather than push in vain.
bool motorRuns(const Joint& joint, const Bodies& bodies) {
  const BodyState &a = bodies.states[joint.bodyA], &b = bodies.states[joint.bodyB];
  return std::visit(
      [&]<class J>(const J& j) {
        if constexpr (requires { j.motor; }) {
          if (!j.motor || j.motor->velocity == 0) return false;
          constexpr bool turns = std::is_same_v<decltype(j.motor), std::optional<AngularMotor>>;
          const Vec3 rate = turns ? b.angular - a.angular : b.linear - a.linear;
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
  pulls_.resize(size_t(bodies.size()));
  for (const int i : bodies.active()) pulls_[i] = bodies.masses[i].gravityScale * settings.gravity;
  for (const ActiveForce& f : motion_.forces) {
    if (const PointForce* point = std::get_if<PointForce>(f.def)) {
      const Vec3 force = point->local ? rotate(bodies.poses[f.a].rotation, f.vector) : f.vector;
      pulls_[f.a] += bodies.masses[f.a].inverseMass * force;
    } else if (const FieldForce* field = std::get_if<FieldForce>(f.def)) {
      for (const int i : bodies.active())
        if (bodies.defs[i].collisionGroups & field->groups) pulls_[i] += field->acceleration;
    }
  }
  for (const int i : bodies.active()) pulls_[i] = bodies.freeLinear(i, pulls_[i]);
}

/// Whether a body hardly moves, and what pulls at it is held: its speed has not grown by half of
/// what the pull gives a free body in the time that it takes to fall asleep.
bool World::isStill(int body) {
  if (!bodies.defs[body].canSleep) return false;
  const BodyState& s = bodies.states[body];
  const float speed = max(length(s.linear), length(s.angular) * bodies.reaches[body]);
  if (!(speed < settings.sleepSpeed)) return false;
  float& lowest = bodies.stillSpeeds[body];
  if (bodies.stillTimes[body] == 0 || speed < lowest) lowest = speed;
  return speed - lowest <= max(kLeastGrowth, 0.5f * settings.sleepTime * length(pulls_[body]));
}

void World::putToSleep(float dt) {
  if (!settings.sleeping) return;
  islandParents_.resize(size_t(bodies.size()));
  islandStill_.resize(size_t(bodies.size()));
  findPulls();
  bool anyStill = false;
  const auto active = bodies.active();
  for (const int i : active) {
    islandParents_[i] = i;
    islandStill_[i] = settings.sleepTime;
    if (!bodies.moves(i)) continue;
    bodies.stillTimes[i] = isStill(i) ? bodies.stillTimes[i] + dt : 0;
    anyStill |= bodies.stillTimes[i] >= settings.sleepTime;
  }
  if (!anyStill) return;
  const auto join = [&](int a, int b) {
    if (a == bodies.nobody() || b == bodies.nobody() || !bodies.moves(a) || !bodies.moves(b))
      return;
    // The lower index leads, so that islands do not depend on the order of contacts.
    unite(islandParents_, a, b);
  };
  for (const Contact& c : contacts.active())
    if (c.count > 0 && !c.sensor) join(c.bodyA, c.bodyB);
  for (const int j : activeJoints()) join(joints[j].bodyA, joints[j].bodyB);
  for (const auto& [a, b] : userLinks()) join(a, b);
  for (const ForceDef& def : forces)
    if (const ForceEnds ends = endsOf(def); ends.b) join(indexOf(*ends.a), indexOf(*ends.b));
  const auto disturb = [&](int body) {
    if (bodies.moves(body)) islandStill_[rootOf(islandParents_, body)] = 0;
  };
  for (const int i : active)
    if (bodies.moves(i)) {
      float& still = islandStill_[rootOf(islandParents_, i)];
      still = min(still, bodies.stillTimes[i]);
    }
  // Who leans on a moving kinematic body moves with it.
  for (const Contact& c : contacts.active()) {
    if (c.count == 0 || c.sensor) continue;
    if (c.surface && isDriven(bodies, c.bodyA, c.bodyB)) disturb(c.bodyA), disturb(c.bodyB);
    for (const auto& [body, other] : {std::pair{c.bodyA, c.bodyB}, {c.bodyB, c.bodyA}})
      if (bodies.types[other] == BodyType::Kinematic &&
          (bodies.states[other].linear != Vec3{} || bodies.states[other].angular != Vec3{}))
        disturb(body);
  }
  for (const int j : activeJoints())
    if (motorRuns(joints[j], bodies))
      for (const int end : {joints[j].bodyA, joints[j].bodyB})
        if (end != bodies.nobody()) disturb(end);
  for (const int i : active) {
    if (!bodies.moves(i)) continue;
    const int root = rootOf(islandParents_, i);
    if (islandStill_[root] < settings.sleepTime) continue;
    bodies.islands[i] = bodies.ids.idAt(root).bits;
    bodies.setAwake(i, false);
    bodies.lags[i] = 0;
    bodies.states[i].linear = bodies.states[i].angular = {};
  }
}

}  // namespace holonom
