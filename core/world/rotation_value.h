#pragma once
// Rotations in descriptions, in every form in which people write them.
#include <string>

#include "base/error.h"
#include "math/rotations.h"

namespace holonom {

/// How a rotation is written in a description; all angles in radians.
enum class RotationForm {
  Quaternion,      ///< [x, y, z, w]
  Euler,           ///< { euler: { order: 'xyz', angles: [a, b, c] } }, as `EulerOrder` says
  AxisAngle,       ///< { axisAngle: { axis: [x, y, z], angle } }
  RotationVector,  ///< { rotationVector: [x, y, z] }, axis times angle
  Matrix,          ///< { matrix: [9 numbers, row by row] }
  Angle,           ///< { angle }, about z: rotations of the plane
};
template <>
struct EnumNames<RotationForm> {
  static constexpr const char* names[] = {"quaternion",     "euler",  "axisAngle",
                                          "rotationVector", "matrix", "angle"};
};

/// Whether a description gives the four numbers of a quaternion rather than another form.
bool isQuaternionValue(const Value& value);

/// Reads any form as a unit quaternion. A quaternion may have any length but zero; a matrix may be
/// off from a rotation by 0.01 and is then replaced by the nearest one. Errors, with `path` before
/// the field: Type, UnknownField and Missing for what is no form; Finite; Range for a zero
/// quaternion or axis, an unknown order, and a matrix that mirrors, flattens or distorts.
Result<Quatd> readRotation(const Value& value, const std::string& path);

/// Writes a rotation so that `readRotation` reads it. Euler angles carry `gimbalLock: true` when
/// only the sum or difference of the outer two is known; the third is then zero. Error Range, path
/// `rotation`, for the form Angle and a rotation that is not about z.
Result<Value> writeRotation(const Quatd& rotation, RotationForm form, EulerOrder order);

/// One form as another; `form` and `order` by their names, xyz where no order is given.
Result<Value> convertRotation(const Value& rotation, const Value& form, const Value& order);

}  // namespace holonom
