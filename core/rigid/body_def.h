#pragma once
// What a user says of a rigid body.
#include <cstdint>
#include <optional>
#include <string>

#include "base/fields.h"
#include "geometry/shape.h"

namespace holonom {

enum class BodyType : uint8_t { Dynamic, Static, Kinematic };
template <>
struct EnumNames<BodyType> {
  static constexpr const char* names[] = {"dynamic", "static", "kinematic"};
};

/// How the coefficients of two touching bodies become one; of two rules the later one acts.
enum class Combine : uint8_t { Average, GeometricMean, Min, Multiply, Max };
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
  std::string name;
  Shape shape = Box{};
  Vec3 position;
  Quat rotation;
  Vec3 linearVelocity;
  Vec3 angularVelocity;
  float density = 1000;
  std::optional<float> mass;
  std::optional<Vec3> centerOfMass;
  std::optional<Vec3> inertia;
  float friction = 0.5f;
  std::optional<float> staticFriction;
  float rollingFriction = 0;
  float torsionalFriction = 0;
  Vec3 surfaceVelocity;
  float restitution = 0;
  uint32_t collisionGroups = 1;
  uint32_t collisionMask = 0xffffffff;
  float linearDamping = 0;
  float angularDamping = 0;
  float gravityScale = 1;
  BodyType type = BodyType::Dynamic;
  Combine frictionCombine = Combine::GeometricMean;
  Combine restitutionCombine = Combine::Max;
  bool sensor = false;
  bool continuous = true;
  bool canSleep = true;
  bool asleep = false;

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
              "Unit quaternion x, y, z, w from body to world axes; normalized."),
        field("linearVelocity", &B::linearVelocity, "m/s", "Velocity of the center of mass.",
              kSpeed),
        field("angularVelocity", &B::angularVelocity, "rad/s", "Angular velocity in world axes.",
              kSpeed),
        field("shape", &B::shape, "", "Collision shape; also gives mass and inertia.", {}, kFixed),
        field("density", &B::density, "kg/m³", "Mass per volume; unused where `mass` is given.",
              kPositive, kExclusiveMin),
        field("mass", &B::mass, "kg", "Total mass in place of `density`.", kPositive,
              kExclusiveMin),
        field("centerOfMass", &B::centerOfMass, "m",
              "In the body's axes; that of the shape if absent."),
        field("inertia", &B::inertia, "kg m²",
              "Moments about the body's axes through the center of mass, in place of the shape's.",
              kPositive, kExclusiveMin),
        field("friction", &B::friction, "",
              "Friction coefficient: kinetic, and static too without `staticFriction`.", kPositive),
        field("staticFriction", &B::staticFriction, "",
              "Static friction coefficient: acts until the surfaces slide. Defaults to `friction`, "
              "which also replaces lower values. A pair combines it by `frictionCombine`.",
              kPositive),
        field("rollingFriction", &B::rollingFriction, "m",
              "Rolling friction coefficient: largest torque against rolling, per normal force. A "
              "ball of radius r rests on slopes up to atan(rollingFriction / r). A pair uses the "
              "larger of both.",
              kPositive),
        field("torsionalFriction", &B::torsionalFriction, "m",
              "Torsional friction coefficient: largest torque against spinning about the contact "
              "normal, per normal force. A pair uses the larger of both.",
              kPositive),
        field("surfaceVelocity", &B::surfaceVelocity, "m/s",
              "Velocity of the surface relative to the body, in body axes, as of a conveyor belt. "
              "Friction drives touching bodies towards it; its part along the contact normal has "
              "no effect. Touching bodies do not sleep.",
              kSpeed),
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
        field("continuous", &B::continuous, "",
              "Continuous collision detection for this body while it is dynamic. A pair is swept "
              "if either body asks for it: without, the body may tunnel through static and "
              "kinematic bodies and through dynamic ones that do not ask either. No effect where "
              "the world's `continuous` is off."),
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
