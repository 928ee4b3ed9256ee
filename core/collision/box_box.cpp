// Box against box: separating axes, then the incident face clipped to the reference face.
#include "collision/pairs.h"
#include "collision/reduce.h"

namespace holonom {

namespace {

/// An edge axis must beat the best face axis by this much, so that flat contacts keep their faces
/// from step to step; less for small boxes, by their margin [m].
constexpr float kFacePreference = 0.001f;

struct ClipVertex {
  Vec3 p;
  uint32_t feature;
};

/// Keeps the part of a polygon where dot(n, p) ≤ offset; new vertices carry the side's number.
int clip(const ClipVertex* in, int count, Vec3 n, float offset, uint32_t side, ClipVertex* out) {
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const ClipVertex &a = in[i], &b = in[i + 1 < count ? i + 1 : 0];
    const float da = dot(n, a.p) - offset, db = dot(n, b.p) - offset;
    if (da <= 0) out[kept++] = a;
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
      const uint32_t inside = da < 0 ? a.feature : b.feature;
      out[kept++] = {a.p + (da / (da - db)) * (b.p - a.p), (inside & 0xff) | (side + 1) << 8};
    }
  }
  return kept;
}

/// Contact of a reference face with the face of the other box that faces it most.
/// `flip`: the reference face belongs to B.
void faceContact(Vec3 refHalf, Vec3 refCentre, const Mat3& refAxes, int axis, float sign,
                 Vec3 incHalf, Vec3 incCentre, const Mat3& incAxes, bool flip, float margin,
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
  const Vec3 centre = incCentre + (incSign * at(incHalf, k)) * inc[k];
  const Vec3 du = at(incHalf, u) * inc[u], dv = at(incHalf, v) * inc[v];
  const uint32_t face = static_cast<uint32_t>(k * 2 + (incSign > 0));
  ClipVertex a[8] = {{centre + du + dv, face * 4},
                     {centre - du + dv, face * 4 + 1},
                     {centre - du - dv, face * 4 + 2},
                     {centre + du - dv, face * 4 + 3}};
  ClipVertex b[8];
  int count = 4;
  const int s = (axis + 1) % 3, t = (axis + 2) % 3;
  const float os = dot(ref[s], refCentre), ot = dot(ref[t], refCentre);
  count = clip(a, count, ref[s], os + at(refHalf, s), 0, b);
  count = clip(b, count, -ref[s], -os + at(refHalf, s), 1, a);
  count = clip(a, count, ref[t], ot + at(refHalf, t), 2, b);
  count = clip(b, count, -ref[t], -ot + at(refHalf, t), 3, a);

  const float offset = dot(n, refCentre) + at(refHalf, axis);
  const uint32_t reference =
      static_cast<uint32_t>(axis * 2 + (sign > 0)) << 16 | static_cast<uint32_t>(flip) << 20;
  ManifoldPoint points[8];
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const float separation = dot(n, a[i].p) - offset;
    if (separation > margin) continue;
    const Vec3 onRef = a[i].p - separation * n - refCentre, onInc = a[i].p - incCentre;
    points[kept++] = {flip ? onInc : onRef, flip ? onRef : onInc, separation,
                      a[i].feature | reference};
  }
  out.normal = flip ? -n : n;
  reduceManifold(points, kept, n, out);
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
  const float preference = min(kFacePreference, 0.05f * margin);
  int bestAxis = 0;
  float best = 0;
  for (int i = 0; i < 3; ++i) {
    const float reach = at(ha, i) + hb.x * absC[i][0] + hb.y * absC[i][1] + hb.z * absC[i][2];
    const float separation = abs(dot(d, axesA[i])) - reach;
    if (separation > margin) return;
    if (i == 0 || separation > best + preference) best = separation, bestAxis = i;
  }
  for (int j = 0; j < 3; ++j) {
    const float reach = at(hb, j) + ha.x * absC[0][j] + ha.y * absC[1][j] + ha.z * absC[2][j];
    const float separation = abs(dot(d, axesB[j])) - reach;
    if (separation > margin) return;
    if (separation > best + preference) best = separation, bestAxis = 3 + j;
  }

  // Edge axes.
  int edgeA = -1, edgeB = -1;
  float edgeBest = best + preference;
  Vec3 edgeNormal;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const float sine2 = 1 - c[i][j] * c[i][j];
      if (sine2 < 1e-4f) continue;  // parallel edges: the faces tell
      const Vec3 axis = cross(axesA[i], axesB[j]);
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

  if (edgeA >= 0) {
    // Support edges: the closest points of two lines.
    Vec3 pa{}, pb = d;
    uint32_t feature = 1u << 24 | static_cast<uint32_t>(edgeA * 3 + edgeB) << 8;
    for (int k = 0; k < 3; ++k) {
      if (k != edgeA) {
        const bool positive = dot(edgeNormal, axesA[k]) > 0;
        pa += (positive ? at(ha, k) : -at(ha, k)) * axesA[k];
        feature |= static_cast<uint32_t>(positive) << k;
      }
      if (k != edgeB) {
        const bool positive = dot(edgeNormal, axesB[k]) < 0;
        pb += (positive ? at(hb, k) : -at(hb, k)) * axesB[k];
        feature |= static_cast<uint32_t>(positive) << (k + 4);
      }
    }
    const Vec3 ua = axesA[edgeA], ub = axesB[edgeB], r = pb - pa;
    const float uaub = c[edgeA][edgeB], denominator = 1 - uaub * uaub;
    const float s = (dot(r, ua) - uaub * dot(r, ub)) / denominator;
    const float t = (uaub * dot(r, ua) - dot(r, ub)) / denominator;
    out.normal = edgeNormal;
    out.points[0] = {pa + s * ua, pb + t * ub - d, edgeBest, feature};
    out.count = 1;
    return;
  }
  if (bestAxis < 3)
    faceContact(ha, {}, ma, bestAxis, dot(d, axesA[bestAxis]) < 0 ? -1.0f : 1.0f, hb, d, mb, false,
                margin, out);
  else
    faceContact(hb, d, mb, bestAxis - 3, dot(d, axesB[bestAxis - 3]) > 0 ? -1.0f : 1.0f, ha, {}, ma,
                true, margin, out);
}

}  // namespace holonom
