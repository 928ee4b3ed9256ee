#include "collision/polyhedron.h"

namespace holonom {

namespace {

constexpr uint16_t kBoxLoops[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                    2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
// Vertices a → b; faces left and right.
constexpr HullGeometry::Edge kBoxEdges[12] = {
    {0, 1, 2, 4}, {2, 3, 4, 3}, {4, 5, 5, 2}, {6, 7, 3, 5}, {0, 2, 4, 0}, {1, 3, 1, 4},
    {4, 6, 0, 5}, {5, 7, 5, 1}, {0, 4, 0, 2}, {1, 5, 2, 1}, {2, 6, 3, 0}, {3, 7, 1, 3}};

}  // namespace

BoxPolyhedron::BoxPolyhedron(const Box& box) {
  const Vec3 h = box.halfExtents;
  for (int i = 0; i < 8; ++i)
    vertices[i] = {i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z};
  for (int f = 0; f < 6; ++f) {
    const float sign = f & 1 ? 1.0f : -1.0f;
    faces[f] = {{f / 2 == 0 ? sign : 0, f / 2 == 1 ? sign : 0, f / 2 == 2 ? sign : 0},
                at(h, f / 2),
                4 * f,
                4};
  }
}

Polyhedron BoxPolyhedron::view() const {
  return {vertices, 8, faces, 6, kBoxLoops, kBoxEdges, 12, {}};
}

}  // namespace holonom
