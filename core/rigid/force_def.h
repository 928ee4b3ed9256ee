#pragma once
// The list of forces that stay in a world until they are removed: a new one is its struct and its
// name here.
#include <optional>
#include <variant>

#include "base/fields.h"
#include "base/handle.h"
#include "math/vec3.h"

namespace holonom {

inline constexpr Range kAnyForce{-1e12, 1e12};  // [N], [N m]

/// F at a point of a body.
struct PointForce {
  std::optional<BodyId> body;
  Vec3 force;
  std::optional<Vec3> anchor;
  bool local = false;

  static constexpr const char* name = "point";
  static constexpr const char* help = "A constant force at a point of a body.";
  static constexpr auto fields() {
    using F = PointForce;
    return std::make_tuple(
        field("body", &F::body, "", "Body it acts on.", {}, kTies | kRequired),
        field("force", &F::force, "N", "Force, in world axes, or in body axes with `local`.",
              kAnyForce),
        field("anchor", &F::anchor, "m",
              "Point of application, in body axes. Defaults to the center of mass."),
        field("local", &F::local, "", "Whether `force` is in body axes and turns with the body."));
  }
};

struct TorqueForce {
  std::optional<BodyId> body;
  Vec3 torque;
  bool local = false;

  static constexpr const char* name = "torque";
  static constexpr const char* help = "A constant torque on a body.";
  static constexpr auto fields() {
    using F = TorqueForce;
    return std::make_tuple(
        field("body", &F::body, "", "Body it acts on.", {}, kTies | kRequired),
        field("torque", &F::torque, "N m", "Torque, in world axes, or in body axes with `local`.",
              kAnyForce),
        field("local", &F::local, "", "Whether `torque` is in body axes and turns with the body."));
  }
};

/// m a on each body, beside the gravity of the world.
struct FieldForce {
  Vec3 acceleration;
  uint32_t groups = 0xffffffff;

  static constexpr const char* name = "field";
  static constexpr const char* help = "A uniform acceleration field.";
  static constexpr auto fields() {
    using F = FieldForce;
    return std::make_tuple(field("acceleration", &F::acceleration, "m/s²",
                                 "Acceleration, added to the gravity of the world. `gravityScale` "
                                 "of a body has no effect on it.",
                                 {-1e5, 1e5}),
                           field("groups", &F::groups, "",
                                 "Groups it acts on: bodies whose `collisionGroups` share a bit "
                                 "with it. All by default.",
                                 {0, 4294967295.0}));
  }
};

/// −k (|d| − l) − c |d|˙ along d, the vector from A's point to B's.
struct SpringForce {
  std::optional<BodyId> bodyA, bodyB;
  std::optional<Vec3> anchorA, anchorB;
  float stiffness = 100;
  float damping = 0;
  std::optional<float> length;

  static constexpr const char* name = "spring";
  static constexpr const char* help =
      "A spring between points of two bodies, or of a body and the world. If the substep is too "
      "long for its stiffness, it is damped, and several springs on one body pull unevenly. With "
      "rk4 it may become unstable (h √(k/m) > 2.8), with explicit-euler it always gains energy. A "
      "distance joint in spring mode has no such "
      "limits.";
  static constexpr auto fields() {
    using F = SpringForce;
    return std::make_tuple(
        field("bodyA", &F::bodyA, "", "First body.", {}, kTies | kRequired),
        field("bodyB", &F::bodyB, "", "Second body. The world if absent.", {}, kTies),
        field("anchorA", &F::anchorA, "m",
              "Point on A, in A's axes. Defaults to the center of mass."),
        field("anchorB", &F::anchorB, "m",
              "Point on B, in B's axes, or in world axes without bodyB. Defaults to B's center of "
              "mass, or to the position of A's point at creation."),
        field("stiffness", &F::stiffness, "N/m", "Stiffness: force per extension.", {0, 1e12}),
        field("damping", &F::damping, "N s/m", "Damping coefficient: force per rate of extension.",
              {0, 1e12}),
        field("length", &F::length, "m",
              "Rest length. Defaults to the distance of the two points at creation.", kPositive));
  }
};

/// −(c₁ + c₂ |u|) u on the center and −c₃ ω, with u the velocity through the air.
struct DragForce {
  std::optional<BodyId> body;
  float linear = 0;
  float quadratic = 0;
  float angular = 0;

  static constexpr const char* name = "drag";
  static constexpr const char* help =
      "Drag of the air or of a fluid, which moves with the `wind` of the world.";
  static constexpr auto fields() {
    using F = DragForce;
    return std::make_tuple(
        field("body", &F::body, "", "Body it acts on. All bodies if absent.", {}, kTies),
        field("linear", &F::linear, "N s/m",
              "Linear drag coefficient: force per speed (viscous drag).", kAnyPositive),
        field("quadratic", &F::quadratic, "N s²/m²",
              "Quadratic drag coefficient: force per speed squared; ½ ρ C A for a body in air.",
              kAnyPositive),
        field("angular", &F::angular, "N m s",
              "Angular drag coefficient: torque per angular velocity.", kAnyPositive));
  }
};

using ForceDef = std::variant<PointForce, TorqueForce, FieldForce, SpringForce, DragForce>;

inline const char* nameOf(const ForceDef& def) {
  return std::visit([](const auto& f) { return f.name; }, def);
}
/// The bodies that a force names: of a field, and of a drag of all bodies, none.
struct ForceEnds {
  std::optional<BodyId> a, b;
};
inline ForceEnds endsOf(const ForceDef& def) {
  return std::visit(
      [](const auto& f) -> ForceEnds {
        if constexpr (requires { f.bodyA; })
          return {f.bodyA, f.bodyB};
        else if constexpr (requires { f.body; })
          return {f.body, {}};
        else
          return {};
      },
      def);
}

}  // namespace holonom
