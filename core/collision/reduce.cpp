#include "collision/reduce.h"

#include <initializer_list>

namespace holonom {

void reduceManifold(const ManifoldPoint* points, int count, Vec3 normal, Manifold& out) {
  out.count = count < 4 ? count : 4;
  if (count <= 4) {
    for (int i = 0; i < count; ++i) out.points[i] = points[i];
    return;
  }
  // A point is preferred where it lies deeper, all else being nearly equal; ties keep the first.
  int a = 0;
  for (int i = 1; i < count; ++i)
    if (points[i].separation < points[a].separation) a = i;
  int b = -1;
  float best = -1;
  for (int i = 0; i < count; ++i) {
    const float d = lengthSquared(points[i].onA - points[a].onA);
    if (i != a && d > best) best = d, b = i;
  }
  if (b < 0) {  // distances that are not numbers
    out.count = 1;
    out.points[0] = points[a];
    return;
  }
  const auto area = [&](int p, int q, int r) {
    return dot(normal, cross(points[q].onA - points[p].onA, points[r].onA - points[p].onA));
  };
  int c = -1;
  best = -1;
  for (int i = 0; i < count; ++i) {
    if (i == a || i == b) continue;
    const float size = abs(area(a, b, i));
    if (size > best) best = size, c = i;
  }
  if (c >= 0 && area(a, b, c) < 0) {
    const int swap = b;
    b = c, c = swap;
  }
  // The fourth adds the most area outside the counter-clockwise triangle a b c.
  int d = -1;
  best = 0;
  for (int i = 0; i < count; ++i) {
    if (c < 0 || i == a || i == b || i == c) continue;
    const float outside = max(-area(a, b, i), max(-area(b, c, i), -area(c, a, i)));
    if (outside > best) best = outside, d = i;
  }
  out.count = 0;
  for (const int i : {a, b, c, d})
    if (i >= 0) out.points[out.count++] = points[i];
}

}  // namespace holonom
