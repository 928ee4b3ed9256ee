#include "constraints/user_row.h"

#include <algorithm>
#include <cmath>

namespace holonom {

namespace {

/// Half of what a coordinate is moved by to see how the value changes [m or rad].
constexpr double kProbe = 1e-6;
/// Least and largest change of the value with a pose that a row can have [1/m or 1/rad].
constexpr double kFlat = 1e-9, kSteep = 1e9;

/// One of three translations and three rotations.
UserPose moved(UserPose pose, int coordinate, double by) {
  const int axis = coordinate % 3;
  const Vec3d along{axis == 0 ? by : 0, axis == 1 ? by : 0, axis == 2 ? by : 0};
  if (coordinate < 3)
    pose.position += along;
  else
    pose.rotation = integrateRotation(pose.rotation, along);
  return pose;
}

double largestOf(Vec3d v) { return max(max(abs(v.x), abs(v.y)), abs(v.z)); }

}  // namespace

void UserRow::reserve(const UserConstraintDef& def, const UserFunctions& functions) {
  functions_ = functions;
  lower_ = def.inequality ? 0 : def.lower, upper_ = def.upper;
  ends.resize(def.bodies.size());
  poses_.resize(def.bodies.size());
  gradient_.resize(def.bodies.size());
}

void UserRow::begin(std::span<const int> bodies, int first) {
  failed = false;
  first_ = first;
  for (size_t i = 0; i < ends.size(); ++i) ends[i] = {bodies[i], {}, {}};
  std::swap(ends[0], ends[size_t(first)]);
}

double UserRow::measure(const Bodies& bodies) {
  for (size_t i = 0; i < ends.size(); ++i) {
    const size_t to = i == 0 ? size_t(first_) : i == size_t(first_) ? 0 : i;
    const Transform pose = bodies.poseNow(ends[i].body);
    const Transform* const frame = bodies.ownFrame(ends[i].body);
    const Quat turned = frame ? pose.rotation * conjugate(frame->rotation) : pose.rotation;
    poses_[to] = {toDouble(pose.position), toDouble(turned)};
  }
  value = functions_.valueOfBodies(functions_.user, poses_);
  failed = !std::isfinite(value);
  const double bounded = min(max(value, -kLargest * kSteep), kLargest * kSteep);
  return isOpposite() ? -bounded : bounded;
}

/// Fills the gradient; false where the functions give none.
[[gnu::cold]] bool UserRow::differentiate() {
  if (functions_.gradientOfBodies) {
    functions_.gradientOfBodies(functions_.user, poses_, gradient_);
  } else {
    for (size_t i = 0; i < poses_.size(); ++i) {
      double slope[6];
      const UserPose from = poses_[i];
      for (int axis = 0; axis < 6; ++axis) {
        double change = 0;
        for (const double by : {kProbe, -kProbe}) {
          poses_[i] = moved(from, axis, by);
          const double there = functions_.valueOfBodies(functions_.user, poses_);
          change += by > 0 ? there : -there;
        }
        slope[axis] = change / (2 * kProbe);
      }
      poses_[i] = from;
      gradient_[i] = {{slope[0], slope[1], slope[2]}, {slope[3], slope[4], slope[5]}};
    }
  }
  return std::all_of(gradient_.begin(), gradient_.end(), [](const UserGradient& g) {
    const Vec3d sum = g.linear + g.angular;
    return std::isfinite(sum.x + sum.y + sum.z);
  });
}

Row UserRow::evaluate(const Bodies& bodies) {
  Row row;
  row.lower = isOpposite() ? 0 : lower_, row.upper = isOpposite() ? -lower_ : upper_;
  if (failed) return row;
  const double error = measure(bodies);
  if (failed || !differentiate()) {
    failed = true;
    std::fill(gradient_.begin(), gradient_.end(), UserGradient{});
  }
  double steepest = 0;
  for (const UserGradient& g : gradient_)
    steepest = max(steepest, max(largestOf(g.linear), largestOf(g.angular)));
  const bool acts =
      !failed && steepest >= kFlat && steepest <= kSteep && abs(error) <= kLargest * steepest;
  const double sign = !acts ? 0 : isOpposite() ? -1 : 1;
  for (size_t i = 0; i < ends.size(); ++i) {
    const UserGradient& g = gradient_[i == 0 ? size_t(first_) : i == size_t(first_) ? 0 : i];
    ends[i].linear = acts ? toFloat(sign * g.linear) : Vec3{};
    ends[i].angular = acts ? toFloat(sign * g.angular) : Vec3{};
  }
  // Where locked axes hold all bodies, what is left of the gradient is rounding.
  const bool held = std::all_of(ends.begin(), ends.end(), [&](const RowEnd& e) {
    return bodies.isHeldAlong(e.body, e.linear, e.angular);
  });
  for (RowEnd& e : ends) {
    e.linear = held ? Vec3{} : bodies.freeLinear(e.body, e.linear);
    if (held) e.angular = {};
  }
  row.error = acts ? float(error) : 0;
  row.linearA = ends[0].linear, row.angularA = ends[0].angular;
  if (ends.size() > 1) row.linearB = ends[1].linear, row.angularB = ends[1].angular;
  return row;
}

}  // namespace holonom
