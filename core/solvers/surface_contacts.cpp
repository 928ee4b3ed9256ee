#include "solvers/surface_contacts.h"

#include <algorithm>

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

[[gnu::noinline]] ClosestFeatures<f32x4> closestOf(FeatureKind kind, const Vec3x4* x) {
  return kind == FeatureKind::PointTriangle ? closestOfPointTriangle(x) : closestOfSegments(x);
}

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

f32x4 SurfaceContacts::leastOf(const FeatureBlock& block) {
  return splat(kLeast) * min(block.keep, block.distance);
}

[[gnu::noinline]] f32x4 SurfaceContacts::depthOf(const FeatureBlock& block,
                                                 const Particles& particles) {
  const int split = firstSide(block.kind);
  f32x4 along[4], w;
  for (int j = 0; j < 4; ++j)
    along[j] = dot(block.normal, gather(particles.positions.data(), block.index[j], w));
  f32x4 least = along[0], most = along[3];
  for (int j = 1; j < split; ++j) least = min(least, along[j]);
  for (int j = split; j < 3; ++j) most = max(most, along[j]);
  return select(block.distance > splat(kMet), leastOf(block) - (least - most), splat(0));
}

bool SurfaceContacts::crosses(const Particles& particles, float stray) {
  const bool found = std::any_of(blocks.begin(), blocks.end(), [&](FeatureBlock& block) {
    if (block.idle > strayed_ + 2 * stray) return false;
    if (block.substep != substep_) evaluate(block, particles, false);
    return any(depthOf(block, particles) > splat(0));
  });
  if (!found) strayed_ += 2 * stray;
  return found;
}

}  // namespace holonom
