#pragma once
// Contact points of a capsule with a face, an edge or a corner.
#include "collision/manifold.h"
#include "math/transform.h"

namespace holonom {

/// Part of a segment p0 + t (p1 − p0), with the lines that end it: 0 and 1 are its own ends.
struct SegmentPart {
  float t[2] = {0, 1};
  uint32_t line[2] = {0, 1};
  bool empty() const { return !(t[0] <= t[1]); }
  /// Keeps what is not above a plane; d0 and d1 are the heights of the segment's ends.
  void cut(float d0, float d1, uint32_t by) {
    if (d0 > 0 && d1 > 0) t[0] = 1, t[1] = 0;
    if (d0 <= 0 && d1 <= 0) return;
    const float at = d0 / (d0 - d1);
    if (d0 > 0 && at > t[0]) t[0] = at, line[0] = by;
    if (d1 > 0 && at < t[1]) t[1] = at, line[1] = by;
  }
};

/// Capsules whose axes differ by less than 3° from an edge or axis lie along it, and touch at two
/// points.
inline constexpr float kAlongSine2 = 0.0025f;

/// Writes the points of a segment's part; heights above the surface are linear along it. Axes of
/// B; the normal points from B to A.
struct SegmentContact {
  Vec3 p0, p1, normal;
  float radius, margin;
  const Transform &ta, &tb;
  Manifold& out;

  void add(float t, float height, uint32_t feature) {
    if (height - radius > margin) return;
    const Mat3 axes = toMatrix(tb.rotation);
    const Vec3 p = p0 + t * (p1 - p0);
    out.normal = -(axes * normal);
    out.points[out.count++] = {axes * (p - radius * normal) + (tb.position - ta.position),
                               axes * (p - height * normal), height - radius, feature};
  }
  void addBoth(const SegmentPart& part, float h0, float h1, uint32_t feature) {
    const auto height = [&](int i) { return h0 + part.t[i] * (h1 - h0); };
    const auto addEnd = [&](int i) {
      add(part.t[i], height(i), feature | part.line[i] << 1 | uint32_t(i));
    };
    // Ends in one place are one point.
    if (part.t[1] - part.t[0] > 1e-4f) {
      addEnd(0);
      addEnd(1);
    } else {
      addEnd(height(0) <= height(1) ? 0 : 1);
    }
  }
  /// Where `onSegment` is nearest to the corner or edge q r: one point, or two along an edge.
  void addNearest(Vec3 q, Vec3 r, Vec3 onSegment, float distance, uint32_t feature) {
    const Vec3 u = p1 - p0, v = r - q;
    const float uu = lengthSquared(u), vv = lengthSquared(v);
    if (vv > 0 && lengthSquared(cross(u, v)) < kAlongSine2 * uu * vv) {
      SegmentPart part;
      part.cut(dot(q - p0, v), dot(q - p1, v), 2);
      part.cut(dot(p0 - q, v) - vv, dot(p1 - q, v) - vv, 3);
      if (!part.empty()) {
        addBoth(part, dot(p0 - q, normal), dot(p1 - q, normal), feature);
        return;
      }
    }
    // A segment that is short for its place rounds to a point.
    add(uu > 0 ? dot(onSegment - p0, u) / uu : 0, distance, feature | 4);
  }
};

}  // namespace holonom
