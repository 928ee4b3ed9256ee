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

/// Impulse on B and the opposite one on A; `torque` is that about the centre of A.
void apply(const ContactBlock& c, Velocities& v, Vec3x4 impulse, Vec3x4 torque) {
  v.linearA -= c.inverseMassA * impulse;
  v.angularA -= c.inverseInertiaA * torque;
  v.linearB += c.inverseMassB * impulse;
  v.angularB += c.inverseInertiaB * (torque + cross(c.offset, impulse));
}

Vec3x4 relativeVelocity(const ContactBlock& c, const Velocities& v, Vec3x4 arm) {
  return v.linearB + cross(v.angularB, arm + c.offset) - v.linearA - cross(v.angularA, arm);
}

f32x4 effectiveInverse(const ContactBlock& c, Vec3x4 arm, Vec3x4 u, Vec3x4 w) {
  const Vec3x4 armB = arm + c.offset;
  const Vec3x4 au = cross(arm, u), aw = cross(arm, w), bu = cross(armB, u), bw = cross(armB, w);
  return (c.inverseMassA + c.inverseMassB) * dot(u, w) + dot(au, c.inverseInertiaA * aw) +
         dot(bu, c.inverseInertiaB * bw);
}

i32x4 lanesOfBits(int bits) { return (i32x4{bits, bits, bits, bits} & i32x4{1, 2, 4, 8}) != 0; }

f32x4 inverseOrZero(f32x4 k) {
  const auto positive = k > splat(0);
  return select(positive, splat(1) / select(positive, k, splat(1)), splat(0));
}

/// What friction may need of the points: the sums of their impulses, and of those times their
/// distances from the friction point.
struct Load {
  f32x4 normal = splat(0), lever = splat(0);

  void add(const ContactBlock& c, const ContactBlockPoint& p) {
    const Vec3x4 arm = p.arm - c.centre;
    normal += p.normalImpulse;
    lever += p.normalImpulse * sqrt(dot(arm, arm));
  }
};

/// Friction at the centre of the manifold, as a vector, and about the normal.
void solveFriction(ContactBlock& c, const Load& load, Velocities& v,
                   const ContactSettings& settings, float h) {
  const FrictionModel model = settings.friction;
  f32x4 bound = c.friction * load.normal;
  if (model == FrictionModel::Constant)
    bound = select(load.normal > splat(0),
                   splat(h * settings.gravity) * c.friction / max(c.inverseMassA, c.inverseMassB),
                   splat(0));
  {
    const f32x4 twistBound = c.friction * load.lever;
    const f32x4 spin = dot(v.angularB - v.angularA, c.normal);
    const f32x4 total = max(-twistBound, min(twistBound, c.twistImpulse - c.twistMass * spin));
    const Vec3x4 torque = (total - c.twistImpulse) * c.normal;
    c.twistImpulse = total;
    v.angularA -= c.inverseInertiaA * torque;
    v.angularB += c.inverseInertiaB * torque;
  }
  const Vec3x4 slip = relativeVelocity(c, v, c.centre);
  const Vec3x4 tangent1 = anyPerpendicular(c.normal), tangent2 = cross(c.normal, tangent1);
  const f32x4 v1 = dot(slip, tangent1), v2 = dot(slip, tangent2);
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
  const Vec3x4 rub = (t1 - c.tangentImpulse1) * tangent1 + (t2 - c.tangentImpulse2) * tangent2;
  apply(c, v, rub, cross(c.centre, rub));
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
  point.separation = splat(kHuge);
  return point;
}

/// What only the filling of a block needs of its lanes.
struct Lanes {
  QuatT<f32x4> rotationA, rotationB;  // from the axes of the arms to the world's
  Vec3x4 onB[4];                      // arms at B, in those axes
  Vec3x4 tangentImpulse;
  f32x4 count;  // of points
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
  if (contact.round > 0) block.ballsA |= 1 << lane;
  if (contact.round > 1) block.ballsB |= 1 << lane;
  setLane(block.normal, lane, normalOf(contact, patch, qa, qb));
  block.friction[lane] = patch.friction;
  block.twistImpulse[lane] = patch.twistImpulse;
  setLane(lanes.rotationA, lane, contact.round ? Quat{} : qa);
  setLane(lanes.rotationB, lane, contact.round ? Quat{} : qb);
  setLane(lanes.tangentImpulse, lane, patch.tangentImpulse);
  lanes.count[lane] = contact.count;
  for (int i = 0; i < contact.count; ++i) {
    const PatchPoint& p = patch.points()[i];
    ContactBlockPoint& out = points[i];
    setLane(out.arm, lane, p.onA);
    setLane(lanes.onB[i], lane, p.onB);
    out.separation[lane] = p.separation;
    out.normalImpulse[lane] = p.impulse;
    out.stepImpulse[lane] = -p.impulse;  // the first warm start adds it back
  }
}

/// Turns the arms and finds effective masses, of the four lanes together.
void finishBlock(ContactBlock& c, ContactBlockPoint* points, f32x4* approachSpeeds, Lanes& lanes,
                 const Bodies& bodies) {
  const Velocities v = gather(bodies.states.data(), c);
  const f32x4 share = splat(1) / max(splat(1), lanes.count);
  Vec3x4 centreB{};
  c.centre = {};
  for (int i = 0; i < c.pointCount; ++i) {
    ContactBlockPoint& p = points[i];
    p.arm = rotate(lanes.rotationA, p.arm);
    lanes.onB[i] = rotate(lanes.rotationB, lanes.onB[i]);
    c.centre += share * p.arm;
    centreB += share * lanes.onB[i];
  }
  c.offset = centreB - c.centre;
  // On the surface of the one that moves, midway between them if both do.
  const f32x4 zero = splat(0), half = splat(0.5f);
  const f32x4 towardsB =
      select(c.inverseMassA > zero, select(c.inverseMassB > zero, half, zero), splat(1));
  for (int i = 0; i < c.pointCount; ++i) {
    ContactBlockPoint& p = points[i];
    p.arm += towardsB * (lanes.onB[i] - c.offset - p.arm);
    p.normalMass = inverseOrZero(effectiveInverse(c, p.arm, c.normal, c.normal));
    approachSpeeds[i] = dot(relativeVelocity(c, v, p.arm), c.normal);
  }
  const Vec3x4 tangent1 = anyPerpendicular(c.normal), tangent2 = cross(c.normal, tangent1);
  const f32x4 k11 = effectiveInverse(c, c.centre, tangent1, tangent1);
  const f32x4 k12 = effectiveInverse(c, c.centre, tangent1, tangent2);
  const f32x4 k22 = effectiveInverse(c, c.centre, tangent2, tangent2);
  const f32x4 d = inverseOrZero(k11 * k22 - k12 * k12);
  c.tangentMass11 = d * k22, c.tangentMass12 = -d * k12, c.tangentMass22 = d * k11;
  c.tangentImpulse1 = dot(lanes.tangentImpulse, tangent1);
  c.tangentImpulse2 = dot(lanes.tangentImpulse, tangent2);
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
  restitutions_.resize(blocks);
  points_.resize(static_cast<size_t>(firstPoints_[blocks]));
  approachSpeeds_.resize(static_cast<size_t>(firstPoints_[blocks]));
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
      restitutions_[index] = splat(0);
      block.firstPoint = firstPoints_[index];
      block.pointCount = firstPoints_[index + 1] - firstPoints_[index];
      lanes = Lanes{};
      std::fill_n(points, block.pointCount, absentPoint());
    }
    const Contact& contact = contacts.all()[p.contact];
    const ContactPatch& patch = contacts.patchOf(contact);
    fillLane(block, points, lanes, lane, contact, patch, bodies);
    restitutions_[index][lane] = patch.restitution;
    const bool last = lane == 3 || p.colour == kColours || int(p.rank) + 1 == lanes_[p.colour];
    if (last) finishBlock(block, points, &approachSpeeds_[block.firstPoint], lanes, bodies);
  }
}

void ContactSolver::warmStart(Bodies& bodies) {
  BodyState* states = bodies.states.data();
  for (ContactBlock& c : blocks_) {
    ContactBlockPoint* points = &points_[c.firstPoint];
    Velocities v = gather(states, c);
    f32x4 normalSum = splat(0);
    Vec3x4 armSum{};
    for (int i = 0; i < c.pointCount; ++i) {
      ContactBlockPoint& p = points[i];
      p.stepImpulse += p.normalImpulse;
      normalSum += p.normalImpulse;
      armSum += p.normalImpulse * p.arm;
    }
    const Vec3x4 tangent1 = anyPerpendicular(c.normal), tangent2 = cross(c.normal, tangent1);
    const Vec3x4 push = normalSum * c.normal;
    const Vec3x4 rub = c.tangentImpulse1 * tangent1 + c.tangentImpulse2 * tangent2;
    const Vec3x4 torque =
        cross(c.centre, rub) + cross(armSum, c.normal) + c.twistImpulse * c.normal;
    apply(c, v, push + rub, torque);
    scatter(states, c, v);
  }
}

void ContactSolver::solve(Bodies& bodies, float h, bool useBias) {
  BodyState* states = bodies.states.data();
  const f32x4 inverseH = splat(1 / h), zero = splat(0), one = splat(1);
  const f32x4 slop = splat(settings_.slop), maxPush = splat(-settings_.maxPushSpeed);
  const bool rubs = !useBias || settings_.frictionWithBias;
  for (ContactBlock& c : blocks_) {
    ContactBlockPoint* points = &points_[c.firstPoint];
    Velocities v = gather(states, c);
    const Vec3x4 shift = gatherRow(states, c.b, 2) - gatherRow(states, c.a, 2);
    // Turning the normal back with each body is cheaper than turning the arms of every point.
    Vec3x4 normalAtA = inverseRotate(gatherRotation(states, c.a), c.normal);
    Vec3x4 normalAtB = inverseRotate(gatherRotation(states, c.b), c.normal);
    if (c.ballsA != 0) {
      normalAtA = select(lanesOfBits(c.ballsA), c.normal, normalAtA);
      normalAtB = select(lanesOfBits(c.ballsB), c.normal, normalAtB);
    }
    const f32x4 moved = dot(shift, c.normal) + dot(c.offset, normalAtB - c.normal);
    const Vec3x4 turned = normalAtB - normalAtA, offsetLever = cross(c.offset, c.normal);
    const auto bothMove = min(c.inverseMassA, c.inverseMassB) > zero;
    const auto softness = [&](float Softness::*value) {
      return select(bothMove, splat(settings_.soft.*value), splat(settings_.stiff.*value));
    };
    const f32x4 biasRate = softness(&Softness::biasRate);
    const f32x4 softMassScale = softness(&Softness::massScale);
    const f32x4 softImpulseScale = softness(&Softness::impulseScale);
    const f32x4 inverseMass = c.inverseMassA + c.inverseMassB;
    // Points push along one normal: of the linear velocities only what closes along it matters.
    f32x4 closing = dot(v.linearB - v.linearA, c.normal), pushed = zero;
    Load load;
    for (int i = 0; i < c.pointCount; ++i) {
      ContactBlockPoint& p = points[i];
      const f32x4 separation = p.separation + moved + dot(p.arm, turned);
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
      const Vec3x4 leverA = cross(p.arm, c.normal), leverB = leverA + offsetLever;
      const f32x4 vn = closing + dot(v.angularB, leverB) - dot(v.angularA, leverA);
      const f32x4 wanted = -p.normalMass * massScale * (vn + bias) - impulseScale * p.normalImpulse;
      const f32x4 total = max(zero, p.normalImpulse + wanted);
      const f32x4 change = total - p.normalImpulse;
      v.angularA -= c.inverseInertiaA * (change * leverA);
      v.angularB += c.inverseInertiaB * (change * leverB);
      closing += inverseMass * change;
      pushed += change;
      p.normalImpulse = total;
      if (rubs) load.add(c, p);
    }
    const Vec3x4 push = pushed * c.normal;
    v.linearA -= c.inverseMassA * push;
    v.linearB += c.inverseMassB * push;
    if (rubs) solveFriction(c, load, v, settings_, h);
    scatter(states, c, v);
  }
}

void ContactSolver::applyRestitution(Bodies& bodies) {
  BodyState* states = bodies.states.data();
  const f32x4 zero = splat(0), threshold = splat(-settings_.restitutionThreshold);
  const f32x4* restitution = restitutions_.begin();
  for (ContactBlock& c : blocks_) {
    const f32x4 e = *restitution++;
    if (!any(e > zero)) continue;
    ContactBlockPoint* points = &points_[c.firstPoint];
    Velocities v = gather(states, c);
    for (int i = 0; i < c.pointCount; ++i) {
      ContactBlockPoint& p = points[i];
      const f32x4 approachSpeed = approachSpeeds_[c.firstPoint + i];
      const auto bounces = (approachSpeed < threshold) & (p.stepImpulse + p.normalImpulse > zero);
      const f32x4 vn = dot(relativeVelocity(c, v, p.arm), c.normal);
      const f32x4 change = -p.normalMass * (vn + e * approachSpeed);
      const f32x4 total = select(bounces, max(zero, p.normalImpulse + change), p.normalImpulse);
      const Vec3x4 push = (total - p.normalImpulse) * c.normal;
      apply(c, v, push, cross(p.arm, push));
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
      patch.approachSpeed = max(patch.approachSpeed, -approachSpeeds_[c.firstPoint + i][k]);
    }
    const Vec3 normal{c.normal.x[k], c.normal.y[k], c.normal.z[k]};
    const Vec3 tangent = anyPerpendicular(normal);
    patch.tangentImpulse =
        c.tangentImpulse1[k] * tangent + c.tangentImpulse2[k] * cross(normal, tangent);
    patch.twistImpulse = c.twistImpulse[k];
    forgetUnsoundImpulses(patch, contact.count);
  }
}

}  // namespace holonom
