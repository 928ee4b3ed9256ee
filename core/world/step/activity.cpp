// What sleeps or stands costs a step nothing: contacts, colliders, joints and touches of bodies of
// which none is active are set apart, until one wakes.
#include <algorithm>

#include "world/world.h"

namespace holonom {

bool World::isActive(const Contact& c) const {
  return bodies.isActive(c.bodyA) || bodies.isActive(c.bodyB);
}

/// Whether steps need not look at a contact: neither body is active, and whether they touch is
/// known.
bool World::rests(const Contact& c) const {
  return !isActive(c) && (c.patch >= 0 || c.apart) && !colliders[c.colliderA].fresh &&
         !colliders[c.colliderB].fresh;
}

/// As a step begins.
void World::partActive() {
  lookAtAll_ = partAnew_ || !toPair_.empty() || partedActivity_ != bodies.activity();
  if (!lookAtAll_) return;
  partAnew_ = false;
  unparkContacts();
  for (int i = static_cast<int>(contacts.active().size()) - 1; i >= 0; --i) {
    Contact& c = contacts.active()[i];
    if (isActive(c)) continue;
    if (!rests(c)) {
      partAnew_ = true;
      continue;
    }
    c.swept = c.met = c.exact = false;
    contacts.park(i);
  }
}

/// Takes up the contacts of bodies that woke. False if none did.
bool World::unparkContacts() {
  if (partedActivity_ == bodies.activity() && toPair_.empty()) return false;
  partedActivity_ = bodies.activity();
  const int count = static_cast<int>(contacts.all().size());
  for (int i = static_cast<int>(contacts.active().size()); i < count; ++i)
    if (!rests(contacts.all()[i])) contacts.unpark(i);
  return true;
}

const std::vector<int>& World::activeColliders() {
  auto& [activity, list] = activeColliders_;
  if (activity == bodies.activity()) return list;
  activity = bodies.activity();
  list.clear();
  list.reserve(colliders.size());
  for (int i = 0; i < static_cast<int>(colliders.size()); ++i)
    if (colliders[i].body >= 0 && bodies.isActive(colliders[i].body)) list.push_back(i);
  return list;
}

const std::vector<int>& World::activeJoints() {
  auto& [activity, list] = activeJoints_;
  if (activity == bodies.activity()) return list;
  activity = bodies.activity();
  list.clear();
  list.reserve(joints.size());
  const auto isActive = [&](int body) { return body != bodies.nobody() && bodies.isActive(body); };
  for (int i = 0; i < static_cast<int>(joints.size()); ++i)
    if (isActive(joints[i].bodyA) || isActive(joints[i].bodyB)) list.push_back(i);
  return list;
}

/// Makes `manyTouching_` those of all bodies.
void World::gatherTouches() {
  touchesActivity_ = 0;
  if (manyResting_.empty()) return;
  const auto isEarlier = [](const PairTouch& a, const PairTouch& b) { return a.key < b.key; };
  manyTouched_.clear();
  std::ranges::merge(manyTouching_, manyResting_, std::back_inserter(manyTouched_), isEarlier);
  manyTouching_.swap(manyTouched_);
  manyResting_.clear();
}

/// Pairs with several contacts go on touching while neither body is active.
void World::partTouches() {
  if (touchesActivity_ == bodies.activity()) return;
  gatherTouches();
  touchesActivity_ = bodies.activity();
  std::vector<PairTouch>& all = manyTouched_;
  all.swap(manyTouching_);
  manyTouching_.clear();
  // One that is gone is among those that the step looks at: its touch ends.
  const auto isAtRest = [&](BodyId id) {
    const int body = indexOf(id);
    return body >= 0 && !bodies.isActive(body);
  };
  for (const PairTouch& touch : all) {
    const bool atRest = isAtRest(touch.last.bodyA) && isAtRest(touch.last.bodyB);
    (atRest ? manyResting_ : manyTouching_).push_back(touch);
  }
}

}  // namespace holonom
