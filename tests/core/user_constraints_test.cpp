// Constraints whose value a function of the user computes: what they hold, carry and refuse.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scenes.h"

namespace holonom {
namespace user_constraints_test {

using scenes::need;

/// A square of 2 × 2 particles without air; particle 0 lies at (−0.5, 0, −0.5).
ClothId addSquare(World& world, Vec3 position = {}) {
  ClothDef def;
  def.grid = GridDef{{1, 1}, {1, 1}};
  def.position = position;
  def.mass = 0.4f;
  def.drag = def.damping = 0;
  return need(world.addCloth(def));
}

UserConstraintDef on(std::vector<ClothParticle> particles) {
  UserConstraintDef def;
  def.particles = std::move(particles);
  return def;
}

/// The height of the first particle.
const UserFunctions kHeight{[](void*, std::span<const Vec3d> x) { return x[0].y; }};

/// The distance of the first two, with what it should be.
struct Rod {
  double length = 2;
  int calls = 0;
};
double rodValue(void* user, std::span<const Vec3d> x) {
  Rod& rod = *static_cast<Rod*>(user);
  ++rod.calls;
  return length(x[1] - x[0]) - rod.length;
}
void rodGradient(void*, std::span<const Vec3d> x, std::span<Vec3d> out) {
  const Vec3d d = x[1] - x[0];
  out[1] = (1 / length(d)) * d;
  out[0] = -out[1];
}

double weight(const World& world, int point) {
  return 9.81 / double(world.soft.particles.positions[point].w);
}

Vec3 particle(const World& world, int cloth, int point) {
  return world.soft.particles.positions[world.soft.cloths[cloth].first + point].xyz();
}

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(1.0f / 60));
}

TEST(UserConstraints, HoldWhereTheirValueIsZero) {
  for (const ParticleSolver solver :
       {ParticleSolver::Colored, ParticleSolver::GaussSeidel, ParticleSolver::Jacobi,
        ParticleSolver::Direct, ParticleSolver::Hierarchical, ParticleSolver::Lines})
    for (const ParticleIntegrator integrator :
         {ParticleIntegrator::Euler, ParticleIntegrator::Bdf2}) {
      World world;
      world.settings.particleSolver = solver;
      world.settings.particleIntegrator = integrator;
      const ClothId cloth = addSquare(world);
      std::vector<UserConstraintId> ids;
      for (int i = 0; i < 4; ++i)
        ids.push_back(need(world.addUserConstraint(on({{cloth, i}}), kHeight)));
      run(world, 30);
      for (int i = 0; i < 4; ++i) {
        EXPECT_NEAR(particle(world, 0, i).y, 0, 1e-6) << int(solver) << int(integrator);
        // λ/h² is the force along the gradient: it carries the weight of the particle.
        EXPECT_NEAR(world.find(ids[i])->force, weight(world, i), 2e-3)
            << int(solver) << int(integrator);
      }
    }
}

TEST(UserConstraints, OfTwoClothsPullBothWithAndWithoutAGradient) {
  World analytic, numeric;
  Rod rod;
  for (World* world : {&analytic, &numeric}) {
    world->settings.gravity = {};
    const ClothId a = addSquare(*world), b = addSquare(*world, {3, 0, 0});
    const bool given = world == &analytic;
    need(world->addUserConstraint(on({{a, 1}, {b, 0}}),
                                  {rodValue, given ? rodGradient : nullptr, &rod}));
    for (int i = 0; i < 3; ++i) run(*world, 20);
    EXPECT_NEAR(length(particle(*world, 1, 0) - particle(*world, 0, 1)), 2, 1e-4);
    const Momentum m = world->momentum();
    EXPECT_LT(length(m.linear) + length(m.angular), 1e-4);
  }
  for (int i = 0; i < 4; ++i)
    EXPECT_LT(length(particle(analytic, 0, i) - particle(numeric, 0, i)), 1e-4f);
}

TEST(UserConstraints, CompliantOnesGiveByForceTimesCompliance) {
  World world;
  const ClothId cloth = addSquare(world);
  std::vector<UserConstraintId> ids;
  for (int i = 0; i < 4; ++i) {
    UserConstraintDef def = on({{cloth, i}});
    def.compliance = 0.05f;
    ids.push_back(need(world.addUserConstraint(def, kHeight)));
  }
  ClothDef damped = world.describe(cloth);
  damped.damping = 0.5f;
  ASSERT_FALSE(world.redefine(cloth, damped));
  run(world, 1200);
  double carried = 0, whole = 0;
  for (int i = 0; i < 4; ++i) {
    const double force = world.find(ids[i])->force;
    EXPECT_NEAR(particle(world, 0, i).y, -0.05 * force, 1e-5);
    carried += force, whole += weight(world, i);
  }
  EXPECT_NEAR(carried, whole, 5e-3 * whole);
  for (const UserConstraintId id : ids) ASSERT_FALSE(world.setCompliance(id, 0));
  run(world, 2);
  EXPECT_NEAR(particle(world, 0, 0).y, 0, 1e-6);
}

TEST(UserConstraints, InequalitiesOnlyPush) {
  World world;
  const ClothId cloth = addSquare(world, {0, 1, 0});
  std::vector<UserConstraintId> ids;
  for (int i = 0; i < 4; ++i) {
    UserConstraintDef def = on({{cloth, i}});
    def.inequality = true;
    ids.push_back(need(world.addUserConstraint(def, kHeight)));
  }
  run(world, 20);
  EXPECT_NEAR(particle(world, 0, 0).y, 1 - 0.5 * 9.81 / 9, 0.05) << "it falls freely above zero";
  EXPECT_EQ(world.find(ids[0])->force, 0);
  run(world, 60);
  EXPECT_NEAR(particle(world, 0, 0).y, 0, 1e-5);
  EXPECT_NEAR(world.find(ids[0])->force, weight(world, 0), 2e-3);
}

TEST(UserConstraints, ThatGiveNoNumberAreLeftOutForTheStep) {
  struct Moody {
    int calls = 0;
    bool sane = false;
  } moody;
  const UserFunctions functions{[](void* user, std::span<const Vec3d> x) {
                                  Moody& m = *static_cast<Moody*>(user);
                                  ++m.calls;
                                  return m.sane ? x[0].y : std::numeric_limits<double>::quiet_NaN();
                                },
                                nullptr, &moody};
  World world;
  world.settings.particleIterations = 3;
  const ClothId cloth = addSquare(world);
  const UserConstraintId id = need(world.addUserConstraint(on({{cloth, 0}}), functions));
  run(world, 5);
  EXPECT_EQ(moody.calls, 5) << "asked once in each step";
  EXPECT_TRUE(world.find(id)->failed);
  EXPECT_EQ(world.find(id)->force, 0);
  EXPECT_LT(particle(world, 0, 0).y, -0.03f) << "and the world goes on";
  moody.sane = true;
  run(world, 1);
  EXPECT_FALSE(world.find(id)->failed);
  EXPECT_NEAR(particle(world, 0, 0).y, 0, 1e-4);
  // A gradient that is no number counts the same.
  const UserFunctions endless{[](void*, std::span<const Vec3d>) { return 1.0; },
                              [](void*, std::span<const Vec3d>, std::span<Vec3d> out) {
                                out[0] = {0, std::numeric_limits<double>::infinity(), 0};
                              }};
  const UserConstraintId other = need(world.addUserConstraint(on({{cloth, 3}}), endless));
  run(world, 5);
  EXPECT_TRUE(world.find(other)->failed);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(isFinite(particle(world, 0, i)));
}

TEST(UserConstraints, WithNoWayToGoMoveNothing) {
  World world;
  world.settings.gravity = {};
  const ClothId cloth = addSquare(world);
  for (const double slope : {0.0, 1e-200, 1e-12}) {
    double tilt = slope;
    const UserFunctions flat{[](void* user, std::span<const Vec3d> x) {
                               return 1 + *static_cast<double*>(user) * x[0].y;
                             },
                             [](void* user, std::span<const Vec3d>, std::span<Vec3d> out) {
                               out[0] = {0, *static_cast<double*>(user), 0};
                             },
                             &tilt};
    const UserConstraintId id = need(world.addUserConstraint(on({{cloth, 0}}), flat));
    run(world, 3);
    EXPECT_EQ(length(particle(world, 0, 0) - Vec3{-0.5f, 0, -0.5f}), 0) << slope;
    EXPECT_TRUE(world.remove(id));
    EXPECT_FALSE(world.remove(id));
  }
}

TEST(UserConstraints, RestWhileTheirClothIsAway) {
  World world;
  const ClothId other = addSquare(world, {5, 0, 0}), cloth = addSquare(world);
  need(world.addUserConstraint(on({{cloth, 0}}), kHeight));
  const std::vector<uint8_t> before = world.snapshot();
  ASSERT_TRUE(world.remove(cloth));
  run(world, 2);
  EXPECT_LT(particle(world, 0, 0).y, -1e-3f) << "what is left falls";
  ASSERT_FALSE(world.restore(before));
  ASSERT_TRUE(world.remove(other));
  run(world, 10);
  EXPECT_NEAR(particle(world, 0, 0).y, 0, 1e-6) << "back again, in another place of the store";
  world.clear();
  run(world, 1);
}

TEST(UserConstraints, MistakesNameTheField) {
  World world;
  const ClothId cloth = addSquare(world);
  const auto refusal = [&](const UserConstraintDef& def) {
    const auto r = world.addUserConstraint(def, kHeight);
    EXPECT_TRUE(r.error);
    return r.error.value_or(Error{});
  };
  EXPECT_EQ(refusal(on({})).path, "particles");
  EXPECT_EQ(refusal(on({})).code, ErrorCode::Missing);
  EXPECT_EQ(refusal(on({{cloth, 0}, {cloth, 4}})).path, "particles[1].point");
  EXPECT_EQ(refusal(on({{cloth, -1}})).path, "particles[0].point");
  EXPECT_EQ(refusal(on({{cloth, 2}, {cloth, 2}})).path, "particles[1].point");
  EXPECT_EQ(refusal(on({{ClothId{77}, 2}})).code, ErrorCode::Stale);
  UserConstraintDef soft = on({{cloth, 0}});
  soft.compliance = -1;
  EXPECT_EQ(refusal(soft).path, "compliance");
  const UserConstraintId id = need(world.addUserConstraint(on({{cloth, 0}}), kHeight));
  EXPECT_EQ(world.setCompliance(id, NAN)->code, ErrorCode::Finite);
  EXPECT_EQ(world.setCompliance(UserConstraintId{99}, 1)->code, ErrorCode::Stale);
}

}  // namespace user_constraints_test
}  // namespace holonom
