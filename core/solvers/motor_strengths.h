#pragma once
// Motors without bound while what they move touches something: they are bounded all the same, by
// what gives all that they are joined to and that touches it a large acceleration. Else walls could
// not stop them, and solvers would be led into contradictions.
#include <span>
#include <vector>

#include "collision/contact_cache.h"
#include "rigid/bodies.h"
#include "solvers/joint_solver.h"

namespace holonom {

/// That of motors where contacts are as stiff as springs of a frequency [Hz; 0: rigid], under a
/// gravity [m/s²].
double motorAcceleration(float contactFrequency, float gravity);

class MotorStrengths {
 public:
  /// Sets whether motors of the joints are swept rather than equations, where what they move
  /// touches something and elsewhere, and how strong they are: what gives all that moves along this
  /// acceleration [m/s²]. Allocates only while capacities grow.
  void find(const Bodies& bodies, std::span<const Contact> contacts,
            std::vector<ActiveJoint>& joints, bool sweepsTouching, bool sweepsFree,
            double acceleration);

 private:
  // Bodies that touch or are joined.
  struct Group {
    double mass = 0;    // [kg]
    Vec3d moment;       // sum of m x [kg m]
    double second = 0;  // sum of m x² and of the traces of inertias [kg m²]
    bool touches = false;
  };

  std::vector<int> parents_;
  std::vector<Group> groups_;  // of each body that represents one
};

}  // namespace holonom
