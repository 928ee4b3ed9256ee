// Every solver × every scene of the matrix, each against its bound. Where the variable
// HOLONOM_MATRIX names a file, prints the table, and writes it there as JSON.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "matrix_scenes.h"
#include "solvers.h"

namespace holonom {
namespace solver_matrix_test {

/// What was measured, by scene and solver.
std::map<std::pair<std::string, std::string>, double>& measured() {
  static std::map<std::pair<std::string, std::string>, double> all;
  return all;
}

std::string rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value != 0 && std::abs(value) < 0.001 ? "%.0e" : "%.3g", value);
  return text;
}

void printTable() {
  // Lines that begin with a bar are what `npm test` shows.
  std::string line = "| scene | what, and its bound |";
  for (const SolverType s : allSolvers()) line += std::string(" ") + nameOf(s) + " |";
  std::printf("%s\n", line.c_str());
  for (const auto& scene : matrixScenes()) {
    line = std::string("| ") + scene->name + " | " + scene->quantity + " ≤ " +
           rounded(scene->bound) + " " + scene->unit + " |";
    for (const SolverType s : allSolvers()) {
      const auto found = measured().find({scene->name, nameOf(s)});
      const MatrixScene::Exception* e = scene->exceptionFor(nameOf(s));
      line += " " + (found == measured().end() ? "–" : rounded(found->second));
      if (e && std::isfinite(e->bound)) line += " (≤ " + rounded(e->bound) + ")";
      line += " |";
    }
    std::printf("%s\n", line.c_str());
  }
}

void writeJson(const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (!file) {
    ADD_FAILURE() << "can't write " << path;
    return;
  }
  const char* before = "[\n";
  for (const auto& scene : matrixScenes())
    for (const SolverType s : allSolvers()) {
      const auto found = measured().find({scene->name, nameOf(s)});
      if (found == measured().end()) continue;
      const MatrixScene::Exception* e = scene->exceptionFor(nameOf(s));
      std::fprintf(file,
                   "%s  {\"scene\": \"%s\", \"quantity\": \"%s\", \"unit\": \"%s\", "
                   "\"seconds\": %g, \"solver\": \"%s\", \"value\": %.6g, \"bound\": %g",
                   before, scene->name, scene->quantity, scene->unit, scene->seconds, nameOf(s),
                   found->second, scene->boundFor(nameOf(s)));
      if (e) std::fprintf(file, ", \"why\": \"%s\"", e->why);
      std::fprintf(file, "}");
      before = ",\n";
    }
  std::fprintf(file, "\n]\n");
  std::fclose(file);
}

class Report : public testing::Environment {
 public:
  void TearDown() override {
    const char* path = std::getenv("HOLONOM_MATRIX");
    if (!path || measured().empty()) return;
    printTable();
    writeJson(path);
  }
};
[[maybe_unused]] const testing::Environment* const kReport =
    testing::AddGlobalTestEnvironment(new Report);

using Cell = std::tuple<SolverType, size_t>;

class SolverMatrix : public testing::TestWithParam<Cell> {};

std::string nameOfCell(const testing::TestParamInfo<Cell>& info) {
  std::string name = solverName({std::get<0>(info.param), 0}) + "_";
  for (const char c : std::string(matrixScenes()[std::get<1>(info.param)]->name))
    if (std::isalnum(c)) name += c;
  return name;
}
const auto everyScene = [] { return testing::Range(size_t(0), matrixScenes().size()); };

INSTANTIATE_TEST_SUITE_P(Default, SolverMatrix,
                         testing::Combine(testing::Values(WorldSettings{}.solver), everyScene()),
                         nameOfCell);
INSTANTIATE_TEST_SUITE_P(CampaignEvery, SolverMatrix, testing::Combine(everySolver(), everyScene()),
                         nameOfCell);

TEST_P(SolverMatrix, KeepsTheBound) {
  const auto [solver, index] = GetParam();
  const MatrixScenes scenes = matrixScenes();
  MatrixScene& scene = *scenes[index];
  const double bound = scene.boundFor(nameOf(solver));
  if (bound == kNotItsKind) return;
  WorldSettings settings;
  settings.solver = solver;
  World world(settings);
  scene.build(world);
  while (world.time < scene.seconds - 1e-3) {
    ASSERT_FALSE(world.step(1.0f / 60));
    scene.watch(world);
  }
  const double value = scene.measure(world);
  measured()[{scene.name, nameOf(solver)}] = value;
  EXPECT_LE(value, bound) << scene.name << ": " << scene.quantity << " [" << scene.unit << "]";
}

}  // namespace solver_matrix_test
}  // namespace holonom
