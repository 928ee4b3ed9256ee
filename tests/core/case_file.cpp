#include "case_file.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace holonom {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool isMisprinted(const std::string& key) {
  return key.rfind("printed_", 0) == 0 || key.find("with_printed") != std::string::npos;
}

double magnitude(const CaseValue& tol, const char* key) {
  return tol.has(key) ? tol[key].number() : 0;
}

}  // namespace

class CaseReader {
 public:
  static CaseValue read(const nlohmann::json& json, const std::string& place) {
    CaseValue v;
    v.place_ = place;
    if (json.is_boolean()) {
      v.kind_ = CaseValue::Kind::Bool;
      v.number_ = json.get<bool>();
    } else if (json.is_number()) {
      v.kind_ = CaseValue::Kind::Number;
      v.number_ = json.get<double>();
    } else if (json.is_string()) {
      v.kind_ = CaseValue::Kind::Text;
      v.text_ = json.get<std::string>();
    } else if (json.is_array()) {
      v.kind_ = CaseValue::Kind::List;
      for (const auto& item : json)
        v.items_.push_back(read(item, place + "[" + std::to_string(v.items_.size()) + "]"));
    } else if (json.is_object()) {
      v.kind_ = CaseValue::Kind::Object;
      for (const auto& [key, item] : json.items()) {
        if (isMisprinted(key)) continue;
        v.keys_.push_back(key);
        v.items_.push_back(read(item, place + "." + key));
      }
    }
    return v;
  }
};

bool CaseValue::has(const std::string& key) const {
  for (const std::string& k : keys_)
    if (k == key) return true;
  return false;
}

CaseValue CaseValue::operator[](const char* key) const {
  for (size_t i = 0; i < keys_.size(); ++i)
    if (keys_[i] == key) return items_[i];
  ADD_FAILURE() << place_ << " has no " << key;
  return {};
}

CaseValue CaseValue::operator[](int index) const {
  if (kind_ == Kind::List && index >= 0 && index < size()) return items_[size_t(index)];
  ADD_FAILURE() << place_ << " has no item " << index;
  return {};
}

double CaseValue::number() const {
  if (kind_ == Kind::Number) return number_;
  if (kind_ == Kind::Text && text_ == "inf") return std::numeric_limits<double>::infinity();
  if (kind_ == Kind::Text && text_ == "-inf") return -std::numeric_limits<double>::infinity();
  ADD_FAILURE() << place_ << " is no number";
  return kNan;
}

bool CaseValue::truth() const {
  EXPECT_EQ(kind_, Kind::Bool) << place_ << " is neither true nor false";
  return number_ != 0;
}

std::string CaseValue::text() const {
  EXPECT_EQ(kind_, Kind::Text) << place_ << " is no text";
  return text_;
}

Vec3d CaseValue::vectorDouble() const {
  const std::vector<double> n = numbers();
  if (n.size() == 3) return {n[0], n[1], n[2]};
  ADD_FAILURE() << place_ << " is no vector";
  return {kNan, kNan, kNan};
}

Quat CaseValue::rotation() const {
  const std::vector<double> n = numbers();
  if (n.size() == 4) return {float(n[1]), float(n[2]), float(n[3]), float(n[0])};
  ADD_FAILURE() << place_ << " is no quaternion";
  return {};
}

std::vector<double> CaseValue::numbers() const {
  std::vector<double> all;
  collect(all);
  return all;
}

void CaseValue::collect(std::vector<double>& all) const {
  if (kind_ != Kind::List) return all.push_back(number());
  for (const CaseValue& item : items_) item.collect(all);
}

std::vector<int> CaseValue::integers() const {
  std::vector<int> all;
  for (const double n : numbers()) all.push_back(static_cast<int>(n));
  return all;
}

double Case::allowed(double expected) const {
  return magnitude(tol, "abs") + magnitude(tol, "rel") * std::abs(expected);
}

void Case::expectNear(const char* key, const CaseNumbers& actual, double rounding) const {
  SCOPED_TRACE(key);
  expectNear(expect[key], actual, rounding);
}

void Case::expectNear(const CaseValue& expected, const CaseNumbers& actual, double rounding) const {
  const std::vector<double> numbers = expected.numbers();
  ASSERT_EQ(actual.all.size(), numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double a = actual.all[i], e = numbers[i];
    if (std::isinf(e)) {
      EXPECT_EQ(a, e) << "number " << i;
    } else {
      EXPECT_NEAR(a, e, allowed(e) + rounding) << "number " << i;
    }
  }
}

void Case::expectRotation(const CaseValue& expected, Quat actual, double rounding) const {
  const Quat e = expected.rotation();
  const float side = e.x * actual.x + e.y * actual.y + e.z * actual.z + e.w * actual.w;
  const double s = side < 0 ? -1 : 1;
  expectNear(expected, {s * actual.w, s * actual.x, s * actual.y, s * actual.z}, rounding);
}

std::vector<Case> readCases(const std::string& file) {
  std::ifstream stream(HOLONOM_CASES "/" + file + ".json");
  const nlohmann::json json = nlohmann::json::parse(stream, nullptr, false);
  if (json.is_discarded() || !json.contains("cases")) {
    ADD_FAILURE() << "can't read " HOLONOM_CASES "/" << file << ".json";
    return {};
  }
  std::vector<Case> cases;
  for (const auto& item : json["cases"]) {
    Case c;
    c.whole = CaseReader::read(item, file);
    c.name = c.whole["name"].text();
    c.input = c.whole["input"];
    c.expect = c.whole["expect"];
    c.tol = c.whole["tol"];
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace holonom
