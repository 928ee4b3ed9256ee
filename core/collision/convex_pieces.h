#pragma once
// Shapes as convex pieces with a place, and how far two pieces are apart.
#include "collision/epa.h"
#include "collision/overlap.h"

namespace holonom {

/// A convex piece of a shape with its place in the world.
struct ConvexPiece {
  ConvexPoints points;
  Transform place;

  Aabb boxIn(const Transform& axes) const;
};

/// One copy of the code for all that visit.
void visitPieces(const Shape& shape, const Transform& t, void (*visit)(void*, const ConvexPiece&),
                 void* visitor);

/// Calls `f` with each convex piece of a shape that is not a half-space.
template <class F>
void forEachPiece(const Shape& shape, const Transform& t, F&& f) {
  visitPieces(
      shape, t,
      [](void* visitor, const ConvexPiece& p) {
        (*static_cast<std::remove_reference_t<F>*>(visitor))(p);
      },
      &f);
}

/// In A's axes. Curved shapes are faced toward each other. Beyond `enough` the distance is a bound,
/// and there is no normal.
ShapeGap gapOf(ConvexPoints& a, ConvexPoints& b, const RelativePose& pose, float enough);

}  // namespace holonom
