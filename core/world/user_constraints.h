#pragma once
// Constraints of the user among those of cloth: each is projected by itself, by XPBD, after the
// cloth's own in every sweep, whatever solver these have.
#include "base/pool.h"
#include "constraints/user_constraint_def.h"
#include "world/cloth.h"

namespace holonom {

using UserConstraintId = Handle<struct UserConstraintTag>;

struct UserConstraint {
  UserConstraintDef def;
  UserFunctions functions;
  double value = 0;     ///< C when it was last projected
  double force = 0;     ///< λ/h² of the last substep: each particle feels that times its ∇C
  bool failed = false;  ///< a function gave what is not finite in the last step

  std::vector<int> index;  ///< of its particles in this step; none where one is gone
  std::vector<Vec3d> x, gradient;
  double lambda = 0;

  /// One projection in a substep of length h [s].
  void project(Particles& particles, float h);

 private:
  bool differentiate();
};

class UserConstraints {
 public:
  /// Of a definition that is checked.
  UserConstraintId add(UserConstraintDef def, UserFunctions functions);
  bool remove(UserConstraintId id);
  /// Null for a stale handle; good until the next is added or removed.
  UserConstraint* find(UserConstraintId id);

  /// Before the sweeps of a substep.
  void begin(const std::vector<Cloth>& cloths, const IdPool<ClothId>& ids, int substep);
  void project(Particles& particles, float h) {
    for (UserConstraint& c : all_) c.project(particles, h);
  }

 private:
  std::vector<UserConstraint> all_;
  IdPool<UserConstraintId> ids_;
};

}  // namespace holonom
