#include "solvers/newton/mlcp_newton.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "random.h"
#include "row_scenes.h"
#include "scenes.h"
#include "solvers/row_system.h"

namespace holonom {
namespace mlcp_newton_test {

/// A heap of 64 bodies in contact with those below and beside them, masses from 1 to `ratio` kg,
/// some joined, that fall for a substep.
struct Heap : RowScene {
  std::vector<MlcpFriction> friction;
  RowSystem system;
  MlcpNewton newton;

  Heap(uint64_t seed, FrictionModel model, double ratio) {
    Random random(seed);
    constexpr int kSide = 4;
    for (int i = 0; i < kSide * kSide * kSide; ++i) {
      const Vec3 place{float(i % kSide), 0.5f + float(i / (kSide * kSide)),
                       float(i / kSide % kSide)};
      const double share = random.uniform(0, 1);  // mostly light
      addBox(place + random.vector(0.1f), float(1 + (ratio - 1) * share * share * share),
             {0.5f, 0.5f, 0.5f});
    }
    const int ground = addBox({0, -1, 0}, 0);
    for (int i = 0; i < ground; ++i) {
      for (const int step : {1, kSide, kSide * kSide}) {
        if (step == kSide * kSide ? i < step : i / step % kSide == 0) continue;
        const int other = i - step;
        const Vec3 a = bodies.poses[other].position, b = bodies.poses[i].position;
        if (random.below(20) == 0)
          addJoint(other, i, 0.5f * (a + b));
        else
          addContact(other, i, 0.5f * (a + b), normalize(b - a + random.vector(0.3f)), model,
                     random.uniform(0.1, 0.9));
      }
      if (i < kSide * kSide) {
        const Vec3 below = bodies.poses[i].position - Vec3{0, 0.5f, 0};
        for (const float side : {-0.3f, 0.3f})
          addContact(ground, i, below + Vec3{side, 0, 0.5f * side}, {0, 1, 0}, model, 0.6);
      }
      bodies.states[i].linear = random.vector(0.1f);
      bodies.states[i].angular = random.vector(0.1f);
    }
    accelerate({0, -0.5f, 0});
  }

  void addContact(int a, int b, Vec3 point, Vec3 normal, FrictionModel model, double mu) {
    Manifold m{};
    m.normal = normal;
    Row out[3];
    contactRows(m, {point - bodies.poses[a].position, point - bodies.poses[b].position, 0, 0}, out);
    const int first = int(rows.size());
    for (const Row& row : out) {
      SolverRow& r = rows.emplace_back();
      r.row = row, r.a = a, r.b = b;
      r.soft = {20, 1, 0};
    }
    if (model == FrictionModel::Constant) {
      friction.push_back({first + 1, first + 2, -1, mu});
    } else if (model == FrictionModel::Cone) {
      friction.push_back({first + 1, first + 2, first, mu});
    } else {
      friction.push_back({first + 1, -1, first, mu});
      friction.push_back({first + 2, -1, first, mu});
    }
  }

  bool solve() {
    system.build(bodies, rows, 1.0f / 240, kMaxPush, true);
    system.buildMatrix();
    const std::vector<double> none(rows.size(), 0.0);
    return newton.solve({{}, system.q, system.lower, system.upper, friction}, system.byBodies(),
                        none);
  }
};

/// Signorini's and Coulomb's conditions, row by row, from A λ + q.
void expectConditions(const Heap& heap) {
  constexpr double kSlack = 1e-7;
  const size_t n = heap.rows.size();
  const std::span<const double> lambda = heap.newton.lambda();
  std::vector<double> w = heap.system.q;
  std::vector<bool> ofFriction(n);
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < n; ++k) w[i] += heap.system.a[i * n + k] * lambda[k];
  for (const MlcpFriction& f : heap.friction) {
    const double bound = f.normal < 0 ? f.mu : f.mu * lambda[size_t(f.normal)];
    const auto row = size_t(f.row);
    const double l1 = lambda[row], w1 = w[row];
    const double l2 = f.second < 0 ? 0 : lambda[size_t(f.second)];
    const double w2 = f.second < 0 ? 0 : w[size_t(f.second)];
    const double slip = std::hypot(w1, w2);
    EXPECT_LE(std::hypot(l1, l2), bound + kSlack);
    EXPECT_NEAR(l1 * slip, -bound * w1, kSlack * (1 + bound));
    EXPECT_NEAR(l2 * slip, -bound * w2, kSlack * (1 + bound));
    ofFriction[row] = true;
    if (f.second >= 0) ofFriction[size_t(f.second)] = true;
  }
  for (size_t i = 0; i < n; ++i) {
    if (ofFriction[i]) continue;
    if (heap.rows[i].row.lower < 0) {
      EXPECT_NEAR(w[i], 0, kSlack) << "equation";
      continue;
    }
    EXPECT_GE(lambda[i], 0);
    EXPECT_GE(w[i], -kSlack);
    EXPECT_NEAR(lambda[i] * w[i], 0, kSlack * (1 + lambda[i]));
  }
}

TEST(MlcpNewton, MeetsEveryConditionOfHeaps) {
  for (const FrictionModel model :
       {FrictionModel::Cone, FrictionModel::Pyramid, FrictionModel::Constant})
    for (const double ratio : {1.0, 10.0, 100.0})
      for (uint64_t seed = 1; seed <= 2; ++seed) {
        SCOPED_TRACE(testing::Message()
                     << "model " << int(model) << " ratio " << ratio << " seed " << seed);
        Heap heap(seed, model, ratio);
        ASSERT_GT(heap.rows.size(), 450u);
        EXPECT_TRUE(heap.solve()) << heap.newton.iterations() << " iterations, residual "
                                  << heap.newton.result().residual;
        expectConditions(heap);
      }
}

TEST(MlcpNewton, ATowerOf20BoxesStands) {
  World world = scenes::sleeplessWorld(SolverType::Mlcp, 4, {0, -9.81f, 0});
  scenes::tower(world, 20);
  for (int i = 0; i < 300; ++i) {
    world.step(1 / 60.0f);
    ASSERT_EQ(world.solverReport().fallbacks, 0) << "step " << i;
  }
  for (int i = 0; i < 20; ++i)
    EXPECT_LT(length(world.bodies.poses[i + 1].position - Vec3{0, 0.5f + float(i), 0}), 1e-3f);
  EXPECT_LT(world.solverReport().residual, 1e-6);
}

TEST(MlcpNewton, APileOf200ContactsIsSolvedWhileItSettles) {
  World world = scenes::sleeplessWorld(SolverType::Mlcp, 4, {0, -9.81f, 0});
  scenes::addGround(world);
  Random random(1);
  for (int i = 0; i < 45; ++i) {
    const Vec3 at{float(i % 3) * 1.1f, 0.4f + float(i / 9) * 0.8f, float(i / 3 % 3) * 1.1f};
    const int body = world.indexOf(
        scenes::need(world.addBody(scenes::boxAt(at + random.vector(0.05f), {0.5f, 0.3f, 0.4f}))));
    world.bodies.states[body].angular = random.vector(1);
  }
  int most = 0, fallbacks = 0;
  for (int i = 0; i < 45; ++i) {
    world.step(1 / 60.0f);
    const SolverReport report = world.solverReport();
    fallbacks += report.fallbacks;
    most = std::max(most, report.rows);
  }
  EXPECT_GE(most, 3 * 200);
  // A few of its islands, while they fall apart, have friction that no iteration settles.
  EXPECT_LE(fallbacks, 2);
}

TEST(MlcpNewton, AShovedTowerIsSolvedInEverySubstep) {
  World world = scenes::sleeplessWorld(SolverType::Mlcp, 4, {0, -9.81f, 0});
  scenes::tower(world, 20);
  world.bodies.states[15].linear = {2, 0, 0.5f};
  int fallbacks = 0;
  for (int i = 0; i < 30; ++i) {
    world.step(1 / 60.0f);
    fallbacks += world.solverReport().fallbacks;
  }
  EXPECT_EQ(fallbacks, 0);
}

}  // namespace mlcp_newton_test
}  // namespace holonom
