#pragma once
#include "constraints/grab.h"
#include "solvers/row_solver.h"

namespace holonom {

/// A grab of a body, and its rows of this step.
struct ActiveGrab {
  Grab grab;
  float frequency = 0, dampingRatio = 0;  ///< [Hz], 1
  Softness soft;
  SolverRow rows[Grab::rowCount];
  bool exact = false;  ///< see ExactIslands
};

}  // namespace holonom
