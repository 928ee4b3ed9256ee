#pragma once
// The scenes of the solver matrix. Each builds a world, runs for a while and answers with one
// number, an error: 0 is perfect, and a bound says what still counts as right. The bound is one for
// all solvers; where a method by its nature can't keep it, the scene says so by the solver's name.
#include <memory>
#include <string_view>
#include <vector>

#include "physics.h"

namespace holonom {

/// Gravity of a world by default [m/s²].
inline constexpr double kGravity = 9.81;
/// Bound of a solver that by its nature has no say in a scene.
inline constexpr double kNotItsKind = kInfinity;

class MatrixScene {
 public:
  struct Exception {
    std::string_view solver;
    double bound;
    const char* why;
  };

  MatrixScene(const char* name, const char* quantity, const char* unit, double bound,
              double seconds)
      : name(name), quantity(quantity), unit(unit), bound(bound), seconds(seconds) {}
  virtual ~MatrixScene() = default;
  virtual void build(World& world) = 0;
  virtual void watch(const World&) {}  ///< after each step
  virtual double measure(const World& world) = 0;

  /// The exception of this solver, if there is one.
  const Exception* exceptionFor(std::string_view solver) const {
    for (const Exception& e : exceptions)
      if (e.solver == solver) return &e;
    return nullptr;
  }
  double boundFor(std::string_view solver) const {
    const Exception* e = exceptionFor(solver);
    return e ? e->bound : bound;
  }

  const char* name;
  const char* quantity;  ///< what the number is
  const char* unit;
  double bound;
  double seconds;
  std::vector<Exception> exceptions;
};

using MatrixScenes = std::vector<std::unique_ptr<MatrixScene>>;
void addMotionScenes(MatrixScenes& scenes);  ///< matrix_motion.cpp
void addStackScenes(MatrixScenes& scenes);   ///< matrix_stacks.cpp
void addJointScenes(MatrixScenes& scenes);   ///< matrix_joints.cpp

inline MatrixScenes matrixScenes() {
  MatrixScenes all;
  addMotionScenes(all);
  addStackScenes(all);
  addJointScenes(all);
  return all;
}

}  // namespace holonom
