#include "rigid/forces.h"

#include "math/elementary.h"

namespace holonom {

namespace {

/// What a spring sees of an end.
struct SpringEnd {
  Vec3d point, arm, velocity;
};

bool feels(const FieldForce& field, const BodyDef& body) {
  return (field.groups & body.collisionGroups) != 0;
}

Vec3 anchorOf(const std::optional<Vec3>& anchor, const Bodies& bodies, int i) {
  if (i == bodies.nobody()) return anchor.value_or(Vec3{});
  return anchor ? bodies.toPrincipal(i, *anchor) : Vec3{};
}

Vec3 directionOf(Vec3 v, bool local, const Bodies& bodies, int i) {
  const Transform* frame = local ? bodies.ownFrame(i) : nullptr;
  return frame ? inverseRotate(frame->rotation, v) : v;
}

/// The most velocity that an impulse at the anchor gives it, in any direction [1/kg].
float mostInverseMass(const Bodies& bodies, int i, Vec3 anchor) {
  if (i == bodies.nobody() || !bodies.moves(i)) return 0;
  const Vec3 v = bodies.masses[i].inverseInertia;
  return bodies.masses[i].inverseMass + lengthSquared(anchor) * max(v.x, max(v.y, v.z));
}

/// Calls `f(i)` for the bodies that a field or drag reaches.
template <class F>
void forEachReached(const ActiveForce& force, const Bodies& bodies, F&& f) {
  if (force.a >= 0) {
    if (bodies.moves(force.a)) f(force.a);
    return;
  }
  const FieldForce* field = std::get_if<FieldForce>(force.def);
  for (const int i : bodies.active())
    if (bodies.moves(i) && (!field || feels(*field, bodies.defs[i]))) f(i);
}

SpringEnd springEnd(const Bodies& bodies, int i, Vec3 anchor) {
  if (i == bodies.nobody()) return {toDouble(anchor), {}, {}};
  const Transform pose = bodies.poseNow(i);
  const Vec3 arm = rotate(pose.rotation, anchor);
  return {toDouble(pose.position) + toDouble(arm), toDouble(arm),
          toDouble(bodies.velocityAt(i, arm))};
}

Sym3d springMobility(const Bodies& bodies, int i, Vec3d arm) {
  if (i == bodies.nobody() || !bodies.moves(i)) return {};
  const Sym3 w = bodies.pointInverseMass(i, toFloat(arm));
  return {w.xx, w.yy, w.zz, w.xy, w.xz, w.yz};
}

/// −h (f + B (v + W p)) for p: the force f = k (|d| − l) n at the start of the substep, with
/// damping and, for stiff springs, what the motion in the substep adds. B = c n nᵀ + α h ∂f/∂d.
void applySpring(const SpringForce& s, const ActiveForce& force, Bodies& bodies, float h) {
  const SpringEnd a = springEnd(bodies, force.a, force.anchorA);
  const SpringEnd b = springEnd(bodies, force.b, force.anchorB);
  const Vec3d d = b.point - a.point;
  const double l = length(d), rest = s.length.value_or(0);
  // Ends that meet have no direction; without a length that is the spring at rest.
  const Vec3d n = l > 1e-9 ? (1 / l) * d : Vec3d{0, rest > 0 ? 1.0 : 0.0, 0};
  const Vec3d f = (s.stiffness * (l - rest)) * n;
  const double soft = double(force.implicitness) * h * s.stiffness;
  const double across = l > rest && l > 1e-9 ? soft * (1 - rest / l) : rest > 0 ? 0 : soft;
  const double along = s.damping + soft;
  Vec3d p = -double(h) * f;
  if (along > 0) {
    const auto times = [&](Vec3d v) { return across * v + ((along - across) * dot(n, v)) * n; };
    const Sym3d wa = springMobility(bodies, force.a, a.arm),
                wb = springMobility(bodies, force.b, b.arm), w = wa + wb;
    const auto column = [&](Vec3d e) { return e + double(h) * times(w * e); };
    p = solve(Mat3d{column({1, 0, 0}), column({0, 1, 0}), column({0, 0, 1})},
              p - double(h) * times(b.velocity - a.velocity));
  }
  if (bodies.moves(force.a)) bodies.applyImpulse(force.a, -toFloat(p), toFloat(a.arm));
  if (bodies.canMove(force.b)) bodies.applyImpulse(force.b, toFloat(p), toFloat(b.arm));
}

/// The decay that u̇ = −(c₁ + c₂ |u|) u / m makes of a speed over h, exactly.
double dragFactor(double speed, double linear, double quadratic, double h) {
  const double x = linear * h, e = exponential(-x);
  // (1 − e⁻ˣ) / c₁, which tends to h
  const double reach = x > 1e-6 ? (1 - e) / linear : h;
  return e / (1 + quadratic * speed * reach);
}

void applyDrag(const DragForce& drag, Bodies& bodies, int i, Vec3 wind, float h) {
  BodyState& s = bodies.states[i];
  const BodyMass& m = bodies.masses[i];
  const Vec3 u = s.linear - wind;
  const double rate = double(drag.linear) * m.inverseMass;
  s.linear =
      wind +
      float(dragFactor(length(toDouble(u)), rate, double(drag.quadratic) * m.inverseMass, h)) * u;
  if (drag.angular == 0) return;
  if (m.angularLocks() != 0) {
    // By an implicit step: the free axes have no principal ones.
    const Sym3 decay = (h * float(drag.angular)) * bodies.inverseInertia(i);
    s.angular = inverse(diagonal(1.0f) + decay) * s.angular;
    return;
  }
  const Quat q = bodies.poseNow(i).rotation;
  const Vec3 w = inverseRotate(q, s.angular);
  const auto decay = [&](float inverse) {
    return float(exponential(-double(h) * drag.angular * inverse));
  };
  s.angular = rotate(q, {decay(m.inverseInertia.x) * w.x, decay(m.inverseInertia.y) * w.y,
                         decay(m.inverseInertia.z) * w.z});
}

SpringEnd momentumEnd(const std::vector<MomentumBody>& moving, const Bodies& bodies, int i,
                      Vec3 anchor) {
  if (i == bodies.nobody()) return {toDouble(anchor), {}, {}};
  const MomentumBody& m = moving[i];
  const Vec3d arm = rotate(m.now.rotation, toDouble(anchor));
  return {m.now.position + arm, arm, m.velocity + cross(m.spin, arm)};
}

void addSpring(const SpringForce& s, const ActiveForce& force, std::vector<MomentumBody>& moving,
               const Bodies& bodies) {
  const SpringEnd a = momentumEnd(moving, bodies, force.a, force.anchorA);
  const SpringEnd b = momentumEnd(moving, bodies, force.b, force.anchorB);
  const Vec3d d = b.point - a.point;
  const double l = length(d), rest = s.length.value_or(0);
  const Vec3d n = l > 1e-9 ? (1 / l) * d : Vec3d{0, rest > 0 ? 1.0 : 0.0, 0};
  const Vec3d pull = (s.stiffness * (l - rest) + s.damping * dot(n, b.velocity - a.velocity)) * n;
  moving[force.a].force += pull;
  moving[force.a].torque += cross(a.arm, pull);
  if (force.b == bodies.nobody()) return;
  moving[force.b].force -= pull;
  moving[force.b].torque -= cross(b.arm, pull);
}

void addDrag(const DragForce& drag, MomentumBody& m, Vec3d wind) {
  const Vec3d u = m.velocity - wind;
  const double rate = min((drag.linear + drag.quadratic * length(u)) * m.inverseMass, m.decay);
  m.force -= (rate / m.inverseMass) * u;
  m.decay -= rate;
  const Vec3d i = m.inverseInertia;
  const double lightest = max(i.x, max(i.y, i.z));
  const double spinRate = min(double(drag.angular) * lightest, m.spinDecay);
  m.torque -= (spinRate / lightest) * m.spin;
  m.spinDecay -= spinRate;
}

}  // namespace

ActiveForce activeForce(const ForceDef& def, const Bodies& bodies) {
  ActiveForce out;
  out.def = &def;
  const ForceEnds ends = endsOf(def);
  if (ends.a) out.a = bodies.ids.indexOf(*ends.a);
  if (const PointForce* f = std::get_if<PointForce>(&def)) {
    out.anchorA = anchorOf(f->anchor, bodies, out.a);
    out.vector = directionOf(f->force, f->local, bodies, out.a);
  } else if (const TorqueForce* t = std::get_if<TorqueForce>(&def)) {
    out.vector = directionOf(t->torque, t->local, bodies, out.a);
  } else if (const SpringForce* s = std::get_if<SpringForce>(&def)) {
    out.b = ends.b ? bodies.ids.indexOf(*ends.b) : bodies.nobody();
    out.anchorA = anchorOf(s->anchorA, bodies, out.a);
    out.anchorB = anchorOf(s->anchorB, bodies, out.b);
  }
  return out;
}

void prepareSprings(std::vector<ActiveForce>& forces, const Bodies& bodies, float h,
                    std::vector<float>& scratch) {
  // Gershgorin's bound of the largest h² ω²: a row of √K J M⁻¹ Jᵀ √K sums what a spring and those
  // that share its bodies have in common.
  scratch.assign(static_cast<size_t>(bodies.size()) + 1, 0);
  const auto forEachSpring = [&](auto&& f) {
    for (ActiveForce& force : forces)
      if (const SpringForce* s = std::get_if<SpringForce>(force.def)) {
        const float k = std::sqrt(s->stiffness);
        f(force, k * std::sqrt(mostInverseMass(bodies, force.a, force.anchorA)),
          k * std::sqrt(mostInverseMass(bodies, force.b, force.anchorB)));
      }
  };
  forEachSpring([&](ActiveForce& force, float a, float b) {
    scratch[force.a] += a;
    scratch[force.b] += b;
  });
  forEachSpring([&](ActiveForce& force, float a, float b) {
    // Symplectic Euler is stable up to 4; half of that leaves room for what the pose changes.
    const float stiff = h * h * (a * scratch[force.a] + b * scratch[force.b]);
    force.implicitness = stiff > 2 ? 1 - 2 / stiff : 0;
  });
}

void applyForces(Bodies& bodies, const std::vector<ActiveForce>& forces, Vec3 wind, float h) {
  for (const ActiveForce& force : forces) {
    if (const SpringForce* s = std::get_if<SpringForce>(force.def)) {
      applySpring(*s, force, bodies, h);
      continue;
    }
    forEachReached(force, bodies, [&](int i) {
      const auto world = [&](Vec3 v, bool local) {
        return local ? rotate(bodies.poseNow(i).rotation, v) : v;
      };
      if (const PointForce* f = std::get_if<PointForce>(force.def)) {
        bodies.applyImpulse(i, h * world(force.vector, f->local), world(force.anchorA, true));
      } else if (const TorqueForce* t = std::get_if<TorqueForce>(force.def)) {
        bodies.states[i].angular += h * (bodies.inverseInertia(i) * world(force.vector, t->local));
      } else if (const FieldForce* field = std::get_if<FieldForce>(force.def)) {
        bodies.states[i].linear += h * field->acceleration;
      } else {
        applyDrag(*std::get_if<DragForce>(force.def), bodies, i, wind, h);
      }
    });
  }
}

void addForces(std::vector<MomentumBody>& moving, const Bodies& bodies,
               const std::vector<ActiveForce>& forces, Vec3 wind) {
  for (const ActiveForce& force : forces) {
    if (const SpringForce* s = std::get_if<SpringForce>(force.def)) {
      addSpring(*s, force, moving, bodies);
      continue;
    }
    forEachReached(force, bodies, [&](int i) {
      MomentumBody& m = moving[i];
      const auto world = [&](Vec3 v, bool local) {
        return local ? rotate(m.now.rotation, toDouble(v)) : toDouble(v);
      };
      if (const PointForce* f = std::get_if<PointForce>(force.def)) {
        const Vec3d push = world(force.vector, f->local);
        m.force += push;
        m.torque += cross(world(force.anchorA, true), push);
      } else if (const TorqueForce* t = std::get_if<TorqueForce>(force.def)) {
        m.torque += world(force.vector, t->local);
      } else if (const FieldForce* field = std::get_if<FieldForce>(force.def)) {
        m.force += (1 / m.inverseMass) * toDouble(field->acceleration);
      } else {
        addDrag(*std::get_if<DragForce>(force.def), m, toDouble(wind));
      }
    });
  }
}

double elasticEnergy(const ActiveForce& force, const Bodies& bodies) {
  const SpringForce* s = std::get_if<SpringForce>(force.def);
  if (!s) return 0;
  const double stretch = length(springEnd(bodies, force.b, force.anchorB).point -
                                springEnd(bodies, force.a, force.anchorA).point) -
                         s->length.value_or(0);
  return 0.5 * s->stiffness * stretch * stretch;
}

double potentialEnergy(const ActiveForce& force, const Bodies& bodies) {
  const FieldForce* field = std::get_if<FieldForce>(force.def);
  if (!field) return 0;
  double energy = 0;
  for (int i = 0; i < bodies.size(); ++i)
    if (feels(*field, bodies.defs[i]))
      energy -= double(bodies.masses[i].mass) *
                dot(toDouble(field->acceleration), toDouble(bodies.poses[i].position));
  return energy;
}

}  // namespace holonom
