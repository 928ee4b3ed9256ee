#include "solvers/row_system.h"

#include <gtest/gtest.h>

#include <cmath>

#include "case_file.h"
#include "constraints/contact_rows.h"
#include "random.h"
#include "row_scenes.h"
#include "solvers/gauss_seidel.h"
#include "solvers/mlcp.h"

namespace holonom {
namespace row_system_test {

constexpr float kGravity = 9.8f, kStep = 0.01f;

RowScene tangledChain(Random& random) {
  RowScene s;
  for (int i = 0; i < 5; ++i) {
    s.addBox(random.vector(), i == 2 ? 0 : random.real(0.5f, 5));
    if (i == 2) continue;
    s.bodies.states[i].linear = random.vector();
    s.bodies.states[i].angular = random.vector();
  }
  for (int i = 0; i < 4; ++i) s.addJoint(i, i + 1, random.vector(), 2);
  s.addJoint(0, 3, random.vector(), 1);
  s.addJoint(4, -1, random.vector(), 2);
  return s;
}

TEST(RowSystem, TheMatrixIsTheSpeedThatUnitImpulsesGive) {
  Random random(21);
  RowScene s = tangledChain(random);
  RowSystem system;
  system.build(s.bodies, s.rows, kStep, kMaxPush, true);
  system.buildMatrix();
  const size_t n = s.rows.size();
  for (size_t k = 0; k < n; ++k) {
    EXPECT_NEAR(system.q[k], s.speed(s.rows[k]), 1e-6);
    RowScene pushed = s;
    SolverRow unit = s.rows[k];
    unit.impulse = 1;
    warmStartRow(unit, pushed.bodies);
    for (size_t i = 0; i < n; ++i)
      EXPECT_NEAR(system.a[i * n + k], pushed.speed(s.rows[i]) - s.speed(s.rows[i]), 1e-4)
          << i << ", " << k;
  }
}

TEST(RowSystem, EquationsGetTheSameImpulsesFromEverySolver) {
  Random random(22);
  for (int n = 0; n < 6; ++n) {
    RowScene s = tangledChain(random);
    for (SolverRow& r : s.rows) r.impulse = random.real();  // already applied
    s.rows[3].row.frequency = 5, s.rows[3].soft = softness(5, 0.5f, kStep);
    s.rows[3].row.error = 0.1f;
    RowScene factored = s;
    EqualitySystem equations;
    equations.analyze(factored.bodies, factored.blocks);
    equations.factor(factored.bodies, factored.rows, {});
    factored.solveExactly(equations);

    RowSystem system;
    system.build(s.bodies, s.rows, kStep, kMaxPush, true);
    system.buildMatrix();
    MlcpSolver mlcp;
    ASSERT_TRUE(mlcp.solve({system.a, system.q, system.lower, system.upper}).solved);
    std::vector<double> x(s.rows.size(), 0);
    for (int sweep = 0; sweep < 20'000; ++sweep) gaussSeidelSweep(system.a, system.q, x);
    for (size_t i = 0; i < s.rows.size(); ++i) {
      const double size = 1 + std::abs(double(factored.rows[i].impulse));
      EXPECT_NEAR(mlcp.lambda()[i], factored.rows[i].impulse, 1e-6 * size);
      EXPECT_NEAR(x[i], factored.rows[i].impulse, 1e-5 * size);
    }
    system.apply(mlcp.lambda(), s.bodies, s.rows);
    for (int i = 0; i < s.bodies.size(); ++i) {
      EXPECT_LT(length(s.bodies.states[i].linear - factored.bodies.states[i].linear), 1e-5f);
      EXPECT_LT(length(s.bodies.states[i].angular - factored.bodies.states[i].angular), 1e-5f);
    }
  }
}

TEST(GaussSeidel, ReducesTheErrorOfTwoEquationsByTheirCouplingASweep) {
  // The error after a sweep is a₁₂² / (a₁₁ a₂₂) of that before.
  const double a[] = {2, 1, 1, 3}, q[] = {-1, 4};
  const double truth = -1.8;  // of x₂: (−1/2 − 4) / (3 − 1/2)
  double x[] = {0, 0};
  double error = 0;
  for (int sweep = 0; sweep < 20; ++sweep) {
    const double residual = gaussSeidelSweep(a, q, x);
    const double now = x[1] - truth;
    if (sweep > 0) {
      EXPECT_NEAR(now, error / 6, 1e-12);
    }
    EXPECT_NEAR(residual, std::abs(a[1] * (sweep > 0 ? now - error : x[1])), 1e-12);
    error = now;
  }
  EXPECT_NEAR(x[0], 1.4, 1e-12);
}

/// Boxes of 1 m on ground that slopes by `slope` along x, with rows of their contacts.
struct ContactScene : RowScene {
  std::vector<MlcpFriction> friction;
  Vec3 along, up;
  RowSystem system;
  MlcpSolver mlcp;

  ContactScene(int boxes, float slope) {
    along = {std::cos(slope), -std::sin(slope), 0}, up = {std::sin(slope), std::cos(slope), 0};
    const float half = slope / 2;
    BodyDef def;
    def.shape = Box{{0.5f, 0.5f, 0.5f}};
    def.rotation = {0, 0, -std::sin(half), std::cos(half)};
    def.mass = 2;
    for (int i = 0; i < boxes; ++i) {
      def.position = (0.5f + float(i)) * up;
      bodies.add(def);
    }
  }
  /// Four points between a box and what is below it.
  void addContact(int below, int above, double mu) {
    Manifold m;
    m.normal = up;
    m.count = 4;
    for (int i = 0; i < 4; ++i) {
      const Vec3 side = (i & 1 ? 0.5f : -0.5f) * along + Vec3{0, 0, i & 2 ? 0.5f : -0.5f};
      m.points[i] = {side + 0.5f * up, side - 0.5f * up, 0, 0};
      Row out[3];
      contactRows(m, m.points[i], out);
      const int first = int(rows.size());
      for (const Row& row : out) {
        SolverRow r;
        r.row = row, r.a = below, r.b = above;
        r.soft = {20, 1, 0};
        rows.push_back(r);
      }
      friction.push_back({first + 1, first + 2, first, mu});
    }
  }
  MlcpResult solve() {
    system.build(bodies, rows, kStep, kMaxPush, true);
    system.buildMatrix();
    const MlcpResult result =
        mlcp.solve({system.a, system.q, system.lower, system.upper, friction});
    system.apply(mlcp.lambda(), bodies, rows);
    return result;
  }
};

TEST(ContactRows, AreThoseOfTheReferenceCases) {
  forEachCase("contact_jacobian", [](const Case& c) {
    const Vec3 point = c.input["c"].vector();
    const Row row = pointRow(point - c.input["x1"].vector(), point - c.input["x2"].vector(),
                             c.input["n"].vector());
    const Vec3 blocks[4] = {row.linearA, row.angularA, row.linearB, row.angularB};
    std::vector<double> j;
    for (const Vec3 b : blocks) j.insert(j.end(), {b.x, b.y, b.z});
    constexpr double kRounding = 2e-6;  // of the inputs to float
    c.expectNear("J", j, kRounding);
    const double speed =
        dot(row.linearA, c.input["v1"].vector()) + dot(row.angularA, c.input["w1"].vector()) +
        dot(row.linearB, c.input["v2"].vector()) + dot(row.angularB, c.input["w2"].vector());
    c.expectNear("Cdot", speed, kRounding);
  });
}

TEST(ContactRows, JacobiansEqualFiniteDifferences) {
  Random random(9);
  for (int n = 0; n < 50; ++n) {
    Manifold m;
    m.normal = random.direction();
    m.count = 1;
    m.points[0] = {random.vector(), random.vector(), 0.1f, 0};
    Row rows[3];
    contactRows(m, m.points[0], rows);
    const Vec3 t = anyPerpendicular(m.normal), directions[3] = {m.normal, t, cross(m.normal, t)};
    const Vec3d armA = toDouble(m.points[0].onA), armB = toDouble(m.points[0].onB);
    EXPECT_EQ(rows[0].error, 0.1f);
    EXPECT_TRUE(rows[0].isInequality());
    for (int k = 0; k < 3; ++k) {
      const Vec3d u = toDouble(directions[k]);
      for (int axis = 0; axis < 3; ++axis) {
        // Turning by ε about an axis moves an arm by ε axis × arm, exactly so for ε → 0.
        constexpr double step = 1e-5;
        const Vec3d e{double(axis == 0), double(axis == 1), double(axis == 2)};
        const auto turned = [&](Vec3d arm, double angle) {
          const Vec3d first = angle * cross(e, arm);
          return arm + first + (0.5 * angle) * cross(e, first);
        };
        const auto slope = [&](Vec3d arm) {
          return (dot(turned(arm, step), u) - dot(turned(arm, -step), u)) / (2 * step);
        };
        EXPECT_NEAR(at(rows[k].linearA, axis), -dot(e, u), 1e-6);
        EXPECT_NEAR(at(rows[k].linearB, axis), dot(e, u), 1e-6);
        EXPECT_NEAR(at(rows[k].angularA, axis), -slope(armA), 1e-6);
        EXPECT_NEAR(at(rows[k].angularB, axis), slope(armB), 1e-6);
      }
    }
  }
}

TEST(ContactRows, ABoxOnASlopeSlidesAsCoulombSays) {
  const float slope = 0.5f;
  const double mu = 0.3;  // less than tan 0.5 = 0.546
  ContactScene s(1, slope);
  s.addContact(s.bodies.nobody(), 0, mu);
  s.accelerate({0, -kGravity * kStep, 0});
  const MlcpResult result = s.solve();
  EXPECT_TRUE(result.solved) << result.residual << " after " << result.updates;
  const double weight = 2 * kGravity;
  double normal = 0, back = 0;
  for (size_t i = 0; i < 4; ++i) {
    normal += double(s.rows[3 * i].impulse) / kStep;
    if (!(i & 1)) back += double(s.rows[3 * i].impulse) / kStep;
  }
  EXPECT_NEAR(normal, weight * std::cos(slope), 1e-4);
  EXPECT_NEAR(dot(s.bodies.states[0].linear, s.along),
              kGravity * kStep * (std::sin(slope) - mu * std::cos(slope)), 1e-6);
  EXPECT_NEAR(dot(s.bodies.states[0].linear, s.up), 0, 1e-6);
  // No turning: friction's torque at half the side is that of the uneven load.
  EXPECT_NEAR((normal - 2 * back) * 0.5, mu * normal * 0.5, 1e-3);
  EXPECT_LT(length(s.bodies.states[0].angular), 1e-6f);
}

TEST(ContactRows, ABoxOnAGentleSlopeStays) {
  ContactScene s(1, 0.2f);
  s.addContact(s.bodies.nobody(), 0, 0.3);  // more than tan 0.2 = 0.203
  s.accelerate({0, -kGravity * kStep, 0});
  const MlcpResult result = s.solve();
  EXPECT_TRUE(result.solved) << result.residual << " after " << result.updates;
  EXPECT_LT(length(s.bodies.states[0].linear), 1e-6f);
}

TEST(ContactRows, EachBoxOfAStackBearsTheWeightAbove) {
  constexpr int kBoxes = 10;
  ContactScene s(kBoxes, 0);
  for (int i = 0; i < kBoxes; ++i) s.addContact(i > 0 ? i - 1 : s.bodies.nobody(), i, 0.5);
  s.accelerate({0, -kGravity * kStep, 0});
  const MlcpResult result = s.solve();
  EXPECT_TRUE(result.solved) << result.residual << " after " << result.updates;
  for (size_t i = 0; i < kBoxes; ++i) {
    double normal = 0;
    for (size_t k = 0; k < 4; ++k) normal += double(s.rows[12 * i + 3 * k].impulse) / kStep;
    const double above = 2 * kGravity * double(kBoxes - i);
    EXPECT_NEAR(normal, above, 1e-5 * above);
    EXPECT_LT(length(s.bodies.states[i].linear), 1e-5f);
  }
}

TEST(ContactRows, GapsMayCloseWithinTheStepAndPenetrationIsPushedOut) {
  ContactScene s(1, 0);
  s.addContact(s.bodies.nobody(), 0, 0.5);
  for (size_t i = 0; i < 4; ++i) s.rows[3 * i].row.error = 0.004f;
  s.accelerate({0, -1, 0});
  s.solve();
  EXPECT_NEAR(s.bodies.states[0].linear.y, -0.004f / kStep, 1e-5);
  for (size_t i = 0; i < 4; ++i) s.rows[3 * i].row.error = -0.01f;
  s.solve();
  EXPECT_NEAR(s.bodies.states[0].linear.y, 20 * 0.01f, 1e-5);
}

}  // namespace row_system_test
}  // namespace holonom
