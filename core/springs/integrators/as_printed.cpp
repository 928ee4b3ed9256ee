// Kang's algorithms 3 to 6 to the letter, misprints included: M + h² J where M − h² J is meant, a
// right-hand side whose h² J v cancels or that accumulates over sweeps, half impulses whose phase
// loses its quadrant, whose damped form pushes apart and divides by α² + ω_d² twice, and no outer
// force in what is harmonic. For comparison only. What nodes are tied to is not in print, and acts
// as in the derived methods.
#include "geometry/aabb.h"
#include "math/elementary.h"
#include "springs/explicit_step.h"
#include "springs/linear_system.h"

namespace holonom {

namespace {

/// φ_ij of section 2.2, or 2.3 with damping.
double printedImpulse(double kappa, double c, double mass, double extension, double rate,
                      double h) {
  const double omega = std::sqrt(kappa / mass), alpha = c / (2 * mass);
  const double amplitude = std::sqrt(extension * extension + rate * rate / (omega * omega));
  const double angle = arcTangent2(extension, std::sqrt(rate * rate / (omega * omega)));
  const double phase = angle / omega;  // T₀, from an arcsine
  if (c == 0)
    return kappa * amplitude / omega *
           (sineCosine(omega * (phase + h)).cosine - sineCosine(angle).cosine);
  const double xi = alpha / omega, damped = omega * std::sqrt(1 - xi * xi);
  const double square = alpha * alpha + damped * damped;
  const double ct = exponential(-alpha * phase) / square, ch = exponential(-alpha * h) / square;
  const SineCosine t = sineCosine(damped * phase), s = sineCosine(damped * h);
  return -kappa * amplitude * ct *
         (t.sine * (ch * alpha * s.cosine - ch * damped * s.sine - alpha) +
          t.cosine * (ch * alpha * s.sine + ch * damped * s.cosine - damped));
}

}  // namespace

void stepAsPrinted(SpringNetwork& n, const SpringNetworkDef& settings, Vec3d gravity, double h) {
  using enum IntegratorType;
  const bool hybrid = settings.integrator == Hybrid, harmonic = settings.integrator == Harmonic;
  const bool whole = settings.integrator == BackwardEuler;
  const size_t size = n.positions.size();
  std::vector<Vec3d>&b = n.force, &x = n.deltaVelocity, &phi = n.r;
  n.diagonalBlocks.resize(size);
  n.linearized.resize(n.springs.size());
  n.elastic = computeForces(n, gravity);
  for (size_t i = 0; i < size; ++i) {
    b[i] = h * b[i];
    phi[i] = {};
    n.diagonalBlocks[i] = diagonal(n.masses[i]);
  }
  for (size_t k = 0; k < n.springs.size(); ++k) {
    const Spring& s = n.springs[k];
    const Vec3d d = n.positions[s.b] - n.positions[s.a];
    const Vec3d v = n.velocities[s.b] - n.velocities[s.a];
    const double l = length(d);
    if (harmonic || hybrid) {
      const double mass = 1 / (n.inverseMasses[s.a] + n.inverseMasses[s.b]);
      const double impulse =
          printedImpulse(s.stiffness, s.damping, mass, l - s.restLength, dot(d, v) / l, h);
      phi[s.a] -= (impulse / (2 * l)) * d;
      phi[s.b] += (impulse / (2 * l)) * d;
    }
    const double damping = hybrid ? 0 : h * s.damping;  // algorithm 6 has no J_v
    const double stiffness = h * h * s.stiffness, across = stiffness * (1 - s.restLength / l);
    const Vec3d along = (std::sqrt(stiffness - across) / l) * d;
    n.linearized[k] = {along, across + damping, s.a, s.b};
    const double a = -across - damping;
    const Sym3d block = {a - along.x * along.x, a - along.y * along.y, a - along.z * along.z,
                         -(along.x * along.y),  -(along.x * along.z),  -(along.y * along.z)};
    n.diagonalBlocks[s.a] = n.diagonalBlocks[s.a] + block;
    n.diagonalBlocks[s.b] = n.diagonalBlocks[s.b] + block;
    if (whole) {  // elsewhere J_ij v_i is added to J_ii v_i, and nothing remains
      const Vec3d t = across * v + dot(along, v) * along;
      b[s.a] += t;
      b[s.b] -= t;
    }
  }
  if (harmonic) {
    divideByMass(n, phi);
    applyDeltaVelocity(n, h);
    pullAtAnchors(n, h);
    advancePositions(n, h);
    return;
  }
  for (Anchor& a : n.anchors) {
    a.implicit = h * (a.damping + h * a.stiffness);
    const Vec3d pull = pullOver(n, a, h, h * a.stiffness);
    b[a.node] += pull, phi[a.node] += pull;
    n.diagonalBlocks[a.node] = n.diagonalBlocks[a.node] + diagonal(a.implicit);
  }
  for (const Weld& w : n.welds) n.diagonalBlocks[w.node] = n.diagonalBlocks[w.node] + w.mass;
  for (int i = 0; i < n.size(); ++i)
    if (n.inverseMasses[i] == 0) b[i] = phi[i] = {}, n.diagonalBlocks[i] = {};
  if (whole) {
    prepareSolver(n, LinearSolverType::Dense, kHuge);
    n.factor.start(n.diagonalBlocks);
    for (const auto& [along, across, i, j] : n.linearized)
      if (n.inverseMasses[i] > 0 && n.inverseMasses[j] > 0) n.factor.add(i, j, across, along, 1);
    n.factor.factorise();
    n.factor.solveByInverse(b, x);
  } else {
    invertDiagonal(n);
    if (hybrid)
      for (size_t i = 0; i < size; ++i) b[i] = 0.5 * (b[i] + phi[i]);
    for (size_t i = 0; i < size; ++i) x[i] = n.inverseBlocks[i] * b[i];
    if (!hybrid) n.iterations = settings.sweeps;
    for (int sweep = 0; sweep < settings.sweeps && !hybrid; ++sweep) {
      for (const auto& [along, across, i, j] : n.linearized) {
        b[i] += across * x[j] + dot(along, x[j]) * along;
        b[j] += across * x[i] + dot(along, x[i]) * along;
      }
      for (size_t i = 0; i < size; ++i) x[i] = n.inverseBlocks[i] * b[i];
    }
  }
  finishImplicit(n, h);
}

}  // namespace holonom
