// What sleeps or stands costs a step nothing: contacts of bodies of which none is active are parked
// until one wakes.
#include <algorithm>

#include "world/collision/collision.h"

namespace holonom {

/// Whether steps need not look at a contact: neither body is active, and whether they touch is
/// known.
bool Collision::rests(const Bodies& bodies, const Contact& c) const {
  return !bodies.isActive(c.bodyA, c.bodyB) && (c.patch >= 0 || c.apart) &&
         !colliders[c.colliderA].fresh && !colliders[c.colliderB].fresh;
}

void Collision::beginStep(const Bodies& bodies, const WorldSettings& settings) {
  settings_.gravity = settings.gravity;
  settings_.substeps = settings.substeps;
  settings_.continuous = settings.continuous;
  settings_.incremental = settings.contactManifold == ContactManifold::Incremental;
  lookAtAll_ = partAnew_ || !toPair_.empty() || partedActivity_ != bodies.activity();
  if (!lookAtAll_) return;
  partAnew_ = false;
  unpark(bodies);
  for (int i = static_cast<int>(contacts.active().size()) - 1; i >= 0; --i) {
    Contact& c = contacts.active()[i];
    if (bodies.isActive(c.bodyA, c.bodyB)) continue;
    if (!rests(bodies, c)) {
      partAnew_ = true;
      continue;
    }
    c.swept = c.met = c.exact = false;
    contacts.park(i);
  }
}

bool Collision::unpark(const Bodies& bodies) {
  if (partedActivity_ == bodies.activity() && toPair_.empty()) return false;
  partedActivity_ = bodies.activity();
  const int count = static_cast<int>(contacts.all().size());
  for (int i = static_cast<int>(contacts.active().size()); i < count; ++i)
    if (!rests(bodies, contacts.all()[i])) contacts.unpark(i);
  return true;
}

void Collision::findEvents(const Bodies& bodies) {
  // A force generator may have woken some.
  unpark(bodies);
  partAnew_ |= events.find(bodies, contacts);
}

}  // namespace holonom
