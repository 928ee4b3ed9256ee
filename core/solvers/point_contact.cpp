#include "solvers/point_contact.h"

#include "collision/ray.h"

namespace holonom {

namespace {

/// The surface of a shape that a point meets, in world axes; `motion` [m] is how it came to where
/// it is, as seen from the shape. What is fast may have gone through: it meets where it went in.
SurfacePoint surfaceMet(const Shape& shape, const Transform& pose, Vec3 position, Vec3 motion,
                        float radius) {
  SurfacePoint surface = closestSurface(shape, inverseTransformPoint(pose, position));
  surface.normal = rotate(pose.rotation, surface.normal);
  const float way = length(motion);
  if (way <= max(radius, abs(surface.distance))) return surface;
  const Vec3 direction = (1 / way) * motion;
  RayHit hit;
  // Inside from the start, it is met at once: then the nearest way out is right.
  if (castRay(shape, pose, position - motion, direction, way, hit) && hit.distance > 0)
    return {hit.normal, (way - hit.distance) * dot(direction, hit.normal)};
  return surface;
}

}  // namespace

bool solvePointBody(Bodies& bodies, int body, const Shape& shape, const Transform& pose,
                    ContactPoint& point, float radius, float recovery, PointFriction friction,
                    float h) {
  const Vec3 center = bodies.poses[body].position + bodies.states[body].deltaPosition;
  const Vec3 passed =
      point.position - point.previous - h * bodies.velocityAt(body, point.position - center);
  const SurfacePoint surface = surfaceMet(shape, pose, point.position, passed, radius);
  if (surface.distance >= radius) return false;
  const Vec3 normal = surface.normal;
  const Vec3 arm = point.position - surface.distance * normal - center;
  const bool moves = bodies.isDynamic(body);
  const float w = point.inverseMass;
  const float wn = w + (moves ? bodies.inverseMassAlong(body, arm, normal) : 0);
  if (!(wn > 0)) return true;

  const float closed =
      h * dot(bodies.velocityAt(body, arm), normal) - dot(point.position - point.previous, normal);
  const float depth = min(radius - surface.distance, closed + recovery);
  if (!(depth > 0)) return true;
  const float push = depth / wn;
  point.position += (w * push) * normal;
  if (moves) bodies.applyPositionalImpulse(body, (-push / h) * normal, arm, h);

  const Vec3 motion = point.position - point.previous - h * bodies.velocityAt(body, arm);
  const Vec3 slip = motion - dot(motion, normal) * normal;
  const float size = length(slip);
  if (!(size > 0)) return true;
  const Vec3 direction = (1 / size) * slip;
  const float wt = w + (moves ? bodies.inverseMassAlong(body, arm, direction) : 0);
  const float rub = frictionImpulse(friction, size / wt, push);
  point.position -= (w * rub) * direction;
  if (moves) bodies.applyPositionalImpulse(body, (rub / h) * direction, arm, h);
  return true;
}

bool solvePointsBody(const Bodies& bodies, int body, const Shape& shape, const Transform& pose,
                     ContactPoints& points, float radius, PointFriction friction, float h) {
  const QuatT<f32x4> rotation{splat(pose.rotation.x), splat(pose.rotation.y),
                              splat(pose.rotation.z), splat(pose.rotation.w)};
  const Vec3x4 local = inverseRotate(rotation, points.position - broadcast<f32x4>(pose.position));
  SurfacePointT<f32x4> surface;
  const bool hasLanes = std::visit(
      [&](const auto& each) {
        if constexpr (requires { closestSurface(each, local); }) {
          surface = closestSurface(each, local);
          return true;
        }
        return false;
      },
      shape);
  if (!hasLanes) return false;
  const Vec3x4 center =
      broadcast<f32x4>(bodies.poses[body].position + bodies.states[body].deltaPosition);
  const Vec3x4 linear = broadcast<f32x4>(h * bodies.states[body].linear),
               angular = broadcast<f32x4>(h * bodies.states[body].angular);
  const f32x4 zero = splat(0), one = splat(1), reach = splat(radius);
  const Vec3x4 moved = points.position - points.previous - linear;
  const Vec3x4 passed = moved - cross(angular, points.position - center);
  const f32x4 room = max(reach, abs(surface.distance));
  if (any(lengthSquared(passed) > room * room)) return false;

  const f32x4 depth = reach - surface.distance;
  const auto touching = (depth > zero) & (points.inverseMass > zero);
  if (!any(touching)) return true;
  const Vec3x4 normal = rotate(rotation, surface.normal);
  const Vec3x4 arm = points.position - surface.distance * normal - center;
  const Vec3x4 motion = moved + depth * normal - cross(angular, arm);
  const Vec3x4 slip = motion - dot(motion, normal) * normal;
  const f32x4 size = length(slip);
  const f32x4 held = select(size <= splat(friction.held) * depth, size,
                            min(size, splat(friction.sliding) * depth));
  const Vec3x4 rub = (held / select(size > zero, size, one)) * slip;
  points.position = select(touching, points.position + depth * normal - rub, points.position);
  return true;
}

bool solvePointPoint(ContactPoint& a, ContactPoint& b, float distance, PointFriction friction,
                     Vec3& slipBefore) {
  const Vec3 d = b.position - a.position;
  const float l2 = lengthSquared(d), w = a.inverseMass + b.inverseMass;
  if (l2 >= distance * distance || !(w > 0)) return false;
  const float l = sqrt(l2);
  const Vec3 normal = l > kNoLength ? (1 / l) * d : Vec3{0, 1, 0};
  const float push = (distance - l) / w;
  a.position -= (a.inverseMass * push) * normal;
  b.position += (b.inverseMass * push) * normal;
  const Vec3 motion = slipBefore + (b.position - b.previous) - (a.position - a.previous);
  const Vec3 slip = motion - dot(motion, normal) * normal;
  const float size = length(slip);
  if (!(size > 0)) return true;
  const float stop = size / w, impulse = frictionImpulse(friction, stop, push);
  if (impulse < stop) slipBefore = {};
  const float rub = impulse / size;
  a.position += (a.inverseMass * rub) * slip;
  b.position -= (b.inverseMass * rub) * slip;
  return true;
}

namespace {

/// As `inverse`, where its products would leave the floats.
Sym3 inverseOfAnySize(const Sym3& m) {
  const float size = max(m.xx, max(m.yy, m.zz));
  if (size > 1e-10f && size < 1e10f) return inverse(m);
  if (!(size > 0 && size < 1e30f)) return {};
  return (1 / size) * inverse((1 / size) * m);
}

}  // namespace

Vec3 solvePointAttachment(Bodies& bodies, int body, Vec3 arm, Vec3 error, float inverseMass,
                          float scaledCompliance, Vec3& lambda, float h) {
  const bool moves = body != bodies.nobody() && bodies.isDynamic(body);
  Sym3 k = diagonal(inverseMass + scaledCompliance);
  if (moves) k = k + bodies.pointInverseMass(body, arm);
  const Vec3 delta = inverseOfAnySize(k) * (-error - scaledCompliance * lambda);
  lambda += delta;
  if (moves) bodies.applyPositionalImpulse(body, (-1 / h) * delta, arm, h);
  return delta;
}

}  // namespace holonom
