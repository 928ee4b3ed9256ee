#include "world/collision/crowds.h"

namespace holonom {

void Crowds::begin(int colliders) {
  pairs_.resize(size_t(colliders));
  refused_.resize(size_t(colliders));
}

uint8_t Crowds::of(const Bodies& bodies, const Colliders& colliders, int a, int b) {
  const Collider &ca = colliders[a], &cb = colliders[b];
  const auto counts = [&](const Collider& c) {
    return isConvex(c.shape) && !bodies.defs[c.body].sensor && bodies.masses[c.body].mass > 0;
  };
  if (!counts(ca) || !counts(cb)) return 0;
  return uint8_t((ca.extent <= cb.extent) | (cb.extent <= ca.extent) << 1);
}

void Crowds::count(Contact& c, int change) {
  if (c.crowds & 1) pairs_[size_t(c.colliderA)] += change;
  if (c.crowds & 2) pairs_[size_t(c.colliderB)] += change;
  if (change < 0) c.crowds = 0;
}

bool Crowds::refuse(const Bodies& bodies, const Colliders& colliders, int a, int b) {
  const uint8_t in = of(bodies, colliders, a, b);
  if (!(in & 1 && isFull(a)) && !(in & 2 && isFull(b))) return false;
  refused_[size_t(a)] = refused_[size_t(b)] = any_ = true;
  return true;
}

}  // namespace holonom
