#pragma once
// The rigid solvers: a new one is its file, with its name, entry points and row here.
#include "base/fields.h"
#include "solvers/solver.h"

namespace holonom {

enum class SolverType { Direct, Mlcp, GaussSeidel, Pgs, SoftStep, Xpbd };
template <>
struct EnumNames<SolverType> {
  static constexpr const char* names[] = {"direct", "mlcp",      "gauss-seidel",
                                          "pgs",    "soft-step", "xpbd"};
};

// The entry points, one file each.
ContactSettings softStepContacts(const SolverSettings& settings, float h);
void softStepSubstep(StepContext& context);
ContactSettings pgsContacts(const SolverSettings& settings, float h);
void pgsSubstep(StepContext& context);
void directSubstep(StepContext& context);
void mlcpSubstep(StepContext& context);
void gaussSeidelSubstep(StepContext& context);
void xpbdSubstep(StepContext& context);

inline const Solver& solverOf(SolverType type) {
  static constexpr Solver kSolvers[] = {
      /*direct*/ {8, 0, 0.01f, 0.25f, pgsContacts, directSubstep, true},
      /*mlcp*/ {50, 0, 0.01f, 0.25f, nullptr, mlcpSubstep},
      /*gauss-seidel*/ {50, 0, 0.001f, 0.25f, nullptr, gaussSeidelSubstep},
      /*pgs*/ {8, 0, 0.001f, 0.25f, pgsContacts, pgsSubstep},
      /*soft-step*/ {1, 0.2f, 0.01f, 0.25f, softStepContacts, softStepSubstep, true},
      /*xpbd*/ {4, 0, 0.001f, 0.05f, nullptr, xpbdSubstep, false, true},
  };
  return kSolvers[static_cast<int>(type)];
}

}  // namespace holonom
