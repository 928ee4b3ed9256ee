// Nodes of spring networks against every shape of a body: held out, rubbed, and pushing back.
#include <gtest/gtest.h>

#include <cmath>

#include "meshes.h"
#include "scenes.h"

namespace holonom {
namespace {

using scenes::need;

constexpr IntegratorType kIntegrators[] = {IntegratorType::SymplecticEuler,
                                           IntegratorType::BackwardEuler, IntegratorType::Jacobi,
                                           IntegratorType::Harmonic, IntegratorType::Imex};
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
  std::vector<Shape> shapes = {Sphere{0.3f}, Capsule{0.3f, 0.1f}, Box{h},        boxHull(h),
                               Plane{},      boxMesh(h),          boxCompound(h)};
  EXPECT_EQ(shapes.size(), size_t(kShapeTypes));  // a new shape belongs here
  return shapes;
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
        for (const Vec3d& x : world.springObjects[0].network.positions) {
          const float d = closestSurface(world.bodies.defs[0].shape, toFloat(x)).distance;
          ASSERT_GT(d, kRadius - 2e-3f) << i;
          touching += d < kRadius + 1e-3f;
        }
      }
      EXPECT_GT(touching, 100);
      EXPECT_FALSE(world.springObjects[0].stopped);
    }
}

TEST(SpringContact, EveryFlatShapeRubsByItsFriction) {
  // On a slope of 20° a node sticks from μ = tan 20° on, and else slides with g (sin − μ cos).
  const float slope = 0.349066f;
  const Quat tilt{0, 0, std::sin(slope / 2), std::cos(slope / 2)};
  for (const Shape& shape : everyShape({3, 0.3f, 0.3f})) {
    if (std::holds_alternative<Sphere>(shape) || std::holds_alternative<Capsule>(shape)) continue;
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
        for (const Vec3d& x : world.springObjects[0].network.positions) {
          const double down = 2 - rotate(conjugate(tilt), toFloat(x)).x;
          EXPECT_NEAR(down, g * pull * time * time / 2, 0.01);
        }
      }
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

}  // namespace
}  // namespace holonom
