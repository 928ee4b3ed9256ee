#pragma once
// What cylinders and cones share: a circle about y with corners that are fine toward one direction.
#include "geometry/curved/curved.h"
#include "math/elementary.h"

namespace holonom {

// Of a circle: corners at these angles to both sides of the direction, and one in it [rad].
inline constexpr double kTurns[] = {kFinestFacet, 0.0035, 0.012, 0.04, 0.13, 0.35, 0.65,
                                    0.96,         1.27,   1.58,  1.89, 2.2,  2.51, 2.82};
inline constexpr int kCorners = 2 * int(std::size(kTurns)) + 1;

/// A corner of the unit circle, and the outward normal of the side that leads to the next.
struct CircleCorner {
  float cosine, sine;          ///< of the corner
  float sideCosine, sideSine;  ///< of the side's normal
  float apothem;               ///< distance of the side from the center
};
using CircleTable = std::array<CircleCorner, kCorners>;

constexpr CircleTable makeCircle() {
  CircleTable t{};
  constexpr int half = kCorners / 2;
  double angles[kCorners + 1] = {};
  for (int i = 0; i < half; ++i)
    angles[half - 1 - i] = -kTurns[i], angles[half + 1 + i] = kTurns[i];
  angles[kCorners] = angles[0] + 2 * 3.14159265358979323846;
  for (int i = 0; i < kCorners; ++i) {
    const SineCosine at = sineCosine(angles[i]);
    const SineCosine side = sineCosine((angles[i] + angles[i + 1]) / 2);
    const SineCosine share = sineCosine((angles[i + 1] - angles[i]) / 2);
    t[size_t(i)] = {float(at.cosine), float(at.sine), float(side.cosine), float(side.sine),
                    float(share.cosine)};
  }
  return t;
}
inline constexpr CircleTable kCircle = makeCircle();

/// A turn about y that leads x to a direction, as far as there is one across the axis.
struct Azimuth {
  float cosine = 1, sine = 0;

  explicit Azimuth(Vec3 direction) {
    const float across = sqrt(direction.x * direction.x + direction.z * direction.z);
    // What lies flat on its end has no direction of its own.
    if (across < kUpright) return;
    cosine = direction.x / across, sine = direction.z / across;
  }
  /// Of a point or normal on the circle.
  Vec3 at(float c, float s, float y) const {
    return {cosine * c - sine * s, y, sine * c + cosine * s};
  }
  static constexpr float kUpright = 0.01f;
};

/// Of a circle about y.
inline Vec3 farthestOnRim(float radius, Vec3 direction, float height) {
  const float across = sqrt(direction.x * direction.x + direction.z * direction.z);
  if (!(across > 0)) return {0, height, 0};
  const float share = radius / across;
  return {share * direction.x, height, share * direction.z};
}

/// The distance of the far rim of a placed disk, at a height along its axis.
inline float farthestOfDisk(Vec3 center, float height, float radius) {
  const float across = sqrt(center.x * center.x + center.z * center.z) + radius;
  return sqrt(across * across + (center.y + height) * (center.y + height));
}

/// Half the size along the world's axes of a disk of radius 1 whose axis is a unit vector.
inline Vec3 diskReach(Vec3 axis) {
  const auto reach = [](float along) { return sqrt(max(0.0f, 1 - along * along)); };
  return {reach(axis.x), reach(axis.y), reach(axis.z)};
}

}  // namespace holonom
