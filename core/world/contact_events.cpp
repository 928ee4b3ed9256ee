// Who began and who ceased to touch. A pair with one contact is followed by a flag on it; pairs
// with several (compounds, meshes) by sorted lists of the pairs that touch.
#include <algorithm>

#include "world/world.h"

namespace holonom {

namespace {

uint64_t pairKey(BodyId a, BodyId b) {
  return uint64_t(std::min(a.bits, b.bits)) << 32 | std::max(a.bits, b.bits);
}

/// A touch pushes, or overlaps where nothing pushes.
bool touches(const ContactPatch& patch) {
  for (int i = 0; i < patch.manifold.count; ++i)
    if (patch.manifold.points[i].separation <= 0) return true;
  return patch.manifold.count > 0 && patch.stepImpulse > 0;
}

}  // namespace

ContactEvent World::eventOf(ContactEvent::Kind kind, const Contact& c) const {
  const ContactPatch& patch = contacts.patchOf(c);
  ContactEvent e;
  e.kind = kind;
  e.bodyA = bodies.ids.idAt(c.bodyA);
  e.bodyB = bodies.ids.idAt(c.bodyB);
  e.sensor = c.sensor;
  e.normal = patch.manifold.normal;
  for (int i = 0; i < c.count; ++i)
    e.point +=
        (1.0f / float(c.count)) * (bodies.poses[c.bodyB].position + patch.manifold.points[i].onB);
  e.impulse = patch.stepImpulse;
  e.approachSpeed = patch.approachSpeed;
  return e;
}

void World::endTouch(const Contact& c) {
  if (c.touching && !c.many) pendingEvents_.push_back(eventOf(ContactEvent::Kind::End, c));
}

void World::findContactEvents() {
  manyTouched_.swap(manyTouching_);
  manyTouching_.clear();
  for (Contact& c : contacts.all()) {
    const bool active = isActive(c.bodyA) || isActive(c.bodyB);
    const bool now = active ? c.count > 0 && touches(contacts.patchOf(c)) : c.touching;
    const bool before = c.touching;
    c.touching = now;
    if (c.many && now) {
      const uint64_t key = pairKey(bodies.ids.idAt(c.bodyA), bodies.ids.idAt(c.bodyB));
      manyTouching_.push_back(key);
      if (!before && !std::binary_search(manyTouched_.begin(), manyTouched_.end(), key))
        pendingEvents_.push_back(eventOf(ContactEvent::Kind::Begin, c));
    } else if (!c.many && now != before) {
      pendingEvents_.push_back(
          eventOf(now ? ContactEvent::Kind::Begin : ContactEvent::Kind::End, c));
    }
    // The end of a touch was told by what its patch held last.
    if (c.count == 0) contacts.removePatch(c);
  }
  std::sort(manyTouching_.begin(), manyTouching_.end());
  manyTouching_.erase(std::unique(manyTouching_.begin(), manyTouching_.end()), manyTouching_.end());
  for (const uint64_t key : manyTouched_)
    if (!std::binary_search(manyTouching_.begin(), manyTouching_.end(), key)) {
      ContactEvent e;
      e.kind = ContactEvent::Kind::End;
      e.bodyA.bits = uint32_t(key >> 32);
      e.bodyB.bits = uint32_t(key);
      pendingEvents_.push_back(e);
    }
  mergeRepeatedBegins();
  contactEvents.swap(pendingEvents_);
  pendingEvents_.clear();
}

/// A pair with several contacts may have begun at more than one of them: the first is told, with
/// the impulse of all.
void World::mergeRepeatedBegins() {
  size_t kept = 0;
  for (size_t i = 0; i < pendingEvents_.size(); ++i) {
    const ContactEvent& e = pendingEvents_[i];
    size_t same = 0;
    if (e.kind == ContactEvent::Kind::Begin && !manyTouching_.empty())
      while (same < kept && (pendingEvents_[same].kind != e.kind ||
                             pairKey(pendingEvents_[same].bodyA, pendingEvents_[same].bodyB) !=
                                 pairKey(e.bodyA, e.bodyB)))
        ++same;
    else
      same = kept;
    if (same < kept)
      pendingEvents_[same].impulse += e.impulse;
    else
      pendingEvents_[kept++] = e;
  }
  pendingEvents_.resize(kept);
}

}  // namespace holonom
