// Surfaces that cross in a substep are parted: pushed apart, moved together, or moved as one.
#include "solvers/surface_contacts.h"

namespace holonom {

namespace {

/// Sweeps that push what crossed apart, before its pairs move together.
constexpr int kPushes = 8;
/// Sweeps after which what still crosses moves as one.
constexpr int kTogether = 24;

}  // namespace

void SurfaceContacts::part(Particles& particles, const std::vector<uint8_t>& led,
                           const std::vector<int32_t>& joined, float stray) {
  bool crossed = true;
  for (int i = 0; i < kPushes + kTogether && crossed; ++i) {
    crossed = false;
    for (FeatureBlock& block : blocks) {
      if (i < kPushes && block.idle > strayed_ + 2 * stray) continue;
      if (block.substep != substep_) evaluate(block, particles, false);
      crossed |= i < kPushes ? push(block, particles, led) : moveTogether(block, particles, led);
    }
  }
  if (crossed) moveZones(particles, led, joined);
  strayed_ += 2 * stray;
}

/// Pushes features that cross apart along their normal; returns whether any did.
bool SurfaceContacts::push(const FeatureBlock& block, Particles& particles,
                           const std::vector<uint8_t>& led) const {
  const int split = firstSide(block.kind);
  const auto crossing = depthOf(block, particles) > splat(0);
  if (!any(crossing)) return false;
  const f32x4 room = leastOf(block);
  for (int k = 0; k < 4; ++k) {
    if (!crossing[k]) continue;
    const Vec3 normal{block.normal.x[k], block.normal.y[k], block.normal.z[k]};
    for (int a = 0; a < split; ++a)
      for (int b = split; b < 4; ++b) {
        const int32_t i = block.index[a][k], j = block.index[b][k];
        Quad &x = particles.positions[i], &y = particles.positions[j];
        const float depth = room[k] - dot(normal, x.xyz() - y.xyz());
        const float wx = led[i] ? 0 : x.w, wy = led[j] ? 0 : y.w;
        if (depth <= 0 || !(wx + wy > 0)) continue;
        const float push = depth / (wx + wy);
        x.setXyz(x.xyz() + (wx * push) * normal);
        y.setXyz(y.xyz() - (wy * push) * normal);
      }
  }
  return true;
}

/// Lets features that cross go on together along their normal, as those that are led or else with
/// the momentum they have; returns whether any did.
bool SurfaceContacts::moveTogether(const FeatureBlock& block, Particles& particles,
                                   const std::vector<uint8_t>& led) const {
  const auto crossing = depthOf(block, particles) > splat(0);
  for (int k = 0; k < 4; ++k) {
    // What is sewn or tied would part from its partner.
    if (!crossing[k] || block.joined) continue;
    const Vec3 normal{block.normal.x[k], block.normal.y[k], block.normal.z[k]};
    float motion[4], momentum = 0, mass = 0, ledMotion = 0;
    int ledCount = 0;
    bool pinned = false;
    for (int j = 0; j < 4; ++j) {
      const int32_t i = block.index[j][k];
      const Quad& x = particles.positions[i];
      motion[j] = dot(normal, x.xyz() - particles.previous[i].xyz());
      pinned = pinned || x.w == 0;
      if (led[i]) ledMotion += motion[j], ++ledCount;
      const float m = x.w > 0 ? 1 / x.w : 0;
      momentum += m * motion[j];
      mass += m;
    }
    const float common = pinned ? 0 : ledCount > 0 ? ledMotion / float(ledCount) : momentum / mass;
    for (int j = 0; j < 4; ++j) {
      Quad& x = particles.positions[block.index[j][k]];
      if (x.w > 0) x.setXyz(x.xyz() + (common - motion[j]) * normal);
    }
  }
  return any(crossing);
}

int32_t SurfaceContacts::zoneOf(int32_t particle) {
  while (zones_[particle] != particle) particle = zones_[particle] = zones_[zones_[particle]];
  return particle;
}

/// What crosses still moves on as one, with the momentum it has: its parts keep where they were to
/// each other. What comes to cross with it joins it. [Provot 1997; Bridson et al. 2002, §7.4]
void SurfaceContacts::moveZones(Particles& particles, const std::vector<uint8_t>& led,
                                const std::vector<int32_t>& joined) {
  const auto count = int32_t(particles.positions.size());
  zones_.resize(count);
  for (int32_t i = 0; i < count; ++i) zones_[i] = i;
  const auto join = [&](int32_t i, int32_t j) {
    i = zoneOf(i), j = zoneOf(j);
    zones_[max(i, j)] = min(i, j);
  };
  for (int32_t i = 0; i < int32_t(joined.size()); ++i) join(i, joined[i]);
  zoneMotions_.resize(count);
  for (;;) {
    bool crossed = false;
    for (FeatureBlock& block : blocks) {
      if (block.substep != substep_) evaluate(block, particles, false);
      const auto crossing = depthOf(block, particles) > splat(0);
      for (int k = 0; k < 4; ++k) {
        // What is in one zone is apart as it was, but for rounding.
        if (!crossing[k]) continue;
        for (int j = 1; j < 4; ++j) {
          if (zoneOf(block.index[0][k]) == zoneOf(block.index[j][k])) continue;
          join(block.index[0][k], block.index[j][k]);
          crossed = true;
        }
      }
    }
    if (!crossed) return;
    for (ZoneMotion& zone : zoneMotions_) zone = {};
    // Pinned ones count above those that are led, and these above all others.
    const auto rankOf = [&](int32_t i) {
      return particles.positions[i].w == 0 ? 2 : led[i] ? 1 : 0;
    };
    for (int32_t i = 0; i < count; ++i) {
      ZoneMotion& zone = zoneMotions_[zoneOf(i)];
      const int rank = rankOf(i);
      if (rank < zone.rank) continue;
      if (rank > zone.rank) zone = {{}, 0, 0, rank};
      const float mass = rank > 0 ? 1 : 1 / particles.positions[i].w;
      zone.sum += mass * (particles.positions[i].xyz() - particles.previous[i].xyz());
      zone.mass += mass;
    }
    for (int32_t i = 0; i < count; ++i) ++zoneMotions_[zoneOf(i)].count;
    for (int32_t i = 0; i < count; ++i) {
      const ZoneMotion& zone = zoneMotions_[zoneOf(i)];
      if (zone.count > 1 && particles.positions[i].w > 0)
        particles.positions[i].setXyz(particles.previous[i].xyz() + (1 / zone.mass) * zone.sum);
    }
  }
}

}  // namespace holonom
