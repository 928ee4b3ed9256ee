#pragma once
// What a user says of a rigid body.
#include <cstdint>
#include <optional>
#include <string>

#include "base/axes.h"
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
  static constexpr const char* help = "Target pose of a kinematic body.";
  static constexpr auto fields() {
    return std::make_tuple(field("position", &MoveTarget::position, "m",
                                 "Position of the body's origin, in world axes."),
                           field("rotation", &MoveTarget::rotation, "",
                                 "Rotation from body to world axes, as a unit quaternion x, y, z, "
                                 "w. Unchanged if absent."));
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
  Axes lockTranslation;
  Axes lockRotation;
  BodyType type = BodyType::Dynamic;
  Combine frictionCombine = Combine::GeometricMean;
  Combine restitutionCombine = Combine::Max;
  bool sensor = false;
  bool continuous = true;
  bool canSleep = true;
  bool asleep = false;

  static constexpr const char* help =
      "A rigid body: dynamic (moved by forces), kinematic (moved by its velocity alone) or static "
      "(fixed).";
  static constexpr auto fields() {
    using B = BodyDef;
    return std::make_tuple(
        field("type", &B::type, "", "Type of motion: dynamic, static or kinematic."),
        field("name", &B::name, "", "Name of the object. Need not be unique."),
        field("position", &B::position, "m", "Position of the body's origin, in world axes."),
        field("rotation", &B::rotation, "",
              "Rotation from body to world axes, as a unit quaternion x, y, z, w. Normalized on "
              "input."),
        field("linearVelocity", &B::linearVelocity, "m/s",
              "Velocity of the center of mass, in world axes.", kSpeed),
        field("angularVelocity", &B::angularVelocity, "rad/s", "Angular velocity in world axes.",
              kSpeed),
        field("shape", &B::shape, "", "Collision shape. Mass and inertia are computed from it.", {},
              kFixed),
        field("density", &B::density, "kg/m³", "Density. Unused if `mass` is given.", kPositive,
              kExclusiveMin),
        field("mass", &B::mass, "kg", "Total mass, in place of `density`.", kPositive,
              kExclusiveMin),
        field("centerOfMass", &B::centerOfMass, "m",
              "Center of mass, in body axes. Defaults to that of the shape."),
        field("inertia", &B::inertia, "kg m²",
              "Moments of inertia about the body axes through the center of mass. "
              "Defaults to those of the shape.",
              kPositive, kExclusiveMin),
        field("friction", &B::friction, "",
              "Friction coefficient: kinetic, and also static without `staticFriction`.",
              kPositive),
        field("staticFriction", &B::staticFriction, "",
              "Static friction coefficient: acts until the surfaces slide. Defaults to `friction`, "
              "which also replaces lower values. A pair combines it by `frictionCombine`.",
              kPositive),
        field("rollingFriction", &B::rollingFriction, "m",
              "Rolling friction coefficient: maximum torque against rolling, per normal force. A "
              "ball of radius r rests on slopes up to atan(rollingFriction / r). A pair uses the "
              "larger of both.",
              kPositive),
        field("torsionalFriction", &B::torsionalFriction, "m",
              "Torsional friction coefficient: maximum torque against spinning about the contact "
              "normal, per normal force. A pair uses the larger of both.",
              kPositive),
        field("surfaceVelocity", &B::surfaceVelocity, "m/s",
              "Velocity of the surface relative to the body, in body axes, as of a conveyor belt. "
              "Friction drives touching bodies toward it. The component along the contact normal "
              "has no effect. Touching bodies do not sleep.",
              kSpeed),
        field(
            "restitution", &B::restitution, "",
            "Coefficient of restitution: 0 does not bounce, 1 keeps the speed. Impacts slower than "
            "the world's restitutionThreshold do not bounce.",
            {0, 1}),
        field("frictionCombine", &B::frictionCombine, "",
              "Combine rule for the friction of a pair. If the two bodies' rules differ, the one "
              "later in this list wins."),
        field("restitutionCombine", &B::restitutionCombine, "",
              "Combine rule for the restitution of a pair. If the two bodies' rules differ, the "
              "one later in this list wins."),
        field("collisionGroups", &B::collisionGroups, "",
              "Collision groups of the body, one bit per group.", {0, 4294967295.0}),
        field("collisionMask", &B::collisionMask, "",
              "Groups the body collides with, one bit per group. Two bodies collide if each one's "
              "mask includes a group of the other.",
              {0, 4294967295.0}),
        field("sensor", &B::sensor, "",
              "Makes the body a sensor: it reports overlaps but does not collide."),
        field("continuous", &B::continuous, "",
              "Continuous collision detection of this body while it is dynamic. A pair is swept if "
              "either body has it. If off, the body may tunnel through static and kinematic bodies "
              "and through dynamic bodies that have it off too. No effect if `continuous` of the "
              "world is off."),
        field("canSleep", &B::canSleep, "", "Whether the body may fall asleep."),
        field("asleep", &B::asleep, "",
              "Whether the body is asleep, which means zero velocity. It wakes when a moving body "
              "touches it or when it is changed."),
        field("linearDamping", &B::linearDamping, "1/s", "Decay rate of linear velocity.",
              kPositive),
        field("angularDamping", &B::angularDamping, "1/s", "Decay rate of angular velocity.",
              kPositive),
        field("gravityScale", &B::gravityScale, "", "Factor of gravity for this body."),
        field("lockTranslation", &B::lockTranslation, "",
              "World axes x, y, z along which the center of mass of a dynamic body cannot move. "
              "Its velocity along them is set to 0, and nothing pushes it along them. Contacts "
              "within about 3 degrees of a locked direction do not stop the body."),
        field("lockRotation", &B::lockRotation, "",
              "World axes x, y, z about which a dynamic body cannot rotate. Its angular velocity "
              "about them is set to 0."));
  }
};

}  // namespace holonom
