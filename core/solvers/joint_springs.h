#pragma once
// The energy in the springs of a joint: its soft equations and its drive.
#include <array>
#include <span>

#include "constraints/joints/joint_def.h"
#include "solvers/soft_basis.h"

namespace holonom {

/// Whether the equations of a joint are springs that act as one block. Of bodies with locked axes
/// each equation is by itself, for the locks may hold it in part.
bool isSoftBlock(const JointDef& def, int a, int b, const Bodies& bodies);

/// A drive has the stiffness that gives it its frequency where the joint holds: with the mass that
/// its row has then. Gives it the frequency that makes it so with the mass of the row alone. Takes
/// all rows of a joint, the equations first, without what locks hold.
void keepDriveStiffness(std::span<SolverRow> rows, int equations, const Bodies& bodies);

/// Springs whose stiffness is that of the poses at which they were taken, as for a substep.
class JointSprings {
 public:
  /// Takes those of a joint between bodies a and b, dense indices; b may be nobody().
  JointSprings(const JointDef& def, const JointFrames& frames, int a, int b, const Bodies& bodies);
  /// Energy stored at the present poses [J].
  double energy(const Bodies& bodies) const;

 private:
  const JointDef* def_;
  const JointFrames* frames_;
  int a_, b_, count_ = 0;
  SoftBasis basis_;
  std::array<double, kMaxJointRows> stiffness_{};  // of each row, 0 where it is no spring
};

}  // namespace holonom
