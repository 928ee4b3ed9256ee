// Bad input: each kind by name, then ten thousand random worlds. A clear error, or a finite result.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "../fuzz/cases.h"
#include "../fuzz/checks.h"
#include "scenes.h"
#include "solvers.h"
#include "world/access.h"

namespace holonom {
namespace fuzz_test {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

BodyDef ballAt(Vec3 position, float radius = 0.5f) {
  BodyDef def;
  def.shape = Sphere{radius};
  def.position = position;
  return def;
}

void expectRefused(const Status& bad, ErrorCode code, const std::string& path) {
  ASSERT_TRUE(bad) << path;
  EXPECT_STREQ(nameOf(bad->code), nameOf(code));
  EXPECT_EQ(bad->path, path);
  EXPECT_TRUE(fuzz::saysAll(*bad)) << bad->allowed();
}

void runSound(World& w, int steps) {
  for (int i = 0; i < steps; ++i) {
    const std::string fault = fuzz::stepAndCheck(w, 1.0f / 60);
    ASSERT_EQ(fault, "") << "in step " << i;
  }
}

TEST(BadInput, ZeroLengthAxesAreRefused) {
  World w;
  BodyDef plane;
  plane.type = BodyType::Static;
  plane.shape = Plane{{0, 0, 0}, 0};
  expectRefused(w.addBody(plane).error, ErrorCode::Range, "shape.plane.normal");
  BodyDef ball = ballAt({});
  ball.rotation = {0, 0, 0, 0};
  expectRefused(w.addBody(ball).error, ErrorCode::Range, "rotation");
  HingeJoint hinge;
  hinge.bodyA = scenes::need(w.addBody(ballAt({})));
  hinge.axis = Vec3{0, 0, 0};
  expectRefused(w.addJoint(hinge).error, ErrorCode::Range, "hinge.axis");
}

TEST(BadInput, SingularInertiaIsRefused) {
  World w;
  BodyDef ball = ballAt({});
  ball.inertia = Vec3{1, 0, 1};
  expectRefused(w.addBody(ball).error, ErrorCode::Range, "inertia[1]");
  ball.inertia = Vec3{1, 1, 3};  // of no distribution of mass
  expectRefused(w.addBody(ball).error, ErrorCode::Range, "inertia");
  ball.inertia = Vec3{1e-38f, 1e-38f, 1e-38f};  // its inverse leaves the floats
  expectRefused(w.addBody(ball).error, ErrorCode::Range, "inertia");
  EXPECT_EQ(w.bodies.size(), 0);
}

TEST(BadInput, MassRatiosOfATrillionStayBounded) {
  for (const SolverType solver : allSolvers()) {
    SCOPED_TRACE(nameOf(solver));
    WorldSettings settings;
    settings.solver = solver;
    World w(settings);
    scenes::addGround(w);
    BodyDef light = ballAt({0, 0.5f, 0}), heavy = ballAt({0, 1.5f, 0});
    light.mass = 1e-5f, heavy.mass = 1e7f;
    const BodyId a = scenes::need(w.addBody(light)), b = scenes::need(w.addBody(heavy));
    BallJoint joint;
    joint.bodyA = b;
    joint.bodyB = scenes::need(w.addBody(light));
    scenes::need(w.addJoint(joint));
    runSound(w, 300);
    for (const BodyId id : {a, b}) {
      const int i = w.indexOf(id);
      EXPECT_LT(length(w.bodies.poses[i].position), 100) << i;
    }
  }
}

TEST(BadInput, CoincidentBodiesPart) {
  World w;
  scenes::addGround(w);
  const Shape shapes[] = {Sphere{0.3f}, Capsule{0.2f, 0.3f}, Box{{0.3f, 0.3f, 0.3f}}};
  for (const Shape& shape : shapes)
    for (int k = 0; k < 2; ++k) {
      BodyDef def = ballAt({0, 2, 0});
      def.shape = shape;
      scenes::need(w.addBody(def));
    }
  runSound(w, 300);
  EXPECT_LT(w.deepestPenetration(), 0.02);
}

TEST(BadInput, TenThousandBodiesInOnePointTakeBoundedWork) {
  World w;
  scenes::addGround(w);
#ifdef __SANITIZE_ADDRESS__
  const int count = 2500;  // sanitizers take ten times as long
#else
  const int count = 10000;
#endif
  for (int i = 0; i < count; ++i) scenes::need(w.addBody(ballAt({0, 2, 0}, 0.1f)));
  // Its time, some seconds, would tell more of the machine than of the work.
  ASSERT_FALSE(w.step(1 / 60.0f));
  EXPECT_EQ(fuzz::faultOf(w), "");
  // Not n² / 2 pairs, but hardly a body without some.
  EXPECT_LE(w.collision.contacts.all().size(), size_t(count) * 65);
  std::vector<int> pairs(w.bodies.size());
  for (const Contact& c : w.collision.contacts.all()) ++pairs[c.bodyA], ++pairs[c.bodyB];
  EXPECT_LE(std::count_if(pairs.begin(), pairs.end(), [](int n) { return n < 30; }), count / 50);
}

TEST(BadInput, ACrowdThatPartsForgetsNoContact) {
  World w;
  w.settings.gravity = {};
  std::vector<BodyId> balls;
  for (int i = 0; i < 200; ++i) balls.push_back(scenes::need(w.addBody(ballAt({}, 0.1f))));
  runSound(w, 2);
  // The first and the last, which the crowd kept apart or not, are put beside it.
  for (int k = 0; k < 2; ++k) {
    BodyDef def = ballAt({10 + 0.15f * float(k), 0, 0}, 0.1f);
    ASSERT_FALSE(w.redefine(balls[k == 0 ? 0 : 199], def));
  }
  runSound(w, 2);
  EXPECT_TRUE(w.collision.contacts.has(w.bodies.firstColliders[0], w.bodies.firstColliders[199]));
}

TEST(BadInput, DegenerateHullsAreRefused) {
  const std::vector<std::vector<float>> degenerate = {
      {},
      {1, 2, 3},
      {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},              // one point
      {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4},              // a line
      {0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0.5f, 0, 0.25f},       // a plane
      {0, 1, 0, 1, 2, 1, 3, 4, 0, 0.3f, 1.3f, 7, 5, 6, 1, 2, 3},  // not threes
  };
  World w;
  for (const std::vector<float>& points : degenerate) {
    BodyDef def;
    def.shape = Hull{points, nullptr};
    const Result<BodyId> added = w.addBody(def);
    ASSERT_FALSE(added) << points.size();
    EXPECT_EQ(added.error->path.find("shape.hull.points"), 0u) << added.error->path;
    EXPECT_FALSE(added.error->allowed().empty());
  }
  EXPECT_EQ(w.bodies.size(), 0);
}

TEST(BadInput, AJointFromABodyToItselfIsRefused) {
  World w;
  const BodyId ball = scenes::need(w.addBody(ballAt({})));
  forEachAlternative<JointDef>([&]<class J>() {
    J joint;
    joint.bodyA = ball;
    joint.bodyB = ball;
    expectRefused(w.addJoint(joint).error, ErrorCode::Range, std::string(J::name) + ".bodyB");
  });
  EXPECT_EQ(w.joints.all.size(), 0u);
}

TEST(BadInput, ImpossibleLimitsAreRefused) {
  World w;
  HingeJoint hinge;
  hinge.bodyA = scenes::need(w.addBody(ballAt({})));
  hinge.axis = Vec3{0, 1, 0};
  hinge.limits = AngularLimits{1, -1};
  expectRefused(w.addJoint(hinge).error, ErrorCode::Range, "hinge.limits.lower");
  hinge.limits = AngularLimits{-1, 1};
  const JointId id = scenes::need(w.addJoint(hinge));
  hinge.limits->upper = kNaN;
  expectRefused(w.redefine(id, hinge), ErrorCode::Finite, "limits.upper");
  hinge.limits->upper = 4;
  expectRefused(w.redefine(id, hinge), ErrorCode::Range, "limits.upper");
}

TEST(BadInput, StepsOfNoUseAreRefused) {
  World w;
  scenes::tower(w, 3);
  const uint64_t before = w.hash();
  for (const float dt : {0.0f, -1.0f / 60, 10.0f, 1e-7f})
    expectRefused(w.step(dt), ErrorCode::Range, "dt");
  expectRefused(w.step(kNaN), ErrorCode::Finite, "dt");
  expectRefused(w.step(std::numeric_limits<float>::infinity()), ErrorCode::Finite, "dt");
  EXPECT_EQ(w.hash(), before);
  EXPECT_EQ(w.stepCount, 0);
}

enum CaseKind : uint64_t { kWorld, kCalls, kScene, kGeometry };

/// Runs the first seeds of a kind, and gives what they did.
fuzz::Tally runCases(CaseKind kind, int64_t count) {
  fuzz::tally = {};
  int failures = 0;
  for (int64_t i = 0; i < count && failures < 5; ++i) {
    const uint64_t seed = uint64_t(i) * std::size(fuzz::kCases) + kind;
    const std::string fault = fuzz::caseOf(seed).run(seed);
    if (fault.empty()) continue;
    ADD_FAILURE() << fault << "; again: npm run fuzz -- --seed " << seed;
    ++failures;
  }
  return fuzz::tally;
}

/// Runs random worlds, of which enough must do something. @returns what they did
fuzz::Tally runWorlds(int64_t count) {
  const fuzz::Tally did = runCases(kWorld, count);
  EXPECT_GE(did.loaded, count / 5);
  EXPECT_GE(did.added, 5 * count / 2);
  EXPECT_GE(did.refused, count);
  EXPECT_GE(did.steps, 4 * count);
  EXPECT_GE(did.touching, did.steps / 4);
  EXPECT_GE(did.jointed, did.steps / 4);
  return did;
}

TEST(Fuzz, RandomWorldsStaySound) {
  const fuzz::Tally did = runWorlds(500);
  EXPECT_GE(did.soft, did.steps / 10);
}

TEST(CampaignFuzz, TenThousandRandomWorldsStaySound) {
  const fuzz::Tally did = runWorlds(10000);
  EXPECT_GE(did.soft, did.steps / 10);
}

TEST(Fuzz, RandomCallsKeepTheWorldSound) {
  const fuzz::Tally did = runCases(kCalls, 200);
  EXPECT_GE(did.loaded, 400);
  EXPECT_GE(did.steps, 1000);
}

TEST(Fuzz, DamagedScenesAreRefusedOrSound) {
  const fuzz::Tally did = runCases(kScene, 500);
  EXPECT_GE(did.refused, 100);
  EXPECT_GE(did.loaded, 50);  // the damaged scenes that were taken
}

TEST(Fuzz, RandomShapesMeetSoundly) {
  const fuzz::Tally did = runCases(kGeometry, 2000);
  EXPECT_GE(did.hulls, 500);
  EXPECT_GE(did.meetings, 2000);
}

}  // namespace fuzz_test
}  // namespace holonom
