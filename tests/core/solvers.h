#pragma once
// Tests that every solver must pass: INSTANTIATE_TEST_SUITE_P(Solvers, MyTest, everySolver(),
// solverName), with MyTest a TestWithParam<SolverType>.
#include <gtest/gtest.h>

#include <cctype>
#include <iterator>
#include <string>
#include <vector>

#include "solvers/list.h"

namespace holonom {

/// All values of an enumeration that has names.
template <class Type>
std::vector<Type> allOf() {
  std::vector<Type> all;
  for (size_t i = 0; i < std::size(EnumNames<Type>::names); ++i)
    all.push_back(static_cast<Type>(i));
  return all;
}
inline std::vector<SolverType> allSolvers() { return allOf<SolverType>(); }
inline std::vector<RigidIntegrator> allIntegrators() { return allOf<RigidIntegrator>(); }

template <class Type>
const char* nameOf(Type type) {
  return EnumNames<Type>::names[static_cast<int>(type)];
}

inline auto everySolver() { return testing::ValuesIn(allSolvers()); }
/// "soft-step" as SoftStep: GoogleTest allows letters and digits only.
template <class Type>
std::string testName(const testing::TestParamInfo<Type>& info) {
  std::string name;
  bool start = true;
  for (const char c : std::string(nameOf(info.param))) {
    if (c != '-') name += start ? static_cast<char>(std::toupper(c)) : c;
    start = c == '-';
  }
  return name;
}
inline std::string solverName(const testing::TestParamInfo<SolverType>& info) {
  return testName(info);
}

}  // namespace holonom
