#include "world/collision/contact_events.h"

#include <algorithm>
#include <utility>

namespace holonom {

namespace {

/// A few more than ever are no reason to allocate.
constexpr size_t kUsualEvents = 64;

uint64_t pairKey(BodyId a, BodyId b) {
  return keyOf(std::min(a.bits, b.bits), std::max(a.bits, b.bits));
}

/// A touch pushes, or overlaps where nothing pushes.
bool touches(const ContactPatch& patch, int count) {
  for (int i = 0; i < count; ++i)
    if (patch.points()[i].separation <= 0) return true;
  return count > 0 && patch.stepImpulse > 0;
}

/// Velocity of a body at a point of the world.
Vec3 velocityOf(const Bodies& bodies, int body, Vec3 point) {
  return bodies.velocityAt(body, point - bodies.poses[body].position);
}

ContactEvent eventOf(ContactEvent::Kind kind, const Bodies& bodies, const ContactCache& contacts,
                     const Contact& of) {
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
    e.approachSpeed = max(0.0f, dot(e.normal, velocityOf(bodies, c.bodyA, e.point) -
                                                  velocityOf(bodies, c.bodyB, e.point)));
  return e;
}

}  // namespace

void ContactEvents::end(const Bodies& bodies, const ContactCache& contacts, const Contact& c) {
  lost_ |= c.touching && c.many && !bodies.isActive(c.bodyA, c.bodyB);
  if (c.touching && !c.many)
    pending_.push_back(eventOf(ContactEvent::Kind::End, bodies, contacts, c));
}

/// Takes back what was set aside.
void ContactEvents::gather() {
  activity_ = 0;
  if (resting_.empty()) return;
  const auto isEarlier = [](const PairTouch& a, const PairTouch& b) { return a.key < b.key; };
  touched_.clear();
  std::ranges::merge(touching_, resting_, std::back_inserter(touched_), isEarlier);
  touching_.swap(touched_);
  resting_.clear();
}

void ContactEvents::setAside(const Bodies& bodies) {
  if (activity_ == bodies.activity()) return;
  gather();
  activity_ = bodies.activity();
  std::vector<PairTouch>& all = touched_;
  all.swap(touching_);
  touching_.clear();
  // One that is gone is among those that the step looks at: its touch ends.
  const auto isAtRest = [&](BodyId id) {
    const int body = bodies.ids.indexOf(id);
    return body >= 0 && !bodies.isActive(body);
  };
  for (const PairTouch& touch : all) {
    const bool atRest = isAtRest(touch.last.bodyA) && isAtRest(touch.last.bodyB);
    (atRest ? resting_ : touching_).push_back(touch);
  }
}

/// Null where a pair did not touch before.
const ContactEvents::PairTouch* ContactEvents::knownTouch(uint64_t key) const {
  const auto at = std::ranges::lower_bound(touched_, key, {}, &PairTouch::key);
  return at != touched_.end() && at->key == key ? &*at : nullptr;
}

bool ContactEvents::find(const Bodies& bodies, ContactCache& contacts) {
  if (pending_.capacity() < kUsualEvents) pending_.reserve(kUsualEvents);
  setAside(bodies);
  const bool whole = std::exchange(lost_, false);
  if (whole) gather();
  touched_.swap(touching_);
  touching_.clear();
  bool anew = false;
  std::vector<Contact>& all = contacts.all();
  const size_t count = whole ? all.size() : contacts.active().size();
  for (int i = 0; i < static_cast<int>(count); ++i) {
    Contact& c = all[i];
    const bool active = bodies.isActive(c.bodyA, c.bodyB);
    anew |= !active && !c.parked;
    if (!active && !whole) continue;
    const bool now = active ? touches(contacts.patchOf(c), c.count) : c.touching;
    const bool before = c.touching;
    c.touching = now;
    if (c.surface && active) c.settled = now ? std::min(c.settled + 1u, kSettledSteps) : 0;
    if (c.many && now) {
      PairTouch touch;
      touch.key = pairKey(bodies.ids.idAt(c.bodyA), bodies.ids.idAt(c.bodyB));
      touch.contact = i;
      if (!before && !knownTouch(touch.key)) {
        touch.begin = static_cast<int>(pending_.size());
        pending_.push_back(eventOf(ContactEvent::Kind::Begin, bodies, contacts, c));
      }
      found_.push_back(touch);
    } else if (!c.many && now != before) {
      pending_.push_back(
          eventOf(now ? ContactEvent::Kind::Begin : ContactEvent::Kind::End, bodies, contacts, c));
    }
    // The end of a touch was told by what its patch held last.
    if (c.count == 0 && active) contacts.removePatch(c);
  }
  mergeFound();
  for (PairTouch& touch : touching_) noteLast(bodies, contacts, touch);
  auto still = touching_.begin();
  for (const PairTouch& touch : touched_) {
    while (still != touching_.end() && still->key < touch.key) ++still;
    if (still == touching_.end() || still->key != touch.key) pending_.push_back(touch.last);
  }
  told_.swap(pending_);
  pending_.clear();
  return anew;
}

/// How a touch would be told to have ended.
void ContactEvents::noteLast(const Bodies& bodies, const ContactCache& contacts,
                             PairTouch& touch) const {
  ContactEvent& last = touch.last;
  last = eventOf(ContactEvent::Kind::End, bodies, contacts, contacts.all()[touch.contact]);
  last.impulse = last.approachSpeed = 0;
  // Which body is A stays as it began, whatever parts touch now.
  const PairTouch* old = knownTouch(touch.key);
  if (!old || old->last.bodyA.bits == last.bodyA.bits) return;
  std::swap(last.bodyA, last.bodyB);
  last.sensors = uint8_t(last.sensors >> 1 | (last.sensors & 1) << 1);
  last.normal = -last.normal;
}

/// Leaves of each pair the first contact that touches. A pair may have begun at more than one: the
/// first is told, with the impulse of all.
void ContactEvents::mergeFound() {
  keyed_.clear();
  for (const PairTouch& touch : found_)
    keyed_.push_back({touch.key, static_cast<uint32_t>(keyed_.size())});
  sortByKey(keyed_, scratch_);
  bool repeated = false;
  for (const Keyed& k : keyed_) {
    const PairTouch& touch = found_[k.index];
    if (touching_.empty() || touching_.back().key != touch.key) {
      touching_.push_back(touch);
      continue;
    }
    if (touch.begin < 0) continue;
    pending_[touching_.back().begin].impulse += pending_[touch.begin].impulse;
    // One without bodies is not told.
    pending_[touch.begin].bodyA = {};
    repeated = true;
  }
  found_.clear();
  if (repeated) std::erase_if(pending_, [](const ContactEvent& e) { return e.bodyA == BodyId{}; });
}

}  // namespace holonom
