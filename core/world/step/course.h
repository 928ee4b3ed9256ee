#pragma once
// The step of a world that is open, or was the last.
#include <vector>

#include "rigid/bodies.h"

namespace holonom {

struct Course {
  bool open = false, paused = false;
  double seconds = 0, start = 0;      ///< its length, and when it began [s]
  float dt = 0, h = 0;                ///< its length and that of a substep [s]
  int planned = 0, done = 0;          ///< substeps
  double lastSubstep = 0;             ///< h of the last step [s]; 0 before the first
  double lastStep = 0;                ///< and that times the substeps that were done
  std::vector<Vec3> forces, torques;  ///< of the whole step, on each body
  std::vector<int> pushed;            ///< bodies on which those are not zero
  std::vector<Bodies::Shown> shown;   ///< in a pause

  template <class A>
  void archive(A& ar) {
    auto& [open, paused, seconds, start, dt, h, planned, done, lastSubstep, lastStep, forces,
           torques, pushed, shown] = *this;
    ar(lastSubstep, lastStep);
  }
};

}  // namespace holonom
