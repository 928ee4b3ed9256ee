#include "world/debug_draw.h"

#include "math/elementary.h"
#include "world/views.h"

namespace holonom {

namespace {

constexpr int kPieces = 16;  // of a circle

Vec3 aroundX(float angle) {
  const auto [sine, cosine] = sineCosine(angle);
  return {0, float(cosine), float(sine)};
}

struct Lines {
  std::vector<float>& out;

  void line(Vec3 a, Vec3 b, Vec3 color) {
    for (const Vec3 p : {a, b}) out.insert(out.end(), {p.x, p.y, p.z, color.x, color.y, color.z});
  }
  void cross(Vec3 p, float size, Vec3 color) {
    for (const Vec3 d : {Vec3{size, 0, 0}, Vec3{0, size, 0}, Vec3{0, 0, size}})
      line(p - d, p + d, color);
  }
  /// About the x axis of `t`.
  void circle(const Transform& t, float radius, Vec3 color) {
    const auto at = [&](int i) {
      return transformPoint(t, radius * aroundX(2 * kPi * float(i) / kPieces));
    };
    for (int i = 0; i < kPieces; ++i) line(at(i), at(i + 1), color);
  }
  void box(const Aabb& b, Vec3 color) {
    const auto corner = [&](int k) {
      return Vec3{k & 1 ? b.max.x : b.min.x, k & 2 ? b.max.y : b.min.y, k & 4 ? b.max.z : b.min.z};
    };
    for (int k = 0; k < 8; ++k)
      for (const int bit : {1, 2, 4})
        if (!(k & bit)) line(corner(k), corner(k | bit), color);
  }
};

constexpr Vec3 kContactColor{1, 0.35f, 0.2f}, kBoxColor{0.35f, 0.6f, 1},
    kTieColor{0.9f, 0.8f, 0.2f};
constexpr Vec3 kJointColor{0.75f, 0.35f, 0.9f}, kLimitColor{0.3f, 0.75f, 0.45f};
constexpr float kNormalLength = 0.2f, kPointSize = 0.03f, kAxisLength = 0.25f;  // [m]

/// Where its limits are, seen from B, and where A is among them.
struct Limits {
  Transform axesB;  ///< of the joint in the world
  Transform axesA;
  Lines& lines;

  Vec3 on(Vec3 p) const { return transformPoint(axesB, p); }

  /// A fan from the least angle to the greatest, and the arm of A in it.
  void turn(const AngularLimits& limits) {
    const float arc = (limits.upper - limits.lower) / kPieces;
    Vec3 last = on({});
    for (int i = 0; i <= kPieces; ++i) {
      const Vec3 next = on(kAxisLength * aroundX(limits.lower + float(i) * arc));
      lines.line(last, next, kLimitColor);
      last = next;
    }
    lines.line(last, on({}), kLimitColor);
    lines.line(on({}), on({}) + rotate(axesA.rotation, {0, kAxisLength, 0}), kJointColor);
  }
  /// A bar from the least place to the greatest.
  void slide(const LinearLimits& limits) {
    lines.line(on({limits.lower, 0, 0}), on({limits.upper, 0, 0}), kLimitColor);
    for (const float end : {limits.lower, limits.upper})
      lines.cross(on({end, 0, 0}), kPointSize, kLimitColor);
  }
  /// The cone that A's axis stays in, and that axis.
  void swing(float most) {
    const auto [sine, cosine] = sineCosine(most);
    const auto rim = [&](int i) {
      const Vec3 around = aroundX(2 * kPi * float(i) / kPieces);
      return on(kAxisLength * (Vec3{float(cosine), 0, 0} + float(sine) * around));
    };
    for (int i = 0; i < kPieces; ++i) {
      lines.line(rim(i), rim(i + 1), kLimitColor);
      lines.line(on({}), rim(i), kLimitColor);
    }
    lines.line(on({}), on({}) + rotate(axesA.rotation, {kAxisLength, 0, 0}), kJointColor);
  }

  void operator()(const HingeJoint& j) {
    if (j.limits) turn(*j.limits);
  }
  void operator()(const PrismaticJoint& j) {
    if (j.limits) slide(*j.limits);
  }
  void operator()(const BallJoint& j) {
    if (j.twistLimits) turn(*j.twistLimits);
    if (BallJoint::limitsSwing(j)) swing(*j.swingLimit);
  }
  /// Pitch circles, and a radius that turns with each gear: they meet where the teeth mesh.
  void operator()(const GearJoint& j) {
    const Vec3 d = axesB.position - axesA.position;
    const auto teethA = float(j.teethA), teethB = float(j.teethB) * (j.internal ? -1.0f : 1.0f);
    const auto gear = [&](const Transform& axes, float part) {
      const Vec3 u = inverseRotate(axes.rotation, d);
      const float radius = part * std::sqrt(u.y * u.y + u.z * u.z);
      if (!(abs(radius) < 1e3f)) return;  // no pitch circles: as many teeth inside as outside
      lines.circle(axes, radius, kLimitColor);
      lines.line(axes.position, transformPoint(axes, {0, radius, 0}), kLimitColor);
      axis(axes);
    };
    gear(axesA, teethA / (teethA + teethB)), gear(axesB, teethB / (teethA + teethB));
  }
  /// The pitch circle, and the line on the rack that rolls on it.
  void operator()(const RackAndPinionJoint& j) {
    const float radius = j.radius.value_or(0);
    lines.circle(axesA, radius, kLimitColor);
    lines.line(axesA.position, transformPoint(axesA, {0, radius, 0}), kLimitColor);
    axis(axesA);
    const Vec3 touch = axesA.position + rotate(axesB.rotation, Vec3{0, 0, -radius});
    const Vec3 along = rotate(axesB.rotation, Vec3{0, kPi * radius, 0});
    lines.line(touch - along, touch + along, kLimitColor);
  }
  void operator()(const JointEnds&) {}

  void axis(const Transform& axes) {
    const Vec3 along = rotate(axes.rotation, {kAxisLength, 0, 0});
    lines.line(axes.position - along, axes.position + along, kJointColor);
  }
};

/// The joint's two points, what they are fixed to, its axis where it has one, and its limits.
void drawJoint(const World& w, const Joint& joint, Lines& lines) {
  const bool toWorld = joint.bodyB == w.bodies.nobody();
  const Transform a = w.bodies.bodyPose(joint.bodyA);
  const Transform b = toWorld ? Transform{} : w.bodies.bodyPose(joint.bodyB);
  const Vec3 onA = transformPoint(a, joint.ownFrames.a.position);
  const Vec3 onB = transformPoint(b, joint.ownFrames.b.position);
  lines.cross(onB, kPointSize, kJointColor);
  if (const PulleyJoint* pulley = std::get_if<PulleyJoint>(&joint.def)) {
    const Vec3 rope[] = {onA, *pulley->groundA, *pulley->groundB, onB};
    for (int k = 0; k < 3; ++k) lines.line(rope[k], rope[k + 1], kJointColor);
    for (const Vec3 ground : {rope[1], rope[2]}) lines.cross(ground, kPointSize, kJointColor);
  } else {
    lines.line(onA, onB, kJointColor);
  }
  lines.line(a.position, onA, kJointColor);
  if (!toWorld) lines.line(b.position, onB, kJointColor);
  const bool hasAxis = std::visit(
      [](const auto& j) {
        return requires { j.axis; };
      },
      joint.def);
  Limits limits{{onB, b.rotation * joint.ownFrames.b.rotation},
                {onA, a.rotation * joint.ownFrames.a.rotation},
                lines};
  if (hasAxis) limits.axis(limits.axesB);
  std::visit(limits, joint.def);
}

}  // namespace

void drawDebugLines(const World& w, unsigned flags, std::vector<float>& out) {
  Lines lines{out};
  if (flags & kDebugContacts)
    for (const Contact& c : w.collision.contacts.all()) {
      const Transform &a = w.bodies.poses[c.bodyA], &b = w.bodies.poses[c.bodyB];
      const Manifold manifold =
          manifoldOf(c, w.collision.contacts.patchOf(c), a.rotation, b.rotation);
      for (int i = 0; i < c.count; ++i) {
        const Vec3 p = b.position + manifold.points[i].onB;
        lines.cross(p, kPointSize, kContactColor);
        lines.line(p, p + kNormalLength * manifold.normal, kContactColor);
      }
    }
  for (int i = 0; i < w.bodies.size(); ++i) {
    const Transform t = w.bodies.bodyPose(i);
    const Shape& shape = w.bodies.defs[i].shape;
    if ((flags & kDebugBoxes) && isBounded(shape)) lines.box(aabbOf(shape, t), kBoxColor);
    if (flags & kDebugAxes) {
      const float size = isBounded(shape) ? extentOf(shape) : 1;
      for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
        lines.line(t.position, t.position + rotate(t.rotation, size * axis), axis);
    }
  }
  if (flags & kDebugTies)
    for (const Attachment& a : w.ties.attachments) {
      const Vec3 from = Ties::anchorOf(w.soft, w.bodies, a.def);
      const Vec3 to = w.soft.positionOf(a.def);
      lines.cross(from, kPointSize, kTieColor);
      lines.line(from, to, kTieColor);
    }
  if (flags & kDebugJoints)
    for (const Joint& joint : w.joints.all) drawJoint(w, joint, lines);
}

}  // namespace holonom
