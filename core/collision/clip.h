#pragma once
// Cuts convex polygons by planes, and knows afterwards which lines meet at each vertex.
#include <cstdint>

#include "math/vec3.h"

namespace holonom {

/// Lines have numbers: the sides of a polygon its own, the planes that cut it theirs from
/// `kCutLines` on. Two lines name a vertex, whatever else is cut.
struct ClipVertex {
  Vec3 p;
  uint8_t in = 0;   ///< line that ends here
  uint8_t out = 0;  ///< line that starts here
};
inline constexpr uint8_t kCutLines = 128;

/// Keeps the part of a polygon where dot(n, p) ≤ offset. `out` has room for one vertex more.
inline int clipPolygon(const ClipVertex* in, int count, Vec3 n, float offset, uint8_t line,
                       ClipVertex* out) {
  if (count == 0) return 0;
  int kept = 0;
  float da = dot(n, in[0].p) - offset;
  const float first = da;
  for (int i = 0; i < count; ++i) {
    const bool last = i + 1 == count;
    const ClipVertex &a = in[i], &b = in[last ? 0 : i + 1];
    const float db = last ? first : dot(n, b.p) - offset;
    if (da <= 0) out[kept++] = a;
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
      const Vec3 p = a.p + (da / (da - db)) * (b.p - a.p);
      out[kept++] = da < 0 ? ClipVertex{p, a.out, line} : ClipVertex{p, line, a.out};
    }
    da = db;
  }
  return kept;
}

}  // namespace holonom
