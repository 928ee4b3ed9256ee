#pragma once
// Seeded randomness for tests: SplitMix64, so that every platform draws the same numbers.
#include <cstdint>

#include "math/quat.h"

namespace holonom {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t bits() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
  }
  /// In [low, high).
  double uniform(double low = -1, double high = 1) {
    return low + (high - low) * double(bits() >> 11) * 0x1p-53;
  }
  float real(float low = -1, float high = 1) { return float(uniform(low, high)); }
  int below(int n) { return int(bits() % uint64_t(n)); }
  Vec3 vector(float size = 1) { return {real(-size, size), real(-size, size), real(-size, size)}; }
  Vec3d vectorDouble(double size = 1) {
    return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
  }
  Vec3 direction() {
    for (;;) {
      const Vec3 v = vector();
      const float l = lengthSquared(v);
      if (l > 0.01f && l < 1) return normalize(v);
    }
  }
  Quat rotation() {
    for (;;) {
      const Quat q{real(), real(), real(), real()};
      const float l = lengthSquared(q);
      if (l > 0.01f && l < 1) return normalize(q);
    }
  }

 private:
  uint64_t state_;
};

}  // namespace holonom
