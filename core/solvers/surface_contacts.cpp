#include "solvers/surface_contacts.h"

#include "geometry/closest_features.h"
#include "solvers/xpbd.h"

namespace holonom {

namespace {

/// Nearer than this, the line between two points has no direction worth the name [m].
constexpr float kMet = 1e-7f;
/// How fast a pair regains its distance: this share of it in a substep.
constexpr float kRegain = 0.1f;
/// Beyond its distance by this share, a pair may still come within it as others push.
constexpr float kReach = 0.1f;
/// What is left of the distance at the end of a substep at least, as a share of it.
constexpr float kLeast = 0.1f;
/// Sweeps that push what crossed apart, before it moves together.
constexpr int kPushes = 8;
/// Sweeps after which what still crosses is held where the substep began.
constexpr int kTogether = 24;
/// Each holds at least one more particle; far fewer are enough.
constexpr int kHolds = 64;

[[gnu::noinline]] ClosestFeatures<f32x4> closestOf(FeatureKind kind, const Vec3x4* x) {
  return kind == FeatureKind::PointTriangle ? closestOfPointTriangle(x) : closestOfSegments(x);
}

int firstSide(FeatureKind kind) { return kind == FeatureKind::PointTriangle ? 1 : 2; }

/// Of the first three lanes.
float dot3(f32x4 a, f32x4 b) {
  const f32x4 c = a * b;
  return c[0] + c[1] + c[2];
}

}  // namespace

f32x4 distanceOf(FeatureKind kind, const Vec3x4* x) { return closestOf(kind, x).distance; }

void SurfaceContacts::evaluate(FeatureBlock& block, const Particles& particles, bool contacts) {
  Vec3x4 from[4];
  f32x4 w;
  for (int j = 0; j < 4; ++j) from[j] = gather(particles.previous.data(), block.index[j], w);
  const ClosestFeatures<f32x4> c = closestOf(block.kind, from);
  block.normal = c.normal;
  block.distance = c.distance;
  block.substep = substep_;
  const f32x4 reach = splat(1 + kReach) * block.keep, room = c.distance - reach;
  // Unused lanes are as far as the others.
  const f32x4 spare = select(block.keep > splat(0), room, splat(1e15f));
  block.idle = strayed_ + min(min(spare[0], spare[1]), min(spare[2], spare[3]));
  if (!contacts) return;
  Vec3x4 to{};
  f32x4 mobility = splat(0);
  for (int j = 0; j < 4; ++j) {
    const Vec3x4 x = gather(particles.positions.data(), block.index[j], w);
    to += c.weights[j] * x;
    mobility += w * c.weights[j] * c.weights[j];
  }
  // Where the nearest point of an edge is its end, the pair of that point stands for it.
  const auto active = (dot(to, c.normal) < reach) & (c.distance > splat(kMet)) &
                      (c.inside > splat(0)) & (mobility > splat(0));
  if (!any(active)) return;
  const f32x4 target = min(block.keep, c.distance + splat(kRegain) * block.keep);
  for (int k = 0; k < 4; ++k) {
    if (!active[k]) continue;
    SurfaceContact contact;
    for (int j = 0; j < 4; ++j) {
      contact.index[j] = block.index[j][k];
      contact.weights[j] = c.weights[j][k];
    }
    contact.normal = f32x4{c.normal.x[k], c.normal.y[k], c.normal.z[k], 0};
    contact.target = target[k];
    contact.mobility = mobility[k];
    contact.friction = block.friction;
    contacts_.push_back(contact);
  }
}

void SurfaceContacts::prepare(const Particles& particles, float stray) {
  contacts_.clear();
  ++substep_;
  for (FeatureBlock& block : blocks)
    if (!(block.idle > strayed_ + 2 * stray)) evaluate(block, particles, true);
}

void SurfaceContacts::solve(Particles& particles) const {
  Quad* const positions = particles.positions.data();
  for (const SurfaceContact& c : contacts_) {
    f32x4 x = splat(0);
    for (int j = 0; j < 4; ++j) x += splat(c.weights[j]) * lanesOf(positions[c.index[j]]);
    const float depth = c.target - dot3(c.normal, x);
    if (depth <= 0) continue;
    const float push = depth / c.mobility;
    for (int j = 0; j < 4; ++j) x -= splat(c.weights[j]) * lanesOf(particles.previous[c.index[j]]);
    const f32x4 slip = x - splat(dot3(c.normal, x)) * c.normal;
    const float size = sqrt(dot3(slip, slip));
    f32x4 impulse = splat(push) * c.normal;
    if (size > 0)
      impulse -= splat(frictionImpulse(c.friction, size / c.mobility, push) / size) * slip;
    impulse[3] = 0;
    for (int j = 0; j < 4; ++j) {
      Quad& p = positions[c.index[j]];
      lanesOf(p) += splat(p.w * c.weights[j]) * impulse;
    }
  }
}

void SurfaceContacts::separate(Particles& particles, float stray) {
  for (int i = 0; i < kPushes + kTogether + kHolds; ++i) {
    const Parting way = i < kPushes               ? Parting::Push
                        : i < kPushes + kTogether ? Parting::MoveTogether
                                                  : Parting::Hold;
    bool crossed = false;
    for (FeatureBlock& block : blocks) {
      // What is held strays as far as all move: then every pair counts.
      if (way == Parting::Push && block.idle > strayed_ + 2 * stray) continue;
      if (block.substep != substep_) evaluate(block, particles, false);
      crossed |= separate(block, particles, way);
    }
    if (!crossed) break;
  }
  strayed_ += 2 * stray;
}

/// Returns whether any crossed.
bool SurfaceContacts::separate(FeatureBlock& block, Particles& particles, Parting way) const {
  const int split = firstSide(block.kind);
  f32x4 along[4], w;
  for (int j = 0; j < 4; ++j)
    along[j] = dot(block.normal, gather(particles.positions.data(), block.index[j], w));
  f32x4 least = along[0], most = along[3];
  for (int j = 1; j < split; ++j) least = min(least, along[j]);
  for (int j = split; j < 3; ++j) most = max(most, along[j]);
  const f32x4 room = splat(kLeast) * min(block.keep, block.distance);
  const auto crossing = (least - most < room) & (block.distance > splat(kMet));
  if (!any(crossing)) return false;
  for (int k = 0; k < 4; ++k) {
    if (!crossing[k]) continue;
    Quad* x[4];
    for (int j = 0; j < 4; ++j) x[j] = &particles.positions[block.index[j][k]];
    // What is sewn or tied would part from its partner.
    if (way == Parting::Hold || (way == Parting::MoveTogether && block.joined)) {
      for (int j = 0; j < 4; ++j) *x[j] = particles.previous[block.index[j][k]];
      continue;
    }
    const Vec3 normal{block.normal.x[k], block.normal.y[k], block.normal.z[k]};
    if (way == Parting::MoveTogether) {
      float motion[4], momentum = 0, mass = 0;
      bool pinned = false;
      for (int j = 0; j < 4; ++j) {
        motion[j] = dot(normal, x[j]->xyz() - particles.previous[block.index[j][k]].xyz());
        pinned = pinned || x[j]->w == 0;
        const float m = x[j]->w > 0 ? 1 / x[j]->w : 0;
        momentum += m * motion[j];
        mass += m;
      }
      const float common = pinned ? 0 : momentum / mass;
      for (int j = 0; j < 4; ++j)
        if (x[j]->w > 0) x[j]->setXyz(x[j]->xyz() + (common - motion[j]) * normal);
      continue;
    }
    for (int a = 0; a < split; ++a)
      for (int b = split; b < 4; ++b) {
        const float depth = room[k] - dot(normal, x[a]->xyz() - x[b]->xyz());
        const float mobility = x[a]->w + x[b]->w;
        if (depth <= 0 || !(mobility > 0)) continue;
        const float push = depth / mobility;
        x[a]->setXyz(x[a]->xyz() + (x[a]->w * push) * normal);
        x[b]->setXyz(x[b]->xyz() - (x[b]->w * push) * normal);
      }
  }
  return true;
}

}  // namespace holonom
