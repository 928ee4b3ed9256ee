#pragma once
// The joints of a world, and which bodies they hold together.
#include <vector>

#include "base/handle.h"
#include "base/objects.h"
#include "constraints/joints/joint_def.h"
#include "rigid/bodies.h"
#include "world/collision/joined_groups.h"
#include "world/user_constraints.h"

namespace holonom {

/// A joint of the world.
struct Joint {
  JointDef def;              ///< with its anchors filled in
  int bodyA = 0, bodyB = 0;  ///< dense indices; B may be nobody()
  JointFrames ownFrames;     ///< in the bodies' own axes
  JointFrames frames;        ///< in their principal axes
  int rowCount = 0;
  float impulses[kMaxJointRows] = {};      ///< of the last substep [N s or N m s]
  float stepImpulses[kMaxJointRows] = {};  ///< of the last step

  template <class A>
  void archive(A& ar) {
    auto& [def, bodyA, bodyB, ownFrames, frames, rowCount, impulses, stepImpulses] = *this;
    ar(def, bodyA, bodyB, ownFrames, frames, rowCount, impulses, stepImpulses);
  }
};

class JointSet {
 public:
  Objects<Joint, JointId> all;

  /// Joints came, went or were changed.
  void forgetActive() { activity_ = 0; }
  /// With an active body, in ascending order.
  const std::vector<int>& active(const Bodies& bodies);
  /// A step begins: what is joined is to be found anew.
  void forgetGroups() { groups_.forget(); }
  /// What joints and rows of the user hold together in this step.
  const JoinedGroups& groups(const Bodies& bodies, UserConstraints& user);

  template <class A>
  void archive(A& ar) {
    auto& [all, active_, activity_, groups_] = *this;
    ar(all);
  }

 private:
  std::vector<int> active_;
  uint64_t activity_ = 0;  // of which those are; 0 if of none
  JoinedGroups groups_;
};

}  // namespace holonom
