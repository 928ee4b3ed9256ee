#include "world/collision/colliders.h"

#include <algorithm>

namespace holonom {

namespace {

constexpr float kSpeculativeMargin = 0.02f;  // [m]
/// The margin of small shapes is this share of their extent, lest it takes in their far side.
constexpr float kMarginShare = 0.25f;

}  // namespace

float smallerExtent(const Collider& a, const Collider& b) {
  if (std::holds_alternative<Mesh>(b.shape)) return a.extent;
  return a.extent > 0 && b.extent > 0 ? min(a.extent, b.extent) : max(a.extent, b.extent);
}

float marginOf(float extent) { return min(kSpeculativeMargin, kMarginShare * extent); }

[[gnu::cold]] int Colliders::add(Bodies& bodies, int body, const Shape& shape,
                                 const Transform& place) {
  int at = free_;
  if (at >= 0) {
    free_ = all_[size_t(at)].next;
  } else {
    at = size();
    all_.emplace_back();
  }
  Collider& c = all_[size_t(at)];
  c = {};
  c.shape = shape;
  const Transform* frame = bodies.ownFrame(body);
  const Transform local = frame ? inverse(*frame) * place : place;
  c.setLocal(local);
  c.body = body;
  c.next = bodies.firstColliders[body];
  c.extent = extentOf(c.shape);
  c.reach = c.extent + length(local.position);
  bodies.firstColliders[body] = at;
  ++counts[int(typeOf(shape))];
  if (isBounded(c.shape))
    c.leaf = tree.insert(tightBox(bodies, at), at);
  else
    unbounded.push_back(at);
  activity_ = 0;
  return at;
}

void Colliders::remove(int at) {
  Collider& c = all_[size_t(at)];
  if (c.leaf >= 0)
    tree.remove(c.leaf);
  else
    std::erase(unbounded, at);
  --counts[int(typeOf(c.shape))];
  c = {};
  c.next = free_;
  free_ = at;
  activity_ = 0;
}

Aabb Colliders::tightBox(const Bodies& bodies, int collider) const {
  const Collider& c = all_[size_t(collider)];
  return expand(aabbOf(c.shape, poseOf(bodies, c)), marginOf(c));
}

bool Colliders::boxesMeet(const Bodies& bodies, int a, int b) const {
  const Collider &ca = all_[size_t(a)], &cb = all_[size_t(b)];
  if (ca.leaf >= 0 && cb.leaf >= 0) return overlaps(tree.fatBox(ca.leaf), tree.fatBox(cb.leaf));
  // One is a half-space: the box's lowest corner along its normal.
  const Collider& flat = ca.leaf < 0 ? ca : cb;
  const Aabb& box = tree.fatBox(ca.leaf < 0 ? cb.leaf : ca.leaf);
  const Plane& plane = *std::get_if<Plane>(&flat.shape);
  const Transform t = poseOf(bodies, flat);
  const Vec3 n = rotate(t.rotation, plane.normal);
  const Vec3 corner{n.x > 0 ? box.min.x : box.max.x, n.y > 0 ? box.min.y : box.max.y,
                    n.z > 0 ? box.min.z : box.max.z};
  return dot(n, corner - t.position) <= plane.offset;
}

const std::vector<int>& Colliders::active(const Bodies& bodies) {
  if (activity_ == bodies.activity()) return active_;
  activity_ = bodies.activity();
  active_.clear();
  active_.reserve(all_.size());
  for (int i = 0; i < size(); ++i)
    if (all_[size_t(i)].body >= 0 && bodies.isActive(all_[size_t(i)].body)) active_.push_back(i);
  return active_;
}

}  // namespace holonom
