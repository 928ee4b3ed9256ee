#pragma once
// The list of joints: a new one is its file and its name here.
#include <algorithm>
#include <variant>

#include "base/type_list.h"
#include "constraints/joints/ball.h"
#include "constraints/joints/distance.h"
#include "constraints/joints/fixed.h"
#include "constraints/joints/frames.h"
#include "constraints/joints/gear.h"
#include "constraints/joints/hinge.h"
#include "constraints/joints/prismatic.h"
#include "constraints/joints/pulley.h"
#include "constraints/joints/rack_and_pinion.h"

namespace holonom {

using Joints = TypeList<FixedJoint, BallJoint, HingeJoint, PrismaticJoint, DistanceJoint, GearJoint,
                        RackAndPinionJoint, PulleyJoint>;

template <class... Js>
std::variant<Js...> variantOf(TypeList<Js...>);
using JointDef = decltype(variantOf(Joints{}));

template <class... Js>
constexpr int mostJointRows(TypeList<Js...>) {
  return std::max({Js::maxRows...});
}
/// Room that any joint's rows need.
inline constexpr int kMaxJointRows = mostJointRows(Joints{});
template <class... Js>
constexpr size_t mostJointCoordinates(TypeList<Js...>) {
  return std::max({Js::coordinates.size()...});
}
inline constexpr int kMaxJointCoordinates = mostJointCoordinates(Joints{});

inline const char* nameOf(const JointDef& def) {
  return std::visit([](const auto& j) { return j.name; }, def);
}
inline const JointEnds& endsOf(const JointDef& def) {
  return std::visit([](const auto& j) -> const JointEnds& { return j; }, def);
}
inline JointEnds& endsOf(JointDef& def) {
  return std::visit([](auto& j) -> JointEnds& { return j; }, def);
}
inline Status checkJoint(const JointDef& def) {
  return std::visit([](const auto& j) { return checkJoint(j); }, def);
}
inline Result<JointFrames> framesOf(JointDef& def, const Transform& a, const Transform& b) {
  return std::visit([&](auto& j) { return framesOf(j, a, b); }, def);
}

/// Writes the rows, equations first, and returns their count, which depends on the definition only.
inline int evaluateJoint(const JointDef& def, const JointFrames& f, const Transform& a,
                         const Transform& b, RowSlots out) {
  return std::visit([&](const auto& j) { return j.evaluate(j, f, a, b, out); }, def);
}
/// How many of the rows, the first ones, are equations of the joint itself, rigid or soft.
inline int equalityCount(const JointDef& def) {
  return std::visit([](const auto& j) { return j.equalityCount(j); }, def);
}
inline PointHold pointHold(const JointDef& def) {
  return std::visit(
      [](const auto& j) {
        if constexpr (requires { j.pointHold(j); })
          return j.pointHold(j);
        else
          return PointHold::Absent;
      },
      def);
}
/// Whether its equations are several, and springs.
inline bool isSoftBlock(const JointDef& def) {
  return std::visit(
      [](const auto& j) {
        if constexpr (requires { j.frequency; })
          return j.frequency > 0 && j.equalityCount(j) > 1;
        else
          return false;
      },
      def);
}
/// Whether it has springs: soft equations or a drive.
inline bool hasSprings(const JointDef& def) {
  return std::visit(
      []<class J>(const J& j) {
        // A rod or rope has the frequency of the spring that it is not.
        if constexpr (std::is_same_v<J, DistanceJoint>) return j.mode == DistanceMode::Spring;
        if constexpr (requires { j.frequency; })
          if (j.frequency > 0) return true;
        if constexpr (requires { j.drive; }) return j.drive.has_value();
        return false;
      },
      def);
}
inline bool hasMotor(const JointDef& def) {
  return std::visit(
      [](const auto& j) {
        if constexpr (requires { j.motor; }) return j.motor.has_value();
        return false;
      },
      def);
}
/// The row of a motor without bound: the last equation, or what follows those of a spring; or −1.
inline int freeMotorRow(const JointDef& def) {
  return std::visit(
      [](const auto& j) {
        if constexpr (requires { j.motor; })
          if (jointDrivesFreely(j)) return 5;
        return -1;
      },
      def);
}
/// Drives, and motors with a bound: their rows come last, after those of limits.
inline int driveRowCount(const JointDef& def) {
  return std::visit(
      [](const auto& j) {
        int count = 0;
        if constexpr (requires { j.motor; }) count += j.motor && !jointDrivesFreely(j);
        if constexpr (requires { j.drive; }) count += j.drive.has_value();
        return count;
      },
      def);
}
/// Whether it also pulls on the world, beside its two bodies.
inline bool isGrounded(const JointDef& def) {
  return std::visit(
      [](const auto& j) {
        return requires { j.isGrounded; };
      },
      def);
}
/// Whether it relates whole angles of its bodies: they are to turn by ω h in a substep.
inline bool isGeared(const JointDef& def) {
  return std::visit(
      [](const auto& j) {
        return requires { j.isGeared; };
      },
      def);
}
/// Of a joint that holds a point: its limits; it is always beyond them where it has rows that act
/// at any angle.
inline TurnLimits turnLimits(const JointDef& def) {
  return std::visit(
      [](const auto& j) {
        if constexpr (requires { j.turnLimits(j); })
          return j.turnLimits(j);
        else
          return TurnLimits{};
      },
      def);
}
/// Of a joint that holds a point: the rows after its equations.
inline void evaluateAxes(const JointDef& def, const JointFrames& f, const Transform& a,
                         const Transform& b, RowSlots out) {
  std::visit(
      [&](const auto& j) {
        if constexpr (requires(JointAxes p) { j.evaluateAxes(j, p, out); })
          j.evaluateAxes(j, jointAxes(f, a, b), out);
      },
      def);
}
/// Writes a row for each coordinate: its `error` is the coordinate, its J V the rate. Returns their
/// count.
inline int measureJoint(const JointDef& def, const JointFrames& f, const Transform& a,
                        const Transform& b, RowSlots out) {
  return std::visit(
      [&](const auto& j) {
        j.measure(j, f, a, b, out);
        return int(j.coordinates.size());
      },
      def);
}

}  // namespace holonom
