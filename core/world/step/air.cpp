#include "world/air.h"

#include <vector>

namespace holonom {

namespace {

constexpr float kAirDensity = 1.2f;  // at sea level and 20 °C [kg/m³]

}  // namespace

Vec3x4 airOnCorners(const Vec3x4 (&x)[3], Vec3x4 velocity, f32x4 mobility, float drag, float lift,
                    const Wind& wind, float dt) {
  const f32x4 zero = splat(0), one = splat(1), least = splat(kNoLength);
  const Vec3x4 twiceArea = cross(x[1] - x[0], x[2] - x[0]);
  const f32x4 size = length(twiceArea);
  const Vec3x4 normal = (one / max(size, least)) * twiceArea;
  const Vec3x4 air = wind.at(splat(1.0f / 3) * (x[0] + x[1] + x[2])) - velocity;
  const f32x4 along = dot(air, normal), speed = length(air);
  // Of ½ρA|u·n| [kg/s].
  const f32x4 third = splat((0.25f / 3) * kAirDensity) * size * abs(along);
  const f32x4 rate = third / max(one, splat(dt) * third * splat(drag + lift) * mobility);
  Vec3x4 share = (rate * splat(drag) * along) * normal;
  if (lift > 0) {
    const f32x4 side = select(along < zero, -one, one);
    share +=
        (rate * splat(lift)) * ((side * speed) * normal - (abs(along) / max(speed, least)) * air);
  }
  return share;
}

int mostTrianglesAtPoint(std::span<const uint32_t> indices, size_t points) {
  std::vector<int> counts(points);
  int most = 0;
  for (const uint32_t i : indices) most = max(most, ++counts[i]);
  return most;
}

}  // namespace holonom
