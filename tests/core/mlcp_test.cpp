#include "solvers/mlcp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "case_file.h"
#include "random.h"

namespace holonom {
namespace mlcp_test {

constexpr double kNone = std::numeric_limits<double>::infinity();

struct Problem {
  std::vector<double> a, q, lower, upper;
  std::vector<MlcpFriction> friction;
  MlcpProblem view() const { return {a, q, lower, upper, friction}; }
  int size() const { return int(q.size()); }
};

/// A = B Bᵀ with B of `rank` columns, and bounds as equations, contacts and motors have them. The
/// numbers are quarters: what is singular is exactly so, and ties are frequent.
Problem randomProblem(Random& random, int n, int rank) {
  Problem p;
  std::vector<double> b(size_t(n * rank));
  const auto quarters = [&](int from, int to) {
    return 0.25 * (from + random.below(to - from + 1));
  };
  for (double& v : b) v = quarters(-4, 4);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < rank; ++k) sum += b[size_t(i * rank + k)] * b[size_t(j * rank + k)];
      p.a.push_back(sum);
    }
  for (int i = 0; i < n; ++i) {
    p.q.push_back(quarters(-4, 4));
    const int kind = random.below(4);
    p.lower.push_back(kind == 0 ? -kNone : kind == 1 ? 0 : quarters(-8, 1));
    p.upper.push_back(kind <= 1 ? kNone : kind == 2 ? 1 : p.lower.back() + quarters(0, 8));
  }
  return p;
}

/// Tries every choice of each row (at its lower bound, at its upper, or with w = 0) by depth-first
/// elimination. Finds w, which is unique, or that no choice holds.
class Enumeration {
 public:
  explicit Enumeration(const Problem& p) : p_(p), n_(p.size()) {}

  bool solve() {
    Level first;
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) first.a[i][j] = p_.a[size_t(i * n_ + j)];
      first.w[i] = p_.q[size_t(i)];
    }
    return visit(0, first);
  }
  double lambda[8] = {}, w[8] = {};

 private:
  // The rows from `depth` on, with the free ones before eliminated: w = w₀ + A λ of the rest.
  struct Level {
    double a[8][8], w[8];
  };

  bool visit(int depth, const Level& level) {
    if (depth == n_) return finish();
    const double lower = p_.lower[size_t(depth)], upper = p_.upper[size_t(depth)];
    const double pivot = level.a[depth][depth];
    if (pivot > 1e-9) {
      Level next{};
      for (int i = depth + 1; i < n_; ++i) {
        const double f = level.a[i][depth] / pivot;
        next.w[i] = level.w[i] - f * level.w[depth];
        for (int j = depth + 1; j < n_; ++j) next.a[i][j] = level.a[i][j] - f * level.a[depth][j];
      }
      free_[depth] = true;
      for (int j = 0; j < n_; ++j) eliminated_[depth][j] = level.a[depth][j];
      eliminatedW_[depth] = level.w[depth];
      if (visit(depth + 1, next)) return true;
    }
    free_[depth] = false;
    // An equation that depends on others has any λ: then 0.
    const bool equation = lower == -kNone && upper == kNone;
    for (const double bound : {equation ? 0 : lower, equation ? kNone : upper}) {
      if (std::isinf(bound)) continue;
      Level next = level;
      for (int i = depth + 1; i < n_; ++i) next.w[i] += level.a[i][depth] * bound;
      lambda[depth] = bound;
      if (visit(depth + 1, next)) return true;
    }
    return false;
  }

  bool finish() {
    constexpr double kSlack = 1e-9;
    for (int i = n_ - 1; i >= 0; --i) {
      if (!free_[i]) continue;
      // Fixed rows before this one are within eliminatedW_ already.
      double sum = eliminatedW_[i];
      for (int j = i + 1; j < n_; ++j) sum += eliminated_[i][j] * lambda[j];
      lambda[i] = -sum / eliminated_[i][i];
      if (lambda[i] < p_.lower[size_t(i)] - kSlack || lambda[i] > p_.upper[size_t(i)] + kSlack)
        return false;
    }
    for (int i = 0; i < n_; ++i) {
      double sum = p_.q[size_t(i)], size = 1;
      for (int j = 0; j < n_; ++j) {
        const double term = p_.a[size_t(i * n_ + j)] * lambda[j];
        sum += term;
        size += std::abs(term);
      }
      w[i] = sum;
      // Nearly dependent rows have λ of millions, whose rounding is no contradiction.
      const double slack = max(kSlack, 1e-13 * size);
      const double lower = p_.lower[size_t(i)], upper = p_.upper[size_t(i)];
      if (sum > slack && lambda[i] > lower + kSlack) return false;
      if (sum < -slack && lambda[i] < upper - kSlack) return false;
    }
    return true;
  }

  const Problem& p_;
  int n_;
  bool free_[8] = {};
  double eliminated_[8][8] = {}, eliminatedW_[8] = {};
};

TEST(Mlcp, EqualsTheEnumerationOfActiveSets) {
  constexpr uint64_t kSeed = 2024;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  MlcpSolver solver;
  int contradicting = 0, mostPivots = 0;
  for (int k = 0; k < 100'000; ++k) {
    const int n = 1 + random.below(8);
    const int rank = random.below(2) == 0 ? n : 1 + random.below(n);
    const Problem p = randomProblem(random, n, rank);
    Enumeration truth(p);
    const bool solvable = truth.solve();
    const MlcpResult result = solver.solve(p.view());
    mostPivots = max(mostPivots, result.pivots);
    ASSERT_EQ(result.solved, solvable) << "problem " << k;
    if (!solvable) {
      ++contradicting;
      continue;
    }
    ASSERT_LT(result.residual, 1e-9) << "problem " << k;
    ASSERT_EQ(result.boundViolation, 0) << "problem " << k;
    for (int i = 0; i < n; ++i)
      ASSERT_NEAR(solver.w()[size_t(i)], truth.w[i], 1e-7) << "problem " << k << ", row " << i;
  }
  EXPECT_GT(contradicting, 1000) << "such problems must be among them";
  EXPECT_LT(mostPivots, 8 * 20);
}

TEST(Mlcp, MeetsTheReferenceCases) {
  MlcpSolver solver;
  forEachCase("mlcp", [&](const Case& c) {
    Problem p;
    p.a = c.input["A"].numbers();
    for (const double b : c.input["b"].numbers()) p.q.push_back(-b);  // theirs: w = A λ − b
    p.lower = c.input["lo"].numbers(), p.upper = c.input["hi"].numbers();
    EXPECT_TRUE(solver.solve(p.view()).solved);
    c.expectNear("w", std::vector<double>(solver.w().begin(), solver.w().end()));
    if (c.expect["lambda_unique"].truth())
      c.expectNear("lam", std::vector<double>(solver.lambda().begin(), solver.lambda().end()));
  });
}

TEST(Mlcp, SolvesLargeProblems) {
  Random random(3);
  MlcpSolver solver;
  Problem p = randomProblem(random, 200, 100);  // every second row depends on the others
  for (double& bound : p.lower) bound = max(bound, -9.0);
  for (double& bound : p.upper) bound = min(bound, 9.0);  // so that a solution exists
  MlcpResult result = solver.solve(p.view());
  EXPECT_TRUE(result.solved);
  EXPECT_LT(result.residual, 1e-9);

  p = randomProblem(random, 400, 20);
  for (size_t i = 0; i < 400; ++i) p.a[i * 401] += 1;
  result = solver.solve(p.view());
  EXPECT_TRUE(result.solved);
  EXPECT_LT(result.residual, 1e-9);
}

/// A block of mass m on the ground, pushed sideways: rows n, t₁, t₂ of one point.
Problem slidingBlock(double mass, double vx, double vy, double vz, double mu, bool cone) {
  Problem p;
  p.a = {1 / mass, 0, 0, 0, 1 / mass, 0, 0, 0, 1 / mass};
  p.q = {vz, vx, vy};
  p.lower = {0, 0, 0}, p.upper = {kNone, 0, 0};
  if (cone)
    p.friction = {{1, 2, 0, mu}};
  else
    p.friction = {{1, -1, 0, mu}, {2, -1, 0, mu}};
  return p;
}

TEST(Mlcp, FrictionHoldsBelowTheConeAndBrakesAlongTheSlip) {
  const double m = 4, vz = -1, mu = 0.5;  // λₙ = 4, so friction of at most 2
  MlcpSolver solver;
  Problem p = slidingBlock(m, 0.3, 0.2, vz, mu, true);
  ASSERT_TRUE(solver.solve(p.view()).solved);
  EXPECT_NEAR(solver.w()[1], 0, 1e-12);
  EXPECT_NEAR(solver.w()[2], 0, 1e-12);
  EXPECT_NEAR(solver.lambda()[1], -0.3 * m, 1e-12);

  p = slidingBlock(m, 3, 4, vz, mu, true);
  ASSERT_TRUE(solver.solve(p.view()).solved);
  EXPECT_NEAR(solver.lambda()[0], 4, 1e-9);
  EXPECT_NEAR(solver.lambda()[1], -2 * 0.6, 1e-6);
  EXPECT_NEAR(solver.lambda()[2], -2 * 0.8, 1e-6);

  p = slidingBlock(m, 3, 4, vz, mu, false);
  ASSERT_TRUE(solver.solve(p.view()).solved);
  EXPECT_NEAR(solver.lambda()[1], -2, 1e-12);
  EXPECT_NEAR(solver.lambda()[2], -2, 1e-12);
}

TEST(Mlcp, ConesOfCoupledContactsMeetTheirConditions) {
  constexpr uint64_t kSeed = 8;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  MlcpSolver solver;
  int solved = 0, sliding = 0;
  for (int k = 0; k < 300; ++k) {
    const int contacts = 1 + random.below(4), n = 3 * contacts;
    Problem p = randomProblem(random, n, n);
    for (int i = 0; i < n; ++i) p.a[size_t(i * n + i)] += 1;  // not too coupled
    for (int i = 0; i < contacts; ++i) {
      p.lower[size_t(3 * i)] = 0, p.upper[size_t(3 * i)] = kNone;
      p.friction.push_back({3 * i + 1, 3 * i + 2, 3 * i, 0.4});
    }
    const MlcpResult result = solver.solve(p.view());
    if (!result.solved) continue;
    ++solved;
    for (const MlcpFriction& f : p.friction) {
      const double bound = f.mu * solver.lambda()[size_t(f.normal)];
      const double l1 = solver.lambda()[size_t(f.row)], l2 = solver.lambda()[size_t(f.second)];
      const double w1 = solver.w()[size_t(f.row)], w2 = solver.w()[size_t(f.second)];
      const double slip = std::hypot(w1, w2);
      EXPECT_LE(std::hypot(l1, l2), bound + 1e-7);
      if (slip < 1e-7) continue;
      ++sliding;
      EXPECT_NEAR(l1 * slip, -bound * w1, 1e-6);
      EXPECT_NEAR(l2 * slip, -bound * w2, 1e-6);
    }
  }
  EXPECT_EQ(solved, 300);
  EXPECT_GT(sliding, 100);
}

TEST(Mlcp, ContradictingRowsEndInADefinedResult) {
  // Two equations want different speeds of one mass; a third row is independent of them.
  Problem p;
  p.a = {1, 1, 0, 1, 1, 0, 0, 0, 2};
  p.q = {-1, 1, -3};
  p.lower = {-kNone, -kNone, 0}, p.upper = {kNone, kNone, kNone};
  MlcpSolver solver;
  const MlcpResult result = solver.solve(p.view());
  EXPECT_FALSE(result.solved);
  EXPECT_GE(result.residual, 1);
  EXPECT_NEAR(solver.lambda()[2], 1.5, 1e-12);
  for (const double l : solver.lambda()) EXPECT_LT(std::abs(l), 10);
}

TEST(Mlcp, RowsThatNothingMovesAreHarmless) {
  Problem p;
  p.a = {0, 0, 0, 0};
  p.q = {-1, 1};
  p.lower = {0, 0}, p.upper = {5, kNone};
  MlcpSolver solver;
  EXPECT_TRUE(solver.solve(p.view()).solved);
  EXPECT_EQ(solver.lambda()[0], 5);
  EXPECT_EQ(solver.lambda()[1], 0);
}

}  // namespace mlcp_test
}  // namespace holonom
