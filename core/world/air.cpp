#include "world/air.h"

#include <vector>

namespace holonom {

namespace {

constexpr float kAirDensity = 1.2f;  // at sea level and 20 °C [kg/m³]

}  // namespace

Vec3 airOnCorner(const Vec3 (&x)[3], Vec3 velocity, float mobility, float drag, float lift,
                 const Wind& wind, float dt) {
  const Vec3 twiceArea = cross(x[1] - x[0], x[2] - x[0]);
  const float size = length(twiceArea);
  if (!(size > 0)) return {};
  const Vec3 normal = (1 / size) * twiceArea;
  const Vec3 air = wind.at((1.0f / 3) * (x[0] + x[1] + x[2])) - velocity;
  const float along = dot(air, normal), speed = length(air);
  const float third = (0.25f / 3) * kAirDensity * size * abs(along);  // of ½ρA|u·n| [kg/s]
  const float rate = third / max(1.0f, dt * third * (drag + lift) * mobility);
  Vec3 share = (rate * drag * along) * normal;
  if (lift > 0 && speed > 0) {
    const float side = along < 0 ? -1 : 1;
    share += (rate * lift) * ((side * speed) * normal - (abs(along) / speed) * air);
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
