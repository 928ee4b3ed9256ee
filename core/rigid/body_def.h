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

/// How the coefficients of two touching bodies become one; of two rules the later one acts.
enum class Combine { Average, GeometricMean, Min, Multiply, Max };
template <>
struct EnumNames<Combine> {
  static constexpr const char* names[] = {"average", "geometric-mean", "min", "multiply", "max"};
};

/// Where a kinematic body is to be at the end of a step.
struct MoveTarget {
  Vec3 position;
  std::optional<Quat> rotation;

  static constexpr const char* name = "moveTarget";
  static constexpr const char* help = "A pose that a kinematic body moves to.";
  static constexpr auto fields() {
    return std::make_tuple(
        field("position", &MoveTarget::position, "m", "Origin of the body's axes, in world axes."),
        field("rotation", &MoveTarget::rotation, "",
              "From body to world axes; the present one if absent."));
  }
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
  std::optional<Vec3> centreOfMass;
  std::optional<Vec3> inertia;
  float friction = 0.5f;
  float restitution = 0;
  Combine frictionCombine = Combine::GeometricMean;
  Combine restitutionCombine = Combine::Max;
  uint32_t collisionGroups = 1;
  uint32_t collisionMask = 0xffffffff;
  bool sensor = false;
  bool canSleep = true;
  bool asleep = false;
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
        field("position", &B::position, "m", "Origin of the body's axes, in world axes."),
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
        field("centreOfMass", &B::centreOfMass, "m",
              "In the body's axes; that of the shape if absent."),
        field("inertia", &B::inertia, "kg m²",
              "Moments about the body's axes through the centre of mass, in place of the shape's.",
              kPositive, kExclusiveMin),
        field("friction", &B::friction, "", "Coulomb coefficient.", kPositive),
        field("restitution", &B::restitution, "", "Bounciness: 0 sticks, 1 keeps the speed.",
              {0, 1}),
        field("frictionCombine", &B::frictionCombine, "",
              "How a pair's friction is made of both; of two rules the later in the list acts."),
        field("restitutionCombine", &B::restitutionCombine, "",
              "How a pair's restitution is made of both."),
        field("collisionGroups", &B::collisionGroups, "", "Groups the body is in, one a bit.",
              {0, 4294967295.0}),
        field("collisionMask", &B::collisionMask, "",
              "Groups it collides with; both bodies must allow each other.", {0, 4294967295.0}),
        field("sensor", &B::sensor, "", "Reports overlaps, but nothing collides with it."),
        field("canSleep", &B::canSleep, "", "Whether it may rest without being computed."),
        field(
            "asleep", &B::asleep, "",
            "Whether it rests now, without velocity; it wakes when something moving touches it, or "
            "when it is changed."),
        field("linearDamping", &B::linearDamping, "1/s", "Rate at which velocity decays.",
              kPositive),
        field("angularDamping", &B::angularDamping, "1/s", "Rate at which angular velocity decays.",
              kPositive),
        field("gravityScale", &B::gravityScale, "", "Multiplies gravity for this body."));
  }
};

}  // namespace holonom
