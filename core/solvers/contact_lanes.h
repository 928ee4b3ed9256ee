#pragma once
// The four contacts of a block in lanes: velocities of their bodies, impulses on them, and
// friction.
#include "rigid/body_lanes.h"
#include "solvers/contact_solver.h"

namespace holonom::contact_lanes {

using Inertia = Sym3T<f32x4>;

/// The bodies on one side of a block: a solver moves their velocities.
struct Side {
  Vec3x4 linear, angular;
  f32x4 inverseMass;
  Inertia inverseInertia;
};

inline Side gatherSide(const Bodies& bodies, const int32_t* index, f32x4 inverseYY) {
  const VectorRow linear = gatherRow(bodies.states.data(), index, 0);
  const VectorRow angular = gatherRow(bodies.states.data(), index, 1);
  const QuatT<f32x4> rest = gatherFour(bodies.inertiaRows.data(), index, 0);
  return {
      linear.xyz, angular.xyz, linear.w, {angular.w, inverseYY, rest.x, rest.y, rest.z, rest.w}};
}

inline void scatterSide(Bodies& bodies, const int32_t* index, const Side& s) {
  scatterRow(bodies.states.data(), index, 0, {s.linear, s.inverseMass});
  scatterRow(bodies.states.data(), index, 1, {s.angular, s.inverseInertia.xx});
}

struct Sides {
  Side a, b;
};

/// And how far B has moved from A since the step began.
inline Sides gather(const Bodies& bodies, const ContactBlock& c, Vec3x4& shift) {
  const BodyState* const states = bodies.states.data();
  const VectorRow movedA = gatherRow(states, c.a, 2), movedB = gatherRow(states, c.b, 2);
  shift = movedB.xyz - movedA.xyz;
  return {gatherSide(bodies, c.a, movedA.w), gatherSide(bodies, c.b, movedB.w)};
}

inline void scatter(Bodies& bodies, const ContactBlock& c, const Sides& v) {
  scatterSide(bodies, c.a, v.a);
  scatterSide(bodies, c.b, v.b);
}

// Of lanes with locked axes, in locked_contacts.cpp.
/// To be called after impulses: takes back what they did along locked axes.
void keepLocks(const Bodies& bodies, const ContactBlock& c, Sides& v);
/// uᵀ M⁻¹ w of the linear parts of both bodies.
f32x4 freeInverseMass(const Bodies& bodies, const ContactBlock& c, const Sides& v, const Vec3x4& u,
                      const Vec3x4& w);
/// A point pushes nothing along a normal along which locked axes hold both bodies.
void dropHeldPoints(const Bodies& bodies, const ContactBlock& c, ContactBlockPoint* points);

/// Impulse on B and the opposite one on A; `torque` is that about the center of A, which lies at
/// `lever` from that of B.
inline void apply(Sides& v, Vec3x4 lever, Vec3x4 impulse, Vec3x4 torque) {
  v.a.linear -= v.a.inverseMass * impulse;
  v.a.angular -= v.a.inverseInertia * torque;
  v.b.linear += v.b.inverseMass * impulse;
  v.b.angular += v.b.inverseInertia * (torque + cross(lever, impulse));
}

/// The surface at which a contact pushes: that of B (1) or of A (0), of two that move midway.
inline f32x4 towardsB(const Sides& v) {
  const f32x4 zero = splat(0);
  return select(v.a.inverseMass > zero, select(v.b.inverseMass > zero, splat(0.5f), zero),
                splat(1));
}

inline Vec3x4 relativeVelocity(const Sides& v, Vec3x4 lever, Vec3x4 arm) {
  return v.b.linear + cross(v.b.angular, arm + lever) - v.a.linear - cross(v.a.angular, arm);
}

/// The same of any lanes.
inline f32x4 straightInverse(const Bodies& bodies, const ContactBlock& c, const Sides& v,
                             const Vec3x4& u, const Vec3x4& w) {
  const f32x4 all = (v.a.inverseMass + v.b.inverseMass) * dot(u, w);
  if (c.locked == 0) return all;
  return select(lanesOfBits(c.locked), freeInverseMass(bodies, c, v, u, w), all);
}

/// Of a point at `arm`, where the linear parts make `straight`.
inline f32x4 effectiveInverse(const Sides& v, f32x4 straight, Vec3x4 lever, Vec3x4 arm, Vec3x4 u,
                              Vec3x4 w) {
  const Vec3x4 armB = arm + lever;
  const Vec3x4 au = cross(arm, u), aw = cross(arm, w), bu = cross(armB, u), bw = cross(armB, w);
  return straight + dot(au, v.a.inverseInertia * aw) + dot(bu, v.b.inverseInertia * bw);
}

inline f32x4 inverseOrZero(f32x4 k) {
  const auto positive = k > splat(0);
  return select(positive, splat(1) / select(positive, k, splat(1)), splat(0));
}

/// What k₁₁ and k₂₂ of lanes with locked axes get: these may leave the two along one direction.
inline f32x4 regularization(const ContactBlock& c, f32x4 k11, f32x4 k22) {
  return select(lanesOfBits(c.locked), splat(1e-3f) * (k11 + k22), splat(0));
}

/// What friction may need of the points: the sums of their impulses, and of those times their
/// distances from the friction point.
struct Load {
  f32x4 normal = splat(0), lever = splat(0);

  void add(const ContactBlock& c, const ContactBlockPoint& p) {
    const Vec3x4 arm = p.arm - c.center;
    normal += p.normalImpulse;
    lever += p.normalImpulse * sqrt(dot(arm, arm));
  }
};

inline void turn(Sides& v, Vec3x4 torque) {
  v.a.angular -= v.a.inverseInertia * torque;
  v.b.angular += v.b.inverseInertia * torque;
}

/// Part of a vector across a unit normal.
inline Vec3x4 across(Vec3x4 normal, Vec3x4 u) { return u - dot(normal, u) * normal; }

/// Rolling friction: a torque across the normal, up to the coefficient times the normal impulse.
inline void solveRolling(const ContactBlock& c, ContactBlockSurface& s, const Load& load,
                         Sides& v) {
  const Vec3x4 tangent1 = anyPerpendicular(c.normal), tangent2 = cross(c.normal, tangent1);
  const auto inverse = [&](Vec3x4 u) { return v.a.inverseInertia * u + v.b.inverseInertia * u; };
  const Vec3x4 by1 = inverse(tangent1), by2 = inverse(tangent2);
  f32x4 k11 = dot(tangent1, by1), k12 = dot(tangent1, by2), k22 = dot(tangent2, by2);
  if (c.locked != 0) {
    const f32x4 more = regularization(c, k11, k22);
    k11 += more, k22 += more;
  }
  const f32x4 d = inverseOrZero(k11 * k22 - k12 * k12);
  const Vec3x4 spin = v.b.angular - v.a.angular;
  const f32x4 w1 = dot(spin, tangent1), w2 = dot(spin, tangent2);
  Vec3x4 total =
      s.rollImpulse + d * (k12 * w2 - k22 * w1) * tangent1 + d * (k12 * w1 - k11 * w2) * tangent2;
  const f32x4 bound = s.rolling * load.normal, size2 = dot(total, total);
  const auto outside = size2 > bound * bound;
  total = select(outside, bound / sqrt(select(outside, size2, splat(1))), splat(1)) * total;
  turn(v, total - s.rollImpulse);
  s.rollImpulse = total;
}

/// Friction at the center of the manifold, as a vector, and about the normal.
inline void solveSliding(ContactBlock& c, const ContactBlockSurface* surface, const Load& load,
                         Sides& v, Vec3x4 lever, Vec3x4 center, const ContactSettings& settings,
                         float h) {
  const FrictionModel model = settings.friction;
  f32x4 bound = c.friction * load.normal;
  if (model == FrictionModel::Constant)
    bound = select(load.normal > splat(0),
                   splat(h * settings.gravity) * c.friction / max(v.a.inverseMass, v.b.inverseMass),
                   splat(0));
  {
    f32x4 twistBound = c.friction * load.lever;
    if (model == FrictionModel::Constant)
      twistBound = bound * load.lever / max(load.normal, splat(1e-30f));
    if (surface) twistBound += surface->torsional * load.normal;
    const f32x4 spin = dot(v.b.angular - v.a.angular, c.normal);
    const f32x4 total = max(-twistBound, min(twistBound, c.twistImpulse - c.twistMass * spin));
    turn(v, (total - c.twistImpulse) * c.normal);
    c.twistImpulse = total;
  }
  Vec3x4 slip = relativeVelocity(v, lever, center);
  if (surface) slip -= surface->slip;
  const Vec3x4 tangent1 = anyPerpendicular(c.normal), tangent2 = cross(c.normal, tangent1);
  const f32x4 v1 = dot(slip, tangent1), v2 = dot(slip, tangent2);
  f32x4 t1 = c.tangentImpulse1 - (c.tangentMass11 * v1 + c.tangentMass12 * v2);
  f32x4 t2 = c.tangentImpulse2 - (c.tangentMass12 * v1 + c.tangentMass22 * v2);
  if (model == FrictionModel::Pyramid) {
    t1 = max(-bound, min(bound, t1));
    t2 = max(-bound, min(bound, t2));
  } else {
    // What slides is rubbed against its slip, for which one mass serves both axes: with those that
    // stop it at once a long box would veer.
    const auto slides = t1 * t1 + t2 * t2 > bound * bound;
    const f32x4 sum = c.tangentMass11 + c.tangentMass22;
    const f32x4 mass = splat(2) / select(sum > splat(0), sum, splat(1)) *
                       (c.tangentMass11 * c.tangentMass22 - c.tangentMass12 * c.tangentMass12);
    t1 = select(slides, c.tangentImpulse1 - mass * v1, t1);
    t2 = select(slides, c.tangentImpulse2 - mass * v2, t2);
    const f32x4 size2 = t1 * t1 + t2 * t2;
    const auto outside = size2 > bound * bound;
    const f32x4 scale = select(outside, bound / sqrt(select(outside, size2, splat(1))), splat(1));
    t1 *= scale, t2 *= scale;
  }
  const Vec3x4 rub = (t1 - c.tangentImpulse1) * tangent1 + (t2 - c.tangentImpulse2) * tangent2;
  apply(v, lever, rub, cross(center, rub));
  c.tangentImpulse1 = t1, c.tangentImpulse2 = t2;
}

/// Friction of a block with a surface. Few blocks have one: a call keeps the others' code small.
[[gnu::noinline, gnu::cold]] inline void solveSurface(const Bodies& bodies, ContactBlock& c,
                                                      ContactBlockSurface& surface,
                                                      const Load& load, Sides& v, Vec3x4 lever,
                                                      Vec3x4 center,
                                                      const ContactSettings& settings, float h) {
  const bool rolls = any(surface.rolling > splat(0));
  for (int round = 0; round < (rolls ? kRollRounds : 1); ++round) {
    if (rolls) solveRolling(c, surface, load, v);
    solveSliding(c, &surface, load, v, lever, center, settings, h);
    if (c.locked != 0) keepLocks(bodies, c, v);
  }
}

}  // namespace holonom::contact_lanes
