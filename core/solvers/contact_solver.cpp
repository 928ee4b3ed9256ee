#include "solvers/contact_solver.h"

#include <algorithm>
#include <bit>

#include "rigid/body_lanes.h"

namespace holonom {

namespace {

using Inertia = Sym3T<f32x4>;

struct Velocities {
  Vec3x4 linearA, angularA, linearB, angularB;
};

Velocities gather(const BodyState* states, const ContactBlock& c) {
  return {gatherRow(states, c.a, 0), gatherRow(states, c.a, 1), gatherRow(states, c.b, 0),
          gatherRow(states, c.b, 1)};
}

void scatter(BodyState* states, const ContactBlock& c, const Velocities& v) {
  scatterRow(states, c.a, 0, v.linearA);
  scatterRow(states, c.a, 1, v.angularA);
  scatterRow(states, c.b, 0, v.linearB);
  scatterRow(states, c.b, 1, v.angularB);
}

void apply(const ContactBlock& c, Velocities& v, Vec3x4 armA, Vec3x4 armB, Vec3x4 impulse) {
  v.linearA -= c.inverseMassA * impulse;
  v.angularA -= c.inverseInertiaA * cross(armA, impulse);
  v.linearB += c.inverseMassB * impulse;
  v.angularB += c.inverseInertiaB * cross(armB, impulse);
}

Vec3x4 relativeVelocity(const Velocities& v, Vec3x4 armA, Vec3x4 armB) {
  return v.linearB + cross(v.angularB, armB) - v.linearA - cross(v.angularA, armA);
}

f32x4 effectiveInverse(const ContactBlock& c, Vec3x4 armA, Vec3x4 armB, Vec3x4 u, Vec3x4 w) {
  const Vec3x4 au = cross(armA, u), aw = cross(armA, w), bu = cross(armB, u), bw = cross(armB, w);
  return (c.inverseMassA + c.inverseMassB) * dot(u, w) + dot(au, c.inverseInertiaA * aw) +
         dot(bu, c.inverseInertiaB * bw);
}

f32x4 inverseOrZero(f32x4 k) {
  const auto positive = k > splat(0);
  return select(positive, splat(1) / select(positive, k, splat(1)), splat(0));
}

/// Friction at the centre of the manifold, as a vector, and about the normal.
void solveFriction(ContactBlock& c, const ContactBlockPoint* points, Velocities& v,
                   const ContactSettings& settings, float h) {
  const FrictionModel model = settings.friction;
  f32x4 normalSum = splat(0), leverSum = splat(0);
  for (int i = 0; i < c.pointCount; ++i) {
    normalSum += points[i].normalImpulse;
    leverSum += points[i].normalImpulse * points[i].lever;
  }
  f32x4 bound = c.friction * normalSum;
  if (model == FrictionModel::Constant)
    bound = select(normalSum > splat(0),
                   splat(h * settings.gravity) * c.friction / max(c.inverseMassA, c.inverseMassB),
                   splat(0));
  {
    const f32x4 twistBound = c.friction * leverSum;
    const f32x4 spin = dot(v.angularB - v.angularA, c.normal);
    const f32x4 total = max(-twistBound, min(twistBound, c.twistImpulse - c.twistMass * spin));
    const Vec3x4 torque = (total - c.twistImpulse) * c.normal;
    c.twistImpulse = total;
    v.angularA -= c.inverseInertiaA * torque;
    v.angularB += c.inverseInertiaB * torque;
  }
  const Vec3x4 slip = relativeVelocity(v, c.centreA, c.centreB);
  const Vec3x4 tangent2 = cross(c.normal, c.tangent1);
  const f32x4 v1 = dot(slip, c.tangent1), v2 = dot(slip, tangent2);
  f32x4 t1 = c.tangentImpulse1 - (c.tangentMass11 * v1 + c.tangentMass12 * v2);
  f32x4 t2 = c.tangentImpulse2 - (c.tangentMass12 * v1 + c.tangentMass22 * v2);
  if (model == FrictionModel::Pyramid) {
    t1 = max(-bound, min(bound, t1));
    t2 = max(-bound, min(bound, t2));
  } else {
    const f32x4 size2 = t1 * t1 + t2 * t2;
    const auto outside = size2 > bound * bound;
    const f32x4 scale = select(outside, bound / sqrt(select(outside, size2, splat(1))), splat(1));
    t1 *= scale, t2 *= scale;
  }
  apply(c, v, c.centreA, c.centreB,
        (t1 - c.tangentImpulse1) * c.tangent1 + (t2 - c.tangentImpulse2) * tangent2);
  c.tangentImpulse1 = t1, c.tangentImpulse2 = t2;
}

void setLane(Inertia& m, int lane, const Sym3& s) {
  m.xx[lane] = s.xx, m.yy[lane] = s.yy, m.zz[lane] = s.zz;
  m.xy[lane] = s.xy, m.xz[lane] = s.xz, m.yz[lane] = s.yz;
}

ContactBlock emptyBlock(int nobody) {
  ContactBlock block{};
  for (int k = 0; k < 4; ++k) block.a[k] = block.b[k] = nobody;
  return block;
}

/// In lanes of fewer points than the block has, the rest are too far apart to ever touch.
ContactBlockPoint absentPoint() {
  ContactBlockPoint point{};
  point.restSeparation = splat(kHuge);
  return point;
}

/// What only the filling of a block needs of its lanes.
struct Lanes {
  QuatT<f32x4> rotationA, rotationB;  // from the axes of the arms to the world's
  f32x4 count;                        // of points
};

void setLane(QuatT<f32x4>& q, int lane, const Quat& s) {
  q.x[lane] = s.x, q.y[lane] = s.y, q.z[lane] = s.z, q.w[lane] = s.w;
}

/// Arms stay in the axes of their bodies.
void fillLane(ContactBlock& block, ContactBlockPoint* points, Lanes& lanes, int lane,
              const Contact& contact, const ContactPatch& patch, const Bodies& bodies) {
  const int a = contact.bodyA, b = contact.bodyB;
  const Quat &qa = bodies.poses[a].rotation, &qb = bodies.poses[b].rotation;
  block.a[lane] = a, block.b[lane] = b;
  block.inverseMassA[lane] = bodies.masses[a].inverseMass;
  block.inverseMassB[lane] = bodies.masses[b].inverseMass;
  setLane(block.inverseInertiaA, lane, bodies.inverseInertias[a]);
  setLane(block.inverseInertiaB, lane, bodies.inverseInertias[b]);
  setLane(lanes.rotationA, lane, contact.round ? Quat{} : qa);
  setLane(lanes.rotationB, lane, contact.round ? Quat{} : qb);
  lanes.count[lane] = contact.count;
  const Vec3 normal = normalOf(contact, patch, qa, qb);
  const Vec3 t1 = anyPerpendicular(normal), t2 = cross(normal, t1);
  setLane(block.normal, lane, normal);
  setLane(block.tangent1, lane, t1);
  block.friction[lane] = patch.friction;
  block.restitution[lane] = patch.restitution;
  block.tangentImpulse1[lane] = dot(patch.tangentImpulse, t1);
  block.tangentImpulse2[lane] = dot(patch.tangentImpulse, t2);
  block.twistImpulse[lane] = patch.twistImpulse;
  for (int i = 0; i < contact.count; ++i) {
    const PatchPoint& p = patch.points()[i];
    ContactBlockPoint& out = points[i];
    setLane(out.armA, lane, p.onA);
    setLane(out.armB, lane, p.onB);
    out.restSeparation[lane] = p.separation;
    out.normalImpulse[lane] = p.impulse;
    out.stepImpulse[lane] = -p.impulse;  // the first warm start adds it back
  }
}

/// Turns the arms and finds effective masses, of the four lanes together.
void finishBlock(ContactBlock& c, ContactBlockPoint* points, const Lanes& lanes,
                 const Bodies& bodies) {
  const Velocities v = gather(bodies.states.data(), c);
  const f32x4 share = splat(1) / max(splat(1), lanes.count);
  c.centreA = c.centreB = {};
  for (int i = 0; i < c.pointCount; ++i) {
    ContactBlockPoint& p = points[i];
    p.armA = rotate(lanes.rotationA, p.armA);
    p.armB = rotate(lanes.rotationB, p.armB);
    c.centreA += share * p.armA;
    c.centreB += share * p.armB;
    p.restSeparation -= dot(p.armB - p.armA, c.normal);
    p.normalMass = inverseOrZero(effectiveInverse(c, p.armA, p.armB, c.normal, c.normal));
    p.approachSpeed = dot(relativeVelocity(v, p.armA, p.armB), c.normal);
  }
  for (int i = 0; i < c.pointCount; ++i) {
    const Vec3x4 arm = points[i].armA - c.centreA;
    points[i].lever = sqrt(dot(arm, arm));
  }
  const Vec3x4 tangent2 = cross(c.normal, c.tangent1);
  const f32x4 k11 = effectiveInverse(c, c.centreA, c.centreB, c.tangent1, c.tangent1);
  const f32x4 k12 = effectiveInverse(c, c.centreA, c.centreB, c.tangent1, tangent2);
  const f32x4 k22 = effectiveInverse(c, c.centreA, c.centreB, tangent2, tangent2);
  const f32x4 d = inverseOrZero(k11 * k22 - k12 * k12);
  c.tangentMass11 = d * k22, c.tangentMass12 = -d * k12, c.tangentMass22 = d * k11;
  c.twistMass = inverseOrZero(dot(c.normal, c.inverseInertiaA * c.normal) +
                              dot(c.normal, c.inverseInertiaB * c.normal));
}

}  // namespace

void ContactSolver::place(const Bodies& bodies, const std::vector<Contact>& contacts) {
  places_.clear();
  coloursOfBody_.assign(static_cast<size_t>(bodies.size()) + 1, 0);
  std::fill(std::begin(lanes_), std::end(lanes_), 0);
  for (size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    if (contact.count == 0 || contact.sensor) continue;
    if (!bodies.moves(contact.bodyA) && !bodies.moves(contact.bodyB)) continue;
    const int a = contact.bodyA, b = contact.bodyB;
    // Greedy: the lowest colour that neither dynamic body has; infinite masses never clash.
    uint32_t taken = 0;
    if (bodies.isDynamic(a)) taken |= coloursOfBody_[a];
    if (bodies.isDynamic(b)) taken |= coloursOfBody_[b];
    const int colour = std::countr_one(taken);
    if (colour < kColours) {
      coloursOfBody_[a] |= 1u << colour;
      coloursOfBody_[b] |= 1u << colour;
    }
    growSlowly(places_);
    places_.push_back({static_cast<int32_t>(i), uint32_t(colour), uint32_t(lanes_[colour]++)});
  }
}

int ContactSolver::blockOf(const Place& p) const {
  return firstBlocks_[p.colour] + int(p.colour < kColours ? p.rank / 4 : p.rank);
}

/// The contacts of a colour fill blocks of four; those beyond the last have a block each.
void ContactSolver::layOut(const std::vector<Contact>& contacts) {
  for (int k = 0; k <= kColours; ++k)
    firstBlocks_[k + 1] = firstBlocks_[k] + (k < kColours ? (lanes_[k] + 3) / 4 : lanes_[k]);
  const size_t blocks = static_cast<size_t>(firstBlocks_[kColours + 1]);
  firstPoints_.assign(blocks + 1, 0);
  for (const Place& p : places_) {
    int32_t& count = firstPoints_[blockOf(p) + 1];
    count = max(count, int(contacts[p.contact].count));
  }
  for (size_t i = 0; i < blocks; ++i) firstPoints_[i + 1] += firstPoints_[i];
  blocks_.resize(blocks);
  points_.resize(static_cast<size_t>(firstPoints_[blocks]));
}

void ContactSolver::prepare(const Bodies& bodies, const ContactCache& contacts,
                            const ContactSettings& settings) {
  settings_ = settings;
  place(bodies, contacts.all());
  layOut(contacts.all());
  // In the order of the contacts, which follows memory: one block of each colour is open.
  Lanes open[kColours + 1];
  for (const Place& p : places_) {
    const int index = blockOf(p), lane = laneOf(p);
    Lanes& lanes = open[p.colour];
    ContactBlock& block = blocks_[index];
    ContactBlockPoint* points = &points_[firstPoints_[index]];
    if (lane == 0) {
      block = emptyBlock(bodies.nobody());
      block.firstPoint = firstPoints_[index];
      block.pointCount = firstPoints_[index + 1] - firstPoints_[index];
      lanes = Lanes{};
      std::fill_n(points, block.pointCount, absentPoint());
    }
    const Contact& contact = contacts.all()[p.contact];
    fillLane(block, points, lanes, lane, contact, contacts.patchOf(contact), bodies);
    const bool last = lane == 3 || p.colour == kColours || int(p.rank) + 1 == lanes_[p.colour];
    if (last) finishBlock(block, points, lanes, bodies);
  }
}

void ContactSolver::warmStart(Bodies& bodies) {
  BodyState* states = bodies.states.data();
  for (ContactBlock& c : blocks_) {
    ContactBlockPoint* points = &points_[c.firstPoint];
    Velocities v = gather(states, c);
    for (int i = 0; i < c.pointCount; ++i) {
      ContactBlockPoint& p = points[i];
      p.stepImpulse += p.normalImpulse;
      apply(c, v, p.armA, p.armB, p.normalImpulse * c.normal);
    }
    apply(c, v, c.centreA, c.centreB,
          c.tangentImpulse1 * c.tangent1 + c.tangentImpulse2 * cross(c.normal, c.tangent1));
    const Vec3x4 torque = c.twistImpulse * c.normal;
    v.angularA -= c.inverseInertiaA * torque;
    v.angularB += c.inverseInertiaB * torque;
    scatter(states, c, v);
  }
}

void ContactSolver::solve(Bodies& bodies, float h, bool useBias) {
  BodyState* states = bodies.states.data();
  const f32x4 inverseH = splat(1 / h), zero = splat(0), one = splat(1);
  const f32x4 slop = splat(settings_.slop), maxPush = splat(-settings_.maxPushSpeed);
  for (ContactBlock& c : blocks_) {
    ContactBlockPoint* points = &points_[c.firstPoint];
    Velocities v = gather(states, c);
    const Vec3x4 shift = gatherRow(states, c.b, 2) - gatherRow(states, c.a, 2);
    const QuatT<f32x4> qa = gatherRotation(states, c.a), qb = gatherRotation(states, c.b);
    const auto bothMove = min(c.inverseMassA, c.inverseMassB) > zero;
    const auto softness = [&](float Softness::*value) {
      return select(bothMove, splat(settings_.soft.*value), splat(settings_.stiff.*value));
    };
    const f32x4 biasRate = softness(&Softness::biasRate);
    const f32x4 softMassScale = softness(&Softness::massScale);
    const f32x4 softImpulseScale = softness(&Softness::impulseScale);
    for (int i = 0; i < c.pointCount; ++i) {
      ContactBlockPoint& p = points[i];
      const Vec3x4 gap = shift + rotate(qb, p.armB) - rotate(qa, p.armA);
      const f32x4 separation = dot(gap, c.normal) + p.restSeparation;
      // Apart: allow what closes the gap within h. Penetrating: push out, softly.
      const auto apart = separation > zero;
      f32x4 bias = separation * inverseH, massScale = one, impulseScale = zero;
      if (useBias) {
        const f32x4 push = max(maxPush, biasRate * min(zero, separation + slop));
        bias = select(apart, bias, push);
        massScale = select(apart, one, softMassScale);
        impulseScale = select(apart, zero, softImpulseScale);
      } else {
        bias = select(apart, bias, zero);
      }
      const f32x4 vn = dot(relativeVelocity(v, p.armA, p.armB), c.normal);
      const f32x4 change = -p.normalMass * massScale * (vn + bias) - impulseScale * p.normalImpulse;
      const f32x4 total = max(zero, p.normalImpulse + change);
      apply(c, v, p.armA, p.armB, (total - p.normalImpulse) * c.normal);
      p.normalImpulse = total;
      p.largestImpulse = max(p.largestImpulse, total);
    }
    if (!useBias || settings_.frictionWithBias) solveFriction(c, points, v, settings_, h);
    scatter(states, c, v);
  }
}

void ContactSolver::applyRestitution(Bodies& bodies) {
  BodyState* states = bodies.states.data();
  const f32x4 zero = splat(0), threshold = splat(-settings_.restitutionThreshold);
  for (ContactBlock& c : blocks_) {
    ContactBlockPoint* points = &points_[c.firstPoint];
    if (!any(c.restitution > zero)) continue;
    Velocities v = gather(states, c);
    for (int i = 0; i < c.pointCount; ++i) {
      ContactBlockPoint& p = points[i];
      const auto bounces = (p.approachSpeed < threshold) & (p.largestImpulse > zero);
      const f32x4 vn = dot(relativeVelocity(v, p.armA, p.armB), c.normal);
      const f32x4 change = -p.normalMass * (vn + c.restitution * p.approachSpeed);
      const f32x4 total = select(bounces, max(zero, p.normalImpulse + change), p.normalImpulse);
      apply(c, v, p.armA, p.armB, (total - p.normalImpulse) * c.normal);
      p.normalImpulse = total;
    }
    scatter(states, c, v);
  }
}

void ContactSolver::storeImpulses(ContactCache& contacts) const {
  for (const Place& place : places_) {
    const Contact& contact = contacts.all()[place.contact];
    const ContactBlock& c = blocks_[blockOf(place)];
    const int k = laneOf(place);
    ContactPatch& patch = contacts.patch(contact.patch);
    patch.stepImpulse = patch.approachSpeed = 0;
    for (int i = 0; i < contact.count; ++i) {
      const ContactBlockPoint& p = points_[c.firstPoint + i];
      patch.points()[i].impulse = p.normalImpulse[k];
      patch.stepImpulse += p.stepImpulse[k] + p.normalImpulse[k];
      patch.approachSpeed = max(patch.approachSpeed, -p.approachSpeed[k]);
    }
    const Vec3 normal{c.normal.x[k], c.normal.y[k], c.normal.z[k]};
    const Vec3 tangent{c.tangent1.x[k], c.tangent1.y[k], c.tangent1.z[k]};
    patch.tangentImpulse =
        c.tangentImpulse1[k] * tangent + c.tangentImpulse2[k] * cross(normal, tangent);
    patch.twistImpulse = c.twistImpulse[k];
    forgetUnsoundImpulses(patch, contact.count);
  }
}

}  // namespace holonom
