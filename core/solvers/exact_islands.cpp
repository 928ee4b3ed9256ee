#include "solvers/exact_islands.h"

#include <algorithm>

#include "base/union_find.h"

namespace holonom {

namespace {

/// What lies on a body by more than this cosine does not bear a load from it.
constexpr float kAbove = 0.3f;

bool pushes(const Bodies& bodies, const Contact& c) {
  return (c.count > 0 || c.swept) && !c.sensor && (bodies.moves(c.bodyA) || bodies.moves(c.bodyB));
}

bool canMove(const Bodies& bodies, int i) { return i != bodies.nobody() && bodies.moves(i); }

}  // namespace

/// Whether one body is that much heavier than the other, and which is light.
bool ExactIslands::bears(const Bodies& bodies, int a, int b, float ratio, int& light) const {
  if (!canMove(bodies, a) || !canMove(bodies, b)) return false;
  const float ofA = bodies.masses[a].mass, ofB = bodies.masses[b].mass;
  light = ofA < ofB ? a : b;
  // What nothing else stops gives way.
  return max(ofA, ofB) > ratio * min(ofA, ofB) && links_[size_t(light)] > 1;
}

bool ExactIslands::findSeeds(const Bodies& bodies, const ContactCache& contacts,
                             const std::vector<ActiveJoint>& joints,
                             const ExactSettings& settings) {
  float least = kHuge, most = 0;
  for (int i = 0; i < bodies.size(); ++i) {
    if (!bodies.moves(i)) continue;
    least = min(least, bodies.masses[i].mass), most = max(most, bodies.masses[i].mass);
  }
  if (!(most > settings.ratio * least)) return false;
  links_.assign(size_t(bodies.size()) + 1, 0);
  for (const Contact& c : contacts.all())
    if (pushes(bodies, c)) ++links_[size_t(c.bodyA)], ++links_[size_t(c.bodyB)];
  for (const ActiveJoint& j : joints) ++links_[size_t(j.a)], ++links_[size_t(j.b)];
  seeds_.assign(size_t(bodies.size()) + 1, 0);
  bool found = false;
  int light = 0;
  for (const Contact& c : contacts.all()) {
    if (!pushes(bodies, c) || !bears(bodies, c.bodyA, c.bodyB, settings.ratio, light)) continue;
    const Vec3 normal = normalOf(c, contacts.patchOf(c), bodies.poses[c.bodyA].rotation,
                                 bodies.poses[c.bodyB].rotation);
    const Vec3 towardsLight = light == c.bodyB ? normal : -normal;
    if (-dot(towardsLight, settings.gravity) > kAbove * length(settings.gravity)) continue;
    seeds_[size_t(light)] = 1;
    found = true;
  }
  if (settings.joints)
    for (const ActiveJoint& j : joints)
      if (bears(bodies, j.a, j.b, settings.ratio, light)) {
        seeds_[size_t(light)] = 1;
        found = true;
      }
  return found;
}

void ExactIslands::find(const Bodies& bodies, ContactCache& contacts,
                        std::vector<ActiveJoint>& joints, std::vector<ActiveGrab>& grabs,
                        const ExactSettings& settings) {
  const bool before = any_;
  any_ = settings.on && findSeeds(bodies, contacts, joints, settings);
  if (!any_) {
    if (before)
      for (Contact& c : contacts.all()) c.exact = false;
    return;
  }
  startSets(parents_, bodies.size() + 1);
  const auto link = [&](int a, int b) {
    if (canMove(bodies, a) && canMove(bodies, b)) unite(parents_, a, b);
  };
  for (const Contact& c : contacts.all())
    if (pushes(bodies, c)) link(c.bodyA, c.bodyB);
  for (const ActiveJoint& j : joints) link(j.a, j.b);
  islands_.assign(size_t(bodies.size()) + 1, {});
  const auto islandOf = [&](int a, int b) -> Island& {
    return islands_[size_t(rootOf(parents_, canMove(bodies, a) ? a : b))];
  };
  for (int i = 0; i < bodies.size(); ++i)
    if (seeds_[size_t(i)]) islandOf(i, i).seeded = true;
  for (const Contact& c : contacts.all()) {
    if (!pushes(bodies, c)) continue;
    Island& island = islandOf(c.bodyA, c.bodyB);
    // Swept ones are found in each substep.
    const bool rubs = c.swept || contacts.patchOf(c).friction > 0;
    const int points = c.swept ? 4 : int(c.count);
    island.rows += (rubs ? 3 : 1) * points;
    island.frictions += rubs ? settings.frictionsPerPoint * points : 0;
  }
  for (const ActiveJoint& j : joints) {
    Island& island = islandOf(j.a, j.b);
    island.rows += j.count;
    island.barred |= !settings.joints;
  }
  for (const ActiveGrab& g : grabs) islandOf(g.grab.body, g.grab.body).rows += Grab::rowCount;
  any_ = false;
  const auto isExact = [&](int a, int b) {
    const Island& island = islandOf(a, b);
    return island.seeded && !island.barred && island.rows <= int(kMostExactRows) &&
           island.frictions <= int(kMostFrictionOfUnlike);
  };
  for (Contact& c : contacts.all()) {
    c.exact = pushes(bodies, c) && isExact(c.bodyA, c.bodyB);
    any_ |= c.exact;
  }
  for (ActiveJoint& j : joints) any_ |= j.exact = isExact(j.a, j.b);
  for (ActiveGrab& g : grabs) g.exact = isExact(g.grab.body, g.grab.body);
}

}  // namespace holonom
