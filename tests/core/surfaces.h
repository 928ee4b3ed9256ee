#pragma once
// Worlds in which surfaces rub, by solver and clock: slopes, and what lies on them.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "scenes.h"
#include "solvers.h"

namespace holonom::surfaces {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;
constexpr double kGravity = 9.81;

struct Clock {
  float dt;
  int substeps;
  std::string text() const {
    return " dt 1/" + std::to_string(int(std::lround(1 / dt))) + ", " + std::to_string(substeps) +
           " substeps";
  }
};

/// A solver, and whether every clock is tried.
using Param = std::tuple<SolverType, bool>;

class Surface : public testing::TestWithParam<Param> {
 protected:
  SolverType solver() const { return std::get<0>(GetParam()); }
  std::vector<Clock> clocks() const {
    if (!std::get<1>(GetParam())) return {{1.0f / 30, 1}, {1.0f / 60, 4}};
    std::vector<Clock> all;
    for (const float rate : {30.0f, 60.0f, 240.0f})
      for (const int substeps : {1, 2, 4, 8}) all.push_back({1 / rate, substeps});
    return all;
  }
  World makeWorld(const Clock& clock, Vec3 gravity = {0, float(-kGravity), 0}) const {
    return scenes::sleeplessWorld(solver(), clock.substeps, gravity);
  }
};

inline std::string paramName(const testing::TestParamInfo<Param>& info) {
  return solverName({std::get<0>(info.param), info.index});
}
inline void run(World& world, const Clock& clock, double seconds) {
  const int steps = int(std::lround(seconds / double(clock.dt)));
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(clock.dt));
}

inline Quat aboutZ(double angle) {
  return {0, 0, float(std::sin(angle / 2)), float(std::cos(angle / 2))};
}

/// A half-space that falls along x by an angle [rad], with the surface of `like`.
inline Quat addSlope(World& world, double angle, const BodyDef& like) {
  BodyDef ground = like;
  ground.type = BodyType::Static;
  ground.shape = Plane{};
  ground.rotation = aboutZ(-angle);
  ground.linearVelocity = ground.angularVelocity = {};
  need(world.addBody(ground));
  return ground.rotation;
}

inline BodyDef rough(double kinetic, double sticking) {
  BodyDef def;
  def.friction = float(kinetic);
  def.staticFriction = float(sticking);
  return def;
}

/// How far a body may move that is put where it touches: soft-step brakes it only after its first
/// substep [m].
inline double landing(const Clock& clock) {
  const double h = double(clock.dt) / clock.substeps;
  return 3e-3 + kGravity * h * h;
}

/// The speed of the last body down a slope.
inline double speedDown(const World& world, double angle) {
  const Vec3 down{float(std::cos(angle)), float(-std::sin(angle)), 0};
  return double(dot(world.bodies.states[world.bodies.size() - 1].linear, down));
}

inline void expectNear(Vec3 value, Vec3d wanted, double tolerance, const std::string& what) {
  EXPECT_NEAR(double(value.x), wanted.x, tolerance) << what;
  EXPECT_NEAR(double(value.y), wanted.y, tolerance) << what;
  EXPECT_NEAR(double(value.z), wanted.z, tolerance) << what;
}

}  // namespace holonom::surfaces
