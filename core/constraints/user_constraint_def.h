#pragma once
// A constraint of particles or of bodies whose value, and perhaps gradient, functions of the user
// compute.
#include <span>
#include <vector>

#include "base/handle.h"
#include "constraints/row.h"
#include "math/rotations.h"

namespace holonom {

struct ClothParticle {
  ClothId cloth;
  int point = 0;
};

/// Either of particles or of bodies.
struct UserConstraintDef {
  std::vector<ClothParticle> particles;           ///< each once
  float compliance = 0;                           ///< square of the value per J; 0 is rigid
  bool inequality = false;                        ///< holds the value at zero or above
  std::vector<BodyId> bodies{};                   ///< each once
  float lower = -kUnbounded, upper = kUnbounded;  ///< of the force on bodies [J per unit of C]
};

/// Center of mass in the world [m], and rotation of the body's own axes.
struct UserPose {
  Vec3d position;
  Quatd rotation;
};
/// ∂C/∂x of the center of mass, and ∂C/∂θ by a rotation about the world axes through it.
struct UserGradient {
  Vec3d linear, angular;
};

/// They must not use the world that asks, and should depend on nothing but the places of the
/// particles `x` [m] or the poses of the bodies, in the order of the definition.
struct UserFunctions {
  /// C. What is not finite leaves the constraint out for the rest of the step.
  double (*value)(void* user, std::span<const Vec3d> x) = nullptr;
  /// Writes ∂C/∂x of each particle; may be left out. The same is true of what is not finite.
  void (*gradient)(void* user, std::span<const Vec3d> x, std::span<Vec3d> out) = nullptr;
  void* user = nullptr;
  /// The same two of bodies.
  double (*valueOfBodies)(void* user, std::span<const UserPose> poses) = nullptr;
  void (*gradientOfBodies)(void* user, std::span<const UserPose> poses,
                           std::span<UserGradient> out) = nullptr;
};

}  // namespace holonom
