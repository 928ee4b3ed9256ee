#include "solvers/contact_solver.h"

#include <algorithm>
#include <bit>

#include "solvers/contact_lanes.h"

namespace holonom {

namespace {

using namespace contact_lanes;

/// Most contacts that are colored together.
constexpr int kRegion = 2048;
/// The points of a patch are swept again while one changes its push by more than this share: left
/// to one sweep, the first would bear more than the last, and what lands flat would lean.
constexpr float kSettled = 0.02f;
constexpr int kPatchRounds = 3;
/// Share of its penetration that a swept contact loses in a substep.
constexpr float kSweptPush = 0.1f;
/// Impacts on joined bodies have settled once no patch changes its push by more than this share.
constexpr float kSettledImpact = 0.001f;
/// Of points that are so much farther apart than the nearest of their patch, friction counts half;
/// those beyond bear nothing [m].
constexpr float kBearing = 0.01f, kBearingOfSwept = 0.002f;
/// Bodies are small where gravity adds more than this share of their extent in a substep: they
/// topple before one sweep has found what holds them. So many times that, so many more sweeps.
constexpr float kQuickFall = 0.002f;
constexpr int kMostQuickRounds = 60;
/// Of the inverse inertia of a slender body: the sum of its squares over the square of its trace.
constexpr float kSlender = 0.7f;

const i32x4 kAllLanes = splat(0) == splat(0);

ContactBlock emptyBlock(int nobody) {
  ContactBlock block{};
  block.surface = -1;
  for (int k = 0; k < 4; ++k) block.a[k] = block.b[k] = nobody;
  return block;
}

f32x4 sizeShares(const ContactBlock& block) {
  f32x4 shares;
  for (int lane = 0; lane < 4; ++lane) shares[lane] = sizeShare(block.small >> 4 * lane & 15u);
  return shares;
}

/// In lanes of fewer points than the block has, the rest are too far apart to ever touch.
ContactBlockPoint absentPoint() {
  ContactBlockPoint point{};
  point.separation = splat(kHuge);
  return point;
}

/// What only the filling of a block needs of its lanes.
struct Arms {
  QuatT<f32x4> rotationA, rotationB;  // from the axes of the arms to the world's
  Vec3x4 onB[4];                      // arms at B, in those axes
  Vec3x4 tangentImpulse;
};

void setLane(QuatT<f32x4>& q, int lane, const Quat& s) {
  q.x[lane] = s.x, q.y[lane] = s.y, q.z[lane] = s.z, q.w[lane] = s.w;
}

/// Arms stay in the axes of their bodies.
void fillLane(ContactBlock& block, ContactBlockPoint* points, Arms& arms, int lane,
              const Contact& contact, const ContactPatch& patch, const Bodies& bodies, bool now) {
  const int a = contact.bodyA, b = contact.bodyB;
  const Quat qa = now ? bodies.poseNow(a).rotation : bodies.poses[a].rotation;
  const Quat qb = now ? bodies.poseNow(b).rotation : bodies.poses[b].rotation;
  block.a[lane] = a, block.b[lane] = b;
  if (contact.round > 0) block.ballsA |= 1 << lane;
  if (contact.round > 1) block.ballsB |= 1 << lane;
  if (patch.restitution > 0) block.bounces |= 1 << lane;
  if (bodies.isLocked(a) || bodies.isLocked(b)) block.locked |= 1 << lane;
  setLane(block.normal, lane, normalOf(contact, patch, qa, qb));
  setLane(block.lever, lane, bodies.betweenNow(b, a));
  block.friction[lane] = patch.friction;
  block.small = uint16_t(block.small | contact.small << 4 * lane);
  const float start = contact.struck ? 0 : 1;
  block.twistImpulse[lane] = start * patch.twistImpulse;
  setLane(arms.rotationA, lane, contact.round ? Quat{} : qa);
  setLane(arms.rotationB, lane, contact.round ? Quat{} : qb);
  setLane(arms.tangentImpulse, lane, start * patch.tangentImpulse);
  for (int i = 0; i < contact.count; ++i) {
    const PatchPoint& p = patch.points()[i];
    ContactBlockPoint& out = points[i];
    setLane(out.arm, lane, p.onA);
    setLane(arms.onB[i], lane, p.onB);
    out.separation[lane] = p.separation;
    out.normalImpulse[lane] = start * p.impulse;
    out.stepImpulse[lane] = -start * p.impulse;  // the first warm start adds it back
  }
}

/// Whether bodies turn about one axis about ten times as easily as about the others. Arms stay as
/// the step began, but inertia turns with the body: a rod that turned a little has it there.
i32x4 isSlender(const Inertia& m) {
  const f32x4 trace = m.xx + m.yy + m.zz;
  const f32x4 squares = m.xx * m.xx + m.yy * m.yy + m.zz * m.zz +
                        splat(2) * (m.xy * m.xy + m.xz * m.xz + m.yz * m.yz);
  return squares > splat(kSlender) * trace * trace;
}

/// Effective masses of some lanes, where the arms have gone on by `gone` since the step began.
void findMasses(const Bodies& bodies, ContactBlock& c, ContactBlockPoint* points, const Sides& v,
                Vec3x4 lever, Vec3x4 gone, i32x4 lanes) {
  const auto set = [&](f32x4& mass, f32x4 found) { mass = select(lanes, found, mass); };
  const auto inverse = [&](Vec3x4 arm, Vec3x4 u, Vec3x4 w) {
    return effectiveInverse(v, straightInverse(bodies, c, v, u, w), lever, arm + gone, u, w);
  };
  for (int i = 0; i < c.pointCount; ++i)
    set(points[i].normalMass, inverseOrZero(inverse(points[i].arm, c.normal, c.normal)));
  const Vec3x4 tangent1 = anyPerpendicular(c.normal), tangent2 = cross(c.normal, tangent1);
  f32x4 k11 = inverse(c.center, tangent1, tangent1), k22 = inverse(c.center, tangent2, tangent2);
  const f32x4 k12 = inverse(c.center, tangent1, tangent2);
  if (c.locked != 0) {
    dropHeldPoints(bodies, c, points);
    const f32x4 more = regularization(c, k11, k22);
    k11 += more, k22 += more;
  }
  const f32x4 d = inverseOrZero(k11 * k22 - k12 * k12);
  set(c.tangentMass11, d * k22), set(c.tangentMass12, -d * k12), set(c.tangentMass22, d * k11);
  set(c.twistMass, inverseOrZero(dot(c.normal, v.a.inverseInertia * c.normal) +
                                 dot(c.normal, v.b.inverseInertia * c.normal)));
}

/// Turns the arms and finds effective masses, of the four lanes together.
void finishBlock(ContactBlock& c, ContactBlockPoint* points, f32x4* approachSpeeds, Arms& arms,
                 const Bodies& bodies, bool swept) {
  Vec3x4 shift;
  const Sides v = gather(bodies, c, shift);
  // Friction acts at the middle of the points that bear: nearly as near as the nearest. Those of
  // swept contacts come and go as the bodies turn.
  const float bearing = swept ? kBearingOfSwept : kBearing;
  f32x4 nearest = splat(kHuge), weights[4], sum = splat(0);
  for (int i = 0; i < c.pointCount; ++i) nearest = min(nearest, points[i].separation);
  for (int i = 0; i < c.pointCount; ++i) {
    const f32x4 farther = points[i].separation - nearest;
    const f32x4 bears = max(splat(0), min(splat(1), splat(1.5f) - farther * splat(1 / bearing)));
    weights[i] = select(points[i].separation < splat(kHuge), bears, splat(0));
    sum += weights[i];
  }
  const f32x4 scale = splat(1) / max(splat(1), sum);
  c.gap = splat(0);
  c.center = {};
  for (int i = 0; i < c.pointCount; ++i) {
    ContactBlockPoint& p = points[i];
    p.arm = rotate(arms.rotationA, p.arm);
    arms.onB[i] = rotate(arms.rotationB, arms.onB[i]);
    const f32x4 weight = scale * weights[i];
    c.center += weight * p.arm;
    c.gap += select(weight > splat(0), weight * p.separation, splat(0));
  }
  const Vec3x4 offset = c.lever + c.gap * c.normal;
  const f32x4 share = towardsB(v);
  for (int i = 0; i < c.pointCount; ++i) {
    ContactBlockPoint& p = points[i];
    p.arm += share * (arms.onB[i] - offset - p.arm);
    approachSpeeds[i] = dot(relativeVelocity(v, c.lever, p.arm), c.normal);
  }
  findMasses(bodies, c, points, v, c.lever, Vec3x4{}, kAllLanes);
  if (!swept) c.slender = bitsOf(isSlender(v.a.inverseInertia) | isSlender(v.b.inverseInertia));
  const Vec3x4 tangent1 = anyPerpendicular(c.normal), tangent2 = cross(c.normal, tangent1);
  c.tangentImpulse1 = dot(arms.tangentImpulse, tangent1);
  c.tangentImpulse2 = dot(arms.tangentImpulse, tangent2);
  // The first warm start adds them back.
  c.stepTangent1 = -c.tangentImpulse1, c.stepTangent2 = -c.tangentImpulse2;
}

}  // namespace

/// Contacts follow memory, which mostly follows space: while all colors of a region are swept, its
/// bodies stay in the processor's nearest cache.
size_t ContactSolver::placeRegion(const Bodies& bodies, std::span<const Contact> contacts,
                                  const std::vector<int>* indices, size_t from) {
  // Contacts that a body has beyond the colors have a block each.
  constexpr int kColors = 32;
  struct {
    int32_t contact, color;
  } members[kRegion];
  int size = 0, counts[kColors + 1] = {};
  const size_t total = indices ? indices->size() : contacts.size();
  size_t next = from;
  for (; next < total && size < kRegion; ++next) {
    const int at = indices ? (*indices)[next] : static_cast<int>(next);
    const Contact& contact = contacts[at];
    if (contact.count == 0 || contact.sensor || (contact.swept && !indices) || contact.exact)
      continue;
    const int a = contact.bodyA, b = contact.bodyB;
    if (!bodies.moves(a) && !bodies.moves(b)) continue;
    // Greedy: the lowest color that neither dynamic body has; infinite masses never clash.
    uint32_t taken = 0;
    if (bodies.isDynamic(a)) taken |= colorsOfBody_[a];
    if (bodies.isDynamic(b)) taken |= colorsOfBody_[b];
    const int color = std::countr_one(taken);
    if (color < kColors) {
      colorsOfBody_[a] |= 1u << color;
      colorsOfBody_[b] |= 1u << color;
    }
    ++counts[color];
    members[size++] = {at, color};
  }
  size_t places[kColors + 1], end = lanes_.size();
  for (int k = 0; k <= kColors; ++k) {
    places[k] = end;
    end += 4 * size_t(k < kColors ? (counts[k] + 3) / 4 : counts[k]);
    for (int i = 0; k == kColors && i < counts[k]; ++i) colors_.add(places[k] / 4 + size_t(i));
    colors_.add(end / 4);
  }
  reserveSlowly(lanes_, end);
  lanes_.resize(end, -1);
  for (int i = 0; i < size; ++i) {
    const auto [contact, color] = members[i];
    lanes_[places[color]] = contact;
    places[color] += color < kColors ? 1 : 4;
    colorsOfBody_[contacts[contact].bodyA] = colorsOfBody_[contacts[contact].bodyB] = 0;
  }
  return next;
}

void ContactSolver::place(const Bodies& bodies, std::span<const Contact> contacts,
                          const std::vector<int>* indices) {
  if (colorsOfBody_.size() < static_cast<size_t>(bodies.size()) + 1)
    colorsOfBody_.assign(static_cast<size_t>(bodies.size()) + 1, 0);
  const size_t total = indices ? indices->size() : contacts.size();
  for (size_t at = 0; at < total;) at = placeRegion(bodies, contacts, indices, at);
}

/// Room for the points of the blocks from `first` on.
void ContactSolver::layOut(std::span<const Contact> contacts, size_t first) {
  const size_t blocks = lanes_.size() / 4;
  firstPoints_.resize(first + 1);
  if (first == 0) firstPoints_[0] = 0;
  reserveSlowly(firstPoints_, blocks + 1);
  firstPoints_.resize(blocks + 1, 0);
  for (size_t i = 4 * first; i < lanes_.size(); ++i)
    if (lanes_[i] >= 0)
      firstPoints_[i / 4 + 1] = max(firstPoints_[i / 4 + 1], int(contacts[lanes_[i]].count));
  for (size_t i = first; i < blocks; ++i) firstPoints_[i + 1] += firstPoints_[i];
  blocks_.extend(blocks);
  points_.extend(static_cast<size_t>(firstPoints_[blocks]));
  approachSpeeds_.extend(static_cast<size_t>(firstPoints_[blocks]));
}

void ContactSolver::prepare(const Bodies& bodies, const ContactCache& contacts,
                            const ContactSettings& settings) {
  settings_ = settings;
  struck_ = false;
  lanes_.clear();
  colors_.cut(0);
  place(bodies, contacts.active(), nullptr);
  steady_ = lanes_.size() / 4;
  layOut(contacts.active(), 0);
  surfaces_.clear();
  quick_.clear();
  quickRounds_ = 0;
  fill(bodies, contacts, 0);
  steadySurfaces_ = surfaces_.size();
}

/// Sweeps a block again whose bodies are small beside their fall in a substep.
void ContactSolver::addQuick(size_t block) {
  const f32x4 shares = sizeShares(blocks_[block]);
  const float extent = kFullExtent * min(min(shares[0], shares[1]), min(shares[2], shares[3]));
  const float fall = settings_.gravity * settings_.substep * settings_.substep;
  const int rounds = int(min(fall / (kQuickFall * extent), float(kMostQuickRounds)));
  if (rounds == 0) return;
  quick_.push_back(int32_t(block));
  quickRounds_ = max(quickRounds_, rounds);
}

void ContactSolver::prepareSwept(const Bodies& bodies, const ContactCache& contacts,
                                 const std::vector<int>& indices) {
  struck_ |= !indices.empty();
  lanes_.resize(4 * steady_);
  colors_.cut(steady_);
  place(bodies, contacts.active(), &indices);
  layOut(contacts.active(), steady_);
  surfaces_.resize(steadySurfaces_);
  fill(bodies, contacts, steady_);
}

void ContactSolver::fill(const Bodies& bodies, const ContactCache& contacts, size_t first) {
  for (size_t i = first; i < lanes_.size() / 4; ++i) {
    ContactBlock& block = blocks_[i];
    block = emptyBlock(bodies.nobody());
    block.firstPoint = firstPoints_[i];
    block.pointCount = int16_t(firstPoints_[i + 1] - block.firstPoint);
    ContactBlockPoint* points = &points_[block.firstPoint];
    std::fill_n(points, block.pointCount, absentPoint());
    Arms arms{};
    bool surface = false;
    for (int lane = 0; lane < 4; ++lane) {
      if (lanes_[4 * i + lane] < 0) break;
      const Contact& contact = contacts.all()[lanes_[4 * i + lane]];
      const ContactPatch& patch = contacts.patchOf(contact);
      fillLane(block, points, arms, lane, contact, patch, bodies, i >= steady_);
      surface |= contact.surface;
    }
    if (surface) fillSurface(bodies, contacts, i);
    if (block.small != 0 && i < steady_) addQuick(i);
    finishBlock(block, points, &approachSpeeds_[block.firstPoint], arms, bodies, i >= steady_);
  }
}

[[gnu::cold]] void ContactSolver::fillSurface(const Bodies& bodies, const ContactCache& contacts,
                                              size_t block) {
  ContactBlock& c = blocks_[block];
  c.surface = static_cast<int>(surfaces_.size());
  ContactBlockSurface& s = surfaces_.emplace_back(ContactBlockSurface{});
  s.block = static_cast<int>(block);
  s.kinetic = s.sticking = c.friction;
  for (int lane = 0; lane < 4; ++lane) {
    if (lanes_[4 * block + size_t(lane)] < 0) break;
    const Contact& contact = contacts.all()[lanes_[4 * block + size_t(lane)]];
    if (!contact.surface) continue;
    const PairSurface pair = pairSurface(
        bodies, contact.bodyA, contact.bodyB,
        {holonom::lane(c.normal, lane), settings_.substep, !settings_.frictionWithBias});
    s.sticking[lane] = pair.staticFriction;
    s.settled[lane] = contact.settled == kSettledSteps;
    s.rolling[lane] = pair.rolling, s.torsional[lane] = pair.torsional;
    setLane(s.slip, lane, pair.slip);
  }
}

[[gnu::cold]] void ContactSolver::chooseFriction(const Bodies& bodies, float young) {
  for (ContactBlockSurface& s : surfaces_) {
    s.rollImpulse = {};
    if (!any(s.sticking > s.kinetic)) continue;
    ContactBlock& c = blocks_[s.block];
    Vec3x4 shift;
    const Sides v = gather(bodies, c, shift);
    if (size_t(s.block) >= steady_) shift = {};
    const Vec3x4 gone = towardsB(v) * shift;
    // A body that turns in its place slides too, though not at its middle.
    f32x4 fastest2 = splat(0);
    for (int i = 0; i < c.pointCount; ++i) {
      const ContactBlockPoint& p = points_[c.firstPoint + i];
      const Vec3x4 slip =
          across(c.normal, relativeVelocity(v, c.lever - shift, p.arm + gone) - s.slip);
      const f32x4 speed2 = dot(slip, slip);
      fastest2 = max(fastest2, select(p.separation < splat(kHuge), speed2, splat(0)));
    }
    const f32x4 speed = select(s.settled > splat(0), splat(kSlidingSpeed), splat(young));
    c.friction = select(fastest2 > speed * speed, s.kinetic, s.sticking);
  }
}

void ContactSolver::warmStart(Bodies& bodies) {
  for (size_t block = 0; block < lanes_.size() / 4; ++block) {
    ContactBlock& c = blocks_[block];
    ContactBlockPoint* points = &points_[c.firstPoint];
    Vec3x4 shift;
    Sides v = gather(bodies, c, shift);
    if (block >= steady_) shift = {};
    f32x4 normalSum = splat(0);
    Vec3x4 armSum{};
    c.stepTangent1 += c.tangentImpulse1, c.stepTangent2 += c.tangentImpulse2;
    for (int i = 0; i < c.pointCount; ++i) {
      ContactBlockPoint& p = points[i];
      p.stepImpulse += p.normalImpulse;
      normalSum += p.normalImpulse;
      armSum += p.normalImpulse * p.arm;
    }
    const Vec3x4 tangent1 = anyPerpendicular(c.normal), tangent2 = cross(c.normal, tangent1);
    const Vec3x4 push = normalSum * c.normal;
    const Vec3x4 rub = c.tangentImpulse1 * tangent1 + c.tangentImpulse2 * tangent2;
    const Vec3x4 gone = towardsB(v) * shift;
    const Vec3x4 torque = cross(c.center + gone, rub) + cross(armSum + normalSum * gone, c.normal) +
                          c.twistImpulse * c.normal;
    apply(v, c.lever - shift, push + rub, torque);
    if (c.locked != 0) keepLocks(bodies, c, v);
    scatter(bodies, c, v);
  }
}

void ContactSolver::dropLeft(const Bodies& bodies) {
  if (!struck_) return;
  for (size_t block = 0; block < steady_; ++block) {
    ContactBlock& c = blocks_[block];
    Vec3x4 shift;
    const Sides v = gather(bodies, c, shift);
    const auto bothMove = min(v.a.inverseMass, v.b.inverseMass) > splat(0);
    f32x4 reach2 = splat(0);
    for (int i = 0; i < c.pointCount; ++i) {
      const Vec3x4 armA = points_[c.firstPoint + i].arm, armB = armA + c.lever;
      const i32x4 present = points_[c.firstPoint + i].separation < splat(kHuge);
      reach2 = max(reach2, select(present, max(dot(armA, armA), dot(armB, armB)), splat(0)));
    }
    // Of balls the plane turns with the line between their centers.
    const f32x4 most2 =
        select(lanesOfBits(c.ballsB), splat(0.25f) * dot(c.lever, c.lever), splat(4) * reach2);
    const i32x4 left = bothMove & (dot(shift, shift) > most2);
    if (any(left)) dropLanes(c, left, bodies.nobody());
  }
}

/// Ends the contacts of some lanes for this step: their impulses stay counted.
[[gnu::cold]] void ContactSolver::dropLanes(ContactBlock& c, i32x4 lanes, int nobody) {
  const auto clear = [&](auto&... values) { ((values = select(lanes, splat(0), values)), ...); };
  const auto count = [&](f32x4& all, const f32x4& now) { all += select(lanes, now, splat(0)); };
  count(c.stepTangent1, c.tangentImpulse1), count(c.stepTangent2, c.tangentImpulse2);
  clear(c.tangentImpulse1, c.tangentImpulse2, c.twistImpulse, c.twistMass);
  clear(c.tangentMass11, c.tangentMass12, c.tangentMass22);
  for (int i = 0; i < c.pointCount; ++i) {
    ContactBlockPoint& p = points_[c.firstPoint + i];
    count(p.stepImpulse, p.normalImpulse);
    clear(p.normalImpulse, p.normalMass);
  }
  if (c.surface >= 0) {
    Vec3x4& roll = surfaces_[c.surface].rollImpulse;
    clear(roll.x, roll.y, roll.z);
  }
  for (int k = 0; k < 4; ++k)
    if (bitsOf(lanes) >> k & 1) c.a[k] = c.b[k] = nobody;
}

void ContactSolver::forgetImpulses() {
  const f32x4 none = splat(0);
  for (size_t block = 0; block < lanes_.size() / 4; ++block) {
    ContactBlock& c = blocks_[block];
    c.stepTangent1 += c.tangentImpulse1, c.stepTangent2 += c.tangentImpulse2;
    c.tangentImpulse1 = c.tangentImpulse2 = c.twistImpulse = none;
    for (int i = 0; i < c.pointCount; ++i) {
      ContactBlockPoint& p = points_[c.firstPoint + i];
      p.stepImpulse += p.normalImpulse;
      p.normalImpulse = none;
    }
  }
}

void ContactSolver::solve(Bodies& bodies, float h, bool useBias) {
  solveBlocks<false>(bodies, h, useBias, {});
  for (int round = 0; round < quickRounds_; ++round) solveBlocks<false>(bodies, h, useBias, quick_);
  if (useBias) solveSwept(bodies, h);
}

bool ContactSolver::solveSwept(Bodies& bodies, float h) {
  return solveBlocks<true>(bodies, h, true, {});
}

template <bool kSwept>
bool ContactSolver::solveBlocks(Bodies& bodies, float h, bool useBias,
                                std::span<const int32_t> only) {
  const BodyState* states = bodies.states.data();
  const f32x4 inverseH = splat(1 / h), zero = splat(0), one = splat(1), settled = splat(kSettled);
  const f32x4 fullSlop = splat(settings_.slop), maxPush = splat(-settings_.maxPushSpeed);
  const bool rubs = !useBias || kSwept || settings_.frictionWithBias;
  i32x4 changed = zero != zero;
  const size_t first = kSwept ? steady_ : 0, end = kSwept ? lanes_.size() / 4 : steady_;
  const size_t count = only.empty() ? end - first : only.size();
  for (size_t i = 0; i < count; ++i) {
    ContactBlock& c = blocks_[only.empty() ? first + i : size_t(only[i])];
    ContactBlockPoint* points = &points_[c.firstPoint];
    Vec3x4 shift;
    Sides v = gather(bodies, c, shift);
    // Filled as the substep began, in which nothing has moved yet.
    if constexpr (kSwept) shift = {};
    const Vec3x4 lever = c.lever - shift, gone = towardsB(v) * shift;
    if (c.slender != 0) [[unlikely]]
      findMasses(bodies, c, points, v, lever, gone, lanesOfBits(c.slender));
    Vec3x4 normalAtA = c.normal, normalAtB = c.normal;
    if constexpr (!kSwept) {
      // Turning the normal back with each body is cheaper than turning the arms of every point.
      normalAtA = inverseRotate(gatherRotation(states, c.a), c.normal);
      normalAtB = inverseRotate(gatherRotation(states, c.b), c.normal);
      if (c.ballsA != 0) {
        normalAtA = select(lanesOfBits(c.ballsA), c.normal, normalAtA);
        normalAtB = select(lanesOfBits(c.ballsB), c.normal, normalAtB);
      }
    }
    const f32x4 moved =
        dot(shift, c.normal) + dot(c.lever + c.gap * c.normal, normalAtB - c.normal);
    const Vec3x4 turned = normalAtB - normalAtA, besides = cross(lever, c.normal);
    const Vec3x4 goneA = cross(gone, c.normal);
    const auto bothMove = min(v.a.inverseMass, v.b.inverseMass) > zero;
    const auto softness = [&](float Softness::*value) {
      return select(bothMove, splat(settings_.soft.*value), splat(settings_.stiff.*value));
    };
    // What a soft contact leaves of a fast approach would sink deep within the substep: swept ones
    // are rigid, and nothing relaxes them.
    const f32x4 biasRate = kSwept ? splat(kSweptPush) * inverseH : softness(&Softness::biasRate);
    f32x4 softMassScale = kSwept ? one : softness(&Softness::massScale);
    f32x4 softImpulseScale = kSwept ? zero : softness(&Softness::impulseScale), slop = fullSlop;
    if (c.small != 0) {
      const f32x4 share = sizeShares(c), give = share * softImpulseScale;
      const f32x4 less = give / (give + one - softImpulseScale);
      softImpulseScale = select(share < one, less, softImpulseScale);
      softMassScale = select(share < one, one - less, softMassScale);
      slop *= share;
    }
    f32x4 inverseMass = v.a.inverseMass + v.b.inverseMass;
    if (c.locked != 0)
      inverseMass = select(lanesOfBits(c.locked), freeInverseMass(bodies, c, v, c.normal, c.normal),
                           inverseMass);
    // Points push along one normal: of the linear velocities only what closes along it matters.
    f32x4 closing = dot(v.b.linear - v.a.linear, c.normal), pushed = zero;
    Load load;
    // Each lane for itself: what else is in the block must not matter.
    const i32x4 several = c.pointCount > 1 ? points[1].separation < splat(kHuge) : zero != zero;
    i32x4 turns = zero == zero;
    for (int round = 0; round < kPatchRounds && any(turns); ++round) {
      f32x4 unsettled = zero;
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
          // What is yet to meet bounces from the speed it has.
          if (c.bounces != 0)
            bias = select(apart & (p.normalImpulse <= zero) & lanesOfBits(c.bounces), splat(kHuge),
                          bias);
        }
        const Vec3x4 leverA = cross(p.arm, c.normal) + goneA, leverB = leverA + besides;
        const f32x4 vn = closing + dot(v.b.angular, leverB) - dot(v.a.angular, leverA);
        const f32x4 wanted =
            -p.normalMass * massScale * (vn + bias) - impulseScale * p.normalImpulse;
        const f32x4 total = select(turns, max(zero, p.normalImpulse + wanted), p.normalImpulse);
        const f32x4 change = total - p.normalImpulse;
        v.a.angular -= v.a.inverseInertia * (change * leverA);
        v.b.angular += v.b.inverseInertia * (change * leverB);
        closing += inverseMass * change;
        pushed += change;
        p.normalImpulse = total;
        unsettled = max(unsettled, abs(change) - settled * total);
      }
      turns = several & (unsettled > zero);
    }
    if (rubs)
      for (int i = 0; i < c.pointCount; ++i) load.add(c, points[i]);
    if constexpr (kSwept) changed |= abs(pushed) > splat(kSettledImpact) * load.normal;
    const Vec3x4 push = pushed * c.normal;
    v.a.linear -= v.a.inverseMass * push;
    v.b.linear += v.b.inverseMass * push;
    if (c.locked != 0) keepLocks(bodies, c, v);
    if (rubs && c.surface < 0)
      solveSliding(c, nullptr, load, v, lever, c.center + gone, settings_, h);
    else if (rubs)
      solveSurface(bodies, c, surfaces_[c.surface], load, v, lever, c.center + gone, settings_, h);
    if (c.locked != 0) keepLocks(bodies, c, v);
    scatter(bodies, c, v);
  }
  return !any(changed);
}

void ContactSolver::storeImpulses(ContactCache& contacts, size_t first, size_t end) const {
  for (size_t i = first; i < end; ++i) {
    if (lanes_[i] < 0) continue;
    Contact& contact = contacts.all()[lanes_[i]];
    const ContactBlock& c = blocks_[i / 4];
    const int k = int(i % 4);
    contact.struck = false;
    ContactPatch& patch = contacts.patch(contact.patch);
    // Of swept contacts each substep adds its own.
    const bool swept = i >= 4 * steady_;
    if (!swept) patch.stepImpulse = patch.approachSpeed = 0;
    for (int i = 0; i < contact.count; ++i) {
      const ContactBlockPoint& p = points_[c.firstPoint + i];
      patch.points()[i].impulse = p.normalImpulse[k];
      const float impulse = p.stepImpulse[k] + p.normalImpulse[k];
      patch.points()[i].stepImpulse = swept ? patch.points()[i].stepImpulse + impulse : impulse;
      patch.stepImpulse += impulse;
      const float approach = -approachSpeeds_[c.firstPoint + i][k];
      patch.approachSpeed = max(patch.approachSpeed, approach);
      contact.struck |= swept && approach > kImpactSpeed;
    }
    const Vec3 normal{c.normal.x[k], c.normal.y[k], c.normal.z[k]};
    const Vec3 tangent = anyPerpendicular(normal);
    const auto along = [&](float first, float second) {
      return first * tangent + second * cross(normal, tangent);
    };
    patch.tangentImpulse = along(c.tangentImpulse1[k], c.tangentImpulse2[k]);
    const Vec3 friction = patch.tangentImpulse + along(c.stepTangent1[k], c.stepTangent2[k]);
    patch.stepFriction = swept ? patch.stepFriction + friction : friction;
    patch.twistImpulse = c.twistImpulse[k];
    forgetUnsoundImpulses(patch, contact.count);
  }
}

}  // namespace holonom
