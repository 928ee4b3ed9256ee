#include "collision/facets.h"

namespace holonom {

namespace {

/// A cylinder or cone that leans by more stands on its rim [sine]; by less than the other, it may
/// fall on the far side of its end within a step.
constexpr float kFlatSine = 0.04f, kFallSine = 0.5f;

}  // namespace

Facets::Facets(const Shape& shape, Vec3 direction) {
  std::visit(
      [&]<class S>(const S& each) {
        if constexpr (isCurved<S>) {
          view_ = facetsOf(each, direction, vertices_.data(), faces_.data());
        } else if constexpr (std::is_same_v<S, Hull>) {
          view_ = polyhedronOf(*each.geometry);
        } else if constexpr (std::is_same_v<S, Box>) {
          const BoxPolyhedron box(each);
          view_ = box.view();
          for (int i = 0; i < view_.vertexCount; ++i) vertices_[i] = box.vertices[i];
          for (int i = 0; i < view_.faceCount; ++i) faces_[i] = box.faces[i];
          view_.vertices = vertices_.data(), view_.faces = faces_.data();
        }
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

float touchRadiusOf(const Shape& shape) {
  return std::visit(
      []<class S>(const S& each) -> float {
        if constexpr (isCurved<S>) return touchRadiusOf(each);
        return 0;
      },
      shape);
}

void keepTruePoints(const Shape& shape, const Transform& t, bool ofA, float beside, Manifold& m) {
  if (m.count < 2 || !isCurvedShape(shape)) return;
  const float radius = touchRadiusOf(shape);
  radius > 0 ? keepLine(radius, rotate(t.rotation, {0, 1, 0}), ofA, beside, m) : keepDeepest(m);
}

}  // namespace holonom
