// Attachments: what they hold, where to, and what goes with them.
#include "ties.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holonom {
namespace ties_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;
using ties::addStrip;
using ties::hangingSpring;
using ties::run;
using ties::weightless;

constexpr double kGravity = 9.81;

TEST(Attachments, HoldAParticleWhereItWas) {
  World world;
  const ClothId cloth = addStrip(world);
  AttachmentDef tie;
  tie.cloth = cloth;
  tie.point = 0;
  const AttachmentId id = need(world.addAttachment(tie));
  const Vec3 anchor = *world.describe(id).anchor;
  EXPECT_EQ(anchor, (Vec3{-0.1f, 0, -0.5f}));
  run(world, 120);
  EXPECT_LT(length(world.soft.positionOf({PointRef::Kind::Cloth, 0, 0}) - anchor), 2e-3f);
}

TEST(Attachments, FollowAMovingBody) {
  World world(weightless());
  BodyDef carrier = boxAt({0, 0, 0}, {0.05f, 0.05f, 0.05f});
  carrier.type = BodyType::Kinematic;
  carrier.linearVelocity = {0.5f, 0, 0};
  const BodyId body = need(world.addBody(carrier));
  const ClothId cloth = addStrip(world, {0, -0.5f, 0});
  AttachmentDef tie;
  tie.cloth = cloth, tie.body = body, tie.point = 1;
  need(world.addAttachment(tie));
  run(world, 120);
  EXPECT_NEAR(world.bodies.poses[0].position.x, 1, 1e-4);
  EXPECT_NEAR(world.soft.positionOf({PointRef::Kind::Cloth, 0, 1}).x, 1, 0.01);
}

TEST(Attachments, ABodyHangsFromACloth) {
  WorldSettings s;
  s.substeps = 20;
  World world(s);
  ClothDef def;
  def.grid = GridDef{{0.2f, 1}, {2, 10}};
  def.rotation = {std::sqrt(0.5f), 0, 0, std::sqrt(0.5f)};  // +z turns to −y: hangs
  def.pins.names = {"top"};
  def.mass = 1;
  def.drag = 0;
  def.damping = 1;
  const ClothId cloth = need(world.addCloth(def));
  BodyDef weight = sphereAt({0, -0.6f, 0}, 0.05f);
  weight.mass = 1;
  const BodyId body = need(world.addBody(weight));
  AttachmentDef tie;
  tie.cloth = cloth, tie.body = body, tie.point = 31;  // middle of the bottom
  tie.anchor = Vec3{0, 0.1f, 0};
  need(world.addAttachment(tie));
  run(world, 240);
  EXPECT_NEAR(world.bodies.poses[0].position.y, -0.6, 0.03);
}

TEST(Attachments, ASpringScaleReadsTheWeight) {
  for (const IntegratorType integrator :
       {IntegratorType::SymplecticEuler, IntegratorType::BackwardEuler}) {
    World world;
    const SpringNetworkId springs = need(world.addSpringNetwork(hangingSpring(integrator, 500)));
    BodyDef weight = sphereAt({0, -1.1f, 0}, 0.1f);
    weight.mass = 2;
    weight.linearDamping = 0.5f;
    const BodyId body = need(world.addBody(weight));
    AttachmentDef tie;
    tie.springNetwork = springs, tie.body = body, tie.point = 1;
    need(world.addAttachment(tie));
    run(world, 1200);
    // The node's own 0.2 kg hangs there too.
    const double stretch = -1 - world.soft.springs[0].network.positions[1].y;
    EXPECT_NEAR(stretch * 500, 2.2 * kGravity, 0.01 * 2.2 * kGravity) << int(integrator);
    EXPECT_NEAR(world.bodies.poses[0].position.y, -1.1 - stretch, 1e-3);
  }
}

TEST(Attachments, AHarmonicSpringFeelsTheMassThatIsTiedToItsEnd) {
  // The node alone would swing through a fifth of its period in a substep: it would sag by half
  // more.
  World world;
  const SpringNetworkId springs =
      need(world.addSpringNetwork(hangingSpring(IntegratorType::Harmonic, 20000)));
  BodyDef weight = sphereAt({0, -1.1f, 0}, 0.1f);
  weight.mass = 2;
  weight.linearDamping = 0.5f;
  AttachmentDef tie;
  tie.springNetwork = springs, tie.body = need(world.addBody(weight)), tie.point = 1;
  need(world.addAttachment(tie));
  run(world, 1200);
  const double stretch = -1 - world.soft.springs[0].network.positions[1].y;
  EXPECT_NEAR(stretch * 20000, 2.2 * kGravity, 0.1 * 2.2 * kGravity);
}

TEST(Attachments, PrintedMethodsPullBothWays) {
  // A node of 2 kg and a ball that it is tied to: weightless, they share one momentum.
  for (const IntegratorType integrator : {IntegratorType::BackwardEuler, IntegratorType::Jacobi,
                                          IntegratorType::Harmonic, IntegratorType::Hybrid})
    for (const float compliance : {0.0f, 0.001f}) {
      SCOPED_TRACE(testing::Message() << int(integrator) << ' ' << compliance);
      World world(weightless());
      SpringNetworkDef def;
      def.lists = SpringListsDef{{0, 0, 0}, {}};
      def.mass = 2;
      def.velocities = {3, 0, 0};
      def.integrator = integrator;
      def.asPrinted = true;
      BodyDef ball = sphereAt({0, 0, 0}, 0.1f);
      ball.mass = 1;
      ball.collisionMask = 0;
      AttachmentDef tie;
      tie.springNetwork = need(world.addSpringNetwork(def));
      tie.body = need(world.addBody(ball));
      tie.compliance = compliance;
      need(world.addAttachment(tie));
      double nearest = 3, farthest = 0;
      for (int i = 0; i < 60; ++i) {
        run(world, 1);
        const double node = world.soft.springs[0].network.velocities[0].x;
        const double body = double(world.bodies.states[0].linear.x);
        // Half of what hybrid forms is an outer impulse, and moves neither.
        EXPECT_NEAR(2 * node + body, 6, 1e-4) << i;
        nearest = std::min(nearest, std::fabs(node - body));
        farthest = std::max(farthest, body);
      }
      EXPECT_GT(farthest, 1.9);
      EXPECT_LT(nearest, 0.2);
    }
}

TEST(Attachments, ACompliantTieStretchesByForceTimesCompliance) {
  for (const IntegratorType integrator :
       {IntegratorType::SymplecticEuler, IntegratorType::BackwardEuler}) {
    World world;
    SpringNetworkDef def;
    def.lists = SpringListsDef{{0, 0, 0}, {}};
    def.mass = 2;
    def.integrator = integrator;
    const SpringNetworkId springs = need(world.addSpringNetwork(def));
    AttachmentDef tie;
    tie.springNetwork = springs;
    tie.compliance = 0.001f;
    need(world.addAttachment(tie));
    run(world, 600);
    EXPECT_NEAR(world.soft.springs[0].network.positions[0].y, -2 * kGravity * 0.001, 1e-4)
        << int(integrator);
  }
}

TEST(Attachments, ACompliantTieOfAParticleStretchesToo) {
  World world;
  ClothDef def;
  def.mesh = MeshDef{{0, 0, 0, 0.1f, 0, 0, 0, 0, 0.1f}, {0, 2, 1}};
  def.mass = 3;
  def.drag = 0;
  def.damping = 5;
  const ClothId cloth = need(world.addCloth(def));
  AttachmentDef tie;
  tie.compliance = 0.001f;
  for (int i = 0; i < 3; ++i) tie.cloth = cloth, tie.point = i, need(world.addAttachment(tie));
  run(world, 600);
  // 1 kg on each; the damping takes 1/(1 + 5/240) of the weight per substep.
  const double expected = -kGravity * 0.001 / (1 + 5 / 240.0);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(world.soft.particles.positions[i].y, expected, 2e-4) << i;
}

TEST(Attachments, AFreePairKeepsItsMomentum) {
  for (const IntegratorType integrator :
       {IntegratorType::SymplecticEuler, IntegratorType::BackwardEuler}) {
    World world(weightless());
    SpringNetworkDef def;
    def.lists = SpringListsDef{{0, 0, 0, 0, -1, 0}, {0, 1}};
    def.mass = 2, def.stiffness = 200, def.damping = 0;
    def.integrator = integrator;
    def.tolerance = 1e-12;
    def.velocities = {0, 1, 0, 0, 0, 0};
    const SpringNetworkId springs = need(world.addSpringNetwork(def));
    BodyDef weight = sphereAt({0, -1, 0}, 0.1f);
    weight.mass = 2;
    const BodyId body = need(world.addBody(weight));
    AttachmentDef tie;
    tie.springNetwork = springs, tie.body = body, tie.point = 1;
    need(world.addAttachment(tie));
    // The node takes the body's velocity at once; momentum is that of all from then on.
    run(world, 1);
    const double before = world.momentum().linear.y;
    EXPECT_NEAR(before, 1, 0.02);
    run(world, 240);
    EXPECT_NEAR(world.momentum().linear.y, before, 0.02) << int(integrator);
  }
}

/// A node of this mass alone, tied to the body where it is or at another anchor.
void tieNode(World& world, BodyId body, double mass, Vec3 position, IntegratorType integrator,
             float compliance = 0, std::optional<Vec3> anchor = {}) {
  SpringNetworkDef def;
  def.lists = SpringListsDef{{position.x, position.y, position.z}, {}};
  def.masses = {mass};
  def.radius = 0;
  def.integrator = integrator;
  AttachmentDef tie;
  tie.springNetwork = need(world.addSpringNetwork(def));
  tie.body = body, tie.point = 0, tie.compliance = compliance, tie.anchor = anchor;
  need(world.addAttachment(tie));
}

constexpr IntegratorType kSomeMethods[] = {IntegratorType::SymplecticEuler,
                                           IntegratorType::BackwardEuler, IntegratorType::Harmonic,
                                           IntegratorType::Hybrid};

TEST(Attachments, ATiedNodeWeighsOnItsBody) {
  for (const IntegratorType integrator : kSomeMethods) {
    World world;
    scenes::addPlane(world);
    BodyDef box = boxAt({0, 0.5f, 0}, {0.5f, 0.5f, 0.5f});
    box.mass = 1;
    tieNode(world, need(world.addBody(box)), 1, {0, 1, 0}, integrator);
    run(world, 120);
    double borne = 0;
    for (const Contact& c : world.collision.contacts.all())
      borne += double(world.collision.contacts.patchOf(c).stepImpulse) * 60;
    EXPECT_NEAR(borne, 2 * kGravity, 0.02 * kGravity) << int(integrator);
  }
}

TEST(Attachments, ATiedNodeIsCarriedByWhatPushesItsBody) {
  for (const IntegratorType integrator : kSomeMethods) {
    World world(weightless());
    BodyDef ball = sphereAt({0, 0, 0}, 0.2f);
    ball.mass = 1;
    const BodyId body = need(world.addBody(ball));
    tieNode(world, body, 1, {0, 0, 0}, integrator);
    run(world, 1);
    EXPECT_FALSE(world.applyImpulse(body, {10, 0, 0}));
    run(world, 60);
    EXPECT_NEAR(world.momentum().linear.x, 10, 1e-4) << int(integrator);
    EXPECT_NEAR(world.describe(body).linearVelocity.x, 5, 0.01) << int(integrator);
  }
}

TEST(Attachments, ABodyTurnsAboutTheCenterItHasWithItsNodes) {
  for (const IntegratorType integrator : kSomeMethods) {
    World world(weightless());
    BodyDef ball = sphereAt({0, 0, 0}, 0.5f);
    ball.mass = 1;
    ball.linearVelocity = {0, 1, 0};
    ball.angularVelocity = {0, 0, 2};
    const BodyId body = need(world.addBody(ball));
    tieNode(world, body, 1, {1, 0, 0}, integrator);
    run(world, 1);
    const Vec3d before = world.momentum().linear;
    run(world, 240);
    EXPECT_LT(length(world.momentum().linear - before), 1e-4) << int(integrator);
  }
}

TEST(Attachments, ACompliantTiePullsBothEndsAlike) {
  for (const IntegratorType integrator : kSomeMethods) {
    World world(weightless());
    BodyDef ball = sphereAt({0, 0, 0}, 0.1f);
    ball.mass = 2;
    const BodyId body = need(world.addBody(ball));
    tieNode(world, body, 1, {1, 0, 0}, integrator, 0.01f, Vec3{});
    EXPECT_NEAR(world.energy().elastic, 0.5 / 0.01, 1e-4);
    run(world, 30);
    EXPECT_LT(length(world.momentum().linear), 1e-4) << int(integrator);
    EXPECT_GT(length(world.describe(body).linearVelocity), 0.1f) << int(integrator);
  }
}

TEST(Attachments, APinnedNodeHoldsABodyAtRest) {
  for (const IntegratorType integrator :
       {IntegratorType::SymplecticEuler, IntegratorType::BackwardEuler}) {
    World world;
    const SpringNetworkId springs = need(world.addSpringNetwork(hangingSpring(integrator, 500)));
    BodyDef weight = sphereAt({0, 0, 0}, 0.1f);
    weight.mass = 2;
    const BodyId body = need(world.addBody(weight));
    AttachmentDef tie;
    tie.springNetwork = springs, tie.body = body, tie.point = 0;  // the pinned one
    need(world.addAttachment(tie));
    run(world, 60);
    EXPECT_NEAR(world.bodies.poses[0].position.y, 0, 0.01) << int(integrator);
  }
}

TEST(Attachments, ATiedPointDoesNotCollideWithItsBody) {
  World world(weightless());
  const BodyId body = need(world.addBody(sphereAt({0, 0, 0}, 0.3f)));
  SpringNetworkDef net;
  net.lists = SpringListsDef{{0.2f, 0, 0}, {}};  // inside the body
  AttachmentDef tie;
  tie.body = body;
  tie.springNetwork = need(world.addSpringNetwork(net));
  need(world.addAttachment(tie));
  ClothDef cloth;
  cloth.mesh = MeshDef{{-0.3f, 0, 0, -1, 0, 0, -1, 0, 0.3f}, {0, 2, 1}};  // on its surface
  cloth.drag = 0;
  tie.springNetwork.reset();
  tie.cloth = need(world.addCloth(cloth));
  need(world.addAttachment(tie));
  run(world, 60);
  EXPECT_LT(length(world.bodies.states[0].linear), 1e-4f);
  EXPECT_LT(length(world.bodies.poses[0].position), 1e-4f);
}

TEST(Ties, LeaveWithTheirObject) {
  World world;
  const BodyId a = need(world.addBody(boxAt({0, 0, 0}))), b = need(world.addBody(boxAt({3, 0, 0})));
  const ClothId cloth = addStrip(world, {0, 2, 0});
  const SpringNetworkId springs =
      need(world.addSpringNetwork(hangingSpring(IntegratorType::BackwardEuler, 100)));
  const auto attach = [&](std::optional<BodyId> body, bool toCloth) {
    AttachmentDef def;
    def.body = body;
    if (toCloth)
      def.cloth = cloth;
    else
      def.springNetwork = springs;
    return need(world.addAttachment(def));
  };
  const AttachmentId clothA = attach(a, true), clothB = attach(b, true),
                     springsA = attach(a, false), springsWorld = attach({}, false);
  GrabDef grab;
  grab.body = a;
  const GrabId grabA = need(world.addGrab(grab));
  grab = {};
  grab.cloth = cloth;
  const GrabId grabCloth = need(world.addGrab(grab));
  run(world, 2);

  EXPECT_TRUE(world.remove(a));
  EXPECT_EQ(world.indexOf(clothA), -1);
  EXPECT_EQ(world.indexOf(springsA), -1);
  EXPECT_EQ(world.indexOf(grabA), -1);
  EXPECT_GE(world.indexOf(clothB), 0);
  EXPECT_GE(world.indexOf(springsWorld), 0);
  run(world, 2);

  EXPECT_TRUE(world.remove(cloth));
  EXPECT_EQ(world.indexOf(clothB), -1);
  EXPECT_EQ(world.indexOf(grabCloth), -1);
  EXPECT_GE(world.indexOf(springsWorld), 0);
  run(world, 2);

  EXPECT_TRUE(world.remove(springs));
  EXPECT_TRUE(world.ties.attachments.empty());
  EXPECT_TRUE(world.ties.grabs.empty());
  run(world, 2);
}

TEST(Ties, StayWithTheirObjectsWhenOthersLeave) {
  World world;
  const BodyId other = need(world.addBody(boxAt({5, 0, 0})));
  BodyDef holder = boxAt({0, 3, 0}, {0.1f, 0.1f, 0.1f});
  holder.type = BodyType::Static;
  const BodyId body = need(world.addBody(holder));
  const ClothId first = addStrip(world, {5, 5, 5});
  const ClothId second = addStrip(world, {0, 3, 0.5f});
  AttachmentDef tie;
  tie.body = body, tie.cloth = second, tie.point = 1;
  need(world.addAttachment(tie));
  run(world, 5);
  EXPECT_TRUE(world.remove(other));
  EXPECT_TRUE(world.remove(first));
  run(world, 60);
  EXPECT_LT(length(world.soft.positionOf({PointRef::Kind::Cloth, 0, 1}) - Vec3{0, 3, 0}), 0.01f);
}

TEST(Ties, OfANetThatLeftAreNotLookedFor) {
  // What held its node would be taken for one of another net, or of none.
  World world;
  const SpringNetworkId net =
      need(world.addSpringNetwork(hangingSpring(IntegratorType::Verlet, 100)));
  BodyDef wall = boxAt({0, -1.5f, 0});
  wall.type = BodyType::Static;
  AttachmentDef tie;
  tie.springNetwork = net;
  tie.point = 1;
  tie.body = need(world.addBody(wall));
  need(world.addAttachment(tie));
  run(world, 1);
  ASSERT_TRUE(world.remove(net));
  run(world, 1);
  EXPECT_TRUE(world.ties.attachments.empty());
}

TEST(Attachments, APinnedNodeStopsAMovingBody) {
  World world(weightless());
  const SpringNetworkId net = scenes::hangingNet(world, IntegratorType::BackwardEuler);
  BodyDef weight = sphereAt({-1, 2.5f, -1}, 0.1f);
  weight.linearVelocity = {0, -3, 0};
  const BodyId body = need(world.addBody(weight));
  AttachmentDef tie;
  tie.springNetwork = net, tie.body = body, tie.point = 0;  // the pinned corner at (-1, 3, -1)
  need(world.addAttachment(tie));
  run(world, 120);
  EXPECT_EQ(world.soft.springs[0].network.positions[0].y, 3);
  EXPECT_NEAR(length(world.bodies.poses[0].position - Vec3{-1, 3, -1}), 0.5f, 0.01f);
}

}  // namespace ties_test
}  // namespace holonom
