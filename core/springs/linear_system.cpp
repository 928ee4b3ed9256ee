#include "springs/linear_system.h"

namespace holonom {

namespace {

Vec3d springTimes(const SpringNetwork::Linearised& k, Vec3d d) {
  return k.across * d + ((k.along - k.across) * dot(k.direction, d)) * k.direction;
}

bool isFree(const SpringNetwork& n, int i) { return n.inverseMasses[i] > 0; }

}  // namespace

void linearise(SpringNetwork& n, double h) {
  n.linearised.resize(n.springs.size());
  for (size_t k = 0; k < n.springs.size(); ++k) {
    const Spring& s = n.springs[k];
    const Vec3d d = n.positions[s.b] - n.positions[s.a];
    const double l = length(d);
    const Vec3d direction = l > 0 ? (1 / l) * d : Vec3d{};
    const double slack = l > 0 ? max(0.0, 1 - s.restLength / l) : 0;
    const double stiffness = h * h * n.stiffness;
    n.linearised[k] = {direction, stiffness, slack * stiffness};
  }
}

void multiply(const SpringNetwork& n, double h, const std::vector<Vec3d>& x,
              std::vector<Vec3d>& y) {
  for (int i = 0; i < n.size(); ++i) y[i] = n.masses[i] * x[i];
  const double hc = h * n.damping;
  for (size_t k = 0; k < n.springs.size(); ++k) {
    const Spring& s = n.springs[k];
    const Vec3d d = x[s.a] - x[s.b];
    const Vec3d t = springTimes(n.linearised[k], d) + hc * d;
    y[s.a] += t;
    y[s.b] -= t;
  }
  for (const Anchor& a : n.anchors) y[a.node] += (h * (a.damping + h * a.stiffness)) * x[a.node];
  for (const Weld& w : n.welds) y[w.node] += w.mass * x[w.node];
  for (int i = 0; i < n.size(); ++i)
    if (!isFree(n, i)) y[i] = {};
}

void invertDiagonal(SpringNetwork& n, double h) {
  std::vector<Sym3d>& d = n.diagonalInverse;
  n.contactInverseMasses.resize(n.positions.size());
  d.resize(n.positions.size());
  for (int i = 0; i < n.size(); ++i) d[i] = diagonal(n.masses[i]);
  for (size_t k = 0; k < n.springs.size(); ++k) {
    const auto& [u, along, across] = n.linearised[k];
    const double a = across + h * n.damping, b = along - across;
    const Sym3d m = {a + b * u.x * u.x, a + b * u.y * u.y, a + b * u.z * u.z,
                     b * u.x * u.y,     b * u.x * u.z,     b * u.y * u.z};
    d[n.springs[k].a] = d[n.springs[k].a] + m;
    d[n.springs[k].b] = d[n.springs[k].b] + m;
  }
  for (const Anchor& a : n.anchors)
    d[a.node] = d[a.node] + diagonal(h * (a.damping + h * a.stiffness));
  for (const Weld& w : n.welds) d[w.node] = d[w.node] + w.mass;
  for (int i = 0; i < n.size(); ++i) {
    if (isFree(n, i)) n.contactInverseMasses[i] = 3 / (d[i].xx + d[i].yy + d[i].zz);
    d[i] = inverse(d[i]);
  }
}

void buildRightHandSide(SpringNetwork& n, Vec3d gravity, double h) {
  computeForces(n, gravity);
  for (Vec3d& f : n.force) f = h * f;
  for (size_t k = 0; k < n.springs.size(); ++k) {
    const Spring& s = n.springs[k];
    const Vec3d t = springTimes(n.linearised[k], n.velocities[s.b] - n.velocities[s.a]);
    n.force[s.a] += t;
    n.force[s.b] -= t;
  }
  for (const Anchor& a : n.anchors)
    n.force[a.node] += h * (a.stiffness * (a.target - n.positions[a.node]) -
                            (a.damping + h * a.stiffness) * n.velocities[a.node]);
  for (int i = 0; i < n.size(); ++i)
    if (!isFree(n, i)) n.force[i] = {};
}

void finishImplicit(SpringNetwork& n, double h) {
  const std::vector<Vec3d>& x = n.deltaVelocity;
  for (Weld& w : n.welds) w.impulse = w.mass * (x[w.node] - h * w.gravity);
  for (Anchor& a : n.anchors) {
    const Vec3d v = n.velocities[a.node] + x[a.node];
    a.impulse = h * (a.stiffness * (a.target - n.positions[a.node] - h * v) - a.damping * v);
  }
  for (int i = 0; i < n.size(); ++i) {
    if (!isFree(n, i)) continue;
    n.velocities[i] += x[i];
    n.positions[i] += h * n.velocities[i];
  }
}

}  // namespace holonom
