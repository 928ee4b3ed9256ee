#include "solvers/touching_pairs.h"

#include "solvers/row_solver.h"

namespace holonom {

void TouchingPairs::prepare(const Bodies& bodies, const ContactCache& contacts, float gravity) {
  pairs.clear();
  for (const Contact& c : contacts.all()) {
    if (c.count == 0 || c.sensor) continue;
    if (!bodies.moves(c.bodyA) && !bodies.moves(c.bodyB)) continue;
    const ContactPatch& patch = contacts.patchOf(c);
    const Manifold m =
        manifoldOf(c, patch, bodies.poses[c.bodyA].rotation, bodies.poses[c.bodyB].rotation);
    TouchingPair& pair = pairs.emplace_back();
    pair.patch = c.patch;
    pair.a = c.bodyA, pair.b = c.bodyB;
    pair.normal = m.normal;
    pair.tangent1 = anyPerpendicular(m.normal), pair.tangent2 = cross(m.normal, pair.tangent1);
    pair.friction = patch.friction, pair.restitution = patch.restitution;
    pair.count = m.count;
    pair.turns = !c.round;
    const float massA = bodies.masses[c.bodyA].mass, massB = bodies.masses[c.bodyB].mass;
    const float lighter = massA > 0 && massB > 0 ? min(massA, massB) : max(massA, massB);
    pair.frictionForce = patch.friction * lighter * gravity / float(m.count);
    float sum = 0;
    for (int k = 0; k < m.count; ++k) sum += patch.points()[k].impulse;
    for (int k = 0; k < m.count; ++k) {
      TouchingPair::Point& p = pair.points[k];
      p.armA = m.points[k].onA, p.armB = m.points[k].onB;
      p.separation = m.points[k].separation;
      p.approach =
          dot(bodies.velocityAt(pair.b, p.armB) - bodies.velocityAt(pair.a, p.armA), pair.normal);
      // Friction is kept as a sum: each point takes a share as large as that of the pressure.
      const float share = sum > 0 ? patch.points()[k].impulse / sum : 0;
      p.impulse[0] = patch.points()[k].impulse;
      p.impulse[1] = share * dot(patch.tangentImpulse, pair.tangent1);
      p.impulse[2] = share * dot(patch.tangentImpulse, pair.tangent2);
    }
  }
}

ManifoldPoint TouchingPairs::pointNow(const TouchingPair& pair, int point, const Bodies& bodies) {
  const TouchingPair::Point& p = pair.points[point];
  const BodyState &a = bodies.states[pair.a], &b = bodies.states[pair.b];
  ManifoldPoint now{};
  now.onA = pair.turns ? rotate(a.deltaRotation, p.armA) : p.armA;
  now.onB = pair.turns ? rotate(b.deltaRotation, p.armB) : p.armB;
  const Vec3 moved = (b.deltaPosition + now.onB - p.armB) - (a.deltaPosition + now.onA - p.armA);
  now.separation = p.separation + dot(moved, pair.normal);
  return now;
}

void TouchingPairs::endSubstep() {
  for (TouchingPair& pair : pairs)
    for (int k = 0; k < pair.count; ++k) {
      TouchingPair::Point& p = pair.points[k];
      p.largestImpulse = max(p.largestImpulse, p.impulse[0]);
      p.stepImpulse += p.impulse[0];
    }
}

void TouchingPairs::applyRestitution(Bodies& bodies, float threshold) {
  constexpr int kSweeps = 10;  // the points of a face bounce together
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (TouchingPair& pair : pairs) {
      if (!(pair.restitution > 0)) continue;
      for (int k = 0; k < pair.count; ++k) {
        TouchingPair::Point& p = pair.points[k];
        if (!(p.approach < -threshold) || !(p.largestImpulse > 0)) continue;
        const ManifoldPoint now = pointNow(pair, k, bodies);
        SolverRow r;
        r.row = pointRow(now.onA, now.onB, pair.normal);
        r.row.velocity = -pair.restitution * p.approach;
        r.row.lower = 0;
        r.a = pair.a, r.b = pair.b;
        r.impulse = p.impulse[0];
        prepareRow(r, bodies);
        solveRow(r, bodies, 1, {}, false);
        p.stepImpulse += r.impulse - p.impulse[0];
        p.impulse[0] = r.impulse;
      }
    }
}

void TouchingPairs::store(ContactCache& contacts) const {
  for (const TouchingPair& pair : pairs) {
    ContactPatch& c = contacts.patch(pair.patch);
    c.stepImpulse = c.approachSpeed = c.twistImpulse = 0;
    c.tangentImpulse = {};
    Vec3 centre{};
    for (int k = 0; k < pair.count; ++k) centre += (1.0f / float(pair.count)) * pair.points[k].armA;
    for (int k = 0; k < pair.count; ++k) {
      const TouchingPair::Point& p = pair.points[k];
      const Vec3 tangential = p.impulse[1] * pair.tangent1 + p.impulse[2] * pair.tangent2;
      c.points()[k].impulse = p.impulse[0];
      c.tangentImpulse += tangential;
      c.twistImpulse += dot(cross(p.armA - centre, tangential), pair.normal);
      c.stepImpulse += p.stepImpulse;
      c.approachSpeed = max(c.approachSpeed, -p.approach);
    }
    forgetUnsoundImpulses(c, pair.count);
  }
}

}  // namespace holonom
