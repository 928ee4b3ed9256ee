// Nodes of spring networks against every shape of a body: held out, rubbed, and pushing back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "meshes.h"
#include "scenes.h"

namespace holonom {
namespace spring_contact_test {

using scenes::need;

constexpr IntegratorType kIntegrators[] = {IntegratorType::SymplecticEuler,
                                           IntegratorType::BackwardEuler, IntegratorType::Jacobi,
                                           IntegratorType::Harmonic, IntegratorType::Imex};
/// Those that solve contacts together with the springs.
constexpr IntegratorType kImplicit[] = {IntegratorType::BackwardEuler, IntegratorType::Jacobi,
                                        IntegratorType::Hybrid, IntegratorType::Imex};
constexpr float kRadius = 0.02f;

Hull boxHull(Vec3 h) {
  Hull hull;
  for (int i = 0; i < 8; ++i)
    hull.points.insert(hull.points.end(),
                       {i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
  return hull;
}

Compound boxCompound(Vec3 h) {
  Compound compound;
  for (const float side : {-1.0f, 1.0f})
    compound.parts.push_back({{side * h.x / 2, 0, 0}, {}, Box{{h.x / 2, h.y, h.z}}});
  return compound;
}

/// One of each, whose top is about y = 0.3 and, but for round ones, flat.
std::vector<Shape> everyShape(Vec3 h = {0.3f, 0.3f, 0.3f}) {
  std::vector<Shape> shapes = {Sphere{0.3f},       Capsule{0.3f, 0.1f}, Box{h},       boxHull(h),
                               Cylinder{h.x, h.y}, Cone{h.x, h.y},      Ellipsoid{h}, Plane{},
                               boxMesh(h),         boxCompound(h)};
  EXPECT_EQ(shapes.size(), size_t(kShapeTypes));  // a new shape belongs here
  return shapes;
}

bool isRound(const Shape& shape) {
  return std::holds_alternative<Sphere>(shape) || std::holds_alternative<Capsule>(shape) ||
         std::holds_alternative<Cone>(shape) || std::holds_alternative<Ellipsoid>(shape);
}

const char* nameOf(const Shape& shape) {
  return std::visit([](const auto& s) { return s.name; }, shape);
}

BodyDef fixed(const Shape& shape) {
  BodyDef def;
  def.type = BodyType::Static;
  def.shape = shape;
  return def;
}

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(1.0f / 60));
}

TEST(SpringContact, EveryShapeHoldsANetOut) {
  for (const Shape& shape : everyShape())
    for (const IntegratorType integrator : kIntegrators) {
      SCOPED_TRACE(testing::Message() << nameOf(shape) << ' ' << int(integrator));
      World world;
      const BodyDef body = fixed(shape);
      need(world.addBody(body));
      SpringNetworkDef net;
      net.grid = GridDef{{1, 1}, {12, 12}};
      net.position = {0.013f, 0.5f, 0.007f};
      net.integrator = integrator;
      net.mass = 1.69;
      net.stiffness = 100;
      net.radius = kRadius;
      need(world.addSpringNetwork(net));
      int touching = 0;
      for (int i = 0; i < 120; ++i) {
        run(world, 1);
        for (const Vec3d& x : world.soft.springs[0].network.positions) {
          const float d = closestSurface(world.bodies.defs[0].shape, toFloat(x)).distance;
          ASSERT_GT(d, kRadius - 2e-3f) << i;
          touching += d < kRadius + 1e-3f;
        }
      }
      EXPECT_GT(touching, 100);
      EXPECT_FALSE(world.soft.springs[0].stopped);
    }
}

TEST(SpringContact, EveryFlatShapeRubsByItsFriction) {
  // On a slope of 20° a node sticks from μ = tan 20° on, and else slides with g (sin − μ cos).
  const float slope = 0.349066f;
  const Quat tilt{0, 0, std::sin(slope / 2), std::cos(slope / 2)};
  for (const Shape& shape : everyShape({3, 0.3f, 0.3f})) {
    if (isRound(shape)) continue;
    for (const IntegratorType integrator : kIntegrators)
      for (const float friction : {0.0f, 0.2f, 0.5f}) {
        SCOPED_TRACE(testing::Message()
                     << nameOf(shape) << ' ' << int(integrator) << ' ' << friction);
        World world;
        BodyDef body = fixed(shape);
        body.rotation = tilt;
        body.friction = friction;
        need(world.addBody(body));
        const float top = std::holds_alternative<Plane>(shape) ? 0 : 0.3f;
        const Vec3 start = rotate(tilt, {2, top + kRadius, 0});
        SpringNetworkDef net;
        net.lists = SpringListsDef{{start.x, start.y, 0.05f, start.x, start.y, -0.05f}, {0, 1}};
        net.integrator = integrator;
        net.friction = friction;
        net.radius = kRadius;
        need(world.addSpringNetwork(net));
        run(world, 45);
        const double time = 0.75, g = 9.81;
        const double pull =
            std::max(0.0, std::sin(double(slope)) - double(friction) * std::cos(double(slope)));
        for (const Vec3d& x : world.soft.springs[0].network.positions) {
          const double down = 2 - rotate(conjugate(tilt), toFloat(x)).x;
          EXPECT_NEAR(down, g * pull * time * time / 2, 0.01);
        }
      }
  }
}

// What overlaps from the start comes out no faster than maxPushSpeed, however short the substeps.
TEST(SpringContact, ANetThatStartsInABoxIsNotShotOut) {
  for (const IntegratorType integrator : kIntegrators)
    for (const int substeps : {1, 10}) {
      World world;
      world.settings.substeps = substeps;
      need(world.addBody(fixed(Box{{2, 1, 2}})));
      SpringNetworkDef net;
      net.grid = GridDef{{0.4f, 0.4f}, {4, 4}};
      net.position = {0, 0.8, 0};
      net.integrator = integrator;
      const SpringNetworkId id = need(world.addSpringNetwork(net));
      float fastest = 0;
      for (int i = 0; i < 60; ++i) {
        ASSERT_FALSE(world.step(1.0f / 60));
        const std::vector<double> velocities = world.describe(id).velocities;
        for (size_t k = 1; k < velocities.size(); k += 3)
          fastest = std::max(fastest, float(velocities[k]));
      }
      EXPECT_LT(fastest, 1.1f * world.settings.maxPushSpeed)
          << int(integrator) << ", " << substeps << " substeps";
      EXPECT_GT(world.describe(id).positions[1], 1) << int(integrator);
    }
}

TEST(SpringContact, EveryShapeIsPushedBack) {
  WorldSettings settings;
  settings.gravity = {};
  for (const Shape& shape : everyShape()) {
    if (std::holds_alternative<Plane>(shape) || std::holds_alternative<Mesh>(shape))
      continue;  // static
    for (const IntegratorType integrator : kIntegrators) {
      if (integrator == IntegratorType::Jacobi) continue;  // keeps no momentum by itself
      SCOPED_TRACE(testing::Message() << nameOf(shape) << ' ' << int(integrator));
      World world(settings);
      BodyDef body;
      body.shape = shape;
      body.mass = 0.5f;
      need(world.addBody(body));
      SpringNetworkDef net;
      net.grid = GridDef{{1, 1}, {12, 12}};
      net.position = {0.013f, 0.5f, 0.007f};
      net.integrator = integrator;
      net.mass = 0.5;
      net.stiffness = 30;
      net.damping = 0.01;
      net.radius = kRadius;
      for (int i = 0; i < 169; ++i) net.velocities.insert(net.velocities.end(), {0, -2, 0});
      need(world.addSpringNetwork(net));
      for (int i = 0; i < 60; ++i) {
        run(world, 1);
        ASSERT_NEAR(world.momentum().linear.y, -1, 2e-3) << i;
      }
      EXPECT_LT(world.bodies.states[0].linear.y, -0.2f);
    }
  }
}

/// A sheet of cloth's weight, fine enough for many nodes to land together.
SpringNetworkDef fineNet(IntegratorType integrator, Vec3 position) {
  SpringNetworkDef net;
  net.grid = GridDef{{1.6f, 1.6f}, {36, 36}};
  net.position = toDouble(position);
  net.integrator = integrator;
  net.sweeps = 5;
  net.mass = 2;
  net.stiffness = 150;
  net.damping = 0.02;
  net.radius = kRadius;
  return net;
}

double fastest(const World& world) {
  double speed = 0;
  for (const Vec3d& v : world.soft.springs[0].network.velocities) speed = max(speed, length(v));
  return speed;
}

TEST(SpringContact, APatchThatLandsIsNotThrown) {
  for (const Shape& shape : {Shape(Sphere{0.3f}), Shape(Plane{})})
    for (const IntegratorType integrator : kImplicit) {
      SCOPED_TRACE(testing::Message() << nameOf(shape) << ' ' << int(integrator));
      World world;
      need(world.addBody(fixed(shape)));
      need(world.addSpringNetwork(fineNet(integrator, {0.013f, 0.42f, 0.007f})));
      for (int i = 0; i < 16; ++i) {
        run(world, 1);
        // Ends that hang over whip, but not far beyond the speed of free fall.
        ASSERT_LT(fastest(world), 1.5 * 9.81 * (i + 1) / 60) << i;
      }
    }
}

// A plate of 2 cm, met at speeds that carry nodes through many times its thickness in a substep.
TEST(SpringContact, FastNodesDoNotPassThroughAThinPlate) {
  using enum IntegratorType;
  for (const Shape& shape : everyShape({0.6f, 0.01f, 0.6f})) {
    if (std::holds_alternative<Sphere>(shape) || std::holds_alternative<Capsule>(shape) ||
        std::holds_alternative<Plane>(shape))
      continue;
    for (const IntegratorType integrator : {ExplicitEuler, SymplecticEuler, Verlet, Rk4,
                                            BackwardEuler, Jacobi, Harmonic, Hybrid, Imex})
      for (const double speed : {10, 40, 200})
        for (const bool isBodyFast : {false, true}) {
          if (isBodyFast && std::holds_alternative<Mesh>(shape)) continue;  // stands still
          SCOPED_TRACE(testing::Message() << nameOf(shape) << ' ' << int(integrator) << ' ' << speed
                                          << (isBodyFast ? " body" : ""));
          World world;
          BodyDef plate = fixed(shape);
          if (isBodyFast) {
            plate.type = BodyType::Kinematic;
            plate.linearVelocity = {0, float(speed), 0};
          }
          need(world.addBody(plate));
          SpringNetworkDef net;
          net.grid = GridDef{{0.4f, 0.4f}, {4, 4}};
          net.position = {0.013f, 0.23f, 0.007f};
          net.integrator = integrator;
          net.stiffness = 50;
          net.radius = kRadius;
          need(world.addSpringNetwork(net));
          SpringNetwork& n = world.soft.springs[0].network;
          if (!isBodyFast) n.velocities.assign(n.velocities.size(), {0, -speed, 0});
          run(world, 6);
          const double middle = double(world.bodies.poses[0].position.y);
          EXPECT_EQ(std::count_if(n.positions.begin(), n.positions.end(),
                                  [&](const Vec3d& x) { return x.y < middle; }),
                    0);
        }
  }
}

void expectCarried(const Shape& shape, LinearSolverType solver) {
  SCOPED_TRACE(testing::Message() << nameOf(shape) << ' ' << int(solver));
  World world;
  need(world.addBody(fixed(shape)));
  SpringNetworkDef net = fineNet(IntegratorType::BackwardEuler, {0.013f, 0.55f, 0.007f});
  net.grid->segments = {16, 16};
  net.damping = 0.2;
  net.linearSolver = solver;
  need(world.addSpringNetwork(net));
  run(world, 240);
  EXPECT_LT(fastest(world), 0.05);
  Vec3d carried{};
  const float h = world.lastSubstep();
  for (const NodeContact& c : world.soft.springs[0].network.contacts) carried += c.impulse;
  EXPECT_NEAR(carried.y, 2 * 9.81 * double(h), 2e-3 * 2 * 9.81 * double(h));
  EXPECT_LT(std::hypot(carried.x, carried.z), 2e-3 * carried.y);
}

TEST(SpringContact, ANetAtRestIsCarriedByAsMuchAsItWeighs) {
  expectCarried(Sphere{0.5f}, LinearSolverType::Pcg);
}

TEST(CampaignSpringContact, ANetAtRestIsCarriedByAsMuchAsItWeighs) {
  for (const Shape& shape : {Shape(Sphere{0.5f}), Shape(Plane{})})
    for (const LinearSolverType solver : {LinearSolverType::Pcg, LinearSolverType::Ldlt})
      expectCarried(shape, solver);
}

TEST(SpringContact, WhatAPatchGivesABallTheNetLoses) {
  WorldSettings settings;
  settings.gravity = {};
  for (const IntegratorType integrator : {IntegratorType::BackwardEuler, IntegratorType::Imex})
    for (const float mass : {0.02f, 50.0f}) {
      SCOPED_TRACE(testing::Message() << int(integrator) << ' ' << mass);
      World world(settings);
      BodyDef ball = scenes::sphereAt({0.2f, 0.35f, 0}, 0.3f);
      ball.mass = mass;
      ball.linearVelocity = {0, -3, 0};
      need(world.addBody(ball));
      SpringNetworkDef net = fineNet(integrator, {});
      net.tolerance = 1e-8;
      need(world.addSpringNetwork(net));
      const double before = world.momentum().linear.y;
      for (int i = 0; i < 20; ++i) {
        run(world, 1);
        ASSERT_NEAR(world.momentum().linear.y, before, 1e-5 * std::abs(before)) << i;
        ASSERT_LT(fastest(world), 9) << i;
      }
      EXPECT_GT(world.bodies.states[0].linear.y, -2.9f - 0.1f * float(mass > 10));
    }
}

}  // namespace spring_contact_test
}  // namespace holonom
