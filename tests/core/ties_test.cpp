// Attachments and grabs: what they hold, where to, and what goes with them.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"

namespace holonom {
namespace {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

constexpr double kGravity = 9.81;

void run(World& world, int steps, float dt = 1.0f / 60) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(dt));
}

WorldSettings weightless() {
  WorldSettings s;
  s.gravity = {};
  return s;
}

ClothId addStrip(World& world, Vec3 position = {}) {
  ClothDef def;
  def.grid = GridDef{{0.2f, 1}, {2, 10}};
  def.position = position;
  def.drag = 0;
  def.damping = 0.5f;
  return need(world.addCloth(def));
}

/// A spring of 1 m that hangs from a pinned node; 0.2 kg a node.
SpringNetworkDef hangingSpring(IntegratorType integrator, double stiffness) {
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 0, -1, 0}, {0, 1}};
  def.pins.indices = {0};
  def.mass = 0.4;
  def.stiffness = stiffness;
  def.damping = 5;
  def.integrator = integrator;
  return def;
}

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
  EXPECT_LT(length(world.positionOf({PointRef::Kind::Cloth, 0, 0}) - anchor), 2e-3f);
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
  EXPECT_NEAR(world.positionOf({PointRef::Kind::Cloth, 0, 1}).x, 1, 0.01);
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
  const Vec3 place = world.positionOf(world.describe(id));
  Vec3 sum{};
  for (int k = 0; k < 3; ++k)
    sum += (k == 0 ? 0.5f : 0.25f) *
           world.particles.positions[world.cloths[0].indices[size_t(3 + k)]].xyz();
  EXPECT_LT(length(place - sum), 1e-6f);
  run(world, 240);
  EXPECT_LT(length(world.anchorOf(world.describe(id)) - place), 1e-3f);
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
  EXPECT_LT(length(world.positionOf(world.describe(id)) - world.anchorOf(world.describe(id))),
            0.01f);
  EXPECT_GT(world.particles.velocities[16].y, 0.1f) << "the cloth is drawn along";
}

TEST(Attachments, ATriangleStaysWhereItWasWithEverySolver) {
  for (const ParticleSolver solver : {ParticleSolver::Coloured, ParticleSolver::GaussSeidel,
                                      ParticleSolver::Jacobi, ParticleSolver::Direct}) {
    World world;
    world.settings.particleSolver = solver;
    AttachmentDef tie;
    tie.cloth = addStrip(world), tie.triangle = 0;
    const AttachmentId id = need(world.addAttachment(tie));
    const Vec3 anchor = *world.describe(id).anchor;
    EXPECT_LT(length(*world.describe(id).weights - Vec3{1 / 3.0f, 1 / 3.0f, 1 / 3.0f}), 1e-7f);
    run(world, 120);
    EXPECT_LT(length(world.positionOf(world.describe(id)) - anchor), 2e-3f) << int(solver);
  }
}

TEST(Attachments, OfATriangleSaySoWhenItIsNone) {
  World world;
  const ClothId cloth = addStrip(world);
  ClothDef line;
  line.rope = RopeDef{};
  const ClothId rope = need(world.addCloth(line));
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
  EXPECT_EQ(refusal(tie).allowed, "an integer from 0 to 39");
  tie.triangle = -1;
  EXPECT_EQ(refusal(tie).code, ErrorCode::Range);
  tie.triangle = 0, tie.cloth = rope;
  EXPECT_EQ(refusal(tie).allowed, "a cloth that has triangles");
  tie.cloth = cloth, tie.weights = Vec3{};
  EXPECT_EQ(refusal(tie).path, "weights");
  tie.weights = Vec3{1, -1, 1};
  EXPECT_EQ(refusal(tie).path, "weights[1]");
  tie.weights = Vec3{1, 1, 1}, tie.triangle.reset();
  EXPECT_EQ(refusal(tie).code, ErrorCode::Missing);
  AttachmentDef node;
  node.springNetwork = net, node.triangle = 0;
  EXPECT_EQ(refusal(node).path, "triangle");
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
    const double stretch = -1 - world.springObjects[0].network.positions[1].y;
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
  const double stretch = -1 - world.springObjects[0].network.positions[1].y;
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
        const double node = world.springObjects[0].network.velocities[0].x;
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

TEST(Grabs, ANodeUnderPrintedMethodsComesAlong) {
  for (const IntegratorType integrator : {IntegratorType::BackwardEuler, IntegratorType::Jacobi,
                                          IntegratorType::Harmonic, IntegratorType::Hybrid}) {
    World world(weightless());
    SpringNetworkDef def;
    def.lists = SpringListsDef{{0, 0, 0}, {}};
    def.integrator = integrator;
    def.asPrinted = true;
    GrabDef grab;
    grab.springNetwork = need(world.addSpringNetwork(def));
    grab.target = {0, 0.5f, 0};
    need(world.addGrab(grab));
    run(world, 120);
    EXPECT_NEAR(world.springObjects[0].network.positions[0].y, 0.5, 1e-3) << int(integrator);
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
    EXPECT_NEAR(world.springObjects[0].network.positions[0].y, -2 * kGravity * 0.001, 1e-4)
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
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(world.particles.positions[i].y, expected, 2e-4) << i;
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
    for (const Contact& c : world.contacts.all())
      borne += double(world.contacts.patchOf(c).stepImpulse) * 60;
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

TEST(Attachments, ABodyTurnsAboutTheCentreItHasWithItsNodes) {
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

TEST(Grabs, ABodyComesToTheTarget) {
  World world(weightless());
  const BodyId body = need(world.addBody(boxAt({0, 0, 0})));
  GrabDef grab;
  grab.body = body;
  grab.target = {1, 2, 3};
  need(world.addGrab(grab));
  run(world, 120);
  EXPECT_LT(length(world.bodies.poses[0].position - grab.target), 1e-3f);
  EXPECT_LT(length(world.bodies.states[0].linear), 1e-2f);
}

TEST(Grabs, ABodySagsByGOverOmegaSquared) {
  World world;
  const BodyId body = need(world.addBody(sphereAt({0, 0, 0}, 0.5f)));
  GrabDef grab;
  grab.body = body;
  grab.frequency = 2;
  need(world.addGrab(grab));
  run(world, 240);
  const double omega = 2 * 3.141592653589793 * 2;
  // The spring acts with the error at the start of a substep: one of them late.
  EXPECT_NEAR(world.bodies.poses[0].position.y, -kGravity / (omega * omega), 2e-3);
}

TEST(Grabs, AreHeldAtTheGivenPoint) {
  World world;
  const BodyId body = need(world.addBody(boxAt({0, 0, 0}, {0.5f, 0.1f, 0.1f})));
  GrabDef grab;
  grab.body = body;
  grab.anchor = Vec3{0.5f, 0, 0};
  grab.target = {0.5f, 0, 0};
  const GrabId id = need(world.addGrab(grab));
  BodyDef def = world.describe(body);
  def.angularDamping = 3, def.linearDamping = 1;
  ASSERT_FALSE(world.redefine(body, def));
  run(world, 900);
  // Hangs below the point it is held at.
  EXPECT_NEAR(world.bodies.poses[0].position.x, 0.5, 0.02);
  EXPECT_NEAR(world.bodies.poses[0].position.y, -0.5, 0.03);
  EXPECT_LT(length(*world.describe(id).anchor - grab.target), 0.02f);
}

TEST(Grabs, TooWeakAForceCannotLift) {
  World world;
  BodyDef def = sphereAt({0, 0, 0}, 0.5f);
  def.mass = 2;
  const BodyId body = need(world.addBody(def));
  GrabDef grab;
  grab.body = body;
  grab.target = {0, 100, 0};
  grab.maxForce = 10.0f;
  need(world.addGrab(grab));
  run(world, 60);
  // a = F/m − g
  EXPECT_NEAR(world.bodies.states[0].linear.y, 10.0 / 2 - kGravity, 0.05);
}

TEST(Grabs, AClothsParticleComesToTheTarget) {
  World world(weightless());
  GrabDef grab;
  grab.cloth = addStrip(world);
  grab.point = 16;
  grab.target = {0.3f, 0.4f, 0.2f};
  need(world.addGrab(grab));
  run(world, 180);
  EXPECT_LT(length(world.positionOf({PointRef::Kind::Cloth, 0, 16}) - grab.target), 0.01f);
}

TEST(Grabs, ASpringNodeComesToTheTarget) {
  for (const IntegratorType integrator :
       {IntegratorType::SymplecticEuler, IntegratorType::BackwardEuler}) {
    World world(weightless());
    SpringNetworkDef def;
    def.grid = GridDef{{0.5f, 0.5f}, {4, 4}};
    def.stiffness = 50;
    def.integrator = integrator;
    GrabDef grab;
    grab.springNetwork = need(world.addSpringNetwork(def));
    grab.point = 12;
    grab.target = {0.3f, 0.4f, 0.2f};
    need(world.addGrab(grab));
    run(world, 240);
    EXPECT_LT(length(world.positionOf({PointRef::Kind::Springs, 0, 12}) - grab.target), 0.02f)
        << int(integrator);
  }
}

TEST(Grabs, FollowAMovedTarget) {
  World world(weightless());
  const BodyId body = need(world.addBody(boxAt({0, 0, 0})));
  GrabDef grab;
  grab.body = body;
  const GrabId id = need(world.addGrab(grab));
  run(world, 10);
  grab = world.describe(id);
  grab.target = {0, 1, 0};
  ASSERT_FALSE(world.redefine(id, grab));
  run(world, 120);
  EXPECT_NEAR(world.bodies.poses[0].position.y, 1, 1e-3);
  EXPECT_TRUE(world.remove(id));
  EXPECT_FALSE(world.remove(id));
  run(world, 10);
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
  EXPECT_TRUE(world.attachments.empty());
  EXPECT_TRUE(world.grabs.empty());
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
  EXPECT_LT(length(world.positionOf({PointRef::Kind::Cloth, 0, 1}) - Vec3{0, 3, 0}), 0.01f);
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
  EXPECT_TRUE(world.attachments.empty());
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
  EXPECT_EQ(world.springObjects[0].network.positions[0].y, 3);
  EXPECT_NEAR(length(world.bodies.poses[0].position - Vec3{-1, 3, -1}), 0.5f, 0.01f);
}

}  // namespace
}  // namespace holonom
