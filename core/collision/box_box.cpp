// Box against box: separating axes, then the incident face clipped to the reference face.
#include "collision/face_contact.h"
#include "collision/pairs.h"
#include "collision/polyhedron_pairs.h"
#include "collision/reduce.h"

namespace holonom {

namespace {

/// An edge axis that beats the faces by less, as a share of the size, is one of them: edges that
/// span a face axis cross anywhere.
constexpr float kEdgeRounding = 1e-6f;

/// Contact of a reference face with the face of the other box that faces it most.
/// `flip`: the reference face belongs to B.
void collideBoxFace(Vec3 refHalf, Vec3 refCenter, const Mat3& refAxes, int axis, float sign,
                    Vec3 incHalf, Vec3 incCenter, const Mat3& incAxes, bool flip, float margin,
                    Manifold& out) {
  const Vec3* ref = &refAxes.x;
  const Vec3* inc = &incAxes.x;
  const Vec3 n = sign * ref[axis];
  // Incident face: the most opposed axis.
  int k = 0;
  float most = -1, incSign = 1;
  for (int i = 0; i < 3; ++i) {
    const float d = dot(inc[i], n);
    if (abs(d) > most) most = abs(d), k = i, incSign = d > 0 ? -1.0f : 1.0f;
  }
  const int u = (k + 1) % 3, v = (k + 2) % 3;
  const Vec3 center = incCenter + (incSign * at(incHalf, k)) * inc[k];
  const Vec3 du = at(incHalf, u) * inc[u], dv = at(incHalf, v) * inc[v];
  ClipVertex a[8] = {{center + du + dv, 3, 0},
                     {center - du + dv, 0, 1},
                     {center - du - dv, 1, 2},
                     {center + du - dv, 2, 3}};
  ClipVertex b[8];
  int count = 4;
  const int s = (axis + 1) % 3, t = (axis + 2) % 3;
  const float os = dot(ref[s], refCenter), ot = dot(ref[t], refCenter);
  count = clipPolygon(a, count, ref[s], os + at(refHalf, s), kCutLines, b);
  count = clipPolygon(b, count, -ref[s], -os + at(refHalf, s), kCutLines + 1, a);
  count = clipPolygon(a, count, ref[t], ot + at(refHalf, t), kCutLines + 2, b);
  count = clipPolygon(b, count, -ref[t], -ot + at(refHalf, t), kCutLines + 3, a);

  const float offset = dot(n, refCenter) + at(refHalf, axis);
  const uint32_t faces = static_cast<uint32_t>(axis * 2 + (sign > 0)) << 16 |
                         static_cast<uint32_t>(k * 2 + (incSign > 0)) << 20 |
                         static_cast<uint32_t>(flip) << 24;
  ManifoldPoint points[8];
  int kept = 0;
  const auto add = [&](Vec3 p, uint32_t feature) {
    const float separation = dot(n, p) - offset;
    if (separation > margin) return;
    const Vec3 onRef = p - separation * n - refCenter, onInc = p - incCenter;
    points[kept++] = {flip ? onInc : onRef, flip ? onRef : onInc, separation, feature | faces};
  };
  for (int i = 0; i < count; ++i) add(a[i].p, a[i].in | uint32_t(a[i].out) << 8);
  out.normal = flip ? -n : n;
  reduceManifold(points, kept, n, out);
}

/// The point where edge i of A and edge j of B cross: the closest points of two lines.
void collideBoxEdges(Vec3 ha, const Mat3& ma, int i, Vec3 hb, const Mat3& mb, int j, Vec3 d, Vec3 n,
                     float separation, Manifold& out) {
  const Vec3 *axesA = &ma.x, *axesB = &mb.x;
  Vec3 pa{}, pb = d;
  int cornerA = 0, cornerB = 0;
  for (int k = 0; k < 3; ++k) {
    if (k != i) {
      const bool positive = dot(n, axesA[k]) > 0;
      pa += (positive ? at(ha, k) : -at(ha, k)) * axesA[k];
      cornerA |= int(positive) << k;
    }
    if (k != j) {
      const bool positive = dot(n, axesB[k]) < 0;
      pb += (positive ? at(hb, k) : -at(hb, k)) * axesB[k];
      cornerB |= int(positive) << k;
    }
  }
  const Vec3 ua = axesA[i], ub = axesB[j], r = pb - pa;
  const float uaub = dot(ua, ub), denominator = 1 - uaub * uaub;
  const float s = (dot(r, ua) - uaub * dot(r, ub)) / denominator;
  const float t = (uaub * dot(r, ua) - dot(r, ub)) / denominator;
  out.normal = n;
  out.points[0] = {pa + s * ua, pb + t * ub - d, separation,
                   edgeFeature(cornerA, cornerA | 1 << i, cornerB, cornerB | 1 << j)};
  out.count = 1;
}

}  // namespace

void collideBoxes(const Box& boxA, const Transform& ta, const Box& boxB, const Transform& tb,
                  float margin, Manifold& out) {
  out.count = 0;
  const Mat3 ma = toMatrix(ta.rotation), mb = toMatrix(tb.rotation);
  const Vec3 *axesA = &ma.x, *axesB = &mb.x;
  const Vec3 ha = boxA.halfExtents, hb = boxB.halfExtents;
  const Vec3 d = tb.position - ta.position;

  float c[3][3], absC[3][3];  // cosines between A's and B's axes
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c[i][j] = dot(axesA[i], axesB[j]), absC[i][j] = abs(c[i][j]);

  // Face axes: separation along each, largest wins.
  const float preference = facePreference(margin);
  int bestAxis = 0, truestAxis = 0;
  float best = 0, truest = 0;
  for (int i = 0; i < 3; ++i) {
    const float reach = at(ha, i) + hb.x * absC[i][0] + hb.y * absC[i][1] + hb.z * absC[i][2];
    const float separation = abs(dot(d, axesA[i])) - reach;
    if (separation > margin) return;
    if (i == 0 || separation > best + preference) best = separation, bestAxis = i;
    if (i == 0 || separation > truest) truest = separation, truestAxis = i;
  }
  for (int j = 0; j < 3; ++j) {
    const float reach = at(hb, j) + ha.x * absC[0][j] + ha.y * absC[1][j] + ha.z * absC[2][j];
    const float separation = abs(dot(d, axesB[j])) - reach;
    if (separation > margin) return;
    if (separation > best + preference) best = separation, bestAxis = 3 + j;
    if (separation > truest) truest = separation, truestAxis = 3 + j;
  }

  // Edge axes.
  int edgeA = -1, edgeB = -1;
  float edgeBest = truest + kEdgeRounding * (length(ha) + length(hb));
  Vec3 edgeNormal;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 axis = cross(axesA[i], axesB[j]);
      const float sine2 = lengthSquared(axis);
      if (sine2 < 1e-6f) continue;  // parallel edges: the faces tell
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const float reach = at(ha, i1) * absC[i2][j] + at(ha, i2) * absC[i1][j] +
                          at(hb, j1) * absC[i][j2] + at(hb, j2) * absC[i][j1];
      const float along = dot(d, axis), inverseLength = 1 / sqrt(sine2);
      const float separation = (abs(along) - reach) * inverseLength;
      if (separation > margin) return;
      if (separation > edgeBest) {
        edgeBest = separation, edgeA = i, edgeB = j;
        edgeNormal = (along < 0 ? -inverseLength : inverseLength) * axis;
      }
    }

  const auto apart = [&] {
    return collideApart(BoxPolyhedron(boxA).view(), ta, BoxPolyhedron(boxB).view(), tb, margin,
                        out);
  };
  const auto face = [&](int axis) {
    if (axis < 3)
      collideBoxFace(ha, {}, ma, axis, dot(d, axesA[axis]) < 0 ? -1.0f : 1.0f, hb, d, mb, false,
                     margin, out);
    else
      collideBoxFace(hb, d, mb, axis - 3, dot(d, axesB[axis - 3]) > 0 ? -1.0f : 1.0f, ha, {}, ma,
                     true, margin, out);
  };
  const auto edges = [&] {
    collideBoxEdges(ha, ma, edgeA, hb, mb, edgeB, d, edgeNormal, edgeBest, out);
  };
  if (edgeA >= 0 && edgeBest > best + preference) {
    if (!(edgeBest > 0 && apart())) edges();
    return;
  }
  face(bestAxis);
  if (best > 0) {
    // Where no point is as near as the face's plane, corners beside the face are nearest.
    if (!reaches(out, best + 0.1f * preference)) apart();
  } else if (!reaches(out, edgeBest + 0.1f * preference)) {
    // Clipping took the deepest corner, which lies beside the face: the best axis has it.
    if (edgeBest > 0 && apart()) return;
    if (edgeA >= 0)
      edges();
    else
      face(truestAxis);
  }
}

}  // namespace holonom
