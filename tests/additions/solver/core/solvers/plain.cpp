// Projected Gauss-Seidel that starts from zero in each substep.
#include "solvers/list.h"

namespace holonom {

void plainSubstep(StepContext& c) {
  c.contacts.forgetImpulses();
  c.joints.forgetImpulses();
  pgsSubstep(c);
}

}  // namespace holonom
