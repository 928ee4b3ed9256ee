#include "collision/facets.h"

#include <array>
#include <cmath>

#include "math/elementary.h"

namespace holonom {

namespace {

constexpr double kStraightAngle = 3.14159265358979323846;

// Of a circle: corners at these angles to both sides of the direction, and one in it [rad].
constexpr double kTurns[] = {kFinestFacet, 0.0035, 0.012, 0.04, 0.13, 0.35, 0.65,
                             0.96,         1.27,   1.58,  1.89, 2.2,  2.51, 2.82};
constexpr int kCorners = 2 * int(std::size(kTurns)) + 1;
// Of a sphere: rings about the direction at these angles, each of a few corners.
constexpr double kRings[] = {kFinestFacet, 0.0032, 0.01, 0.033, 0.1, 0.3, 0.7, 1.3, 1.9, 2.5};
constexpr int kRingCount = int(std::size(kRings)), kRingCorners = 6;
constexpr int kBallVertices = kRingCount * kRingCorners + 2;

/// A corner of the unit circle, and the outward normal of the side that leads to the next.
struct CircleCorner {
  float cosine, sine;          ///< of the corner
  float sideCosine, sideSine;  ///< of the side's normal
  float apothem;               ///< distance of the side from the center
};
/// A ring of the unit sphere, and the facets that lead to the next: normal and offset.
struct BallRing {
  float radius, height;
  float across, along, offset;  ///< across: part of the normal away from the axis
};

struct CurvedTables {
  CircleCorner circle[kCorners];
  BallRing rings[kRingCount + 1];  ///< the first facets are those of the pole, before ring 0
  float ringCosines[kRingCorners], ringSines[kRingCorners];  ///< of corners
  float sideCosines[kRingCorners], sideSines[kRingCorners];  ///< of the middles between them
};

constexpr CurvedTables makeTables() {
  CurvedTables t{};
  constexpr int half = kCorners / 2;
  double angles[kCorners + 1] = {};
  for (int i = 0; i < half; ++i)
    angles[half - 1 - i] = -kTurns[i], angles[half + 1 + i] = kTurns[i];
  angles[kCorners] = angles[0] + 2 * kStraightAngle;
  for (int i = 0; i < kCorners; ++i) {
    const SineCosine at = sineCosine(angles[i]);
    const SineCosine side = sineCosine((angles[i] + angles[i + 1]) / 2);
    const SineCosine share = sineCosine((angles[i + 1] - angles[i]) / 2);
    t.circle[i] = {float(at.cosine), float(at.sine), float(side.cosine), float(side.sine),
                   float(share.cosine)};
  }
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
constexpr CurvedTables kTables = makeTables();

/// Which vertices, faces and edges belong together.
struct CurvedTopology {
  int vertices = 0, faces = 0, edges = 0, corners = 0;
  std::array<HullGeometry::Edge, kCurvedEdges> edge{};
  std::array<uint16_t, 2 * kCurvedEdges> loops{};
  std::array<uint16_t, kCurvedFaces> first{}, count{};

  constexpr void face(std::initializer_list<int> loop) {
    first[faces] = uint16_t(corners), count[faces++] = uint16_t(loop.size());
    for (const int v : loop) loops[corners++] = uint16_t(v);
  }
  constexpr void add(int a, int b, int left, int right) {
    edge[edges++] = {uint16_t(a), uint16_t(b), uint16_t(left), uint16_t(right)};
  }
};

/// Sides in the order of the corners, then the upper and the lower end; vertices in pairs, the
/// lower first.
constexpr CurvedTopology cylinderTopology() {
  CurvedTopology t;
  constexpr int n = kCorners;
  t.vertices = 2 * n;
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    t.face({2 * i, 2 * i + 1, 2 * j + 1, 2 * j});
    t.add(2 * i, 2 * i + 1, i, (i + n - 1) % n);
    t.add(2 * i + 1, 2 * j + 1, i, n);
    t.add(2 * j, 2 * i, i, n + 1);
  }
  t.first[n] = uint16_t(t.corners), t.count[n] = n;
  for (int i = n - 1; i >= 0; --i) t.loops[t.corners++] = uint16_t(2 * i + 1);
  t.first[n + 1] = uint16_t(t.corners), t.count[n + 1] = n;
  for (int i = 0; i < n; ++i) t.loops[t.corners++] = uint16_t(2 * i);
  t.faces = n + 2;
  return t;
}

/// Sides, then the base; the tip is the last vertex.
constexpr CurvedTopology coneTopology() {
  CurvedTopology t;
  constexpr int n = kCorners;
  t.vertices = n + 1;
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    t.face({i, n, j});
    t.add(i, n, i, (i + n - 1) % n);
    t.add(j, i, i, n);
  }
  t.first[n] = uint16_t(t.corners), t.count[n] = n;
  for (int i = 0; i < n; ++i) t.loops[t.corners++] = uint16_t(i);
  t.faces = n + 1;
  return t;
}

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

constexpr CurvedTopology kCylinder = cylinderTopology(), kCone = coneTopology(),
                         kBall = ballTopology();
static_assert(kCylinder.vertices <= kCurvedVertices && kBall.vertices <= kCurvedVertices);
static_assert(kCylinder.faces <= kCurvedFaces && kBall.faces <= kCurvedFaces);
static_assert(kCylinder.edges <= kCurvedEdges && kBall.edges <= kCurvedEdges);

/// A turn about y that leads x to a direction, as far as there is one across the axis.
struct Azimuth {
  float cosine = 1, sine = 0;

  explicit Azimuth(Vec3 direction) {
    const float across = sqrt(direction.x * direction.x + direction.z * direction.z);
    // What lies flat on its end has no direction of its own.
    if (across < kUpright) return;
    cosine = direction.x / across, sine = direction.z / across;
  }
  /// Of a point or normal on the circle.
  Vec3 at(float c, float s, float y) const {
    return {cosine * c - sine * s, y, sine * c + cosine * s};
  }
  static constexpr float kUpright = 0.01f;
};

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

Polyhedron viewOf(const CurvedTopology& t, const Vec3* vertices, const HullGeometry::Face* faces,
                  Vec3 inside) {
  return {vertices, t.vertices, faces, t.faces, t.loops.data(), t.edge.data(), t.edges, inside};
}
HullGeometry::Face faceOf(const CurvedTopology& t, int face, Vec3 normal, float offset) {
  return {normal, offset, t.first[size_t(face)], t.count[size_t(face)]};
}

/// A cylinder or cone that leans by more stands on its rim [sine]; by less than the other, it may
/// fall on the far side of its end within a step.
constexpr float kFlatSine = 0.04f, kFallSine = 0.5f;

}  // namespace

int curvedVertices(const Cylinder& c, Vec3 direction, Vec3* out) {
  const Azimuth turn(direction);
  for (int i = 0; i < kCorners; ++i) {
    const CircleCorner& at = kTables.circle[i];
    const Vec3 p = turn.at(c.radius * at.cosine, c.radius * at.sine, c.halfHeight);
    out[2 * i] = {p.x, -p.y, p.z}, out[2 * i + 1] = p;
  }
  return kCylinder.vertices;
}

int curvedVertices(const Cone& c, Vec3 direction, Vec3* out) {
  const Azimuth turn(direction);
  for (int i = 0; i < kCorners; ++i) {
    const CircleCorner& at = kTables.circle[i];
    out[i] = turn.at(c.radius * at.cosine, c.radius * at.sine, 0);
  }
  out[kCorners] = {0, c.height, 0};
  return kCone.vertices;
}

int curvedVertices(const Ellipsoid& e, Vec3 direction, Vec3* out) {
  const BallAxes axes(e, direction);
  const auto put = [&](int i, Vec3 p) {
    out[i] = {e.radii.x * p.x, e.radii.y * p.y, e.radii.z * p.z};
  };
  put(0, axes.pole), put(kBallVertices - 1, -axes.pole);
  for (int k = 0, i = 1; k < kRingCount; ++k)
    for (int j = 0; j < kRingCorners; ++j)
      put(i++, axes.at(kTables.rings[k].radius, kTables.ringCosines[j], kTables.ringSines[j],
                       kTables.rings[k].height));
  return kBall.vertices;
}

namespace {

/// Of a circle about y.
Vec3 farthestOnRim(float radius, Vec3 direction, float height) {
  const float across = sqrt(direction.x * direction.x + direction.z * direction.z);
  if (!(across > 0)) return {0, height, 0};
  const float share = radius / across;
  return {share * direction.x, height, share * direction.z};
}

}  // namespace

Vec3 farthestPoint(const Cylinder& c, Vec3 direction) {
  return farthestOnRim(c.radius, direction, direction.y > 0 ? c.halfHeight : -c.halfHeight);
}

Vec3 farthestPoint(const Cone& c, Vec3 direction) {
  const Vec3 base = farthestOnRim(c.radius, direction, 0), tip{0, c.height, 0};
  return dot(tip - base, direction) > 0 ? tip : base;
}

Vec3 farthestPoint(const Ellipsoid& e, Vec3 direction) {
  const Vec3d r = toDouble(e.radii), d = toDouble(direction);
  const Vec3d scaled{r.x * d.x, r.y * d.y, r.z * d.z};
  const double share = 1 / length(scaled);
  return toFloat({share * r.x * scaled.x, share * r.y * scaled.y, share * r.z * scaled.z});
}

void Facets::build(const Box& b, Vec3) {
  const BoxPolyhedron box(b);
  view_ = box.view();
  for (int i = 0; i < view_.vertexCount; ++i) vertices_[i] = box.vertices[i];
  for (int i = 0; i < view_.faceCount; ++i) faces_[i] = box.faces[i];
  view_.vertices = vertices_.data(), view_.faces = faces_.data();
}

void Facets::build(const Hull& h, Vec3) { view_ = polyhedronOf(*h.geometry); }

void Facets::build(const Cylinder& c, Vec3 direction) {
  curvedVertices(c, direction, vertices_.data());
  view_ = viewOf(kCylinder, vertices_.data(), faces_.data(), {});
  const Azimuth turn(direction);
  for (int i = 0; i < kCorners; ++i) {
    const CircleCorner& at = kTables.circle[i];
    faces_[i] = faceOf(kCylinder, i, turn.at(at.sideCosine, at.sideSine, 0), c.radius * at.apothem);
  }
  for (const int end : {0, 1})
    faces_[kCorners + end] =
        faceOf(kCylinder, kCorners + end, {0, end == 0 ? 1.0f : -1.0f, 0}, c.halfHeight);
}

void Facets::build(const Cone& c, Vec3 direction) {
  curvedVertices(c, direction, vertices_.data());
  view_ = viewOf(kCone, vertices_.data(), faces_.data(), {0, 0.25f * c.height, 0});
  const Azimuth turn(direction);
  for (int i = 0; i < kCorners; ++i) {
    const CircleCorner& at = kTables.circle[i];
    const float apothem = c.radius * at.apothem;
    const double slant = std::sqrt(double(c.height) * c.height + double(apothem) * apothem);
    const auto across = float(c.height / slant), up = float(apothem / slant);
    const Vec3 normal = turn.at(across * at.sideCosine, across * at.sideSine, up);
    faces_[i] = faceOf(kCone, i, normal, across * apothem);
  }
  faces_[kCorners] = faceOf(kCone, kCorners, {0, -1, 0}, 0);
}

void Facets::build(const Ellipsoid& e, Vec3 direction) {
  curvedVertices(e, direction, vertices_.data());
  view_ = viewOf(kBall, vertices_.data(), faces_.data(), {});
  const BallAxes axes(e, direction);
  const Vec3d r = toDouble(e.radii);
  for (int k = 0, i = 0; k <= kRingCount; ++k)
    for (int j = 0; j < kRingCorners; ++j, ++i) {
      const BallRing& ring = kTables.rings[k];
      const Vec3d m =
          toDouble(axes.at(ring.across, kTables.sideCosines[j], kTables.sideSines[j], ring.along));
      const Vec3d normal{m.x / r.x, m.y / r.y, m.z / r.z};
      const double scale = 1 / length(normal);
      faces_[i] = faceOf(kBall, i, toFloat(scale * normal), float(scale * ring.offset));
    }
}

Facets::Facets(const Shape& shape, Vec3 direction) {
  std::visit(
      [&](const auto& each) {
        if constexpr (requires { build(each, direction); }) build(each, direction);
      },
      shape);
}

float bulgeOf(const Shape& shape) {
  return std::visit(
      [](const auto& each) {
        if constexpr (isCurved<std::decay_t<decltype(each)>>)
          return bulgeOf(each);
        else
          return 0.0f;
      },
      shape);
}

void keepDeepest(Manifold& m) {
  for (int i = 1; i < m.count; ++i)
    if (m.points[i].separation < m.points[0].separation) m.points[0] = m.points[i];
  m.count = min(m.count, 1);
}

namespace {

/// Of a shape whose surface is a circle about an axis, what lies in the plane of its axis and the
/// normal, unless it lies on its flat end or that is its far side.
void keepLine(float radius, Vec3 axis, bool ofA, float beside, Manifold& m) {
  const Vec3 across = cross(axis, m.normal);
  const float sine = length(across);
  const float width = 2.2f * kFinestFacet * radius;
  const auto arm = [&](int i) { return ofA ? m.points[i].onA : m.points[i].onB; };
  const auto aside = [&](int i) { return abs(dot(arm(i), across)); };
  // From the axis to where it leans away from the other.
  const Vec3 out = ofA ? m.normal : -m.normal;
  const Vec3 up = dot(axis, out) * axis - out;
  // Rounding may choose a corner beside the lowest one; far beside it, it is another's contact.
  float least = beside * sine * radius;
  for (int i = 0; i < m.count; ++i) least = min(least, aside(i));
  const auto isFar = [&](int i) { return dot(arm(i), up) > 0; };
  int kept = 0;
  for (int i = 0; i < m.count; ++i)
    if (sine < kFlatSine || (sine < kFallSine && isFar(i)) || aside(i) <= least + sine * width)
      m.points[kept++] = m.points[i];
  m.count = kept;
  // Points within one facet are one point.
  for (int i = 0; i < m.count; ++i)
    for (int j = i + 1; j < m.count;) {
      if (lengthSquared(arm(i) - arm(j)) > width * width) {
        ++j;
        continue;
      }
      if (m.points[j].separation < m.points[i].separation) m.points[i] = m.points[j];
      m.points[j] = m.points[--m.count];
    }
}

}  // namespace

void keepTruePoints(const Shape& shape, const Transform& t, bool ofA, float beside, Manifold& m) {
  if (m.count < 2) return;
  const Vec3 axis = rotate(t.rotation, {0, 1, 0});
  if (std::holds_alternative<Ellipsoid>(shape)) keepDeepest(m);
  if (const Cylinder* c = std::get_if<Cylinder>(&shape)) keepLine(c->radius, axis, ofA, beside, m);
  if (const Cone* c = std::get_if<Cone>(&shape)) keepLine(c->radius, axis, ofA, beside, m);
}

}  // namespace holonom
