#include "world/rotation_value.h"

#include <initializer_list>

#include "math/elementary.h"
#include "world/describe.h"

namespace holonom {

namespace {

/// Beyond, whole turns swallow the digits of the rest.
constexpr double kLargestTurn = 1e5;
constexpr double kMatrixTolerance = 0.01;
/// Bodies keep their rotations in float: closer to gimbal lock than its rounding is locked.
constexpr double kFloatLock = 4e-7;

Status readFiniteNumbers(const Value& v, double* out, int n, const std::string& path, Rule rule) {
  if (v.isObject() && n > 4) return typeError(path, v, rule);
  if (Status bad = readNumbers(v, out, n, path, rule)) return bad;
  for (int i = 0; i < n; ++i)
    if (!std::isfinite(out[i]))
      return Error{ErrorCode::Finite, path + "[" + std::to_string(i) + "]", out[i],
                   Rule::FiniteNumber};
  return {};
}

Status readTurn(const Value& v, double& out, const std::string& path) {
  if (!v.isNumber()) return typeError(path, v, Rule::Angle);
  out = v.number;
  return checkNumber(out, path, {-kLargestTurn, kLargestTurn}, 0, false);
}

/// That an object holds the required fields, and no others but the optional.
Status expectRotationFields(const Value& v, const std::string& path,
                            const std::vector<std::string>& required,
                            const std::vector<std::string>& optional = {}) {
  if (!v.isObject()) return typeError(path, v, Rule::ObjectWith, {listOf(required)});
  std::vector<std::string> names = required;
  names.insert(names.end(), optional.begin(), optional.end());
  for (const std::string& key : v.keys)
    if (std::find(names.begin(), names.end(), key) == names.end())
      return unknownField(path, key, names);
  for (const std::string& name : required)
    if (!v.find(name))
      return Error{
          ErrorCode::Missing, joinPath(path, name), Value(), Rule::ObjectWith, {listOf(required)}};
  return {};
}

Result<Quatd> readEulerAngles(const Value& v, const std::string& path) {
  if (Status bad = expectRotationFields(v, path, {"order", "angles"}, {"gimbalLock"})) return *bad;
  EulerOrder order{};
  if (Status bad = readMember(*v.find("order"), order, joinPath(path, "order"), {})) return *bad;
  const std::string at = joinPath(path, "angles");
  std::array<double, 3> angles;
  if (Status bad = readFiniteNumbers(*v.find("angles"), angles.data(), 3, at, Rule::ThreeAngles))
    return *bad;
  for (int i = 0; i < 3; ++i)
    if (Status bad = readTurn(angles[i], angles[i], at + "[" + std::to_string(i) + "]"))
      return *bad;
  return fromEuler(order, angles);
}

Result<Quatd> readAxisAngle(const Value& v, const std::string& path) {
  if (Status bad = expectRotationFields(v, path, {"axis", "angle"})) return *bad;
  double axis[3], angle;
  const std::string at = joinPath(path, "axis");
  if (Status bad = readFiniteNumbers(*v.find("axis"), axis, 3, at, Rule::Direction)) return *bad;
  const double size = max(abs(axis[0]), max(abs(axis[1]), abs(axis[2])));
  if (!(size > 0)) return Error{ErrorCode::Range, at, *v.find("axis"), Rule::DirectionNotZero};
  if (Status bad = readTurn(*v.find("angle"), angle, joinPath(path, "angle"))) return *bad;
  return fromAxisAngle({{axis[0] / size, axis[1] / size, axis[2] / size}, angle});
}

Result<Quatd> readRotationVector(const Value& v, const std::string& path) {
  double n[3];
  if (Status bad = readFiniteNumbers(v, n, 3, path, Rule::RotationVector)) return *bad;
  for (int i = 0; i < 3; ++i)
    if (Status bad = readTurn(n[i], n[i], path + "[" + std::to_string(i) + "]")) return *bad;
  return fromRotationVector({n[0], n[1], n[2]});
}

Result<Quatd> readRotationMatrix(const Value& v, const std::string& path) {
  double n[9];
  if (Status bad = readFiniteNumbers(v, n, 9, path, Rule::NineNumbers)) return *bad;
  const Mat3d m{{n[0], n[3], n[6]}, {n[1], n[4], n[7]}, {n[2], n[5], n[8]}};
  const auto refuse = [&](Rule rule) { return Error{ErrorCode::Range, path, v, rule}; };
  const std::optional<Mat3d> r = nearestRotation(m);
  if (!r && determinant(m) < 0) return refuse(Rule::RotationMirrored);
  if (!r) return refuse(Rule::RotationSingular);
  const double off =
      lengthSquared(m.x - r->x) + lengthSquared(m.y - r->y) + lengthSquared(m.z - r->z);
  if (off > kMatrixTolerance * kMatrixTolerance) return refuse(Rule::RotationUnit);
  return fromMatrix(*r);
}

Result<Quatd> readQuaternion(const Value& v, const std::string& path) {
  double n[4];
  if (Status bad = readFiniteNumbers(v, n, 4, path, Rule::RotationForms)) return *bad;
  const double size = max(max(abs(n[0]), abs(n[1])), max(abs(n[2]), abs(n[3])));
  if (!(size > 0))
    return Error{ErrorCode::Range, path, Value::ofNumbers({n[0], n[1], n[2], n[3]}),
                 Rule::QuaternionNotZero};
  return normalize(Quatd{n[0] / size, n[1] / size, n[2] / size, n[3] / size});
}

Value underName(const char* name, Value v) {
  Value out = Value::object();
  out.set(name, std::move(v));
  return out;
}

Value ofVector(Vec3d v) { return Value::ofNumbers({v.x, v.y, v.z}); }

}  // namespace

bool isQuaternionValue(const Value& v) {
  return v.isArray() || (v.isObject() && v.find("x") != nullptr);
}

Result<Quatd> readRotation(const Value& v, const std::string& path) {
  if (isQuaternionValue(v)) return readQuaternion(v, path);
  if (!v.isObject() || v.keys.size() != 1) return typeError(path, v, Rule::RotationForms);
  const std::string& form = v.keys[0];
  const Value& given = v.items[0];
  const std::string at = joinPath(path, form);
  if (form == "euler") return readEulerAngles(given, at);
  if (form == "axisAngle") return readAxisAngle(given, at);
  if (form == "rotationVector") return readRotationVector(given, at);
  if (form == "matrix") return readRotationMatrix(given, at);
  if (form == "angle") {
    double angle;
    if (Status bad = readTurn(given, angle, at)) return *bad;
    return fromAngle(angle);
  }
  return unknownField(path, form, {"euler", "axisAngle", "rotationVector", "matrix", "angle"});
}

Result<Value> writeRotation(const Quatd& q, RotationForm form, EulerOrder order) {
  switch (form) {
    case RotationForm::Quaternion:
      break;
    case RotationForm::Euler: {
      const EulerAngles e = toEuler(q, order, kFloatLock);
      Value euler = Value::object();
      euler.set("order", EnumNames<EulerOrder>::names[static_cast<int>(order)]);
      euler.set("angles", Value::ofNumbers({e.angles.begin(), e.angles.end()}));
      euler.set("gimbalLock", e.locked);
      return underName("euler", std::move(euler));
    }
    case RotationForm::AxisAngle: {
      const AxisAngle turn = toAxisAngle(q);
      Value out = Value::object();
      out.set("axis", ofVector(turn.axis));
      out.set("angle", turn.angle);
      return underName("axisAngle", std::move(out));
    }
    case RotationForm::RotationVector:
      return underName("rotationVector", ofVector(toRotationVector(q)));
    case RotationForm::Matrix: {
      const Mat3d m = toMatrix(q);
      return underName("matrix", Value::ofNumbers({m.x.x, m.y.x, m.z.x, m.x.y, m.y.y, m.z.y, m.x.z,
                                                   m.y.z, m.z.z}));
    }
    case RotationForm::Angle:
      if (q.x * q.x + q.y * q.y > 1e-12)
        return Error{ErrorCode::Range, "rotation", Value::ofNumbers({q.x, q.y, q.z, q.w}),
                     Rule::RotationAboutZ};
      return underName("angle", toAngle(q));
  }
  return Value::ofNumbers({q.x, q.y, q.z, q.w});
}

Result<Value> convertRotation(const Value& rotation, const Value& form, const Value& order) {
  const Result<Quatd> q = readRotation(rotation, "rotation");
  if (!q) return *q.error;
  RotationForm wanted{};
  if (Status bad = readMember(form, wanted, "form", {})) return *bad;
  EulerOrder axes = EulerOrder::Xyz;
  if (order.kind != Value::Kind::Null)
    if (Status bad = readMember(order, axes, "order", {})) return *bad;
  return writeRotation(q.value, wanted, axes);
}

}  // namespace holonom
