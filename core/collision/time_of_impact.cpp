#include "collision/time_of_impact.h"

#include "base/scratch.h"
#include "collision/gjk.h"
#include "math/elementary.h"

namespace holonom {

namespace {

/// The search advances by no less than one of so many parts of the time, if the shapes can't pass
/// each other whole in it, and never by less than one of the most.
constexpr float kLeastAdvances = 256, kMostAdvances = 2048;
constexpr int kBisections = 10;

/// Of the larger extent: what a distance along a direction may be off.
constexpr float kRounding = 1e-6f;

/// The core of a shape lies no deeper than that of one that is so many times as long as wide.
constexpr float kSlender = 3;

/// Rotation by an angle vector, exactly: substeps may turn a body far.
Quat rotationBy(Vec3 angle) {
  const float size2 = lengthSquared(angle);
  if (size2 < 0.01f) {
    const float s = 0.5f - size2 * (1 / 48.0f);
    return {s * angle.x, s * angle.y, s * angle.z,
            1 - size2 * (1 / 8.0f) * (1 - size2 * (1 / 48.0f))};
  }
  const float size = std::sqrt(size2);
  const SineCosine half = sineCosine(0.5 * double(size));
  const float s = float(half.sine) / size;
  return {s * angle.x, s * angle.y, s * angle.z, float(half.cosine)};
}

ConvexPoints pointsOf(const MovingShape& s) {
  if (s.triangle < 0) return pointsOf(s.collider.shape);
  const auto& t = std::get_if<Mesh>(&s.collider.shape)->geometry->triangles[s.triangle];
  return {t.a, t.b, t.c};
}

/// The points of a shape, or of its core.
class CorePoints {
 public:
  explicit CorePoints(const MovingShape& s) : points_(pointsOf(s)), core_(s.core) {
    middle_ = points_.middle();
    if (core_ < 1) {
      const Vec3 half = halfWidthsOf(s.collider.shape);
      const float radius = points_.set().radius, least = min(min(half.x, half.y), half.z);
      const auto scaleOf = [&](float size) {
        const float inset = (1 - core_) * (min(size, kSlender * least) - radius);
        return size > radius && core_ > 0 ? 1 - inset / (size - radius) : core_;
      };
      scale_ = {scaleOf(half.x), scaleOf(half.y), scaleOf(half.z)};
    }
    update();
  }
  void face(Vec3 direction) {
    points_.face(direction);
    if (points_.isCurved()) update();
  }
  bool isCurved() const { return points_.isCurved(); }
  const ConvexSet& set() const { return set_; }
  Vec3 middle() const { return middle_; }

 private:
  void update() {
    const ConvexSet whole = points_.set();
    set_ = whole;
    if (core_ == 1) return;
    for (int i = 0; i < whole.count; ++i) {
      const Vec3 p = whole.points[i] - middle_;
      scaled_[i] = middle_ + Vec3{scale_.x * p.x, scale_.y * p.y, scale_.z * p.z};
    }
    set_ = {scaled_.data(), whole.count, core_ * whole.radius};
  }

  ConvexPoints points_;
  float core_;
  Vec3 scale_{1, 1, 1}, middle_;
  Scratch<Vec3, kMaxHullVertices> scaled_;
  ConvexSet set_{};
};

/// Radius of a ball about the middle of a shape and inside it [m].
[[gnu::cold]] float innerRadius(const MovingShape& s, const CorePoints& points) {
  if (s.triangle >= 0) return 0;
  const Shape& shape = s.collider.shape;
  if (const Box* box = std::get_if<Box>(&shape))
    return s.core * min(min(box->halfExtents.x, box->halfExtents.y), box->halfExtents.z);
  if (std::holds_alternative<Hull>(shape) || points.isCurved())
    return s.core * max(0.0f, -closestSurface(shape, points.middle()).distance);
  return points.set().radius;
}

struct Gap {
  float distance;       ///< [m]; not positive where they touch
  Vec3 normal;          ///< unit, from A to B, world axes
  bool nearest = true;  ///< along the normal they are nearest, not only apart
};

/// Calls `f` with each face normal of a shape, in its axes.
template <class F>
void forEachNormal(const MovingShape& s, F&& f) {
  if (s.triangle >= 0) {
    const Vec3 n = std::get_if<Mesh>(&s.collider.shape)->geometry->triangles[s.triangle].normal;
    f(n), f(-n);
  } else if (std::holds_alternative<Box>(s.collider.shape)) {
    for (const float sign : {1.0f, -1.0f})
      for (const Vec3 n : {Vec3{sign, 0, 0}, {0, sign, 0}, {0, 0, sign}}) f(n);
  } else if (const Hull* hull = std::get_if<Hull>(&s.collider.shape)) {
    for (const HullGeometry::Face& face : hull->geometry->faces) f(face.normal);
  }
}

/// Of the faces of `a` the one that holds the sets farthest apart, with its normal in the axes of
/// `a`: exact where the other distance is lost in the size of a large shape.
Gap gapOverFaces(const MovingShape& shape, const ConvexSet& a, const ConvexSet& b,
                 const RelativePose& bInA) {
  Gap best{-kHuge, {}};
  forEachNormal(shape, [&](Vec3 n) {
    float top = -kHuge, low = kHuge;
    for (int i = 0; i < a.count; ++i) top = max(top, dot(n, a.points[i]));
    for (int i = 0; i < b.count; ++i) low = min(low, dot(n, bInA.toA(b.points[i])));
    const float distance = low - top - a.radius - b.radius;
    if (distance > best.distance) best = {distance, n};
  });
  return best;
}

Gap gapToPlane(const ConvexSet& a, const Transform& ta, const Plane& b, const Transform& tb) {
  const Vec3 normal = rotate(tb.rotation, b.normal), local = inverseRotate(ta.rotation, normal);
  float lowest = kHuge;
  for (int i = 0; i < a.count; ++i) lowest = min(lowest, dot(local, a.points[i]));
  return {lowest + dot(normal, ta.position - tb.position) - b.offset - a.radius, -normal};
}

/// How far apart sets are along a unit vector from A to B, at least; negative where it does not
/// part them.
float gapAlong(Vec3 normal, const ConvexSet& a, const Transform& ta, const ConvexSet& b,
               const Transform& tb) {
  const Vec3 onA = inverseRotate(ta.rotation, normal), onB = -inverseRotate(tb.rotation, normal);
  const float reachA = dot(onA, a.points[supportVertex(a.points, a.count, onA)]) + a.radius;
  const float reachB = dot(onB, b.points[supportVertex(b.points, b.count, onB)]) + b.radius;
  return dot(normal, tb.position - ta.position) - reachA - reachB;
}

/// From the nearest point of the box around a shape, unless that is a triangle, toward a point, in
/// world axes.
Vec3 wayFromBox(const MovingShape& s, const Transform& pose, Vec3 point) {
  const Vec3 half = s.triangle < 0 ? halfWidthsOf(s.collider.shape) : Vec3{};
  const Vec3 local = inverseTransformPoint(pose, point);
  return rotate(pose.rotation, local - min(max(local, -half), half));
}

/// Bound of the speed at which rotation moves points of a body along a direction.
float turningSpeed(const MovingShape& s, Vec3 normal) {
  return turningReach(s.collider) * length(cross(s.motion.angular, normal));
}

}  // namespace

Transform BodyMotion::at(float time) const {
  return {start.position + time * linear, normalize(rotationBy(time * angular) * start.rotation)};
}

float turningReach(const Collider& c) {
  return std::holds_alternative<Sphere>(c.shape) && !c.local ? 0 : c.reach;
}

float timeOfImpact(const MovingShape& a, const MovingShape& b, float most, float tolerance) {
  const Plane* plane = std::get_if<Plane>(&b.collider.shape);
  CorePoints pa(a), pb(b);
  const ConvexSet &sa = pa.set(), &sb = pb.set();
  const bool curved = pa.isCurved() || pb.isCurved();
  // From A to B: first as seen from the middle of the smaller.
  const auto firstFacing = [&] {
    const Transform ta = colliderPose(a.collider, a.motion.start);
    const Transform tb = colliderPose(b.collider, b.motion.start);
    const bool bIsLarger = b.collider.extent > a.collider.extent;
    const Vec3 way = bIsLarger ? -wayFromBox(b, tb, ta.position) : wayFromBox(a, ta, tb.position);
    const float size = length(way);
    return size > 0 ? (1 / size) * way : Vec3{};
  };
  const float rounding = kRounding * max(a.collider.extent, b.collider.extent);
  Vec3 facing = plane || curved || b.triangle >= 0 ? Vec3{} : firstFacing();
  const auto gapAt = [&](float time) {
    const Transform ta = colliderPose(a.collider, a.motion.at(time));
    const Transform tb = colliderPose(b.collider, b.motion.at(time));
    if (plane) {
      pa.face(-inverseRotate(ta.rotation, rotate(tb.rotation, plane->normal)));
      return gapToPlane(sa, ta, *plane, tb);
    }
    // Mostly the direction of before still tells them apart, and is far cheaper to ask.
    if (!curved && facing != Vec3{}) {
      const float along = gapAlong(facing, sa, ta, sb, tb);
      if (along > tolerance + rounding) return Gap{along, facing, false};
    }
    const RelativePose bInA = seenFrom(ta, tb);
    GjkResult near = gjkDistance(sa, sb, bInA, kHuge);
    Vec3 faced = near.normal;
    float last2 = kHuge;
    for (int i = 1; curved && near.distance > 0 && i < kFacings; ++i) {
      pa.face(faced), pb.face(-bInA.directionToB(faced));
      near = gjkDistance(sa, sb, bInA, kHuge);
      const float turn2 = lengthSquared(near.normal - faced);
      if (turn2 < kFinestFacet * kFinestFacet) break;
      faced = nextFacing(faced, near.normal, turn2, last2);
    }
    const float distance = near.distance - sa.radius - sb.radius;
    if (near.distance > 0 && distance > tolerance)
      return Gap{distance, rotate(ta.rotation, near.normal)};
    const Gap onA = gapOverFaces(a, sa, sb, bInA), onB = gapOverFaces(b, sb, sa, inverse(bInA));
    if (max(onA.distance, onB.distance) > tolerance)
      return onA.distance > onB.distance ? Gap{onA.distance, rotate(ta.rotation, onA.normal)}
                                         : Gap{onB.distance, -rotate(tb.rotation, onB.normal)};
    return Gap{near.distance > 0 ? distance : -1, {}};
  };
  const Vec3 relative = b.motion.linear - a.motion.linear;
  // Bodies that turn beside each other are apart all along, and the bound of their speed is coarse.
  const float thickness = plane ? kHuge : innerRadius(a, pa) + innerRadius(b, pb);
  float time = 0, before = 0;
  while (true) {
    const Gap gap = gapAt(time);
    facing = gap.normal;
    if (!(gap.distance > tolerance)) {
      if (gap.distance > 0 || time == 0) return time;
      // The least advance led into the other: back to where they met.
      float apart = before;
      for (int i = 0; i < kBisections; ++i) {
        const float middle = 0.5f * (apart + time);
        (gapAt(middle).distance > 0 ? apart : time) = middle;
      }
      return apart;
    }
    // Along the normal the gap can't close faster than this.
    const float speed =
        turningSpeed(a, gap.normal) + turningSpeed(b, gap.normal) - dot(relative, gap.normal);
    // Half of the tolerance deeper, so that the search ends.
    const float advance = gap.distance - 0.5f * tolerance;
    if (!(speed * (most - time) >= advance)) return -1;
    before = time;
    const float whole = min(most / kLeastAdvances, (gap.distance + thickness) / speed);
    const float least = gap.nearest ? whole : 0;
    time += max(max(advance / speed, least), most / kMostAdvances);
    if (time > most) return -1;
  }
}

float timeOfBalls(Vec3 between, Vec3 velocity, float reach) {
  // |between + t velocity|² = reach², in double: far apart the squares nearly cancel.
  const double closing = -dot(toDouble(between), toDouble(velocity));
  if (!(closing > 0)) return -1;
  const double gap = lengthSquared(toDouble(between)) - double(reach) * double(reach);
  if (!(gap > 0)) return 0;
  const double inside = closing * closing - lengthSquared(toDouble(velocity)) * gap;
  return inside >= 0 ? float(gap / (closing + std::sqrt(inside))) : -1;
}

}  // namespace holonom
