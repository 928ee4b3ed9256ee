#include "geometry/curved/ellipsoid.h"

#include "math/elementary.h"

namespace holonom {

namespace {

constexpr double kStraightAngle = 3.14159265358979323846;

// Of a sphere: rings about the direction at these angles, each of a few corners.
constexpr double kRings[] = {kFinestFacet, 0.0032, 0.01, 0.033, 0.1, 0.3, 0.7, 1.3, 1.9, 2.5};
constexpr int kRingCount = int(std::size(kRings)), kRingCorners = 6;
constexpr int kBallVertices = kRingCount * kRingCorners + 2;

/// A ring of the unit sphere, and the facets that lead to the next: normal and offset.
struct BallRing {
  float radius, height;
  float across, along, offset;  ///< across: part of the normal away from the axis
};

struct BallTables {
  BallRing rings[kRingCount + 1];  ///< the first facets are those of the pole, before ring 0
  float ringCosines[kRingCorners], ringSines[kRingCorners];  ///< of corners
  float sideCosines[kRingCorners], sideSines[kRingCorners];  ///< of the middles between them
};

constexpr BallTables makeBall() {
  BallTables t{};
  const double step = kStraightAngle / kRingCorners;
  for (int j = 0; j < kRingCorners; ++j) {
    const SineCosine corner = sineCosine(2 * j * step), side = sineCosine((2 * j + 1) * step);
    t.ringCosines[j] = float(corner.cosine), t.ringSines[j] = float(corner.sine);
    t.sideCosines[j] = float(side.cosine), t.sideSines[j] = float(side.sine);
  }
  const double share = sineCosine(step).cosine;
  for (int k = 0; k <= kRingCount; ++k) {
    const double near = k > 0 ? kRings[k - 1] : 0,
                 far = k < kRingCount ? kRings[k] : kStraightAngle;
    const SineCosine to = sineCosine(far), m = sineCosine((near + far) / 2);
    // Across the chords of both rings.
    double across = m.sine, along = m.cosine * share;
    // A square root by Newton's steps, from a number near one.
    const double square = across * across + along * along;
    double length = 1;
    for (int i = 0; i < 30; ++i) length = (length + square / length) / 2;
    across /= length, along /= length;
    const double offset = across * to.sine * share + along * to.cosine;
    t.rings[k] = {float(to.sine), float(to.cosine), float(across), float(along), float(offset)};
  }
  return t;
}
constexpr BallTables kBallTables = makeBall();

/// Facets ring by ring; the poles are the first and the last vertex.
constexpr CurvedTopology ballTopology() {
  CurvedTopology t;
  constexpr int n = kRingCorners, last = kBallVertices - 1;
  t.vertices = kBallVertices;
  const auto vertex = [](int ring, int j) { return 1 + ring * n + j % n; };
  for (int k = 0; k <= kRingCount; ++k)
    for (int j = 0; j < n; ++j) {
      const int face = k * n + j, before = k * n + (j + n - 1) % n;
      // Between two meridians, from a ring nearer to the pole to the next.
      if (k == 0)
        t.face({0, vertex(0, j), vertex(0, j + 1)});
      else if (k == kRingCount)
        t.face({vertex(k - 1, j), last, vertex(k - 1, j + 1)});
      else
        t.face({vertex(k - 1, j), vertex(k, j), vertex(k, j + 1), vertex(k - 1, j + 1)});
      t.add(k == 0 ? 0 : vertex(k - 1, j), k == kRingCount ? last : vertex(k, j), face, before);
      if (k < kRingCount) t.add(vertex(k, j), vertex(k, j + 1), face, face + n);
    }
  return t;
}
constexpr CurvedTopology kBall = ballTopology();
static_assert(fits(kBall));

/// The unit sphere's axes, its pole where an ellipsoid has the normal `direction`.
struct BallAxes {
  Vec3 pole, u, v;

  BallAxes(const Ellipsoid& e, Vec3 direction) {
    const Vec3d r = toDouble(e.radii), d = toDouble(direction);
    pole = toFloat(normalize(Vec3d{r.x * d.x, r.y * d.y, r.z * d.z}));
    u = anyPerpendicular(pole), v = cross(pole, u);
  }
  Vec3 at(float across, float c, float s, float along) const {
    return (across * c) * u + (across * s) * v + along * pole;
  }
};

}  // namespace

Aabb aabbOf(const Ellipsoid& e, const Transform& t) {
  const Mat3 m = toMatrix(t.rotation);
  const Vec3 x = e.radii.x * m.x, y = e.radii.y * m.y, z = e.radii.z * m.z;
  const Vec3 reach{sqrt(x.x * x.x + y.x * y.x + z.x * z.x), sqrt(x.y * x.y + y.y * y.y + z.y * z.y),
                   sqrt(x.z * x.z + y.z * y.z + z.z * z.z)};
  return {t.position - reach, t.position + reach};
}

/// The foot x of p has p − x = t x / r², with t the root of Σ (r p / (t + r²))² = 1 above −r² of
/// the least radius. The sum falls and is convex there, so Newton's steps from below never pass the
/// root. After Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid"
/// (2013).
SurfacePoint closestSurface(const Ellipsoid& e, Vec3 p) {
  const double r[3] = {e.radii.x, e.radii.y, e.radii.z};
  double q[3] = {abs(double(p.x)), abs(double(p.y)), abs(double(p.z))};
  const int least = r[0] <= r[1] ? (r[0] <= r[2] ? 0 : 2) : (r[1] <= r[2] ? 1 : 2);
  // In the middle plane both sides may be as near: one of them.
  q[least] = max(q[least], 1e-9 * r[least]);
  const double low = r[least] * r[least];
  double s = r[least] * q[least];  // t + r² of the least radius
  for (int i = 0; i < 100; ++i) {
    double value = -1, slope = 0;
    for (int k = 0; k < 3; ++k) {
      const double d = s + (r[k] * r[k] - low), ratio = r[k] * q[k] / d;
      value += ratio * ratio, slope += 2 * ratio * ratio / d;
    }
    const double next = s + value / slope;
    if (!(next > s)) break;
    s = next;
  }
  const double t = s - low;
  Vec3d n{q[0] / (s + (r[0] * r[0] - low)), q[1] / (s + (r[1] * r[1] - low)),
          q[2] / (s + (r[2] * r[2] - low))};
  const double l = length(n);
  n = (1 / l) * n;
  return {{float(p.x < 0 ? -n.x : n.x), float(p.y < 0 ? -n.y : n.y), float(p.z < 0 ? -n.z : n.z)},
          float(t * l)};
}

int curvedVertices(const Ellipsoid& e, Vec3 direction, Vec3* out) {
  const BallAxes axes(e, direction);
  const auto put = [&](int i, Vec3 p) {
    out[i] = {e.radii.x * p.x, e.radii.y * p.y, e.radii.z * p.z};
  };
  put(0, axes.pole), put(kBallVertices - 1, -axes.pole);
  for (int k = 0, i = 1; k < kRingCount; ++k)
    for (int j = 0; j < kRingCorners; ++j)
      put(i++, axes.at(kBallTables.rings[k].radius, kBallTables.ringCosines[j],
                       kBallTables.ringSines[j], kBallTables.rings[k].height));
  return kBall.vertices;
}

Vec3 farthestPoint(const Ellipsoid& e, Vec3 direction) {
  const Vec3d r = toDouble(e.radii), d = toDouble(direction);
  const Vec3d scaled{r.x * d.x, r.y * d.y, r.z * d.z};
  const double share = 1 / length(scaled);
  return toFloat({share * r.x * scaled.x, share * r.y * scaled.y, share * r.z * scaled.z});
}

Polyhedron facetsOf(const Ellipsoid& e, Vec3 direction, Vec3* vertices, HullGeometry::Face* faces) {
  curvedVertices(e, direction, vertices);
  const BallAxes axes(e, direction);
  const Vec3d r = toDouble(e.radii);
  for (int k = 0, i = 0; k <= kRingCount; ++k)
    for (int j = 0; j < kRingCorners; ++j, ++i) {
      const BallRing& ring = kBallTables.rings[k];
      const Vec3d m = toDouble(
          axes.at(ring.across, kBallTables.sideCosines[j], kBallTables.sideSines[j], ring.along));
      const Vec3d normal{m.x / r.x, m.y / r.y, m.z / r.z};
      const double scale = 1 / length(normal);
      faces[i] = faceOf(kBall, i, toFloat(scale * normal), float(scale * ring.offset));
    }
  return viewOf(kBall, vertices, faces, {});
}

[[gnu::cold]] bool castOn(const Ellipsoid& e, const LocalRay& ray, RayHit& hit) {
  const Vec3d r = toDouble(e.radii), o = toDouble(ray.origin), d = toDouble(ray.direction);
  const Vec3d from{o.x / r.x, o.y / r.y, o.z / r.z}, way{d.x / r.x, d.y / r.y, d.z / r.z};
  const double dd = dot(way, way), middle = -dot(from, way) / dd;
  const Vec3d across = from + middle * way;
  const double half2 = (1 - dot(across, across)) / dd;
  if (!(half2 >= 0)) return false;
  const double t = middle - std::sqrt(half2);
  if (t < 0) return false;
  const Vec3d p = from + t * way;
  hit.distance = float(t);
  hit.normal = toFloat(normalize(Vec3d{p.x / r.x, p.y / r.y, p.z / r.z}));
  return true;
}

}  // namespace holonom
