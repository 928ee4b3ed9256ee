#include <gtest/gtest.h>

#include <cmath>

#include "constraints/list.h"
#include "displaced.h"
#include "random.h"
#include "solvers/row_solver.h"

namespace holonom {
namespace row_constraints_test {

// A constraint of the list needs a way to be drawn at random.
Grab randomOf(Random& random, const Grab*) {
  Grab g;
  g.localAnchor = random.vector();
  g.target = random.vector();
  return g;
}

TEST(RowConstraints, SoftnessIsFiniteForEverySpring) {
  for (const float frequency : {1e-45f, 1e-38f, 1e-20f, 1e-3f, 1.0f, 1e4f, 1e7f})
    for (const float dampingRatio : {0.0f, 1e-45f, 1e-20f, 1.0f, 1e4f, 1e7f})
      for (const float h : {1e-9f, 1e-6f, 1e-3f, 1.0f}) {
        const Softness s = softness(frequency, dampingRatio, h);
        EXPECT_TRUE(s.biasRate >= 0 && s.biasRate * h <= 1.0001f) << frequency << dampingRatio << h;
        EXPECT_TRUE(s.massScale > 0 && s.massScale <= 1) << frequency << dampingRatio << h;
        EXPECT_TRUE(s.impulseScale >= 0 && s.impulseScale <= 1) << frequency << dampingRatio << h;
        EXPECT_TRUE(std::isfinite(s.impulseScale / s.massScale)) << frequency << dampingRatio << h;
      }
}

TEST(RowConstraints, JacobiansEqualFiniteDifferences) {
  constexpr uint64_t kSeed = 71;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  forEachType(RowConstraints{}, [&]<class C>() {
    for (int n = 0; n < 50; ++n) {
      const C constraint = randomOf(random, static_cast<const C*>(nullptr));
      const Transform pose{random.vector(), random.rotation()};
      Row rows[C::rowCount], ahead[C::rowCount], behind[C::rowCount];
      C::evaluate(constraint, pose, rows);
      constexpr float step = 1e-2f;  // float: central differences are good to about 1e-4
      const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
      for (int axis = 0; axis < 3; ++axis)
        for (const bool angular : {false, true}) {
          const Vec3 d = step * axes[axis], none{};
          C::evaluate(constraint, angular ? displaced(pose, none, d) : displaced(pose, d, none),
                      ahead);
          C::evaluate(constraint, angular ? displaced(pose, none, -d) : displaced(pose, -d, none),
                      behind);
          for (int k = 0; k < C::rowCount; ++k) {
            const float expected = (ahead[k].error - behind[k].error) / (2 * step);
            const float actual = at(angular ? rows[k].angularA : rows[k].linearA, axis);
            EXPECT_NEAR(actual, expected, 3e-4f) << C::name << ": row " << k << ", axis " << axis;
          }
        }
    }
  });
}

TEST(RowSolver, OneUpdateMeetsARigidRow) {
  Bodies bodies;
  BodyDef def;
  def.shape = Box{{0.2f, 0.3f, 0.4f}};
  def.linearVelocity = {1, -2, 3};
  def.angularVelocity = {0.5f, 4, -1};
  bodies.add(def);
  Grab g;
  g.localAnchor = {0.1f, 0.2f, -0.3f};
  Row rows[Grab::rowCount];
  Grab::evaluate(g, bodies.poseNow(0), rows);
  SolverRow r;
  r.row = rows[1];
  r.a = 0, r.b = bodies.nobody();
  prepareRow(r, bodies);
  solveRow(r, bodies, 0.01f);
  EXPECT_NEAR(bodies.velocityAt(0, g.localAnchor).y, 0, 1e-5f);
}

TEST(RowSolver, TheImpulseStaysWithinTheBounds) {
  Bodies bodies;
  BodyDef def;
  def.mass = 2;
  def.linearVelocity = {0, 10, 0};
  bodies.add(def);
  SolverRow r;
  r.row.linearA = {0, 1, 0};
  r.row.lower = -30, r.row.upper = 30;  // N
  r.a = 0, r.b = bodies.nobody();
  prepareRow(r, bodies);
  for (int i = 0; i < 5; ++i) solveRow(r, bodies, 0.1f);
  EXPECT_NEAR(r.impulse, -3, 1e-5f);  // 30 N for 0.1 s
  EXPECT_NEAR(bodies.states[0].linear.y, 10 - 3.0f / 2, 1e-5f);
}

TEST(RowSolver, TwoBodiesExchangeMomentum) {
  Bodies bodies;
  BodyDef def;
  def.mass = 2;
  def.linearVelocity = {6, 0, 0};
  bodies.add(def);
  def.mass = 4;
  def.linearVelocity = {};
  bodies.add(def);
  SolverRow r;
  r.row.linearA = {-1, 0, 0}, r.row.linearB = {1, 0, 0};
  r.a = 0, r.b = 1;
  prepareRow(r, bodies);
  EXPECT_NEAR(r.mass, 1 / (1.0f / 2 + 1.0f / 4), 1e-6f);
  solveRow(r, bodies, 0.01f);
  EXPECT_NEAR(bodies.states[0].linear.x, 2, 1e-5f);  // 12 N s over 6 kg
  EXPECT_NEAR(bodies.states[1].linear.x, 2, 1e-5f);
}

TEST(RowBias, MotorsTakeTheirSpeedAndGapsMayClose) {
  constexpr float h = 0.01f;
  const Softness soft{20, 1, 0};
  constexpr float push = 3;
  Row equation;
  equation.error = 0.1f;
  EXPECT_FLOAT_EQ(rowBias(equation, soft, h, push, true), 20 * 0.1f);
  EXPECT_FLOAT_EQ(rowBias(equation, soft, h, push, false), 0);
  equation.frequency = 4;
  EXPECT_FLOAT_EQ(rowBias(equation, soft, h, push, false), 20 * 0.1f) << "springs always act";
  Row motor;
  motor.velocity = 3, motor.lower = -5, motor.upper = 5;
  for (const bool useBias : {false, true})
    EXPECT_FLOAT_EQ(rowBias(motor, soft, h, push, useBias), -3);
  Row contact;
  contact.lower = 0, contact.slop = 0.002f;
  contact.error = 0.05f;
  for (const bool useBias : {false, true})
    EXPECT_FLOAT_EQ(rowBias(contact, soft, h, push, useBias), 0.05f / h);
  contact.error = -0.012f;
  EXPECT_FLOAT_EQ(rowBias(contact, soft, h, push, true), -20 * 0.01f);
  EXPECT_FLOAT_EQ(rowBias(contact, soft, h, push, false), 0);
  contact.error = -0.001f;
  EXPECT_FLOAT_EQ(rowBias(contact, soft, h, push, true), 0) << "within the slop";
  contact.error = -1;
  EXPECT_FLOAT_EQ(rowBias(contact, soft, h, push, true), -3) << "the push has a fastest speed";
}

TEST(RowSolver, RelaxingIsRigidButForSprings) {
  BodyDef def;
  def.mass = 2;
  def.linearVelocity = {5, 0, 0};
  SolverRow r;
  r.row.linearA = {1, 0, 0};
  r.row.error = 0.3f;
  r.soft = softness(4, 0.5f, 0.01f);
  r.a = 0, r.b = 1;
  for (const float frequency : {0.0f, 4.0f}) {
    Bodies bodies;
    bodies.add(def);
    r.row.frequency = frequency;
    r.impulse = 0;
    prepareRow(r, bodies);
    solveRow(r, bodies, 0.01f, false);
    const float share = frequency > 0 ? r.soft.massScale : 1;
    const float bias = frequency > 0 ? r.soft.biasRate * 0.3f : 0;
    EXPECT_NEAR(bodies.states[0].linear.x, 5 - share * (5 + bias), 1e-5f);
  }
}

TEST(Softness, FollowsTheImplicitSpring) {
  // One implicit step of m ẍ = −k x − c ẋ from rest: v₁ = −h k x / (m + h c + h² k).
  const double m = 3, x = 0.2, frequency = 4, zeta = 0.7, h = 0.01;
  const double omega = 2 * 3.141592653589793 * frequency, k = m * omega * omega,
               c = 2 * m * zeta * omega;
  Bodies bodies;
  BodyDef def;
  def.mass = float(m);
  bodies.add(def);
  SolverRow r;
  r.row.linearA = {1, 0, 0};
  r.row.error = float(x);
  r.a = 0, r.b = bodies.nobody();
  r.soft = softness(float(frequency), float(zeta), float(h));
  prepareRow(r, bodies);
  solveRow(r, bodies, float(h));
  EXPECT_NEAR(bodies.states[0].linear.x, -h * k * x / (m + h * c + h * h * k), 1e-5);
}

}  // namespace row_constraints_test
}  // namespace holonom
