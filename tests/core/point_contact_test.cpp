// Contacts of points with a body that no push moves: four at a time as one by one.
#include "solvers/point_contact.h"

#include "constraints/row.h"
#include "convex.h"
#include "scenes.h"
#include "world/world.h"

namespace holonom {
namespace point_contact_test {

using namespace convex;

/// A body that moves and turns as it is told, and nothing else.
int addKinematic(World& world, Random& random) {
  BodyDef def;
  def.type = BodyType::Kinematic;
  def.position = random.vector();
  def.rotation = random.rotation();
  def.linearVelocity = random.vector(2);
  def.angularVelocity = random.vector(2);
  scenes::need(world.addBody(def));
  return 0;
}

TEST(PointContact, FourPointsMeetAShapeAsOneByOne) {
  constexpr uint64_t kSeed = 31;
  constexpr float kRadius = 0.05f, kStep = 1.0f / 240;
  Random random(kSeed);
  const Shape shapes[] = {Sphere{0.5f}, Capsule{0.3f, 0.4f}, Box{{0.4f, 0.3f, 0.5f}},
                          Plane{{0, 1, 0}, 0.2f}};
  const PointFriction frictions[] = {{0.8f, 0.5f}, {0, 0}, {0.2f, 0.1f}};
  int met = 0, slid = 0, apart = 0;
  for (int n = 0; n < 600; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " case " << n);
    World world;
    const int body = addKinematic(world, random);
    const Shape& shape = shapes[n % 4];
    const PointFriction friction = frictions[n % 3];
    const Transform pose = world.bodies.poses[body];
    ContactPoint points[4];
    ContactPoints together;
    for (int k = 0; k < 4; ++k) {
      // On both sides of the surface, and one that is pinned.
      const Vec3 near = transformPoint(pose, random.vector(0.6f));
      points[k].position = near;
      points[k].previous = near + random.vector(0.02f);
      points[k].inverseMass = k == 3 && n % 2 ? 0.0f : 2.0f;
      together.position.x[k] = near.x;
      together.position.y[k] = near.y;
      together.position.z[k] = near.z;
      together.previous.x[k] = points[k].previous.x;
      together.previous.y[k] = points[k].previous.y;
      together.previous.z[k] = points[k].previous.z;
      together.inverseMass[k] = points[k].inverseMass;
    }
    ASSERT_TRUE(
        solvePointsBody(world.bodies, body, shape, pose, together, kRadius, friction, kStep));
    for (int k = 0; k < 4; ++k) {
      const Vec3 before = points[k].position;
      const bool touching = solvePointBody(world.bodies, body, shape, pose, points[k], kRadius,
                                           kUnbounded, friction, kStep);
      (touching ? met : apart) += 1;
      slid += touching && friction.sliding > 0 && points[k].inverseMass > 0;
      EXPECT_NEAR(together.position.x[k], points[k].position.x, 2e-6f);
      EXPECT_NEAR(together.position.y[k], points[k].position.y, 2e-6f);
      EXPECT_NEAR(together.position.z[k], points[k].position.z, 2e-6f);
      if (!touching) {
        EXPECT_EQ(before.x, together.position.x[k]);
      }
    }
  }
  EXPECT_GT(met, 300);
  EXPECT_GT(slid, 150);
  EXPECT_GT(apart, 300);
}

TEST(PointContact, FastPointsAndShapesWithoutLanesAreLeftToOneByOne) {
  Random random(32);
  World world;
  const int body = addKinematic(world, random);
  const Transform pose = world.bodies.poses[body];
  const f32x4 one = splat(1);
  ContactPoints points{broadcast<f32x4>(pose.position), broadcast<f32x4>(pose.position), one};
  const ContactPoints before = points;
  EXPECT_FALSE(
      solvePointsBody(world.bodies, body, randomHull(random, 12), pose, points, 0.05f, {}, 0.01f));
  points.previous.x[2] += 3;  // through a sphere of half a meter in one substep
  EXPECT_FALSE(solvePointsBody(world.bodies, body, Sphere{0.5f}, pose, points, 0.05f, {}, 0.01f));
  for (int k = 0; k < 4; ++k) EXPECT_EQ(points.position.x[k], before.position.x[k]);
}

}  // namespace point_contact_test
}  // namespace holonom
