#pragma once
// Closest points of triangles.
#include <cstdint>

#include "math/vec3.h"

namespace holonom {

/// Which part of a triangle a b c: its vertices, its edges ab, bc, ca, or its inside.
enum class TrianglePart : int8_t { A, B, C, AB, BC, CA, Face };

struct TrianglePoint {
  Vec3 point;
  TrianglePart part;
};

/// The point of a triangle nearest to p; by Voronoi regions, after Ericson, "Real-Time Collision
/// Detection" §5.1.5.
inline TrianglePoint closestOnTriangle(Vec3 p, Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const float d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return {a, TrianglePart::A};
  const Vec3 bp = p - b;
  const float d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return {b, TrianglePart::B};
  const float vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {a + (d1 / (d1 - d3)) * ab, TrianglePart::AB};
  const Vec3 cp = p - c;
  const float d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return {c, TrianglePart::C};
  const float vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {a + (d2 / (d2 - d6)) * ac, TrianglePart::CA};
  const float va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return {b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b), TrianglePart::BC};
  const float sum = 1 / (va + vb + vc);
  return {a + (vb * sum) * ab + (vc * sum) * ac, TrianglePart::Face};
}

/// Bits of the edges ab, bc, ca that a part of a triangle touches; none for its inside.
inline uint32_t edgesAt(TrianglePart part) {
  constexpr uint32_t edges[] = {0b101, 0b011, 0b110, 0b001, 0b010, 0b100, 0};
  return edges[static_cast<int>(part)];
}

}  // namespace holonom
