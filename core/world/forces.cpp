// Forces of the world: those that stay, those of the next step, and those that users compute.
#include <algorithm>

#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

Error staleForceEnd(const char* path, uint32_t bits) {
  return {ErrorCode::Stale, path, double(bits), Rule::ExistingKind, {"body"}};
}

Error missingForceEnd(const char* path) { return {ErrorCode::Missing, path, Value(), Rule::Body}; }

Status checkForceFields(const ForceDef& def) {
  return std::visit([](const auto& f) { return checkFields(f, ""); }, def);
}

}  // namespace

/// What the user left out: anchors, and the length of a spring.
void World::completeForce(ForceDef& def) const {
  const ForceEnds ends = endsOf(def);
  if (PointForce* point = std::get_if<PointForce>(&def); point && !point->anchor)
    point->anchor = bodies.fromPrincipal(indexOf(*ends.a), {});
  SpringForce* spring = std::get_if<SpringForce>(&def);
  if (!spring) return;
  const int a = indexOf(*ends.a), b = ends.b ? indexOf(*ends.b) : bodies.nobody();
  if (!spring->anchorA) spring->anchorA = bodies.fromPrincipal(a, {});
  const Vec3 pointA = transformPoint(bodies.bodyPose(a), *spring->anchorA);
  if (!spring->anchorB)
    spring->anchorB = b == bodies.nobody() ? pointA : bodies.fromPrincipal(b, {});
  const Vec3 pointB = b == bodies.nobody() ? *spring->anchorB
                                           : transformPoint(bodies.bodyPose(b), *spring->anchorB);
  if (!spring->length) spring->length = length(pointB - pointA);
}

Result<ForceId> World::addForce(ForceDef def) {
  // Errors name the field as a description has it: `spring.stiffness`.
  const auto refused = [&](Error e) {
    e.path = std::string(nameOf(def)) + "." + e.path;
    return e;
  };
  if (Status bad = checkForceFields(def)) return refused(*bad);
  const ForceEnds ends = endsOf(def);
  const bool spring = std::holds_alternative<SpringForce>(def);
  const bool needsBody =
      spring || std::holds_alternative<PointForce>(def) || std::holds_alternative<TorqueForce>(def);
  const char* pathA = spring ? "bodyA" : "body";
  if (needsBody && !ends.a) return refused(missingForceEnd(pathA));
  if (ends.a && indexOf(*ends.a) < 0) return refused(staleForceEnd(pathA, ends.a->bits));
  if (ends.b && indexOf(*ends.b) < 0) return refused(staleForceEnd("bodyB", ends.b->bits));
  if (ends.b && ends.a == ends.b)
    return refused({ErrorCode::Range, "bodyB", double(ends.b->bits), Rule::OtherBody});
  if (forces.full()) return full(forces.size());
  completeForce(def);
  // What was derived must be such that it could have been given.
  if (Status bad = checkForceFields(def)) return refused(*bad);
  const ForceId id = forces.add(std::move(def));
  islands_.forgetTies();
  wakeForced(forces.back());
  ++version;
  return id;
}

Status World::redefine(ForceId id, ForceDef def) {
  const int i = indexOf(id);
  if (i < 0) return Error{ErrorCode::Stale, "id", double(id.bits), Rule::ExistingKind, {"force"}};
  if (Status bad = checkForceFields(def)) return bad;
  completeForce(def);
  wakeForced(forces[i]);
  islands_.forgetTies();
  forces[i] = std::move(def);
  wakeForced(forces[i]);
  ++version;
  return {};
}

void World::removeForceAt(int i) {
  wakeForced(forces[i]);
  islands_.forgetTies();
  forces.removeAt(i);
}

bool World::remove(ForceId id) {
  return removeAt(indexOf(id), [&](int i) { removeForceAt(i); });
}

void World::removeForcesOf(BodyId id) {
  for (int i = int(forces.size()) - 1; i >= 0; --i) {
    const ForceEnds ends = endsOf(forces[i]);
    if (ends.a == id || ends.b == id) removeForceAt(i);
  }
}

/// A change of the force may move these.
void World::wakeForced(const ForceDef& def) {
  const ForceEnds ends = endsOf(def);
  if (!ends.a) {
    Islands::wakeAll(bodies);
    return;
  }
  wake(indexOf(*ends.a));
  if (ends.b) wake(indexOf(*ends.b));
}

void World::prepareForces(float h) {
  solving_.motion.forces.clear();
  for (const ForceDef& def : forces) solving_.motion.forces.push_back(activeForce(def, bodies));
  prepareSprings(solving_.motion.forces, bodies, h, solving_.motion.scratch);
}

void World::addForceGenerator(ForceGenerator generator) { generators_.push_back(generator); }

bool World::removeForceGenerator(ForceGenerator generator) {
  const auto at = std::find(generators_.begin(), generators_.end(), generator);
  if (at == generators_.end()) return false;
  generators_.erase(at);
  return true;
}

void World::runForceGenerators(ForceGenerator::Call call, float dt) {
  // One may add or remove others.
  for (size_t i = 0; i < generators_.size(); ++i)
    if (generators_[i].call == call) generators_[i].apply(generators_[i].user, *this, time, dt);
}

}  // namespace holonom
