#include "collision/triangle_contact.h"

#include "base/scratch.h"
#include "collision/convex_pieces.h"
#include "collision/face_contact.h"
#include "collision/facets.h"
#include "collision/gjk.h"
#include "collision/reduce.h"
#include "collision/sat.h"
#include "collision/segment_contact.h"
#include "geometry/triangle.h"

namespace holonom {

namespace {

using Triangle = MeshGeometry::Triangle;

/// A direction so far behind the plane comes from behind: the contact is another triangle's.
constexpr float kBehind = -0.01f;
/// Axes more than 45° behind would push a sunken body out below: they do not compete with the
/// normal.
constexpr float kBelow = -0.7f;
/// Between two faces that meet at a seam too flat to be active, directions differ by no more.
constexpr float kSeamCosine = 0.985f;
/// Of a round side, the facets along the line with which it touches are at least as steep as this
/// share of the steepest one.
constexpr float kLine = 1 - 2 * kFinestFacet * kFinestFacet;

Vec3 corner(const Triangle& t, int i) { return i == 0 ? t.a : i == 1 ? t.b : t.c; }
/// Across edge i, out of the triangle, in its plane; as long as the edge.
Vec3 outOfEdge(const Triangle& t, int i) {
  return cross(corner(t, (i + 1) % 3) - corner(t, i), t.normal);
}
bool isActive(const Triangle& t, int edge) { return (t.active >> edge & 1) != 0; }

/// Whether a contact at some part of the triangle may have this direction, which leads to the
/// shape: it must lean out over an active edge.
bool mayLean(const Triangle& t, TrianglePart part, Vec3 direction) {
  const uint32_t edges = edgesAt(part);
  for (int i = 0; i < 3; ++i)
    if ((edges >> i & 1) && isActive(t, i) && dot(direction, outOfEdge(t, i)) > 0) return true;
  return false;
}

TrianglePart partOf(const uint8_t* numbers, int count) {
  uint32_t corners = 0;
  for (int i = 0; i < count; ++i) corners |= 1u << numbers[i];
  constexpr TrianglePart parts[] = {TrianglePart::Face, TrianglePart::A,   TrianglePart::B,
                                    TrianglePart::AB,   TrianglePart::C,   TrianglePart::CA,
                                    TrianglePart::BC,   TrianglePart::Face};
  return parts[corners];
}

void collideSphereTriangle(const Sphere& a, const Transform& ta, const Triangle& t,
                           const Transform& tb, float margin, Manifold& out) {
  const Vec3 c = inverseTransformPoint(tb, ta.position);
  const float height = dot(t.normal, c - t.a);
  if (height < -a.radius || height - a.radius > margin) return;
  const TrianglePoint q = closestOnTriangle(c, t.a, t.b, t.c);
  Vec3 normal = t.normal;
  float distance = height;
  if (q.part != TrianglePart::Face) {
    if (height < 0) return;
    const Vec3 d = c - q.point;
    const float l = length(d);
    if (l - a.radius > margin) return;
    distance = l;
    if (l > kNoLength && mayLean(t, q.part, d))
      normal = (1 / l) * d;
    else if (height < kSeamCosine * l)
      return;
  }
  out.normal = -rotate(tb.rotation, normal);
  const Vec3 onA = a.radius * out.normal;
  out.points[out.count++] = {onA, ta.position + distance * out.normal - tb.position,
                             distance - a.radius, static_cast<uint32_t>(q.part)};
}

void collideCapsuleTriangle(const Capsule& a, const Transform& ta, const Triangle& t,
                            const Transform& tb, float margin, Manifold& out) {
  const RelativePose pose = seenFrom(tb, ta);
  const Vec3 ends[2] = {pose.toA({0, -a.halfHeight, 0}), pose.toA({0, a.halfHeight, 0})};
  const float h0 = dot(t.normal, ends[0] - t.a), h1 = dot(t.normal, ends[1] - t.a);
  if (max(h0, h1) < -a.radius || min(h0, h1) - a.radius > margin) return;
  const Vec3 corners[3] = {t.a, t.b, t.c};
  const GjkResult gap = gjkDistance({corners, 3}, {ends, 2},
                                    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}}, a.radius + margin);
  if (gap.distance - a.radius > margin) return;

  SegmentPart over;  // the part above the triangle
  for (int i = 0; i < 3 && !over.empty(); ++i) {
    const Vec3 outward = outOfEdge(t, i), q = corner(t, i);
    over.cut(dot(outward, ends[0] - q), dot(outward, ends[1] - q), 2 + uint32_t(i));
  }
  const TrianglePart part = partOf(gap.simplex.a, gap.simplex.count);
  const bool apart = gap.distance > 0;
  if (apart && part != TrianglePart::Face && dot(gap.normal, t.normal) < kBehind) return;
  const bool leans = apart && mayLean(t, part, gap.normal);
  SegmentContact contact{ends[0], ends[1], t.normal, a.radius, margin, ta, tb, out};
  if (!over.empty()) {
    const float least = min(h0 + over.t[0] * (h1 - h0), h0 + over.t[1] * (h1 - h0));
    if (!leans || least <= gap.distance + facePreference(margin))
      return contact.addBoth(over, h0, h1, 0);
  }
  if (leans)
    contact.normal = gap.normal;
  else if (!apart || dot(gap.normal, t.normal) < kSeamCosine)
    return;
  const int from = part == TrianglePart::AB || part == TrianglePart::CA ? 0
                   : part == TrianglePart::BC                           ? 1
                                                                        : static_cast<int>(part);
  const int to = part == TrianglePart::AB                               ? 1
                 : part == TrianglePart::BC || part == TrianglePart::CA ? 2
                                                                        : from;
  contact.addNearest(corners[from], corners[to], gap.onB, gap.distance,
                     (static_cast<uint32_t>(part) + 1) << 8);
}

/// A body as the triangle meets it, in the body's axes.
struct TriangleMeeting {
  const Polyhedron& body;
  const Triangle& triangle;  ///< mesh axes
  RelativePose pose;         ///< of the mesh in the body's axes
  Triangle local;            ///< the triangle in the body's axes
  const Transform &ta, &tb;
  float margin;
  Manifold& out;
  /// Faces count as lower ones that are at least as steep as this share of the steepest one.
  float steep;

  /// Axis between an edge of the body and one of the triangle, or a face of the body.
  struct Axis {
    float separation = -kHuge;
    int face = -1, edge = -1;  ///< of the body
    int side = -1;             ///< of the triangle, with an edge
    Vec3 normal;               ///< unit, out of the body
    float below = -kHuge;      ///< best separation of the axes that point far behind
  };

  void collide();
  bool findAxis(float least, Axis& best) const;
  void collideAbove(int deepest, float low);
  void collideOnFace(const Axis& axis);
  void collideOnEdge(const Axis& axis);
  bool collideAcrossGap(int deepest, float low);
  bool mayLeanOn(const Axis& axis) const;
};

/// The best axis other than the triangle's normal. False when one shows a gap above the margin.
bool TriangleMeeting::findAxis(float least, Axis& best) const {
  FourPoints corners;
  for (int i = 0; i < 4; ++i) corners.set(i, corner(local, i % 3));
  best.separation = least;
  for (int f = 0; f < body.faceCount; ++f) {
    const f32x4 h = heightsOver(body.faces[f], corners);
    const float separation = min(h[0], min(h[1], h[2]));
    if (separation > margin) return false;
    if (-dot(body.faces[f].normal, local.normal) < kBelow) {
      best.below = max(best.below, separation);
      continue;
    }
    if (separation <= best.separation) continue;
    best.separation = separation, best.face = f, best.normal = body.faces[f].normal;
  }
  Scratch<uint16_t, kMaxHullEdges> edges;
  const int count = candidateEdges(body, corners, best.separation, edges.data());
  for (int i = 0; i < count; ++i) {
    const HullGeometry::Edge& e = body.edges[edges[i]];
    const Vec3 p = body.vertices[e.a], v = body.vertices[e.b] - p;
    const Vec3 left = body.faces[e.left].normal, right = body.faces[e.right].normal;
    for (int k = 0; k < 3; ++k) {
      const Vec3 q = corner(local, k), u = corner(local, (k + 1) % 3) - q;
      if (dot(left, u) * dot(right, u) >= 0) continue;
      Vec3 n = cross(u, v);
      const float n2 = lengthSquared(n);
      if (n2 < 1e-6f * lengthSquared(u) * lengthSquared(v)) continue;
      n = ((dot(n, left + right) > 0 ? 1.0f : -1.0f) / sqrt(n2)) * n;
      if (dot(n, cross(u, local.normal)) >= 0) continue;
      const float separation = dot(n, q - p);
      if (separation > margin) return false;
      if (-dot(n, local.normal) < kBelow)
        best.below = max(best.below, separation);
      else if (separation > best.separation)
        best = {separation, -1, edges[i], k, n, best.below};
    }
  }
  return true;
}

/// The lower side of the body over the triangle.
void TriangleMeeting::collideAbove(int deepest, float low) {
  const RelativePose bodyInMesh = inverse(pose);
  const Triangle& t = triangle;
  const float offset = dot(t.normal, t.a);
  Scratch<ClipVertex, kMaxHullVertices + 4> first, second;
  const auto clipToSides = [&](int count) {
    ClipVertex *from = first.data(), *to = second.data();
    for (int i = 0; i < 3; ++i) {
      const Vec3 outward = outOfEdge(t, i);
      count = clipPolygon(from, count, outward, dot(outward, corner(t, i)),
                          static_cast<uint8_t>(kCutLines + i), to);
      ClipVertex* const swap = from;
      from = to, to = swap;
    }
    return count;  // in `second`
  };
  const ContactFrame frame{ta, tb, true};
  int count = clipToSides(incidentPolygon(body, deepest, t.normal, bodyInMesh, first.data()));
  manifoldOfPolygon(second.data(), count, t.normal, offset, 0, frame, margin, out);
  if (reaches(out, low + 0.1f * facePreference(margin))) return;

  // The deepest corner is over another triangle: over this one, any lower face may be deepest.
  Scratch<ManifoldPoint, 64> points;
  int kept = 0;
  Manifold some;
  float steepest = 0;
  for (int f = 0; steep > 0 && f < body.faceCount; ++f)
    steepest = min(steepest, dot(body.faces[f].normal, local.normal));
  for (int f = 0; f < body.faceCount; ++f) {
    const HullGeometry::Face& face = body.faces[f];
    const float slope = dot(face.normal, local.normal);
    if (slope >= 0 || slope > steep * steepest) continue;
    int previous = body.loops[face.first + face.count - 1];
    float lowest = kHuge;
    for (int i = 0; i < face.count; ++i) {
      const int at = body.loops[face.first + i];
      const Vec3 p = bodyInMesh.toA(body.vertices[at]);
      lowest = min(lowest, dot(t.normal, p) - offset);
      first[i] = {p, static_cast<uint8_t>(previous), static_cast<uint8_t>(at)};
      previous = at;
    }
    if (lowest > margin) continue;
    count = clipToSides(face.count);
    manifoldOfPolygon(second.data(), count, t.normal, offset, static_cast<uint32_t>(f), frame,
                      margin, some);
    for (int i = 0; i < some.count; ++i) points[kept++] = some.points[i];
    out.normal = some.normal;
    if (kept <= 60) continue;
    reduceManifold(points.data(), kept, out.normal, out);
    kept = out.count;
    for (int i = 0; i < kept; ++i) points[i] = out.points[i];
  }
  reduceManifold(points.data(), kept, out.normal, out);
}

/// The triangle over a face of the body.
void TriangleMeeting::collideOnFace(const Axis& axis) {
  Scratch<ClipVertex, kMaxHullVertices + 4> polygon, spare;
  for (int i = 0; i < 3; ++i)
    polygon.data()[i] = {corner(local, i), static_cast<uint8_t>((i + 2) % 3),
                         static_cast<uint8_t>(i)};
  collidePolygon(body, axis.face, polygon.data(), 3, spare.data(), {ta, tb, false}, margin, out);
}

void TriangleMeeting::collideOnEdge(const Axis& axis) {
  const HullGeometry::Edge& e = body.edges[axis.edge];
  const Vec3 p = body.vertices[e.a], v = body.vertices[e.b] - p;
  const Vec3 q = corner(local, axis.side), u = corner(local, (axis.side + 1) % 3) - q, r = q - p;
  const float vv = dot(v, v), uv = dot(u, v), uu = dot(u, u);
  const float determinant = uu * vv - uv * uv,
              scale = determinant > kNoLength * kNoLength ? 1 / determinant : 0;
  const float s = (dot(r, v) * uu - uv * dot(r, u)) * scale;
  const float w = (uv * dot(r, v) - vv * dot(r, u)) * scale;
  const Mat3 axes = toMatrix(ta.rotation);
  out.normal = axes * axis.normal;
  out.count = 1;
  out.points[0] = {axes * (p + s * v), axes * (q + w * u) + (ta.position - tb.position),
                   axis.separation, edgeFeature(e.a, e.b, axis.side, (axis.side + 1) % 3)};
}

bool TriangleMeeting::mayLeanOn(const Axis& axis) const {
  if (axis.edge >= 0) return isActive(triangle, axis.side);
  int nearest = 0;
  for (int i = 1; i < 3; ++i)
    if (dot(axis.normal, corner(local, i) - corner(local, nearest)) < 0) nearest = i;
  for (const int edge : {nearest, (nearest + 2) % 3}) {
    const Vec3 outward = outOfEdge(local, edge);
    // Only well out over the edge: an edge that lies along the face is one of its own.
    if (isActive(triangle, edge) && -dot(axis.normal, outward) > 0.02f * length(outward))
      return true;
  }
  return false;
}

/// The nearest points, for shapes that are apart. False when they are not.
bool TriangleMeeting::collideAcrossGap(int deepest, float low) {
  const Vec3 corners[3] = {local.a, local.b, local.c};
  const GjkResult gap = gjkDistance({body.vertices, body.vertexCount}, {corners, 3},
                                    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}}, margin);
  if (!(gap.distance > 0)) return false;
  out.count = 0;
  if (gap.distance > margin || -dot(gap.normal, local.normal) < kBehind) return true;
  if (!mayLean(local, partOf(gap.simplex.b, gap.simplex.count), -gap.normal)) {
    collideAbove(deepest, low);
    return true;
  }
  int a0 = gap.simplex.a[0], a1 = a0, b0 = gap.simplex.b[0], b1 = b0;
  for (int i = 1; i < gap.simplex.count; ++i) {
    a0 = min(a0, int(gap.simplex.a[i])), a1 = max(a1, int(gap.simplex.a[i]));
    b0 = min(b0, int(gap.simplex.b[i])), b1 = max(b1, int(gap.simplex.b[i]));
  }
  const Mat3 axes = toMatrix(ta.rotation);
  out.normal = axes * gap.normal;
  out.count = 1;
  out.points[0] = {axes * gap.onA, axes * gap.onB + (ta.position - tb.position), gap.distance,
                   edgeFeature(a0, a1, b0, b1)};
  return true;
}

void TriangleMeeting::collide() {
  const int deepest = supportVertex(body.vertices, body.vertexCount, -local.normal);
  const float low = dot(local.normal, body.vertices[deepest] - local.a);
  if (low > margin) return;
  const int top = supportVertex(body.vertices, body.vertexCount, local.normal);
  if (dot(local.normal, body.vertices[top] - local.a) < 0) return;
  Axis axis;
  const float preference = facePreference(margin);
  if (!findAxis(low + preference, axis)) return;
  if (axis.face < 0 && axis.edge < 0) {
    collideAbove(deepest, low);
    if (low > 0 && out.count == 0 && triangle.active != 0) collideAcrossGap(deepest, low);
    return;
  }
  if (axis.separation > 0 && (axis.edge >= 0 || low < axis.separation - preference) &&
      collideAcrossGap(deepest, low))
    return;
  if (-dot(axis.normal, local.normal) < kBehind || axis.below > axis.separation) return;
  if (!mayLeanOn(axis)) return collideAbove(deepest, low);
  if (axis.edge >= 0)
    collideOnEdge(axis);
  else
    collideOnFace(axis);
}

void collidePolyhedronTriangle(const Polyhedron& a, const Transform& ta, const Triangle& t,
                               const Transform& tb, float margin, Manifold& out, float steep = 0) {
  const RelativePose pose = seenFrom(ta, tb);
  const Triangle local{pose.toA(t.a), pose.toA(t.b), pose.toA(t.c), pose.directionToA(t.normal),
                       t.active};
  TriangleMeeting{a, t, pose, local, ta, tb, margin, out, steep}.collide();
}

void collideCurvedTriangle(const Shape& a, const Transform& ta, const Triangle& t,
                           const Transform& tb, float margin, Manifold& out) {
  const Vec3 down = -rotate(tb.rotation, t.normal);
  // One that touches along a line has no other points, though its flanks may be lower over this
  // triangle.
  const float steep = touchRadiusOf(a) > 0 ? kLine : 0;
  collideFaced(down, bulgeOf(a), margin, out, [&](Vec3 normal, float reach) {
    const Facets facets(a, inverseRotate(ta.rotation, normal));
    collidePolyhedronTriangle(facets.view(), ta, t, tb, reach, out, steep);
  });
  // Farther beside it, the line is over another triangle.
  keepTruePoints(a, ta, true, 0.002f, out);
}

}  // namespace

void collideTriangle(const Shape& a, const Transform& ta, const MeshGeometry& mesh, int triangle,
                     const Transform& tb, float margin, Manifold& out) {
  out.count = 0;
  const Triangle& t = mesh.triangles[triangle];
  if (const Sphere* sphere = std::get_if<Sphere>(&a))
    collideSphereTriangle(*sphere, ta, t, tb, margin, out);
  else if (const Capsule* capsule = std::get_if<Capsule>(&a))
    collideCapsuleTriangle(*capsule, ta, t, tb, margin, out);
  else if (const Box* box = std::get_if<Box>(&a))
    collidePolyhedronTriangle(BoxPolyhedron(*box).view(), ta, t, tb, margin, out);
  else if (const Hull* hull = std::get_if<Hull>(&a))
    collidePolyhedronTriangle(polyhedronOf(*hull->geometry), ta, t, tb, margin, out);
  else
    collideCurvedTriangle(a, ta, t, tb, margin, out);
}

bool isNearTriangle(const Shape& a, const Transform& ta, const MeshGeometry& mesh, int triangle,
                    const Transform& tb, float distance) {
  const Triangle& t = mesh.triangles[triangle];
  ConvexPoints points = pointsOf(a), corners(t.a, t.b, t.c);
  const RelativePose pose = seenFrom(tb, ta);
  points.face(pose.directionToB(t.normal));
  const ConvexSet set = points.set();
  float top = -kHuge;
  for (int i = 0; i < set.count; ++i) top = max(top, dot(t.normal, pose.toA(set.points[i]) - t.a));
  if (top + set.radius < 0) return false;
  if (points.isCurved()) return gapOf(corners, points, pose, distance).distance <= distance;
  const float reach = distance + set.radius;
  return gjkDistance(corners.set(), set, pose, reach).distance <= reach;
}

}  // namespace holonom
