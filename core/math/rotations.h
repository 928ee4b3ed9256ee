#pragma once
// Every way to write a rotation (D. Baraff, Physically based modeling, 1997; K. Shoemake, Animating
// rotation with quaternion curves, 1985), in double precision, with the conversions between them.
// All angles in radians; a rotation maps body to world, right-handed. The quaternion is the hub:
// each form goes there and back.
#include <array>
#include <optional>

#include "base/fields.h"
#include "math/mat3.h"

namespace holonom {

/// Unit quaternion; `Quatd{0, 0, 0, 1}` is no rotation. q and −q are one rotation.
using Quatd = QuatT<double>;

/// Of unit length; nothing becomes the identity.
Quatd normalize(const Quatd& q);
Quatd toDouble(const Quat& q);  ///< normalized
Quat toFloat(const Quatd& q);

/// A turn about a fixed axis.
struct AxisAngle {
  Vec3d axis{1, 0, 0};  ///< unit
  double angle = 0;     ///< [rad], right-handed about the axis
};

/// The axes of three turns in a row, each about the axis of the body as the turns before left it
/// (intrinsic): R = R_first R_second R_third. The same angles about the world's axes in the reverse
/// order give the same rotation. The first six use three axes (Tait-Bryan), the others come back to
/// the first (proper Euler).
enum class EulerOrder { Xyz, Xzy, Yxz, Yzx, Zxy, Zyx, Xyx, Xzx, Yxy, Yzy, Zxz, Zyz };
template <>
struct EnumNames<EulerOrder> {
  static constexpr const char* names[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx",
                                          "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};
};

struct EulerAngles {
  /// In the order of the turns [rad]: the first and third in (−π, π]; the second in [−π/2, π/2], or
  /// in [0, π] where the order comes back to its first axis.
  std::array<double, 3> angles{};
  /// The second turn has brought the first axis onto the third (gimbal lock): only the sum or
  /// difference of those turns is known, and the third is set to zero.
  bool locked = false;
};

/// A turn in the xy plane, about z.
Quatd fromAngle(double angle);
/// The turn about z in (−π, π]: of other rotations the part about z (their twist).
double toAngle(const Quatd& q);

Quatd fromEuler(EulerOrder order, const std::array<double, 3>& angles);
/// Bernardes and Viollet, Quaternion to Euler angles conversion, 2022. Within `lockTolerance` [rad]
/// of gimbal lock it counts as locked; the rotation of the angles is then off by no more than that.
EulerAngles toEuler(const Quatd& q, EulerOrder order, double lockTolerance = 1e-9);

/// Rodrigues' half angles; the axis may have any length but zero.
Quatd fromAxisAngle(const AxisAngle& turn);
/// Angle in [0, π]; about x where there is no rotation.
AxisAngle toAxisAngle(const Quatd& q);

/// Exponential map: a turn by |v| about v.
Quatd fromRotationVector(Vec3d v);
/// Logarithm: axis times angle in [0, π], accurate near both ends.
Vec3d toRotationVector(const Quatd& q);

/// Rodrigues' formula R = 1 + sin θ [d]ₓ + (1 − cos θ) [d]ₓ² for a unit axis.
Mat3d rodrigues(Vec3d axis, double angle);
/// Of a matrix that is a rotation (Shepperd 1978).
Quatd fromMatrix(const Mat3d& m);
/// The rotation nearest to a matrix, by its polar decomposition (N. Higham 1986). None for a
/// singular matrix and for one that reflects.
std::optional<Mat3d> nearestRotation(const Mat3d& m);
double determinant(const Mat3d& m);

}  // namespace holonom
