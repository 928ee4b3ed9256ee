#pragma once
// The integrators of spring networks: a new one is its file, with its name and row here.
#include "base/fields.h"
#include "math/vec3.h"

namespace holonom {

struct SpringNetwork;
struct SpringNetworkDef;

enum class IntegratorType {
  ExplicitEuler,
  SymplecticEuler,
  Verlet,
  Rk4,
  BackwardEuler,
  Jacobi,
  Harmonic,
  Hybrid,
  Imex
};
template <>
struct EnumNames<IntegratorType> {
  static constexpr const char* names[] = {
      "explicit-euler", "symplectic-euler", "verlet", "rk4", "backward-euler",
      "jacobi",         "harmonic",         "hybrid", "imex"};
};

/// Advances velocities and positions by one substep h, under settings of the network's definition.
using Integrator = void(SpringNetwork& network, const SpringNetworkDef& settings, Vec3d gravity,
                        double h);

Integrator stepExplicitEuler, stepSymplecticEuler, stepVerlet, stepRk4, stepBackwardEuler,
    stepJacobi, stepHarmonic, stepHybrid, stepImex;
/// The printed formulas of backward Euler to hybrid, misprints and all.
Integrator stepAsPrinted;

/// In the order of IntegratorType.
inline constexpr Integrator* kIntegrators[] = {stepExplicitEuler, stepSymplecticEuler, stepVerlet,
                                               stepRk4,           stepBackwardEuler,   stepJacobi,
                                               stepHarmonic,      stepHybrid,          stepImex};

}  // namespace holonom
