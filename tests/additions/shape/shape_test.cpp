// A shape with curved sides meets every other, is found by rays, and lies on its side.
#include <gtest/gtest.h>

#include "collision/ray.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace shape_test {

using scenes::need;

BodyDef bicone(Vec3 at) {
  BodyDef def;
  def.position = at, def.shape = Bicone{0.3f, 0.6f};
  return def;
}

class Shapes : public ::testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, Shapes, everySolver(), solverName);

/// On a slanted line: its axis leans by the angle of its sides.
TEST_P(Shapes, LieOnTheirSides) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
  scenes::addPlane(world);
  const BodyId id = need(world.addBody(bicone({0, 0.75f, 0})));
  BodyDef pushed = world.describe(id);
  pushed.angularVelocity = {0.5f, 0, 0.2f};
  ASSERT_FALSE(world.setMotion(id, pushed));
  for (int i = 0; i < 600; ++i) world.step(1.0 / 60);
  const BodyDef end = world.describe(id);
  const float apart = 0.3f * 0.6f / std::sqrt(0.3f * 0.3f + 0.6f * 0.6f);
  EXPECT_NEAR(end.position.y, apart, 0.01f);
  const Vec3 axis = rotate(end.rotation, {0, 1, 0});
  EXPECT_NEAR(std::abs(axis.y), 0.3f / std::sqrt(0.45f), 0.02f);
}

TEST(Shapes, MeetAllOthers) {
  const std::vector<Shape> others{Sphere{0.4f}, Capsule{},   Box{},   Cylinder{},
                                  Cone{},       Ellipsoid{}, Bicone{}};
  for (const Shape& other : others)
    for (const bool first : {false, true}) {
      World world = scenes::sleeplessWorld(SolverType::SoftStep, 4, {});
      BodyDef def;
      def.shape = other, def.type = BodyType::Kinematic;
      if (first) need(world.addBody(bicone({0.5f, 0, 0})));
      need(world.addBody(def));
      if (!first) need(world.addBody(bicone({0.5f, 0, 0})));
      world.step(1.0 / 60);
      EXPECT_GT(world.deepestPenetration(), 0) << other.index() << first;
    }
}

TEST(Shapes, AreMetByRays) {
  RayHit hit;
  ASSERT_TRUE(castRay(bicone({}).shape, {{1, 0, 0}, {}}, {-3, 0.3f, 0}, {1, 0, 0}, 10, hit));
  EXPECT_NEAR(hit.distance, 4 - 0.15f, 1e-4f);
  EXPECT_NEAR(hit.normal.x, -0.6f / std::sqrt(0.45f), 1e-4f);
}

}  // namespace shape_test
}  // namespace holonom
