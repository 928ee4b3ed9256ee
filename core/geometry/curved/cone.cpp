#include "geometry/cone.h"

#include <cmath>

namespace holonom {

SurfacePoint closestSurface(const Cone& c, Vec3 p) {
  const float l = sqrt(p.x * p.x + p.z * p.z);
  const Vec3 radial = directionOf(Vec3{p.x, 0, p.z}, l, Vec3{1, 0, 0}), up{0, 1, 0};
  const double slant = std::sqrt(double(c.radius) * c.radius + double(c.height) * c.height);
  const auto outX = float(c.height / slant), outY = float(c.radius / slant);  // of the side
  const float base = -p.y, side = outX * (l - c.radius) + outY * p.y;
  const Vec3 sideNormal = outX * radial + outY * up;
  if (base <= 0 && side <= 0)
    return side >= base ? SurfacePoint{sideNormal, side} : SurfacePoint{-up, base};
  // Along the side from the rim, 0, to the tip, 1.
  const auto along =
      float(((c.radius - l) * double(c.radius) + p.y * double(c.height)) / (slant * slant));
  if (base > 0 && l <= c.radius) return {-up, base};
  const float at = max(0.0f, min(1.0f, along));
  if (at == along) return {sideNormal, side};
  const Vec3 d = (l - (1 - at) * c.radius) * radial + (p.y - at * c.height) * up;
  const float distance = length(d);
  return {directionOf(d, distance, at > 0 ? up : sideNormal), distance};
}

}  // namespace holonom
