// Random shapes: hulls of random points, contacts of any two shapes, rays.
#include "cases.h"
#include "checks.h"
#include "collision/pairs.h"
#include "collision/ray.h"
#include "descriptions.h"

namespace holonom::fuzz {

namespace {

std::string faultOfHull(const HullGeometry& h, const std::vector<Vec3>& points) {
  if (h.vertices.size() < 4 || int(h.vertices.size()) > kMaxHullVertices) return "hull's vertices";
  if (h.vertices.size() + h.faces.size() != h.edges.size() + 2) return "hull that is not closed";
  if (!(h.mass.volume > 0) || !std::isfinite(h.mass.volume)) return "hull's volume";
  float size = 0;
  for (const Vec3 p : points) size = max(size, length(p - h.inside));
  // All points are kept where there are few; only then can none be outside. Far from the origin,
  // floats round.
  const float share = points.size() <= size_t(kMaxHullVertices) ? 1e-3f : 0.2f;
  const float slack = share * size + 4e-6f * (size + length(h.inside));
  for (const HullGeometry::Face& f : h.faces) {
    if (!isUnit(f.normal)) return "normal of a hull's face";
    for (const Vec3 p : points)
      if (dot(f.normal, p) > f.offset + slack) return "point outside its hull";
  }
  return "";
}

std::string faultOfManifold(const Manifold& m) {
  if (m.count < 0 || m.count > 4) return "number of contact points";
  if (m.count > 0 && !isUnit(m.normal)) return "contact normal";
  for (int i = 0; i < m.count; ++i)
    if (!finite(m.points[i].onA) || !finite(m.points[i].onB) ||
        !std::isfinite(m.points[i].separation))
      return "contact point";
  return "";
}

/// A body's checked shape, or none where the description was refused.
std::optional<Shape> someShape(Descriptions& d) {
  World w;
  Value body = Value::object();
  Value shape = d.member<Shape>(w);
  const bool fixed = shape.isObject() && !shape.keys.empty() &&
                     (shape.keys[0] == "mesh" || shape.keys[0] == "plane");
  body.set("shape", std::move(shape));
  if (fixed) body.set("type", "static");
  if (!addObject(w, Kind::Body, body)) return {};
  return w.bodies.defs[0].shape;
}

std::string faultOfPair(Descriptions& d, const Shape& a, const Shape& b) {
  const CollideFunction collide = collideFunction(typeOf(a), typeOf(b));
  if (!collide) return "";
  const float reach = extentOf(a) + (isBounded(b) ? extentOf(b) : 0);
  for (int i = 0; i < 8; ++i) {
    // Anywhere from one inside the other to just apart, often along an axis of both.
    const Transform ta{d.chance(0.5) ? Vec3{} : d.random.vector(10),
                       d.chance(0.4) ? Quat{} : d.random.rotation()};
    Transform tb{ta.position, d.chance(0.4) ? ta.rotation : d.random.rotation()};
    if (d.chance(0.8)) tb.position += (reach * d.random.real(0, 1)) * d.random.direction();
    Manifold m;
    collide(a, ta, b, tb, d.random.real(0, 0.2f), m);
    tally.meetings += m.count > 0;
    if (std::string fault = faultOfManifold(m); !fault.empty()) return fault;
  }
  return "";
}

std::string faultOfRays(Descriptions& d, const Shape& s) {
  const Transform t{d.random.vector(2), d.random.rotation()};
  for (int i = 0; i < 8; ++i) {
    RayHit hit;
    const Vec3 from = d.chance(0.2) ? t.position : d.random.vector(4), way = d.random.direction();
    if (castRay(s, t, from, way, 100, hit) &&
        (!(hit.distance >= 0 && hit.distance <= 100) || !isUnit(hit.normal)))
      return "ray against a " + std::to_string(s.index());
    const SurfacePoint p = closestSurface(s, d.random.vector(2));
    if (!std::isfinite(p.distance) || !isUnit(p.normal))
      return "closest surface of a " + std::to_string(s.index());
  }
  return "";
}

}  // namespace

std::string geometryCase(uint64_t seed) {
  Descriptions d(seed);
  std::vector<Vec3> points;
  const std::vector<double> numbers = d.points(d.random.below(d.chance(0.1) ? 300 : 20));
  for (size_t i = 0; i + 2 < numbers.size(); i += 3)
    points.push_back({float(numbers[i]), float(numbers[i + 1]), float(numbers[i + 2])});
  const auto hull = buildHull(points, "hull");
  tally.hulls += bool(hull);
  if (hull) {
    if (std::string fault = faultOfHull(*hull.value, points); !fault.empty()) return fault;
  } else if (hull.error->allowed().empty()) {
    return "a refusal that says nothing";
  }
  std::optional<Shape> a = someShape(d), b = someShape(d);
  if (!a || !b) return "";
  if (typeOf(*a) > typeOf(*b)) std::swap(a, b);
  if (std::string fault = faultOfPair(d, *a, *b); !fault.empty())
    return fault + " of shapes " + std::to_string(a->index()) + " and " +
           std::to_string(b->index());
  for (const Shape* s : {&*a, &*b})
    if (std::string fault = faultOfRays(d, *s); !fault.empty()) return fault;
  return "";
}

}  // namespace holonom::fuzz
