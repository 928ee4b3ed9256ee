// When a network has blown up: not because it is fast, but because it holds far more energy than it
// had and was given. What an integrator gains or loses by itself has no source.
#include "springs/network.h"

namespace holonom {

namespace {

/// Near its critical step an explicit method swings between energies that differ up to 30 times,
/// and recovers.
constexpr double kMargin = 1000;
/// What a network may have for nothing: that of its free nodes at 1 m/s [J/kg].
constexpr double kUnquestioned = 0.5;

bool isBounded(const std::vector<Vec3d>& list) {
  for (const Vec3d& x : list)
    if (!(abs(x.x) <= kLargest && abs(x.y) <= kLargest && abs(x.z) <= kLargest)) return false;
  return true;
}

/// What the springs' pull on nodes that something moves takes from that over h [J].
double workOfMoved(const SpringNetwork& n, double h) {
  double work = 0;
  for (const Spring& s : n.springs) {
    if (n.inverseMasses[s.a] > 0 && n.inverseMasses[s.b] > 0) continue;
    const Vec3d d = n.positions[s.b] - n.positions[s.a], v = n.velocities[s.b] - n.velocities[s.a];
    const double l = length(d);
    const Vec3d f =
        springForce(s, n.axialDamping, l > 0 ? (1 / l) * d : Vec3d{}, l - s.restLength, v);
    if (n.inverseMasses[s.a] == 0) work -= h * dot(f, n.velocities[s.a]);
    if (n.inverseMasses[s.b] == 0) work += h * dot(f, n.velocities[s.b]);
  }
  return work;
}

}  // namespace

double kineticEnergy(const SpringNetwork& n) {
  double twice = 0;
  for (size_t i = 0; i < n.masses.size(); ++i)
    if (n.inverseMasses[i] > 0) twice += n.masses[i] * lengthSquared(n.velocities[i]);
  return 0.5 * twice;
}

void pushNode(SpringNetwork& n, int node, Vec3d velocity) {
  const Vec3d impulse = n.masses[node] * (velocity - n.velocities[node]);
  n.kinetic += 0.5 * dot(impulse, n.velocities[node] + velocity);
  n.explained += max(0.0, dot(impulse, velocity));
  n.velocities[node] = velocity;
}

void takeAccount(SpringNetwork& n, Vec3d gravity, double h) {
  // The energy when the step began: what was explained and is gone since explains no more.
  const double before = n.kinetic + n.elastic;
  n.explained = n.explained >= 0 ? min(n.explained, before) : before;
  double twice = 0;
  Vec3d momentum;
  bool moved = false;
  n.freeMass = 0;
  for (size_t i = 0; i < n.masses.size(); ++i) {
    const Vec3d v = n.velocities[i], p = n.masses[i] * v;
    if (n.inverseMasses[i] == 0) {
      moved |= v != Vec3d{};
      continue;
    }
    n.freeMass += n.masses[i];
    twice += dot(p, v);
    momentum += p;
  }
  n.kinetic = 0.5 * twice;
  // With the velocity that forces lead to, their work is no less than it was.
  double work = h * dot(gravity, momentum);
  // What they give within a step from rest may be there while their work over many is nought.
  double start = h * h / 2 * lengthSquared(gravity) * n.freeMass;
  for (size_t i = 0; i < n.outerForces.size(); ++i) {
    const Vec3d f = n.outerForces[i];
    work += h * dot(f, n.velocities[i]);
    start += h * h / 2 * n.inverseMasses[i] * lengthSquared(f);
  }
  for (const Anchor& a : n.anchors) work += max(0.0, dot(a.impulse, n.velocities[a.node]));
  for (const Weld& w : n.welds) work += max(0.0, -dot(w.impulse, n.velocities[w.node]));
  for (const NodeContact& c : n.contacts) work += max(0.0, dot(c.impulse, n.velocities[c.node]));
  if (moved) work += max(0.0, workOfMoved(n, h));
  n.explained = max(0.0, n.explained + work) + start;
}

bool hasBlownUp(const SpringNetwork& n) {
  return !(n.kinetic + n.elastic <= kMargin * (n.explained + kUnquestioned * n.freeMass)) ||
         !isBounded(n.positions) || !isBounded(n.velocities);
}

}  // namespace holonom
