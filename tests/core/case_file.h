#pragma once
// Reference cases: inputs and expected values that other programs computed, in tests/cases/*.json.
//
//   TEST(FreeFall, IsTheClosedForm) {
//     forEachCase("free_fall", [](const Case& c) {
//       World world = ...c.input["h"].number()...;
//       c.expectNear("v", world.bodies.states[0].linear);
//     });
//   }
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "math/quat.h"

namespace holonom {

/// A value of a case. Reading what is not there fails the test and gives NaN or nothing.
class CaseValue {
 public:
  bool has(const std::string& key) const;
  CaseValue operator[](const char* key) const;
  CaseValue operator[](int index) const;
  int size() const { return static_cast<int>(items_.size()); }  ///< of a list
  bool isNull() const { return kind_ == Kind::Null; }           ///< absent, or not applicable

  double number() const;  ///< "inf" and "-inf" are infinite
  float real() const { return static_cast<float>(number()); }
  int integer() const { return static_cast<int>(number()); }
  bool truth() const;
  std::string text() const;
  Vec3d vectorDouble() const;
  Vec3 vector() const { return toFloat(vectorDouble()); }
  Quat rotation() const;                ///< from a list w, x, y, z
  std::vector<double> numbers() const;  ///< of lists within lists too, row by row
  std::vector<int> integers() const;    ///< the same

 private:
  friend class CaseReader;
  enum class Kind { Null, Bool, Number, Text, List, Object };
  void collect(std::vector<double>& all) const;

  Kind kind_ = Kind::Null;
  double number_ = 0;  // also 0 or 1 of a Bool
  std::string text_;
  std::string place_;              // in the file, for messages
  std::vector<CaseValue> items_;   // of a List and an Object
  std::vector<std::string> keys_;  // of an Object
};

/// The numbers of a computed value, in the order in which a case lists them.
struct CaseNumbers {
  CaseNumbers(double n) : all{n} {}
  CaseNumbers(std::initializer_list<double> n) : all(n) {}
  CaseNumbers(std::vector<double> n) : all(std::move(n)) {}
  CaseNumbers(Vec3 v) : all{v.x, v.y, v.z} {}
  CaseNumbers(Vec3d v) : all{v.x, v.y, v.z} {}
  std::vector<double> all;
};

struct Case {
  std::string name;
  CaseValue input;
  CaseValue expect;  ///< without what a misprinted formula gives (keys with `printed_`)
  CaseValue tol;     ///< `abs`, `rel` and tolerances of single quantities
  CaseValue whole;   ///< all of it

  /// What |actual − expected| may be: abs + rel |expected|.
  double allowed(double expected) const;
  /// Fails unless `actual` is the expected value of `key` within the case's own tolerance.
  /// `rounding` is added to it: what float32 arithmetic makes unavoidable, with a reason beside it.
  void expectNear(const char* key, const CaseNumbers& actual, double rounding = 0) const;
  /// The same for a value within a value.
  void expectNear(const CaseValue& expected, const CaseNumbers& actual, double rounding = 0) const;
  /// The same for rotations: q and −q are one.
  void expectRotation(const CaseValue& expected, Quat actual, double rounding = 0) const;
};

/// The cases of tests/cases/`file`.json; none, and a failed test, if it can't be read.
std::vector<Case> readCases(const std::string& file);

/// Calls `test(case)` for each case of the file whose name contains `part`, naming the case in
/// failures. Without such a case the test fails.
template <class F>
void forEachCase(const std::string& file, const std::string& part, F&& test) {
  int count = 0;
  for (const Case& c : readCases(file)) {
    if (c.name.find(part) == std::string::npos) continue;
    SCOPED_TRACE(file + ": " + c.name);
    test(c);
    ++count;
  }
  EXPECT_GT(count, 0) << file << " has no case named like '" << part << "'";
}
template <class F>
void forEachCase(const std::string& file, F&& test) {
  forEachCase(file, "", test);
}

}  // namespace holonom
