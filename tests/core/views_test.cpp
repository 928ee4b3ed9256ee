#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "scenes.h"

namespace holonom {
namespace views_test {

using scenes::need;

TEST(Views, BodyStatesHoldPoseAndVelocityInRows) {
  World world;
  BodyDef def = scenes::sphereAt({1, 2, 3}, 0.5f);
  def.rotation = {0, 1, 0, 0};
  def.linearVelocity = {4, 5, 6};
  def.angularVelocity = {7, 8, 9};
  def.mass = 10;
  need(world.addBody(def));
  WorldViews views(world);
  const auto s = views.bodyStates();
  ASSERT_EQ(s.size(), 16u);
  const float expected[16] = {1, 2, 3, 10, 0, 1, 0, 0, 4, 5, 6, 1, 7, 8, 9, 0};
  for (int i = 0; i < 16; ++i) EXPECT_EQ(s[i], expected[i]) << i;
}

TEST(Views, InstanceMatricesPlaceAndScaleTheUnitShape) {
  World world;
  BodyDef def = scenes::boxAt({1, 2, 3}, {0.5f, 1, 1.5f});
  def.rotation = {0, 0, std::sqrt(0.5f), std::sqrt(0.5f)};  // x → y, y → −x
  const BodyId box = need(world.addBody(def));
  need(world.addBody(scenes::sphereAt({0, 0, 0}, 0.25f)));
  WorldViews views(world);
  const auto& m = views.instances(shapeType<Box>).matrices;
  ASSERT_EQ(m.size(), 16u);
  const float expected[16] = {0, 0.5f, 0, 0, -1, 0, 0, 0, 0, 0, 1.5f, 0, 1, 2, 3, 1};
  for (int i = 0; i < 16; ++i) EXPECT_NEAR(m[i], expected[i], 1e-6f) << i;
  ASSERT_EQ(views.instances(shapeType<Box>).bodies.size(), 1u);
  EXPECT_EQ(views.instances(shapeType<Box>).bodies[0], box.bits);
  EXPECT_FLOAT_EQ(views.instances(shapeType<Sphere>).matrices[0], 0.25f);
  EXPECT_TRUE(views.instances(shapeType<Plane>).matrices.empty());
}

TEST(Views, PlanesHaveTheirNormalAsTheSecondColumn) {
  for (const Vec3 normal :
       {Vec3{0, 1, 0}, Vec3{1, 0, 0}, Vec3{0, -1, 0}, normalize(Vec3{1, 2, -3})}) {
    World world;
    BodyDef def;
    def.type = BodyType::Static;
    def.shape = Plane{normal, 2};
    need(world.addBody(def));
    WorldViews views(world);
    const auto& m = views.instances(shapeType<Plane>).matrices;
    EXPECT_NEAR(m[4], normal.x, 1e-5f);
    EXPECT_NEAR(m[5], normal.y, 1e-5f);
    EXPECT_NEAR(m[6], normal.z, 1e-5f);
    EXPECT_NEAR(m[12], 2 * normal.x, 1e-5f);
    EXPECT_NEAR(m[13], 2 * normal.y, 1e-5f);
  }
}

TEST(Views, FollowTheWorld) {
  World world;
  WorldViews views(world);
  EXPECT_TRUE(views.bodyStates().empty());
  const BodyId id = need(world.addBody(scenes::sphereAt({0, 5, 0}, 0.5f)));
  EXPECT_EQ(views.bodyStates()[1], 5);
  ASSERT_FALSE(world.step(0.1f));
  EXPECT_LT(views.bodyStates()[1], 5);
  EXPECT_EQ(views.bodyStates()[1], world.bodies.poses[0].position.y);
  world.remove(id);
  EXPECT_TRUE(views.bodyStates().empty());
}

TEST(Views, ClothNormalsOfALevelGridPointUp) {
  World world;
  scenes::hangingCloth(world, 5);
  WorldViews views(world);
  const auto n = views.clothNormals(0);
  ASSERT_EQ(n.size(), 3u * 36);
  for (size_t i = 0; i < 36; ++i) EXPECT_NEAR(n[3 * i + 1], 1, 1e-6f);
  EXPECT_EQ(views.clothPositions(0).size(), 3u * 36);
  EXPECT_EQ(views.clothInverseMasses(0)[0], 0);  // pinned
  EXPECT_GT(views.clothInverseMasses(0)[1], 0);
}

TEST(Views, RemovingAClothMovesTheOthersViews) {
  World world;
  ClothDef def;
  def.grid = GridDef{{1, 1}, {2, 2}};
  const ClothId a = need(world.addCloth(def));
  def.grid = GridDef{{1, 1}, {4, 4}};
  def.position = {0, 7, 0};
  need(world.addCloth(def));
  WorldViews views(world);
  EXPECT_EQ(views.clothPositions(0).size(), 27u);
  world.remove(a);
  EXPECT_EQ(views.clothPositions(0).size(), 75u);
  EXPECT_EQ(views.clothPositions(0)[1], 7);
}

TEST(Views, SpringViewsAreTheNodes) {
  World world;
  scenes::hangingNet(world, IntegratorType::BackwardEuler);
  ASSERT_FALSE(world.step(1.0f / 60));
  WorldViews views(world);
  const SpringNetwork& n = world.soft.springs[0].network;
  const auto x = views.springPositions(0);
  const auto x64 = views.springPositions64(0);
  const auto v64 = views.springVelocities64(0);
  ASSERT_EQ(x.size(), 3 * n.positions.size());
  ASSERT_EQ(x64.size(), x.size());
  for (size_t i = 0; i < n.positions.size(); ++i) {
    EXPECT_EQ(x64[3 * i + 1], n.positions[i].y);
    EXPECT_EQ(v64[3 * i + 2], n.velocities[i].z);
    EXPECT_EQ(x[3 * i + 1], float(n.positions[i].y));
  }
  EXPECT_EQ(views.springEdges(0).size(), 2 * n.springs.size());
}

TEST(Views, DiagnosticsAreTheReadouts) {
  World world;
  scenes::mixed(world);
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  WorldViews views(world);
  const auto d = views.diagnostics();
  ASSERT_EQ(d.size(), std::size(kDiagnostics) + kStages);
  const auto value = [&](const char* name) {
    for (size_t i = 0; i < std::size(kDiagnostics); ++i)
      if (std::strcmp(kDiagnostics[i], name) == 0) return d[i];
    ADD_FAILURE() << name;
    return 0.0;
  };
  const Energy e = world.energy();
  EXPECT_EQ(value("kinetic"), e.kinetic);
  EXPECT_EQ(value("total"), e.kinetic + e.potential + e.elastic);
  EXPECT_EQ(value("steps"), 60);
  EXPECT_EQ(value("py"), world.momentum().linear.y);
  EXPECT_EQ(value("contacts"), world.contactCount());
}

TEST(Views, DebugLinesComeInPairsOfVertices) {
  World world;
  scenes::mixed(world);
  for (int i = 0; i < 70; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  WorldViews views(world);
  EXPECT_TRUE(views.debugLines(0).empty());
  for (const unsigned flag : {kDebugContacts, kDebugBoxes, kDebugAxes, kDebugTies}) {
    const auto lines = views.debugLines(flag);
    EXPECT_GT(lines.size(), 0u) << flag;
    EXPECT_EQ(lines.size() % 12, 0u) << flag;
    for (const float f : lines) ASSERT_TRUE(std::isfinite(f)) << flag;
  }
}

/// Where the debug lines of a joint at the origin end, besides those it has without limits.
std::vector<Vec3> limitPoints(JointDef with, JointDef without) {
  std::vector<std::vector<float>> drawn;
  for (JointDef* def : {&with, &without}) {
    World world;
    const BodyId body = scenes::need(world.addBody(scenes::boxAt({})));
    std::visit([&](auto& j) { j.bodyA = body; }, *def);
    scenes::need(world.addJoint(*def));
    WorldViews views(world);
    const auto lines = views.debugLines(kDebugJoints);
    drawn.emplace_back(lines.begin(), lines.end());
  }
  std::vector<Vec3> points;
  for (size_t i = drawn[1].size(); i < drawn[0].size(); i += 6)
    points.push_back({drawn[0][i], drawn[0][i + 1], drawn[0][i + 2]});
  return points;
}

TEST(Views, LimitsOfJointsAreDrawnWhereTheyAre) {
  HingeJoint hinge;
  hinge.axis = {0, 0, 1};
  HingeJoint limited = hinge;
  limited.limits = AngularLimits{0, kPi / 2};
  const auto fan = limitPoints(limited, hinge);
  ASSERT_FALSE(fan.empty());
  for (const Vec3 p : fan) {
    EXPECT_NEAR(p.z, 0, 1e-6f);
    EXPECT_TRUE(length(p) < 1e-6f || std::abs(length(p) - 0.25f) < 1e-6f);
  }
  PrismaticJoint slider;
  slider.axis = {1, 0, 0};
  PrismaticJoint stopped = slider;
  stopped.limits = LinearLimits{-0.5f, 2};
  const auto bar = limitPoints(stopped, slider);
  ASSERT_GE(bar.size(), 2u);
  EXPECT_EQ(bar[0], (Vec3{-0.5f, 0, 0}));
  EXPECT_EQ(bar[1], (Vec3{2, 0, 0}));
  BallJoint ball, cone;
  cone.swingLimit = kPi / 3;
  const auto rim = limitPoints(cone, ball);
  ASSERT_FALSE(rim.empty());
  EXPECT_NEAR(rim[0].x, 0.125f, 1e-6f);
  EXPECT_NEAR(length(rim[0]), 0.25f, 1e-6f);
}

}  // namespace views_test
}  // namespace holonom
