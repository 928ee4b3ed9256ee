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
        field("body", &F::body, "", "The body it acts on.", {}, kTies | kRequired),
        field("force", &F::force, "N", "The force, in world axes or the body's.", kAnyForce),
        field("anchor", &F::anchor, "m",
              "The point it acts at, in the body's axes; the center of mass if absent."),
        field("local", &F::local, "",
              "Whether the force turns with the body: then it is in the body's axes."));
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
        field("body", &F::body, "", "The body it acts on.", {}, kTies | kRequired),
        field("torque", &F::torque, "N m", "The torque, in world axes or the body's.", kAnyForce),
        field("local", &F::local, "",
              "Whether the torque turns with the body: then it is in the body's axes."));
  }
};

/// m a on each body, beside the gravity of the world.
struct FieldForce {
  Vec3 acceleration;
  uint32_t groups = 0xffffffff;

  static constexpr const char* name = "field";
  static constexpr const char* help = "A uniform field: accelerates all bodies alike.";
  static constexpr auto fields() {
    using F = FieldForce;
    return std::make_tuple(
        field("acceleration", &F::acceleration, "m/s²",
              "Added to the gravity of the world; a body's gravityScale does not count.",
              {-1e5, 1e5}),
        field("groups", &F::groups, "",
              "Acts on bodies whose collisionGroups share a bit with it; all bits by default.",
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
      "A spring between points of two bodies, or of a body and the world. Where the substep is too "
      "long for its stiffness it is damped, and several on one body pull unevenly; with rk4 it may "
      "become unstable (beyond h √(k/m) = 2.8). The distance joint's spring has no such limits.";
  static constexpr auto fields() {
    using F = SpringForce;
    return std::make_tuple(
        field("bodyA", &F::bodyA, "", "The body it pulls.", {}, kTies | kRequired),
        field("bodyB", &F::bodyB, "", "What holds its other end; the world if absent.", {}, kTies),
        field("anchorA", &F::anchorA, "m",
              "Its point of A, in A's axes; the center of mass if absent."),
        field("anchorB", &F::anchorB, "m",
              "Its point of B, in B's axes, or of the world; if absent, B's center of mass, or "
              "where A's point is at creation."),
        field("stiffness", &F::stiffness, "N/m", "Force per stretch.", {0, 1e12}),
        field("damping", &F::damping, "N s/m", "Force per speed of stretching.", {0, 1e12}),
        field("length", &F::length, "m",
              "Length without force; if absent, the distance of its points at creation.",
              kPositive));
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
      "Resistance of the air or a fluid, which moves with the world's wind.";
  static constexpr auto fields() {
    using F = DragForce;
    return std::make_tuple(
        field("body", &F::body, "", "The body it brakes; all bodies if absent.", {}, kTies),
        field("linear", &F::linear, "N s/m", "Force per speed: viscous drag.", kAnyPositive),
        field("quadratic", &F::quadratic, "N s²/m²",
              "Force per square of speed: ½ ρ C A of a body in air.", kAnyPositive),
        field("angular", &F::angular, "N m s", "Torque per angular velocity.", kAnyPositive));
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
