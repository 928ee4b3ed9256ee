#pragma once
// What a user says of a rigid body.
#include <optional>
#include <string>

#include "base/fields.h"
#include "geometry/shape.h"

namespace holonom {

enum class BodyType { Dynamic, Static, Kinematic };
template <>
struct EnumNames<BodyType> {
  static constexpr const char* names[] = {"dynamic", "static", "kinematic"};
};

struct BodyDef {
  BodyType type = BodyType::Dynamic;
  std::string name;
  Vec3 position;
  Quat rotation;
  Vec3 linearVelocity;
  Vec3 angularVelocity;
  Shape shape = Box{};
  float density = 1000;
  std::optional<float> mass;
  float friction = 0.5f;
  float restitution = 0;
  float linearDamping = 0;
  float angularDamping = 0;
  float gravityScale = 1;

  static constexpr const char* help =
      "A rigid body: moved by forces (dynamic), by its velocity alone (kinematic), or fixed "
      "(static).";
  static constexpr auto fields() {
    using B = BodyDef;
    return std::make_tuple(
        field("type", &B::type, "", "How the body moves."),
        field("name", &B::name, "", "A name for people; need not be unique."),
        field("position", &B::position, "m", "Centre of mass in world axes."),
        field("rotation", &B::rotation, "",
              "Unit quaternion x, y, z, w from body to world axes; normalised."),
        field("linearVelocity", &B::linearVelocity, "m/s", "Velocity of the centre of mass.",
              kSpeed),
        field("angularVelocity", &B::angularVelocity, "rad/s", "Angular velocity in world axes.",
              kSpeed),
        field("shape", &B::shape, "", "Collision shape; also gives mass and inertia.", {}, kFixed),
        field("density", &B::density, "kg/m³", "Mass per volume; unused where `mass` is given.",
              kPositive, kExclusiveMin),
        field("mass", &B::mass, "kg", "Total mass in place of `density`.", kPositive,
              kExclusiveMin),
        field("friction", &B::friction, "",
              "Coulomb coefficient; a pair uses the geometric mean of both.", kPositive),
        field("restitution", &B::restitution, "",
              "Bounciness; a pair uses the larger. 0 sticks, 1 keeps the speed.", {0, 1}),
        field("linearDamping", &B::linearDamping, "1/s", "Rate at which velocity decays.",
              kPositive),
        field("angularDamping", &B::angularDamping, "1/s", "Rate at which angular velocity decays.",
              kPositive),
        field("gravityScale", &B::gravityScale, "", "Multiplies gravity for this body."));
  }
};

}  // namespace holonom
