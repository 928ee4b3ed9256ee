#include "solvers/touching_pairs.h"

namespace holonom {

void TouchingPairs::prepare(const Bodies& bodies, const ContactCache& contacts, float gravity,
                            float h, bool exactOnly) {
  clear();
  const auto active = contacts.active();
  for (int i = 0; i < static_cast<int>(active.size()); ++i)
    if (!active[i].swept && (active[i].exact || !exactOnly))
      add(bodies, contacts, i, gravity, h, false);
  steady_ = pairs.size(), steadySurfaces_ = surfaces.size();
}

void TouchingPairs::prepareSwept(const Bodies& bodies, const ContactCache& contacts,
                                 const std::vector<int>& indices, float gravity, float h,
                                 bool exactOnly) {
  pairs.resize(steady_), surfaces.resize(steadySurfaces_);
  for (const int i : indices)
    if (contacts.all()[i].exact || !exactOnly) add(bodies, contacts, i, gravity, h, true);
}

void TouchingPairs::add(const Bodies& bodies, const ContactCache& contacts, int index,
                        float gravity, float h, bool swept) {
  const Contact& c = contacts.all()[index];
  if (c.count == 0 || c.sensor) return;
  if (!bodies.moves(c.bodyA) && !bodies.moves(c.bodyB)) return;
  const ContactPatch& patch = contacts.patchOf(c);
  const Quat rotationA = (swept ? bodies.poseNow(c.bodyA) : bodies.poses[c.bodyA]).rotation;
  const Quat rotationB = (swept ? bodies.poseNow(c.bodyB) : bodies.poses[c.bodyB]).rotation;
  const Manifold m = manifoldOf(c, patch, rotationA, rotationB);
  TouchingPair& pair = pairs.emplace_back();
  pair.swept = swept;
  pair.exact = c.exact;
  if (swept) {
    const BodyState &a = bodies.states[c.bodyA], &b = bodies.states[c.bodyB];
    pair.shift = b.deltaPosition - a.deltaPosition;
    pair.turnA = a.deltaRotation, pair.turnB = b.deltaRotation;
  }
  pair.patch = c.patch;
  pair.contact = index;
  pair.a = c.bodyA, pair.b = c.bodyB;
  pair.between = bodies.poses[c.bodyB].position - bodies.poses[c.bodyA].position;
  pair.normal = m.normal;
  pair.tangent1 = anyPerpendicular(m.normal), pair.tangent2 = cross(m.normal, pair.tangent1);
  pair.friction = patch.friction;
  pair.sizeShare = sizeShare(c.small);
  if (c.surface) {
    pair.surface = static_cast<int>(surfaces.size());
    surfaces.push_back({pairSurface(bodies, c.bodyA, c.bodyB, {m.normal, h}),
                        static_cast<int>(pairs.size()) - 1, patch.friction,
                        c.settled == kSettledSteps});
  }
  pair.count = m.count;
  pair.rollA = {Rolling(c.rollingA), rotationA, m.normal},
  pair.rollB = {Rolling(c.rollingB), rotationB, m.normal};
  const bool movesA = bodies.moves(c.bodyA), movesB = bodies.moves(c.bodyB);
  pair.towardsB = movesA ? (movesB ? 0.5f : 0.0f) : 1.0f;
  const float massA = bodies.masses[c.bodyA].mass, massB = bodies.masses[c.bodyB].mass;
  const float lighter = massA > 0 && massB > 0 ? min(massA, massB) : max(massA, massB);
  pair.weight = lighter * gravity / float(m.count);
  float sum = 0;
  for (int k = 0; k < m.count; ++k) sum += patch.points()[k].impulse;
  for (int k = 0; k < m.count; ++k) {
    TouchingPair::Point& p = pair.points[k];
    p.armA = m.points[k].onA, p.armB = m.points[k].onB;
    p.separation = m.points[k].separation;
    p.approach =
        dot(bodies.velocityAt(pair.b, p.armB) - bodies.velocityAt(pair.a, p.armA), pair.normal);
    // Friction is kept as a sum: each point takes a share as large as that of the pressure.
    if (c.struck) continue;
    const float share = sum > 0 ? patch.points()[k].impulse / sum : 0;
    p.impulse[0] = patch.points()[k].impulse;
    p.impulse[1] = share * dot(patch.tangentImpulse, pair.tangent1);
    p.impulse[2] = share * dot(patch.tangentImpulse, pair.tangent2);
  }
}

ManifoldPoint TouchingPairs::pointAt(const TouchingPair& pair, int point, Vec3 movedA,
                                     const Quat& turnA, Vec3 movedB, const Quat& turnB) {
  const TouchingPair::Point& p = pair.points[point];
  ManifoldPoint out{};
  const auto turned = [&](const RollAxis& roll, const Quat& base, const Quat& turn, Vec3 arm) {
    return roll.turned(pair.swept ? turnedSince(base, turn) : turn, arm);
  };
  const Vec3 onA = turned(pair.rollA, pair.turnA, turnA, p.armA);
  const Vec3 onB = turned(pair.rollB, pair.turnB, turnB, p.armB);
  const Vec3 shift = movedB - movedA, moved = shift - pair.shift;
  out.separation = p.separation + dot(moved + (onB - p.armB) - (onA - p.armA), pair.normal);
  const Vec3 between = pair.between + shift;
  out.onA = onA + pair.towardsB * (between + onB - onA);
  out.onB = out.onA - between;
  return out;
}

ManifoldPoint TouchingPairs::pointNow(const TouchingPair& pair, int point, const Bodies& bodies) {
  const BodyState &a = bodies.states[pair.a], &b = bodies.states[pair.b];
  return pointAt(pair, point, a.deltaPosition, a.deltaRotation, b.deltaPosition, b.deltaRotation);
}

[[gnu::cold]] void TouchingPairs::chooseFriction(const Bodies& bodies, float young) {
  for (TouchingSurface& s : surfaces) {
    s.spinImpulse = s.rollImpulse[0] = s.rollImpulse[1] = 0;
    if (!(s.staticFriction > s.kinetic)) continue;
    TouchingPair& pair = pairs[s.pair];
    float fastest = 0;
    for (int k = 0; k < pair.count; ++k) {
      const ManifoldPoint p = pointNow(pair, k, bodies);
      const Vec3 slip =
          bodies.velocityAt(pair.b, p.onB) - bodies.velocityAt(pair.a, p.onA) - s.slip;
      fastest = max(fastest, length(slip - dot(slip, pair.normal) * pair.normal));
    }
    pair.friction = fastest > (s.settled ? kSlidingSpeed : young) ? s.kinetic : s.staticFriction;
    if (pair.friction > 0) continue;
    // Nothing would take back what it had as it stuck.
    for (int k = 0; k < pair.count; ++k) pair.points[k].impulse[1] = pair.points[k].impulse[2] = 0;
  }
}

[[gnu::noinline, gnu::cold]] float TouchingPairs::constantFriction(const TouchingPair& pair,
                                                                   const Bodies& bodies, float h) {
  for (int k = 0; k < pair.count; ++k) {
    if (pair.points[k].impulse[0] > 0) return pair.friction * pair.weight;
    const ManifoldPoint p = pointNow(pair, k, bodies);
    const Vec3 closing = bodies.velocityAt(pair.b, p.onB) - bodies.velocityAt(pair.a, p.onA);
    if (p.separation + h * dot(closing, pair.normal) <= 0) return pair.friction * pair.weight;
  }
  return 0;
}

void TouchingPairs::endSubstep() {
  for (TouchingPair& pair : pairs)
    for (int k = 0; k < pair.count; ++k) {
      TouchingPair::Point& p = pair.points[k];
      for (int d = 0; d < 3; ++d) p.stepImpulse[d] += p.impulse[d];
    }
}

void TouchingPairs::forgetImpulses() {
  for (TouchingPair& pair : pairs)
    for (int k = 0; k < pair.count; ++k)
      for (float& impulse : pair.points[k].impulse) impulse = 0;
}

void TouchingPairs::store(ContactCache& contacts) const {
  for (size_t i = 0; i < steady_; ++i) {
    ContactPatch& patch = contacts.patch(pairs[i].patch);
    patch.stepImpulse = patch.approachSpeed = 0;
    store(pairs[i], contacts);
  }
}

void TouchingPairs::storeSwept(ContactCache& contacts) const {
  for (size_t i = steady_; i < pairs.size(); ++i) store(pairs[i], contacts);
}

void TouchingPairs::store(const TouchingPair& pair, ContactCache& contacts) const {
  ContactPatch& c = contacts.patch(pair.patch);
  Contact& contact = contacts.all()[pair.contact];
  contact.struck = false;
  c.twistImpulse = 0;
  c.tangentImpulse = {};
  if (!pair.swept) c.stepFriction = {};
  Vec3 center{};
  for (int k = 0; k < pair.count; ++k) center += (1.0f / float(pair.count)) * pair.points[k].armA;
  for (int k = 0; k < pair.count; ++k) {
    const TouchingPair::Point& p = pair.points[k];
    const Vec3 tangential = p.impulse[1] * pair.tangent1 + p.impulse[2] * pair.tangent2;
    c.points()[k].impulse = p.impulse[0];
    float& total = c.points()[k].stepImpulse;
    total = pair.swept ? total + p.stepImpulse[0] : p.stepImpulse[0];
    c.tangentImpulse += tangential;
    c.twistImpulse += dot(cross(p.armA - center, tangential), pair.normal);
    c.stepFriction += p.stepImpulse[1] * pair.tangent1 + p.stepImpulse[2] * pair.tangent2;
    c.stepImpulse += p.stepImpulse[0];
    c.approachSpeed = max(c.approachSpeed, -p.approach);
    contact.struck |= pair.swept && -p.approach > kImpactSpeed;
  }
  forgetUnsoundImpulses(c, pair.count);
}

}  // namespace holonom
