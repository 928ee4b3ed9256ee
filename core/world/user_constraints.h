#pragma once
// Constraints of the user. Each on particles is projected by itself, by XPBD, after the cloth's own
// in every sweep, whatever solver these have; those on bodies are rows among those of joints.
#include "base/objects.h"
#include "constraints/user_row.h"
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

/// What the row of a constraint on bodies begins a step with. The world keeps it, as a step that is
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

  /// Those on bodies, one after another; their indices are found first.
  template <class F>
  void forEachOfBodies(const Bodies& bodies, F&& f) {
    for (size_t i = 0; i < all_.size(); ++i)
      if (findBodies(all_[i], bodies)) f(all_.idAt(int(i)), all_[i]);
  }
  /// Makes one of `kept` for each constraint on bodies, in their order.
  void align(std::vector<UserImpulse>& kept, const Bodies& bodies);
  /// Reads out what the step did, whose length is `seconds`.
  void finish(std::span<const UserImpulse> kept, double seconds);

 private:
  static bool findBodies(UserConstraint& c, const Bodies& bodies);

  std::vector<UserImpulse> aligned_;
  Objects<UserConstraint, UserConstraintId> all_;
};

}  // namespace holonom
