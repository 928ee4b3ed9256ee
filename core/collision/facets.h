#pragma once
// Shapes as convex polyhedra. Those of curved shapes are fine toward one direction, see
// geometry/curved/curved.h: a search that faces the polyhedron along the normal it found ends with
// the contact of the true shape.
#include "base/scratch.h"
#include "collision/manifold.h"
#include "collision/polyhedron.h"
#include "geometry/shape.h"

namespace holonom {

/// How often a search faces the polyhedra anew.
inline constexpr int kFacings = 12;

/// The polyhedron of a box, hull or curved shape; of the last, fine where its normals are near
/// `direction`, a unit vector in the shape's axes.
class Facets {
 public:
  Facets(const Shape& shape, Vec3 direction);
  // The view points into it.
  Facets(const Facets&) = delete;

  const Polyhedron& view() const { return view_; }

 private:
  Scratch<Vec3, kCurvedVertices> vertices_;
  Scratch<HullGeometry::Face, kCurvedFaces> faces_;
  Polyhedron view_{};
};

/// How far any shape may stand out of its polyhedron away from the direction [m]; 0 where that is
/// exact.
float bulgeOf(const Shape& shape);

/// Keeps of a contact's points those that the true shape has: one that is round about
/// its axis touches along a line or with its flat end, others at one point. `ofA`: the shape is A
/// of the contact. Rounding may choose a corner beside the line, by at most `beside` of the radius.
void keepTruePoints(const Shape& shape, const Transform& t, bool ofA, float beside, Manifold& m);

/// Of a shape that is round about its axis: radius of the circle whose line or flat end touches;
/// else 0 [m].
float touchRadiusOf(const Shape& shape);

void keepDeepest(Manifold& m);

/// Where to face next, after a turn from one normal to another, `turn2` long, squared. Two curved
/// sides may lead it to and fro: then to the middle.
inline Vec3 nextFacing(Vec3 faced, Vec3 normal, float turn2, float& last2) {
  const bool nearer = turn2 < 0.25f * last2;
  last2 = turn2;
  return nearer ? normal : normalize(faced + normal);
}

/// Polyhedra that are faced no farther from the normal are as good as the surfaces [rad²].
inline constexpr float kNearNormal2 = 1e-4f;
/// Of a contact: the normal found is nearer than by half of what was faced.
inline constexpr float kFoundNormal2 = 6e-6f;

/// Calls `collide(normal, margin)`, which fills `out`, with the normal that the last call found,
/// until that stays; polyhedra are to be faced along it. The first calls reach as far as they may
/// stand back from the surfaces.
template <class Collide>
void collideFaced(Vec3 normal, float bulge, float margin, Manifold& out, Collide&& collide) {
  float last2 = kHuge;
  for (int i = 0; i < kFacings; ++i) {
    out.count = 0;
    collide(normal, last2 > kNearNormal2 ? margin + bulge : margin);
    if (out.count == 0) return;
    const float turn2 = lengthSquared(out.normal - normal);
    if (turn2 < kFoundNormal2) break;
    normal = nextFacing(normal, out.normal, turn2, last2);
  }
  int kept = 0;
  for (int i = 0; i < out.count; ++i)
    if (out.points[i].separation <= margin) out.points[kept++] = out.points[i];
  out.count = kept;
}

}  // namespace holonom
