#pragma once
// From what a user says of a joint to its frames.
#include "constraints/joints/ends.h"
#include "constraints/joints/rows.h"

namespace holonom {

/// A rotation that takes x to `direction`, of unit length.
inline Quat rotationFromX(Vec3 d) {
  const Quat flip = {0, 1, 0, 0};  // takes x to −x
  return d.x >= 0 ? normalize(Quat{0, -d.z, d.y, 1 + d.x})
                  : normalize(Quat{0, d.z, -d.y, 1 - d.x}) * flip;
}

/// A rotation that takes x to `x`, of unit length, and y to the direction `y` at right angles to
/// it.
inline Quat rotationFromXy(Vec3 x, Vec3 y) {
  const Quat q = rotationFromX(x);
  const Vec3 u = inverseRotate(q, y);
  // About x by the angle of (u.y, u.z).
  const float l = std::sqrt(u.y * u.y + u.z * u.z);
  return q * normalize(u.y >= 0 ? Quat{u.z, 0, 0, l + u.y} : Quat{l - u.y, 0, 0, u.z});
}
inline Quat rotationAboutX(double angle) {
  const auto [sine, cosine] = sineCosine(0.5 * angle);
  return {float(sine), 0, 0, float(cosine)};
}

/// Unit length to rounding is kept as it is, so that what was written is read back to the bit.
inline Quat unitRotation(Quat q) { return abs(lengthSquared(q) - 1) > 1e-6f ? normalize(q) : q; }

inline Status checkEnds(const JointEnds& j) {
  if (!j.bodyA) return Error{ErrorCode::Missing, "bodyA", {}, Rule::JoinedBody};
  if (j.bodyB && *j.bodyA == *j.bodyB)
    return Error{ErrorCode::Range, "bodyB", double(j.bodyB->bits), Rule::OtherBody};
  return {};
}

/// What can't be said of one field alone; `path` of an error counts from the joint.
template <class Joint>
Status checkJoint(const Joint& j) {
  if (Status bad = checkEnds(j)) return bad;
  return Joint::check(j);
}

inline Error eitherError(const char* path, Vec3 v, const char* others) {
  return {ErrorCode::Range, path, Value::ofNumbers({v.x, v.y, v.z}), Rule::AbsentWhere, {others}};
}

/// Of a world direction, in double, so that any finite one has a length.
inline Result<Vec3> unitDirection(const char* path, Vec3 v) {
  const Vec3d unit = normalize(toDouble(v));
  if (lengthSquared(unit) > 0.5) return toFloat(unit);
  return Error{ErrorCode::Range, path, Value::ofNumbers({v.x, v.y, v.z}), Rule::DirectionAnyLength};
}

/// Anchors that are absent follow from the world point, or from the other.
inline void placeAnchors(JointEnds& j, const std::optional<Vec3>& world, const Transform& a,
                         const Transform& b) {
  Vec3 point = a.position;
  if (world) {
    point = *world;
  } else if (j.anchorA) {
    point = transformPoint(a, *j.anchorA);
  } else if (j.anchorB) {
    point = transformPoint(b, *j.anchorB);
  }
  if (!j.anchorA) j.anchorA = inverseTransformPoint(a, point);
  if (!j.anchorB) j.anchorB = inverseTransformPoint(b, point);
}

/// Anchors that are absent are the origins of the bodies.
inline Status placeOrigins(JointEnds& j) {
  if (!j.anchorB && !j.bodyB)
    return Error{ErrorCode::Missing, "anchorB", {}, Rule::AnchorWithoutBody};
  if (!j.anchorA) j.anchorA = Vec3{};
  if (!j.anchorB) j.anchorB = Vec3{};
  return {};
}

/// Rotations that are absent follow from the joint's axes in the world, or from the other.
inline void placeAxes(JointFrameEnds& j, Quat world, const Transform& a, const Transform& b) {
  if (j.rotationA) {
    j.rotationA = unitRotation(*j.rotationA);
    world = a.rotation * *j.rotationA;
  }
  if (j.rotationB) {
    j.rotationB = unitRotation(*j.rotationB);
    if (!j.rotationA) world = b.rotation * *j.rotationB;
  }
  if (!j.rotationA) j.rotationA = normalize(conjugate(a.rotation) * world);
  if (!j.rotationB) j.rotationB = normalize(conjugate(b.rotation) * world);
}

/// The frames of a joint made with its bodies at `a` and `b` (the identity for an absent one).
/// Writes them to the definition in place of `anchor` and `axis`, so that it describes the same
/// joint when the bodies have moved.
template <class Joint>
Result<JointFrames> framesOf(Joint& def, const Transform& a, const Transform& b) {
  if (Status bad = checkJoint(def)) return *bad;
  Joint j = def;
  JointFrames f;
  if constexpr (requires { Joint::place(j, a, b); }) {
    Result<JointFrames> placed = Joint::place(j, a, b);
    if (!placed) return placed;
    f = placed.value;
  } else if constexpr (requires { j.anchor; }) {
    if (j.anchor && (j.anchorA || j.anchorB))
      return eitherError("anchor", *j.anchor, j.anchorA ? "anchorA" : "anchorB");
    Quat axes = a.rotation;
    if constexpr (requires { j.axis; }) {
      const bool rotated = j.rotationA || j.rotationB;
      axes = {};
      if (j.axis) {
        if (rotated) return eitherError("axis", *j.axis, j.rotationA ? "rotationA" : "rotationB");
        const Result<Vec3> axis = unitDirection("axis", *j.axis);
        if (!axis) return *axis.error;
        axes = rotationFromX(axis.value);
      } else if (Joint::needsAxis && !rotated) {
        return Error{ErrorCode::Missing, "axis", {}, Rule::AxisOrRotation};
      }
      j.axis.reset();
    }
    placeAnchors(j, j.anchor, a, b);
    placeAxes(j, axes, a, b);
    j.anchor.reset();
    f.a.rotation = *j.rotationA, f.b.rotation = *j.rotationB;
  } else {
    if (Status bad = placeOrigins(j)) return *bad;
  }
  f.a.position = *j.anchorA, f.b.position = *j.anchorB;
  if constexpr (requires { j.length; }) {
    if (!j.length) {
      j.length = Joint::lengthAt(j, f, a, b);
      if (Status bad = Joint::check(j)) return *bad;
    }
  }
  def = j;
  return f;
}

}  // namespace holonom
