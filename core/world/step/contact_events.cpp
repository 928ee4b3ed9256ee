// Who began and who ceased to touch. A pair with one contact is followed by a flag on it; pairs
// with several (compounds, meshes) by sorted lists of the pairs that touch, and how.
#include <algorithm>
#include <utility>

#include "world/world.h"

namespace holonom {

namespace {

constexpr size_t kUsualEvents = 64;

uint64_t pairKey(BodyId a, BodyId b) {
  return uint64_t(std::min(a.bits, b.bits)) << 32 | std::max(a.bits, b.bits);
}

/// A touch pushes, or overlaps where nothing pushes.
bool touches(const ContactPatch& patch, int count) {
  for (int i = 0; i < count; ++i)
    if (patch.points()[i].separation <= 0) return true;
  return count > 0 && patch.stepImpulse > 0;
}

}  // namespace

/// Velocity of a body at a point of the world.
Vec3 World::velocityOf(int body, Vec3 point) const {
  return bodies.velocityAt(body, point - bodies.poses[body].position);
}

ContactEvent World::eventOf(ContactEvent::Kind kind, const Contact& of) const {
  Contact c = of;
  const ContactPatch& patch = contacts.patchOf(c);
  // Of a touch that left no point the patch holds those of before.
  if (c.count == 0 && c.patch >= 0) c.count = 1;
  ContactEvent e;
  e.kind = kind;
  e.bodyA = bodies.ids.idAt(c.bodyA);
  e.bodyB = bodies.ids.idAt(c.bodyB);
  e.sensors = uint8_t(bodies.defs[c.bodyA].sensor | bodies.defs[c.bodyB].sensor << 1);
  const Transform &a = bodies.poses[c.bodyA], &b = bodies.poses[c.bodyB];
  const Manifold manifold = manifoldOf(c, patch, a.rotation, b.rotation);
  e.normal = manifold.normal;
  for (int i = 0; i < c.count; ++i)
    e.point += (1.0f / float(c.count)) * (b.position + manifold.points[i].onB);
  e.impulse = patch.stepImpulse;
  e.approachSpeed = patch.approachSpeed;
  // No solver saw a sensor's points.
  if (c.sensor && kind == ContactEvent::Kind::Begin)
    e.approachSpeed =
        max(0.0f, dot(e.normal, velocityOf(c.bodyA, e.point) - velocityOf(c.bodyB, e.point)));
  return e;
}

void World::endTouch(const Contact& c) {
  touchesLost_ |= c.touching && c.many && !isActive(c);
  if (c.touching && !c.many) pendingEvents_.push_back(eventOf(ContactEvent::Kind::End, c));
}

void World::findContactEvents() {
  // A few more than ever are no reason to allocate.
  if (pendingEvents_.capacity() < kUsualEvents) pendingEvents_.reserve(kUsualEvents);
  // A force generator may have woken some.
  unparkContacts();
  partTouches();
  const bool whole = std::exchange(touchesLost_, false);
  if (whole) gatherTouches();
  manyTouched_.swap(manyTouching_);
  manyTouching_.clear();
  const auto recordOf = [&](uint64_t key) -> const PairTouch* {
    const auto at = std::lower_bound(manyTouched_.begin(), manyTouched_.end(), key,
                                     [](const PairTouch& t, uint64_t k) { return t.key < k; });
    return at != manyTouched_.end() && at->key == key ? &*at : nullptr;
  };
  std::vector<Contact>& all = contacts.all();
  const size_t count = whole ? all.size() : contacts.active().size();
  for (int i = 0; i < static_cast<int>(count); ++i) {
    Contact& c = all[i];
    const bool active = isActive(c);
    partAnew_ |= !active && !c.parked;
    if (!active && !whole) continue;
    const bool now = active ? touches(contacts.patchOf(c), c.count) : c.touching;
    const bool before = c.touching;
    c.touching = now;
    if (c.surface && active) c.settled = now ? std::min(c.settled + 1u, kSettledSteps) : 0;
    if (c.many && now) {
      PairTouch touch;
      touch.key = pairKey(bodies.ids.idAt(c.bodyA), bodies.ids.idAt(c.bodyB));
      touch.contact = i;
      if (!before && !recordOf(touch.key)) {
        touch.begin = static_cast<int>(pendingEvents_.size());
        pendingEvents_.push_back(eventOf(ContactEvent::Kind::Begin, c));
      }
      newTouches_.push_back(touch);
    } else if (!c.many && now != before) {
      pendingEvents_.push_back(
          eventOf(now ? ContactEvent::Kind::Begin : ContactEvent::Kind::End, c));
    }
    // The end of a touch was told by what its patch held last.
    if (c.count == 0 && active) contacts.removePatch(c);
  }
  mergeTouchesOfPairs();
  for (PairTouch& touch : manyTouching_) {
    touch.last = eventOf(ContactEvent::Kind::End, all[touch.contact]);
    touch.last.impulse = touch.last.approachSpeed = 0;
    // Which body is A stays as it began, whatever parts touch now.
    const PairTouch* old = recordOf(touch.key);
    if (old && old->last.bodyA.bits != touch.last.bodyA.bits) {
      std::swap(touch.last.bodyA, touch.last.bodyB);
      touch.last.sensors = uint8_t(touch.last.sensors >> 1 | (touch.last.sensors & 1) << 1);
      touch.last.normal = -touch.last.normal;
    }
  }
  auto still = manyTouching_.begin();
  for (const PairTouch& touch : manyTouched_) {
    while (still != manyTouching_.end() && still->key < touch.key) ++still;
    if (still == manyTouching_.end() || still->key != touch.key)
      pendingEvents_.push_back(touch.last);
  }
  contactEvents.swap(pendingEvents_);
  pendingEvents_.clear();
}

/// Leaves of each pair the first contact that touches. A pair may have begun at more than one: the
/// first is told, with the impulse of all.
void World::mergeTouchesOfPairs() {
  keyed_.clear();
  for (const PairTouch& touch : newTouches_)
    keyed_.push_back({touch.key, static_cast<uint32_t>(keyed_.size())});
  sortByKey(keyed_, keyedScratch_);
  bool repeated = false;
  for (const Keyed& k : keyed_) {
    const PairTouch& touch = newTouches_[k.index];
    if (manyTouching_.empty() || manyTouching_.back().key != touch.key) {
      manyTouching_.push_back(touch);
      continue;
    }
    if (touch.begin < 0) continue;
    pendingEvents_[manyTouching_.back().begin].impulse += pendingEvents_[touch.begin].impulse;
    // One without bodies is not told.
    pendingEvents_[touch.begin].bodyA = {};
    repeated = true;
  }
  newTouches_.clear();
  if (repeated)
    std::erase_if(pendingEvents_, [](const ContactEvent& e) { return e.bodyA == BodyId{}; });
}

}  // namespace holonom
