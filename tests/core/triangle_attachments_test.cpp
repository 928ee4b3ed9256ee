// Attachments of a point in a triangle of cloth.
#include <gtest/gtest.h>

#include "ties.h"

namespace holonom {
namespace triangle_attachments_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;
using ties::addStrip;
using ties::hangingSpring;
using ties::run;
using ties::weightless;

TEST(Attachments, ATriangleHoldsABodyByAPointInIt) {
  // The body hangs beneath a point of a triangle: its weight is borne by the corners' shares.
  WorldSettings s;
  s.substeps = 20;
  World world(s);
  ClothDef def;
  def.grid = GridDef{{1, 1}, {1, 1}};
  def.pins.indices = {0, 1, 2, 3};
  const ClothId cloth = need(world.addCloth(def));
  BodyDef weight = sphereAt({0, -0.5f, 0}, 0.05f);
  weight.mass = 1;
  const BodyId body = need(world.addBody(weight));
  AttachmentDef tie;
  tie.cloth = cloth, tie.body = body, tie.triangle = 1;
  tie.weights = Vec3{2, 1, 1};
  tie.anchor = Vec3{0, 0.1f, 0};
  const AttachmentId id = need(world.addAttachment(tie));
  EXPECT_EQ(*world.describe(id).weights, (Vec3{0.5f, 0.25f, 0.25f}));
  const Vec3 place = world.soft.positionOf(world.describe(id));
  Vec3 sum{};
  for (int k = 0; k < 3; ++k)
    sum += (k == 0 ? 0.5f : 0.25f) *
           world.soft.particles.positions[world.soft.cloths[0].indices[size_t(3 + k)]].xyz();
  EXPECT_LT(length(place - sum), 1e-6f);
  run(world, 240);
  EXPECT_LT(length(Ties::anchorOf(world.soft, world.bodies, world.describe(id)) - place), 1e-3f);
}

TEST(Attachments, ATriangleAndABodyPassMomentumOn) {
  World world(weightless());
  const ClothId cloth = addStrip(world);
  ClothDef free = world.describe(cloth);
  free.damping = 0;
  ASSERT_FALSE(world.redefine(cloth, free));
  BodyDef puller = boxAt({0, 0.3f, 0}, {0.1f, 0.1f, 0.1f});
  puller.linearVelocity = {0, 2, 0.5f};
  const BodyId body = need(world.addBody(puller));
  AttachmentDef tie;
  tie.cloth = cloth, tie.body = body, tie.triangle = 20;
  tie.weights = Vec3{0.2f, 0.5f, 0.3f};
  const AttachmentId id = need(world.addAttachment(tie));
  const Momentum before = world.momentum();
  run(world, 60);
  const Momentum after = world.momentum();
  EXPECT_LT(length(after.linear - before.linear), 1e-4 * length(before.linear));
  EXPECT_LT(length(after.angular - before.angular), 0.01);
  EXPECT_LT(length(world.soft.positionOf(world.describe(id)) -
                   Ties::anchorOf(world.soft, world.bodies, world.describe(id))),
            0.01f);
  EXPECT_GT(world.soft.particles.velocities[16].y, 0.1f) << "the cloth is drawn along";
}

TEST(Attachments, ATriangleStaysWhereItWasWithEverySolver) {
  for (const ParticleSolver solver :
       {ParticleSolver::Colored, ParticleSolver::GaussSeidel, ParticleSolver::Jacobi,
        ParticleSolver::Direct, ParticleSolver::Hierarchical, ParticleSolver::Lines}) {
    World world;
    world.settings.particleSolver = solver;
    AttachmentDef tie;
    tie.cloth = addStrip(world), tie.triangle = 0;
    const AttachmentId id = need(world.addAttachment(tie));
    const Vec3 anchor = *world.describe(id).anchor;
    EXPECT_LT(length(*world.describe(id).weights - Vec3{1 / 3.0f, 1 / 3.0f, 1 / 3.0f}), 1e-7f);
    run(world, 120);
    EXPECT_LT(length(world.soft.positionOf(world.describe(id)) - anchor), 2e-3f) << int(solver);
  }
}

TEST(Attachments, OfATriangleSaySoWhenItIsNone) {
  World world;
  const ClothId cloth = addStrip(world);
  const RopeId rope = need(world.addRope({}));
  const SpringNetworkId net =
      need(world.addSpringNetwork(hangingSpring(IntegratorType::SymplecticEuler, 100)));
  const auto refusal = [&](const AttachmentDef& def) {
    const Result<AttachmentId> r = world.addAttachment(def);
    EXPECT_TRUE(r.error);
    return r.error.value_or(Error{});
  };
  AttachmentDef tie;
  tie.cloth = cloth, tie.triangle = 40;
  EXPECT_EQ(refusal(tie).path, "triangle");
  EXPECT_EQ(refusal(tie).allowed(), "an integer from 0 to 39");
  tie.triangle = -1;
  EXPECT_EQ(refusal(tie).code, ErrorCode::Range);
  tie.triangle = 0, tie.cloth.reset(), tie.rope = rope;
  EXPECT_EQ(refusal(tie).allowed(), "a cloth that has triangles");
  tie.rope.reset(), tie.cloth = cloth, tie.weights = Vec3{};
  EXPECT_EQ(refusal(tie).path, "weights");
  tie.weights = Vec3{1, -1, 1};
  EXPECT_EQ(refusal(tie).path, "weights[1]");
  tie.weights = Vec3{1, 1, 1}, tie.triangle.reset();
  EXPECT_EQ(refusal(tie).code, ErrorCode::Missing);
  AttachmentDef node;
  node.springNetwork = net, node.triangle = 0;
  EXPECT_EQ(refusal(node).path, "triangle");
}

}  // namespace triangle_attachments_test
}  // namespace holonom
