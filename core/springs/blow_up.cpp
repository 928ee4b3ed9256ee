// When a network has blown up: not because it is fast, but because ends of a spring part far faster
// than what was in the springs, or what holds and hits the nodes, explains.
#include <cmath>

#include "springs/network.h"

namespace holonom {

namespace {

/// Ends that part no faster are not asked why: it does little harm [m/s].
constexpr double kUnquestioned = 1e3;
/// Several springs may drive one node.
constexpr double kMargin = 4;

bool isBounded(const std::vector<Vec3d>& list) {
  for (const Vec3d& x : list)
    if (!(abs(x.x) <= kLargest && abs(x.y) <= kLargest && abs(x.z) <= kLargest)) return false;
  return true;
}

bool isSound(const SpringNetwork& n) { return isBounded(n.positions) && isBounded(n.velocities); }

/// No two nodes part faster than this [m/s].
double spread(const SpringNetwork& n) {
  Vec3d low = n.velocities[0], high = low;
  for (const Vec3d& v : n.velocities) {
    low = {min(low.x, v.x), min(low.y, v.y), min(low.z, v.z)};
    high = {max(high.x, v.x), max(high.y, v.y), max(high.z, v.z)};
  }
  return length(high - low);
}

/// The greatest speed at which ends of a spring part [m/s].
double fastestParting(const SpringNetwork& n) {
  double most = 0;
  for (const Spring& s : n.springs)
    most = max(most, lengthSquared(n.velocities[s.b] - n.velocities[s.a]));
  return std::sqrt(most);
}

/// Square of the speed at which ends part with all that is in their spring, mobility w [1/kg].
double pace2(double stiffness, double w, double extension, Vec3d velocity) {
  return stiffness * w * extension * extension + lengthSquared(velocity);
}

/// The greatest such speed at these positions, the nodes slower by `less` [m/s].
double fastestPace(const SpringNetwork& n, const std::vector<Vec3d>& x,
                   const std::vector<Vec3d>* less) {
  const auto velocity = [&](int i) {
    return less && n.inverseMasses[i] > 0 ? n.velocities[i] - (*less)[i] : n.velocities[i];
  };
  double most = 0;
  for (const Spring& s : n.springs)
    most = max(most, pace2(s.stiffness, n.inverseMasses[s.a] + n.inverseMasses[s.b],
                           length(x[s.b] - x[s.a]) - s.restLength, velocity(s.b) - velocity(s.a)));
  for (const Anchor& a : n.anchors)
    most = max(most, pace2(a.stiffness, n.inverseMasses[a.node], length(a.target - x[a.node]), {}));
  for (const NodeContact& c : n.contacts)
    most = max(most, lengthSquared(c.velocity - velocity(c.node)));
  return std::sqrt(most);
}

}  // namespace

bool hasBlownUp(SpringNetwork& n) {
  if (!isSound(n)) return true;
  if (n.explained == 0) {
    if (spread(n) <= kUnquestioned || fastestParting(n) <= kUnquestioned) return false;
    const double before = fastestPace(n, n.previous, &n.deltaVelocity);
    n.explained = min(kMargin * max(kUnquestioned, before), kSpeed.max);
  } else if (fastestPace(n, n.positions, nullptr) <= kUnquestioned) {
    n.explained = 0;
    return false;
  }
  return fastestParting(n) > n.explained;
}

}  // namespace holonom
