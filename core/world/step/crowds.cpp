// Which pairs a crowd of solids in one place keeps from touching.
#include "world/world.h"

namespace holonom {

namespace {

/// A solid can't touch many that are no smaller than it is, unless they lie in one place. One that
/// has this many such pairs gets no more of them: work and memory of a crowd grow with its number,
/// not with the square.
constexpr int kCrowd = 64;

}  // namespace

/// Where a pair counts, as bits: at A, at B. At the smaller of the two, at both where they are
/// equal; nowhere with what does not give way, lest a crowd falls through its floor, and with
/// sensors.
uint8_t World::crowdsOf(int a, int b) const {
  const Collider &ca = colliders[a], &cb = colliders[b];
  const auto counts = [&](const Collider& c) {
    return typeOf(c.shape) < ShapeType::Plane && !bodies.defs[c.body].sensor &&
           bodies.masses[c.body].mass > 0;
  };
  if (!counts(ca) || !counts(cb)) return 0;
  return uint8_t((ca.extent <= cb.extent) | (cb.extent <= ca.extent) << 1);
}

void World::countInCrowds(Contact& c, int change) {
  if (c.crowds & 1) crowds_[size_t(c.colliderA)] += change;
  if (c.crowds & 2) crowds_[size_t(c.colliderB)] += change;
  if (change < 0) c.crowds = 0;
}

bool World::isCrowded(int a, int b) const {
  const uint8_t in = crowdsOf(a, b);
  return (in & 1 && crowds_[size_t(a)] >= kCrowd) || (in & 2 && crowds_[size_t(b)] >= kCrowd);
}

/// Who left a crowd may meet those that it was kept from.
void World::readmitRefused() {
  anyRefused_ = false;
  for (int i = 0; i < static_cast<int>(colliders.size()); ++i) {
    if (!refused_[i]) continue;
    const bool still = crowds_[size_t(i)] >= kCrowd;
    refused_[i] = still && colliders[i].body >= 0;
    anyRefused_ |= refused_[i] != 0;
    if (!still && colliders[i].body >= 0) toPair_.push_back(i);
  }
}

}  // namespace holonom
