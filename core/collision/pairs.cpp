#include "collision/pairs.h"

namespace holonom {

namespace {

template <class A, class B,
          void (*f)(const A&, const Transform&, const B&, const Transform&, float, Manifold&)>
void call(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb, float margin,
          Manifold& out) {
  f(*std::get_if<A>(&a), ta, *std::get_if<B>(&b), tb, margin, out);
}

/// Pairs with a way of their own, the first in the list of shapes as A. One that is missing does
/// not compile: shapes would never meet.
template <class A, class B>
struct OwnPair;
template <class A, class B,
          void (*f)(const A&, const Transform&, const B&, const Transform&, float, Manifold&)>
struct PairCall {
  static constexpr CollideFunction function = call<A, B, f>;
};
template <>
struct OwnPair<Sphere, Sphere> : PairCall<Sphere, Sphere, collideSpheres> {};
template <>
struct OwnPair<Sphere, Capsule> : PairCall<Sphere, Capsule, collideSphereCapsule> {};
template <>
struct OwnPair<Sphere, Box> : PairCall<Sphere, Box, collideSphereBox> {};
template <>
struct OwnPair<Sphere, Hull> : PairCall<Sphere, Hull, collideSphereHull> {};
template <>
struct OwnPair<Sphere, Plane> : PairCall<Sphere, Plane, collideSpherePlane> {};
template <>
struct OwnPair<Capsule, Capsule> : PairCall<Capsule, Capsule, collideCapsules> {};
template <>
struct OwnPair<Capsule, Box> : PairCall<Capsule, Box, collideCapsuleBox> {};
template <>
struct OwnPair<Capsule, Hull> : PairCall<Capsule, Hull, collideCapsuleHull> {};
template <>
struct OwnPair<Capsule, Plane> : PairCall<Capsule, Plane, collideCapsulePlane> {};
template <>
struct OwnPair<Box, Box> : PairCall<Box, Box, collideBoxes> {};
template <>
struct OwnPair<Box, Hull> : PairCall<Box, Hull, collideBoxHull> {};
template <>
struct OwnPair<Box, Plane> : PairCall<Box, Plane, collideBoxPlane> {};
template <>
struct OwnPair<Hull, Hull> : PairCall<Hull, Hull, collideHulls> {};
template <>
struct OwnPair<Hull, Plane> : PairCall<Hull, Plane, collideHullPlane> {};

/// Half-spaces and meshes are static; meshes and compounds meet others piece by piece.
template <class S>
constexpr bool meetsWhole = shapeType<S> <= shapeType<Plane>;

template <class A, class B>
constexpr CollideFunction pairOf() {
  if constexpr (shapeType<B> < shapeType<A> || !meetsWhole<B> || std::is_same_v<A, Plane>)
    return nullptr;
  else if constexpr (!isCurved<A> && !isCurved<B>)
    return OwnPair<A, B>::function;
  else if constexpr (std::is_same_v<A, Sphere>)
    return collideSphereCurved;
  else if constexpr (std::is_same_v<A, Capsule>)
    return collideCapsuleCurved;
  else
    return std::is_same_v<B, Plane> ? collideCurvedPlane : collideCurved;
}

struct PairTable {
  CollideFunction of[kShapeTypes][kShapeTypes];
};

constexpr PairTable makePairs() {
  PairTable t{};
  forEachAlternative<Shape>([&]<class A>() {
    forEachAlternative<Shape>(
        [&]<class B>() { t.of[int(shapeType<A>)][int(shapeType<B>)] = pairOf<A, B>(); });
  });
  return t;
}
constexpr PairTable kPairs = makePairs();

}  // namespace

CollideFunction collideFunction(ShapeType a, ShapeType b) {
  return kPairs.of[static_cast<int>(a)][static_cast<int>(b)];
}

void collideSpheres(const Sphere& a, const Transform& ta, const Sphere& b, const Transform& tb,
                    float margin, Manifold& out) {
  const Vec3 d = tb.position - ta.position;
  const float distance = length(d), separation = distance - a.radius - b.radius;
  out.count = 0;
  if (separation > margin) return;
  out.normal = distance > kNoLength ? (1 / distance) * d : Vec3{0, 1, 0};
  out.points[out.count++] = {a.radius * out.normal, -b.radius * out.normal, separation, 0};
}

namespace {

/// A sphere against any shape that knows its closest surface point.
template <class B>
void collideSphereSurface(const Sphere& a, const Transform& ta, const B& b, const Transform& tb,
                          float margin, Manifold& out) {
  const SurfacePoint s = closestSurface(b, inverseTransformPoint(tb, ta.position));
  out.count = 0;
  if (s.distance - a.radius > margin) return;
  out.normal = -rotate(tb.rotation, s.normal);
  const Vec3 onSurface = ta.position + s.distance * out.normal;
  out.points[out.count++] = {a.radius * out.normal, onSurface - tb.position, s.distance - a.radius,
                             0};
}

}  // namespace

void collideSphereCapsule(const Sphere& a, const Transform& ta, const Capsule& b,
                          const Transform& tb, float margin, Manifold& out) {
  collideSphereSurface(a, ta, b, tb, margin, out);
}

void collideSphereBox(const Sphere& a, const Transform& ta, const Box& b, const Transform& tb,
                      float margin, Manifold& out) {
  collideSphereSurface(a, ta, b, tb, margin, out);
}

void collideSpherePlane(const Sphere& a, const Transform& ta, const Plane& b, const Transform& tb,
                        float margin, Manifold& out) {
  collideSphereSurface(a, ta, b, tb, margin, out);
}

void collideSphereCurved(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                         float margin, Manifold& out) {
  collideSphereSurface(*std::get_if<Sphere>(&a), ta, b, tb, margin, out);
}

void collideBoxPlane(const Box& a, const Transform& ta, const Plane& b, const Transform& tb,
                     float margin, Manifold& out) {
  const Vec3 normal = rotate(tb.rotation, b.normal);
  const Mat3 r = toMatrix(ta.rotation);
  // The four lowest corners carry the box whichever way it lies.
  out.count = 0;
  for (uint32_t i = 0; i < 8; ++i) {
    const Vec3 corner = (i & 1 ? a.halfExtents.x : -a.halfExtents.x) * r.x +
                        (i & 2 ? a.halfExtents.y : -a.halfExtents.y) * r.y +
                        (i & 4 ? a.halfExtents.z : -a.halfExtents.z) * r.z;
    const Vec3 world = ta.position + corner;
    const float separation = dot(normal, world - tb.position) - b.offset;
    if (!(separation <= margin)) continue;
    const ManifoldPoint point{corner, world - separation * normal - tb.position, separation, i};
    int at = out.count < 4 ? out.count++ : 4;
    while (at > 0 && separation < out.points[at - 1].separation) {
      if (at < 4) out.points[at] = out.points[at - 1];
      --at;
    }
    if (at < 4) out.points[at] = point;
  }
  out.normal = -normal;
}

}  // namespace holonom
