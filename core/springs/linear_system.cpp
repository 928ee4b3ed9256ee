#include "springs/linear_system.h"

namespace holonom {

namespace {

bool isFree(const SpringNetwork& n, int i) { return n.inverseMasses[i] > 0; }

Sym3d springBlock(const SpringNetwork::Linearized& k) {
  const Vec3d u = k.along;
  return {k.across + u.x * u.x,
          k.across + u.y * u.y,
          k.across + u.z * u.z,
          u.x * u.y,
          u.x * u.z,
          u.y * u.z};
}

}  // namespace

Vec3d pullOver(const SpringNetwork& n, const Anchor& a, double h, double advance) {
  return h * (a.stiffness * (a.target - n.positions[a.node]) -
              (a.damping + advance) * n.velocities[a.node]);
}

double assemble(SpringNetwork& n, const SpringNetworkDef& settings, Vec3d gravity, double h,
                ImplicitStep step) {
  const bool imex = step == ImplicitStep::Imex, advances = step == ImplicitStep::Linear;
  const double part = imex ? 0.5 : 1;  // of the step at which forces are taken
  const double floor = settings.clampCompression ? 0 : -kInfinity;
  const size_t size = n.positions.size();
  n.diagonalBlocks.resize(size);
  n.linearized.resize(n.springs.size());
  makeRoom(n);
  outerImpulses(n, gravity, h, n.force);
  n.pointImplicit = part * h * n.pointDamping;
  for (size_t i = 0; i < size; ++i) {
    if (n.pointDamping > 0) n.force[i] -= (h * n.pointDamping) * n.velocities[i];
    n.diagonalBlocks[i] = diagonal(n.masses[i] + n.pointImplicit);
  }
  double twice = 0;
  const auto drift = [&](const Spring& s) {
    return (isFree(n, s.b) ? n.velocities[s.b] : Vec3d{}) -
           (isFree(n, s.a) ? n.velocities[s.a] : Vec3d{});
  };
  for (size_t k = 0; k < n.springs.size(); ++k) {
    const Spring& s = n.springs[k];
    const Vec3d d = n.positions[s.b] - n.positions[s.a];
    const Vec3d v = n.velocities[s.b] - n.velocities[s.a];
    const double l = length(d), perLength = l > 0 ? 1 / l : 0;
    const Vec3d u = perLength * d;
    const double slack = l > 0 ? 1 - s.restLength * perLength : 0;
    const double stiffness = part * part * h * h * s.stiffness, damping = part * h * s.damping;
    const double acrossDamping = n.axialDamping ? 0 : damping;
    const double across = imex ? stiffness : stiffness * max(floor, slack);
    const double along = stiffness - across;
    const double extension = l - s.restLength;
    Vec3d f = h * springForce(s, n.axialDamping, u, extension, v);
    // Half a drift led here: energies belong to where it began.
    const double before = imex ? length(d - (h / 2) * drift(s)) - s.restLength : extension;
    twice += s.stiffness * before * before;
    if (advances) f += across * v + (along * dot(u, v)) * u;
    n.force[s.a] += f;
    n.force[s.b] -= f;
    const SpringNetwork::Linearized linear = {std::sqrt(along + (damping - acrossDamping)) * u,
                                              across + acrossDamping, s.a, s.b};
    n.linearized[k] = linear;
    const Sym3d block = springBlock(linear);
    n.diagonalBlocks[s.a] = n.diagonalBlocks[s.a] + block;
    n.diagonalBlocks[s.b] = n.diagonalBlocks[s.b] + block;
  }
  for (Anchor& a : n.anchors) {
    const double advance = part * h * a.stiffness;
    a.implicit = h * (a.damping + advance);
    n.force[a.node] += pullOver(n, a, h, step == ImplicitStep::Newton ? 0 : advance);
    n.diagonalBlocks[a.node] = n.diagonalBlocks[a.node] + diagonal(a.implicit);
  }
  for (const Weld& w : n.welds) {
    n.force[w.node] += w.mass * (h * w.gravity);
    n.diagonalBlocks[w.node] = n.diagonalBlocks[w.node] + w.mass;
  }
  for (int i = 0; i < n.size(); ++i) {
    if (!isFree(n, i)) n.force[i] = {}, n.diagonalBlocks[i] = {};
  }
  return 0.5 * twice;
}

void invertDiagonal(SpringNetwork& n) {
  n.inverseBlocks.resize(n.diagonalBlocks.size());
  for (size_t i = 0; i < n.diagonalBlocks.size(); ++i)
    n.inverseBlocks[i] = inverse(n.diagonalBlocks[i]);
}

void multiply(const SpringNetwork& n, const std::vector<Vec3d>& x, std::vector<Vec3d>& y) {
  for (int i = 0; i < n.size(); ++i) y[i] = (n.masses[i] + n.pointImplicit) * x[i];
  for (const auto& [along, across, a, b] : n.linearized) {
    const Vec3d d = x[a] - x[b];
    const Vec3d t = across * d + dot(along, d) * along;
    y[a] += t;
    y[b] -= t;
  }
  for (const Anchor& a : n.anchors) y[a.node] += a.implicit * x[a.node];
  for (const Weld& w : n.welds) y[w.node] += w.mass * x[w.node];
  for (const NodeContact& c : n.contacts) y[c.node] += c.mass * x[c.node];
  for (int i = 0; i < n.size(); ++i)
    if (!isFree(n, i)) y[i] = {};
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
