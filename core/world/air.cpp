#include "world/air.h"

namespace holonom {

namespace {

constexpr float kAirDensity = 1.2f;  // at sea level and 20 °C [kg/m³]

}  // namespace

Vec3 airOnCorner(const Vec3 (&x)[3], Vec3 velocity, float inverseMass, float drag, float lift,
                 const Wind& wind, float dt) {
  const Vec3 twiceArea = cross(x[1] - x[0], x[2] - x[0]);
  const float size = length(twiceArea);
  if (!(size > 0)) return {};
  const Vec3 normal = (1 / size) * twiceArea;
  const Vec3 air = wind.at((1.0f / 3) * (x[0] + x[1] + x[2])) - velocity;
  const float along = dot(air, normal), speed = length(air);
  const float rate = 0.25f * kAirDensity * size * abs(along);  // ½ρA|u·n| [kg/s]
  const auto held = [&](float coefficient) {
    return rate * coefficient / (3 + dt * rate * coefficient * inverseMass);
  };
  Vec3 share = (held(drag) * along) * normal;
  if (lift > 0 && speed > 0) {
    const float side = along < 0 ? -1 : 1;
    share += held(lift) * ((side * speed) * normal - (abs(along) / speed) * air);
  }
  return share;
}

}  // namespace holonom
