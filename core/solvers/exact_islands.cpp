#include "solvers/exact_islands.h"

#include <algorithm>

#include "base/union_find.h"

namespace holonom {

namespace {

/// What lies on a body by more than this cosine does not bear a load from it.
constexpr float kAbove = 0.3f;

/// Sweeps shake what carries more than so many times its mass, in so many bodies at least.
constexpr float kMostLoad = 3.5f;
constexpr int kLeastLoad = 3;
/// Centers that differ in height by less than this share of a body's reach are beside each other.
constexpr float kBeside = 0.02f;
/// As if a single body of so many times the load lay on it: more may lie on the load in turn.
constexpr float kLoadRatio = 6;

/// Below this mass ratio of two bodies sweeps are good enough for islands with joints whose
/// equations are solved at once.
constexpr float kLeastJoinedRatio = 10;
/// Limits of islands with joints, such as heaps of dolls, for which Newton's method takes long.
constexpr float kJoinedRowsPerRatio = 8, kMostJoinedRows = 320;

float mostRows(float ratio) { return std::clamp(kRowsPerRatio * ratio, kLeastMostRows, kMostRows); }

float mostJoinedRows(float ratio, bool swept) {
  const float most = min(kJoinedRowsPerRatio * ratio, kMostJoinedRows);
  return swept ? max(most, float(kLeastMostRows)) : most;
}

/// A motor without bound presses like a body about so many times heavier: its strength is 50 times
/// the weight of what it moves.
constexpr float kMotorRatio = 50;

/// Of a motor without bound that drives what touches something, see MotorStrengths.
bool pressesUnbounded(const ActiveJoint& j) { return j.strength < kUnbounded; }

/// Normals that pass the axle of a wheel by less than this share of the radius do not bar it.
constexpr float kRoll = 0.2f;

/// Sweeps do not start from impulses that only the whole island could bear: those that alone would
/// change the velocity of the lighter body by more than this [m/s].
constexpr float kMostStart = 10;

void leaveToSweeps(const Bodies& bodies, ContactCache& contacts, Contact& c) {
  if (!c.exact) return;
  c.exact = false;
  if (c.patch < 0) return;
  ContactPatch& patch = contacts.patch(c.patch);
  float impulse = 0;
  for (int i = 0; i < c.count; ++i) impulse += patch.points()[i].impulse;
  const auto throws = [&](int body) {
    return bodies.canMove(body) && impulse > kMostStart * bodies.masses[body].mass;
  };
  if (!throws(c.bodyA) && !throws(c.bodyB)) return;
  for (int i = 0; i < c.count; ++i) patch.points()[i].impulse = 0;
  patch.tangentImpulse = {};
  patch.twistImpulse = 0;
}

bool pushes(const Bodies& bodies, const Contact& c) {
  return c.mayPush() && (bodies.moves(c.bodyA) || bodies.moves(c.bodyB));
}

}  // namespace

float ExactIslands::bears(const Bodies& bodies, int a, int b, float least, int& light) const {
  if (!bodies.canMove(a) || !bodies.canMove(b)) return 0;
  const float ofA = bodies.masses[a].mass, ofB = bodies.masses[b].mass;
  light = ofA < ofB ? a : b;
  // What nothing else stops gives way.
  const bool isHeavier = max(ofA, ofB) > least * min(ofA, ofB) && links_[size_t(light)] > 1;
  return isHeavier ? max(ofA, ofB) / min(ofA, ofB) : 0;
}

/// A motor presses only what leads back to it by another way: all that stands still is one, as is
/// what moves. A load on a lift does not.
void ExactIslands::findLoops(const Bodies& bodies, const ContactCache& contacts,
                             const std::vector<ActiveJoint>& joints) {
  const auto nodeOf = [&](int body) { return bodies.canMove(body) ? body : bodies.nobody(); };
  loops_.begin(size_t(bodies.size()) + 1);
  for (const ActiveJoint& j : joints) loops_.add(nodeOf(j.a), nodeOf(j.b));
  for (const Contact& c : contacts.active())
    if (pushes(bodies, c)) loops_.add(nodeOf(c.bodyA), nodeOf(c.bodyB));
  loops_.find();
}

/// A wheel is on a motor's axle alone, and whatever it touches lets it turn: all that holds it back
/// is friction, which sweeps find well.
void ExactIslands::findWheels(const Bodies& bodies, const ContactCache& contacts,
                              const std::vector<ActiveJoint>& joints) {
  constexpr int32_t kNone = -1, kSeveral = -2;
  wheels_.assign(size_t(bodies.size()) + 1, kNone);
  for (size_t k = 0; k < joints.size(); ++k) {
    const bool axle = joints[k].def && std::holds_alternative<HingeJoint>(*joints[k].def);
    for (const int end : {joints[k].a, joints[k].b}) {
      int32_t& wheel = wheels_[size_t(end)];
      wheel = wheel == kNone && axle && bodies.canMove(end) ? int32_t(k) : kSeveral;
    }
  }
  for (const Contact& c : contacts.active()) {
    if (!pushes(bodies, c) || c.count == 0) continue;
    const Transform &a = bodies.poses[c.bodyA], &b = bodies.poses[c.bodyB];
    const ContactPatch& patch = contacts.patchOf(c);
    const Vec3 normal = normalOf(c, patch, a.rotation, b.rotation);
    float nearest = kHuge;
    for (int i = 0; i < c.count; ++i) nearest = min(nearest, patch.points()[i].separation);
    for (const int end : {c.bodyA, c.bodyB}) {
      int32_t& wheel = wheels_[size_t(end)];
      if (wheel < 0) continue;
      const ActiveJoint& j = joints[size_t(wheel)];
      const Transform hub = bodies.poses[j.a] * j.frames->a;
      const Vec3 axis = rotate(hub.rotation, Vec3{1, 0, 0});
      for (int i = 0; i < c.count && wheel >= 0; ++i) {
        const PatchPoint& p = patch.points()[i];
        const Vec3 way = a.position + (c.round ? p.onA : rotate(a.rotation, p.onA)) - hub.position;
        const Vec3 spoke = way - dot(way, axis) * axis;
        // A round wheel is so far from what it stands on there that nothing bears yet.
        if (p.separation > nearest + 0.5f * kRoll * kRoll * length(spoke)) continue;
        if (abs(dot(axis, cross(spoke, normal))) > kRoll * length(spoke)) wheel = kSeveral;
      }
    }
  }
}

/// Opens the loads of bodies on which much may lie: the centers of so much are higher.
bool ExactIslands::openLoads(const Bodies& bodies, const ContactCache& contacts, Vec3 gravity) {
  loads_.assign(size_t(bodies.size()) + 1, {});
  for (const Contact& c : contacts.active()) {
    if (!c.mayPush() || !bodies.canMove(c.bodyA) || !bodies.canMove(c.bodyB)) continue;
    const Vec3 way = bodies.poses[c.bodyB].position - bodies.poses[c.bodyA].position;
    const float fall = dot(way, gravity);
    const int under = fall < 0 ? c.bodyA : c.bodyB, over = fall < 0 ? c.bodyB : c.bodyA;
    // What is in a container may be lower than its center.
    if (c.many) loads_[size_t(over)].mass += bodies.masses[under].mass;
    // What stands beside is about as high.
    const bool beside = abs(fall) < kBeside * bodies.reaches[size_t(over)] * length(gravity);
    if (c.many || !beside) loads_[size_t(under)].mass += bodies.masses[over].mass;
  }
  bool any = false;
  for (const int i : bodies.active()) {
    const bool isMuch =
        bodies.canMove(i) && loads_[size_t(i)].mass > kMostLoad * bodies.masses[i].mass;
    loads_[size_t(i)] = {0, isMuch ? 0 : Load::kClosed};
    any |= isMuch;
  }
  return any;
}

bool ExactIslands::carriesMuch(int body) const {
  const Load& load = loads_[size_t(body)];
  return load.mass > kMostLoad && load.bodies >= kLeastLoad;
}

bool ExactIslands::findSeeds(const Bodies& bodies, const ContactCache& contacts,
                             const std::vector<ActiveJoint>& joints,
                             const ExactSettings& settings) {
  const bool loaded = openLoads(bodies, contacts, settings.gravity);
  float least = kHuge, most = 0;
  for (const int i : bodies.active()) {
    if (!bodies.moves(i)) continue;
    least = min(least, bodies.masses[i].mass), most = max(most, bodies.masses[i].mass);
  }
  const bool unlike = most > settings.ratio * least;
  if (!unlike && !loaded && std::ranges::none_of(joints, pressesUnbounded)) return false;
  links_.assign(size_t(bodies.size()) + 1, 0);
  for (const Contact& c : contacts.active())
    if (pushes(bodies, c)) ++links_[size_t(c.bodyA)], ++links_[size_t(c.bodyB)];
  for (const ActiveJoint& j : joints) ++links_[size_t(j.a)], ++links_[size_t(j.b)];
  seeds_.assign(size_t(bodies.size()) + 1, 0);
  bool found = false;
  int light = 0;
  for (const Contact& c : contacts.active()) {
    if (!pushes(bodies, c)) continue;
    const float ratio = bears(bodies, c.bodyA, c.bodyB, settings.ratio, light);
    if (!(ratio > 0) && !loads_[size_t(c.bodyA)].isOpen() && !loads_[size_t(c.bodyB)].isOpen())
      continue;
    const Vec3 normal = normalOf(c, contacts.patchOf(c), bodies.poses[c.bodyA].rotation,
                                 bodies.poses[c.bodyB].rotation);
    const float fall = dot(normal, settings.gravity);
    const bool lies = abs(fall) > kAbove * length(settings.gravity);
    const int over = fall > 0 ? c.bodyA : c.bodyB, under = fall > 0 ? c.bodyB : c.bodyA;
    if (lies && bodies.canMove(over) && loads_[size_t(under)].isOpen())
      loads_[size_t(under)].add(bodies.masses[over].mass / bodies.masses[under].mass);
    if (!(ratio > 0) || (lies && light == over)) continue;
    seeds_[size_t(light)] = max(seeds_[size_t(light)], ratio);
    found = true;
  }
  for (const int i : bodies.active()) {
    if (!carriesMuch(i)) continue;
    seeds_[size_t(i)] = max(seeds_[size_t(i)], kLoadRatio * loads_[size_t(i)].mass);
    found = true;
  }
  if (settings.sweepsJoints)
    for (const ActiveJoint& j : joints)
      if (const float ratio = bears(bodies, j.a, j.b, settings.ratio, light); ratio > 0) {
        seeds_[size_t(light)] = max(seeds_[size_t(light)], ratio);
        found = true;
      }
  if (std::ranges::none_of(joints, pressesUnbounded)) return found;
  findLoops(bodies, contacts, joints);
  findWheels(bodies, contacts, joints);
  for (size_t k = 0; k < joints.size(); ++k) {
    const ActiveJoint& j = joints[k];
    const auto isWheel = [&](int end) { return wheels_[size_t(end)] == int32_t(k); };
    if (!pressesUnbounded(j) || loops_.isBridge(k) || isWheel(j.a) || isWheel(j.b)) continue;
    const size_t driven = size_t(bodies.canMove(j.a) ? j.a : j.b);
    seeds_[driven] = max(seeds_[driven], kMotorRatio);
    found = true;
  }
  return found;
}

/// Bars islands until the rest has not too many rows: those of the smallest ratios, and at last the
/// later ones.
void ExactIslands::boundRows(float ratio) {
  for (;; ratio *= 2) {
    const float most = std::clamp(2 * kRowsPerRatio * ratio, kLeastMostRows, 2 * kMostRows);
    float rows = 0;
    int count = 0;
    bool more = false;
    for (const Island& island : islands_) {
      if (island.barred || !(island.ratio > ratio)) continue;
      rows += float(island.rows), ++count;
      more |= island.ratio > 2 * ratio;
    }
    if (count > 1 && rows > most && more) continue;
    rows = 0;
    for (Island& island : islands_) {
      island.barred |= !(island.ratio > ratio);
      if (island.barred) continue;
      // The first always may.
      island.barred = rows > 0 && rows + float(island.rows) > most;
      if (!island.barred) rows += float(island.rows);
    }
    return;
  }
}

void ExactIslands::find(const Bodies& bodies, ContactCache& contacts,
                        std::vector<ActiveJoint>& joints, std::vector<ActiveGrab>& grabs,
                        const ExactSettings& settings) {
  any_ = settings.on && findSeeds(bodies, contacts, joints, settings);
  if (!any_) {
    // Those of a restored world too.
    for (Contact& c : contacts.active()) leaveToSweeps(bodies, contacts, c);
    return;
  }
  startSets(parents_, bodies.size() + 1);
  const auto link = [&](int a, int b) {
    if (bodies.canMove(a) && bodies.canMove(b)) unite(parents_, a, b);
  };
  for (const Contact& c : contacts.active())
    if (pushes(bodies, c)) link(c.bodyA, c.bodyB);
  for (const ActiveJoint& j : joints) link(j.a, j.b);
  std::vector<int>& islandAt = links_;
  islandAt.assign(size_t(bodies.size()) + 1, 0);
  islands_.assign(1, {});
  for (const int i : bodies.active()) {
    if (!(seeds_[size_t(i)] > 0)) continue;
    int& at = islandAt[size_t(rootOf(parents_, i))];
    if (at == 0) at = int(islands_.size()), islands_.emplace_back();
    islands_[size_t(at)].ratio = max(islands_[size_t(at)].ratio, seeds_[size_t(i)]);
    islands_[size_t(at)].loaded |= carriesMuch(i);
  }
  const auto islandOf = [&](int a, int b) -> Island& {
    return islands_[size_t(islandAt[size_t(rootOf(parents_, bodies.canMove(a) ? a : b))])];
  };
  for (const Contact& c : contacts.active()) {
    if (!pushes(bodies, c)) continue;
    Island& island = islandOf(c.bodyA, c.bodyB);
    // Swept ones are found in each substep; the surfaces may have static, rolling and torsional
    // friction.
    const bool rubs = c.swept || c.surface || contacts.patchOf(c).friction > 0;
    const int points = c.swept ? 4 : int(c.count);
    island.rows += (rubs ? 3 : 1) * points + (c.surface ? 3 : 0);
  }
  for (const ActiveJoint& j : joints) {
    Island& island = islandOf(j.a, j.b);
    island.rows += j.count;
    island.joined = true;
    island.driven |= pressesUnbounded(j);
  }
  for (const ActiveGrab& g : grabs) islandOf(g.grab.body, g.grab.body).rows += Grab::rowCount;
  for (Island& island : islands_) {
    island.barred |= float(island.rows) > mostRows(island.ratio);
    if (!island.joined || island.driven) continue;
    const bool swept = settings.sweepsJoints || island.loaded;
    island.barred |= float(island.rows) > mostJoinedRows(island.ratio, swept);
    island.barred |= !swept && island.ratio < kLeastJoinedRatio;
  }
  boundRows(settings.ratio);
  any_ = false;
  const auto isExact = [&](int a, int b) { return !islandOf(a, b).barred; };
  for (Contact& c : contacts.active()) {
    if (pushes(bodies, c) && isExact(c.bodyA, c.bodyB)) {
      c.exact = true;
      any_ = true;
    } else {
      leaveToSweeps(bodies, contacts, c);
    }
  }
  for (ActiveJoint& j : joints) any_ |= j.exact = isExact(j.a, j.b);
  for (ActiveGrab& g : grabs) g.exact = isExact(g.grab.body, g.grab.body);
}

}  // namespace holonom
