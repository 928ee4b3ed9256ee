#pragma once
// A constraint of the user on bodies as a row of joints: J and C by the functions of the user.
#include "constraints/user_constraint_def.h"
#include "rigid/bodies.h"

namespace holonom {

class UserRow {
 public:
  double value = 0;     ///< C when it was last asked
  bool failed = false;  ///< a function gave what is not finite in the last step
  /// Its bodies in the order of the row. The first moves; it is the only one if the others lack.
  std::vector<RowEnd> ends;

  /// Takes the functions and the room for so many bodies.
  void reserve(const UserConstraintDef& def, const UserFunctions& functions);
  /// Before a step: its bodies, in the order of the definition; the one at `first` moves.
  void begin(std::span<const int> bodies, int first);
  /// Whether it is solved as C ≤ 0, with the opposite row: then so are its forces.
  bool isOpposite() const { return upper_ == 0 && lower_ < 0; }
  /// Whether no bound clips its force.
  bool isEquation() const { return lower_ <= -kUnbounded && upper_ >= kUnbounded; }
  /// Whether it stores energy or gives some.
  bool givesEnergy(float compliance) const {
    return compliance > 0 || !(isEquation() || (lower_ == 0 && upper_ >= kUnbounded));
  }
  /// C at the present poses, as the row counts it. Sets `failed` where it is not finite.
  double measure(const Bodies& bodies);
  /// The row at the present poses, all but its softness; those of its ends that `Row` has no room
  /// for are in `ends`. Without an effect where it failed, or hardly changes with the poses.
  Row evaluate(const Bodies& bodies);

  /// As it was asked last, in the order of the definition.
  std::span<const UserGradient> gradient() const { return gradient_; }

 private:
  bool differentiate();

  UserFunctions functions_;
  float lower_ = -kUnbounded, upper_ = kUnbounded;
  int first_ = 0;
  std::vector<UserPose> poses_;
  std::vector<UserGradient> gradient_;
};

}  // namespace holonom
