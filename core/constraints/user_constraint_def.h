#pragma once
// A constraint of particles whose value, and perhaps gradient, functions of the user compute.
#include <span>
#include <vector>

#include "base/handle.h"
#include "math/vec3.h"

namespace holonom {

struct ClothParticle {
  ClothId cloth;
  int point = 0;
};

struct UserConstraintDef {
  std::vector<ClothParticle> particles;  ///< each once
  float compliance = 0;                  ///< square of the value per J; 0 is rigid
  bool inequality = false;               ///< holds the value at zero or above
};

/// They must not use the world that asks, and should depend on nothing but `x` [m], the places of
/// the particles in the order of the definition.
struct UserFunctions {
  /// C. What is not finite leaves the constraint out for the rest of the step.
  double (*value)(void* user, std::span<const Vec3d> x) = nullptr;
  /// Writes ∂C/∂x of each particle; may be left out. The same is true of what is not finite.
  void (*gradient)(void* user, std::span<const Vec3d> x, std::span<Vec3d> out) = nullptr;
  void* user = nullptr;
};

}  // namespace holonom
