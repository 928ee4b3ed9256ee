#pragma once
// Constraints of the user. Each on particles is projected by itself, by XPBD, after the cloth's own
// in every sweep, whatever solver these have; those on bodies are rows among those of joints.
#include "base/objects.h"
#include "constraints/user_row.h"
#include "solvers/joint_solver.h"
#include "world/cloth.h"

namespace holonom {

using UserConstraintId = Handle<struct UserConstraintTag>;

struct UserConstraint {
  UserConstraintDef def;
  UserFunctions functions;
  double value = 0;     ///< C when it was last asked
  double force = 0;     ///< λ/h² of the last substep: each particle feels that times its ∇C; of
                        ///< bodies the mean over the last step
  bool failed = false;  ///< a function gave what is not finite in the last step
  UserRow row;          ///< of bodies

  std::vector<int> index;  ///< of its particles or bodies in this step; none where one is gone
  std::vector<Vec3d> x, gradient;
  double lambda = 0;

  /// One projection in a substep of length h [s].
  void project(Particles& particles, float h);

 private:
  bool differentiate();
};

/// What the row of a constraint on bodies begins a step with: part of snapshots, as a step that is
/// repeated must begin with the same.
struct UserImpulse {
  UserConstraintId id;
  float impulse = 0;      ///< of the last substep
  float stepImpulse = 0;  ///< of the last step
  using Packed = PackedOf<UserConstraintId, float, float>;
};

class UserConstraints {
 public:
  /// Of a definition that is checked.
  UserConstraintId add(UserConstraintDef def, UserFunctions functions);
  bool remove(UserConstraintId id);
  /// Null for a stale handle; good until the next is added or removed.
  UserConstraint* find(UserConstraintId id);

  /// Before the sweeps of a substep.
  void begin(const Objects<Cloth, ClothId>& cloths, int substep);
  void project(Particles& particles, float h) {
    for (UserConstraint& c : all_) c.project(particles, h);
  }

  /// Pairs of bodies that rows link: the first that can move with each other, which is nobody()
  /// where it is alone. Good until it is asked again.
  const std::vector<std::pair<int, int>>& links(const Bodies& bodies);
  /// Adds the rows that act in a step to those of joints.
  void prepare(const Bodies& bodies, std::vector<ActiveJoint>& joints);
  /// Impulses of the last substep start the next, of a length so many times as long.
  void scale(float ratio);
  /// Reads out what the step did, whose length is `seconds`.
  void finish(double seconds);
  /// The constraints of another go on with these impulses.
  void keep(UserConstraints&& other) { all_ = std::move(other.all_); }

  template <class A>
  void archive(A& ar) {
    auto& [impulses_, aligned_, links_, all_] = *this;
    ar(impulses_);
  }

 private:
  static bool findBodies(UserConstraint& c, const Bodies& bodies);

  void align(const Bodies& bodies);

  std::vector<UserImpulse> impulses_;  // one of each constraint on bodies, in their order
  std::vector<UserImpulse> aligned_;   // what those are to become
  std::vector<std::pair<int, int>> links_;
  Objects<UserConstraint, UserConstraintId> all_;
};

}  // namespace holonom
