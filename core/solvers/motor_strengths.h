#pragma once
// How hard motors without bound push at most: as hard as moving all that they are joined to and
// that touches it may need. What does not give way, as a wall, then stops them; else they would
// drive bodies through it, or solvers into a contradiction.
#include <span>
#include <vector>

#include "collision/contact_cache.h"
#include "rigid/bodies.h"
#include "solvers/joint_solver.h"

namespace holonom {

class MotorStrengths {
 public:
  /// Sets those of the joints for substeps h [s], under gravity of this size [m/s²]. A motor keeps
  /// any strength where what it moves touches nothing, or also hangs on gears, springs or rows of
  /// the user, whose loads are not known. `jointsAtOnce`: equations are solved after contacts,
  /// which motors of what touches must not undo. Allocates only while capacities grow.
  void find(const Bodies& bodies, std::span<const Contact> contacts,
            std::vector<ActiveJoint>& joints, float gravity, float h, bool jointsAtOnce);

 private:
  // Bodies that touch or are joined.
  struct Group {
    double mass = 0, weight = 0;  // [kg], [N], of all forces
    double torque = 0;            // [N m]
    Vec3d moment;                 // sum of m x [kg m]
    double second = 0;            // sum of m x² and of the traces of inertias [kg m²]
    bool touches = false, unknown = false;
  };

  std::vector<int> parents_;
  std::vector<Group> groups_;  // of each body that represents one
};

}  // namespace holonom
