// Contacts against reference cases: bouncing, sliding and the landing of a box on its edge.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "case_file.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace reference_contact_test {

using scenes::need;

constexpr float kPi = 3.14159265f;

class ReferenceContact : public testing::TestWithParam<SolverType> {
 protected:
  static WorldSettings settings(const Case& c) {
    WorldSettings s;
    s.solver = GetParam();
    s.gravity = {0, -c.input["g"].real(), 0};
    return s;
  }
};
INSTANTIATE_TEST_SUITE_P(Solvers, ReferenceContact, everySolver(), solverName);

/// What carries a body: sums over the contacts of the last substep.
struct Support {
  double normal = 0, friction = 0;  ///< [N]
  double left = 0;                  ///< the part of `normal` at x below the center [N]
  Vec3d torque;                     ///< about the body's center, of the normal forces [N m]
};

Support supportOf(const World& world, int body, double h) {
  Support s;
  for (const Contact& contact : world.collision.contacts.all()) {
    const bool isA = contact.bodyA == body;
    const ContactPatch& c = world.collision.contacts.patchOf(contact);
    const Manifold manifold = manifoldOf(contact, c, world.bodies.poses[contact.bodyA].rotation,
                                         world.bodies.poses[contact.bodyB].rotation);
    for (int i = 0; i < manifold.count; ++i) {
      const Vec3d arm = toDouble(isA ? manifold.points[i].onA : manifold.points[i].onB);
      const double force = double(c.points()[i].impulse) / h;
      s.normal += force;
      if (arm.x < 0) s.left += force;
      s.torque += cross(arm, (isA ? -force : force) * toDouble(manifold.normal));
    }
    s.friction += double(length(c.tangentImpulse)) / h;
  }
  return s;
}

struct Bounces {
  double impact = 0, rebound = 0;  ///< speeds of the first [m/s]
  double rest = 0;                 ///< when the ball last moved [s]
  std::vector<double> apexes;      ///< heights, with that of the drop [m]
};

/// A ball dropped from `height`. The step is short, for the speed of an impact is known to g dt.
Bounces bounce(WorldSettings settings, float height, float restitution, double seconds) {
  constexpr float kRadius = 0.25f;
  constexpr int kRate = 8192;
  settings.substeps = 1;
  settings.restitutionThreshold = 0.02f;
  World world(settings);
  scenes::addPlane(world);
  BodyDef def = scenes::sphereAt({0, height + kRadius, 0}, kRadius);
  def.restitution = restitution;
  need(world.addBody(def));
  Bounces b;
  b.apexes.push_back(double(height));
  float before = 0;
  for (int i = 1; i < seconds * kRate; ++i) {
    EXPECT_FALSE(world.step(1.0f / kRate));
    const float v = world.bodies.states[1].linear.y;
    const double y = double(world.bodies.poses[1].position.y - kRadius);
    if (b.rebound == 0) b.impact = std::max(b.impact, double(-v));
    if (b.rebound == 0 && v > 0) b.rebound = double(v);
    if (before > 0 && v <= 0) b.apexes.push_back(y);
    if (std::abs(v) > settings.restitutionThreshold) b.rest = double(i) / kRate;
    before = v;
  }
  return b;
}

TEST_P(ReferenceContact, ABallBouncesByItsRestitution) {
  forEachCase("restitution", [](const Case& c) {
    const double end = c.expect["time_to_rest"].number();
    const double seconds = std::min(1.1 * end, 5.5);
    const Bounces b = bounce(settings(c), c.input["H"].real(), c.input["e"].real(), seconds);
    c.expectNear("impact_speed", b.impact);
    c.expectNear("rebound_speed_1", b.rebound, 1e-6);
    if (end < seconds) {
      c.expectNear("time_to_rest", b.rest);
    } else {
      EXPECT_NEAR(b.rest, seconds, 0.1);
    }
    const CaseValue apexes = c.expect["apex_heights"];
    for (int i = 1; i < apexes.size(); ++i) {
      // A bounce of 0.3 m/s or less is a matter of few steps and of the slop.
      if (apexes[i].number() < 0.3 * 0.3 / (2 * c.input["g"].number())) continue;
      ASSERT_GT(b.apexes.size(), size_t(i));
      c.expectNear(apexes[i], b.apexes[size_t(i)]);
    }
  });
}

/// A flat box on a half-space that falls off to +x.
struct Slope {
  Slope(const WorldSettings& settings, const Case& c) : world(settings) {
    const float angle = c.input["theta_deg"].real() * kPi / 180, friction = c.input["mu"].real();
    down = {std::cos(angle), -std::sin(angle), 0};
    const Vec3 normal{std::sin(angle), std::cos(angle), 0};
    BodyDef ground;
    ground.type = BodyType::Static;
    ground.shape = Plane{normal, 0};
    ground.friction = friction;
    need(world.addBody(ground));
    BodyDef box = scenes::boxAt(0.1f * normal, {0.5f, 0.1f, 0.5f});
    box.rotation = {0, 0, -std::sin(angle / 2), std::cos(angle / 2)};
    box.mass = c.input["m"].real();
    box.friction = friction;
    box.linearVelocity = c.input["v0"].real() * down;
    need(world.addBody(box));
  }
  double speed() const { return double(dot(world.bodies.states[1].linear, down)); }
  double distance() const { return double(dot(world.bodies.poses[1].position, down)); }
  World world;
  Vec3 down;
};

TEST_P(ReferenceContact, ABoxOnASlopeSlidesOrSticks) {
  forEachCase("incline_friction", "theta", [](const Case& c) {
    Slope slope(settings(c), c);
    constexpr int kSteps = 100, kSubsteps = 4;
    for (int i = 0; i < kSteps; ++i) ASSERT_FALSE(slope.world.step(1.0f / kSteps));
    const Support support = supportOf(slope.world, 1, 1.0 / (kSteps * kSubsteps));
    c.expectNear("normal_force", support.normal);
    c.expectNear("friction_force", support.friction);
    if (c.expect["sticks"].truth()) {
      EXPECT_NEAR(slope.speed(), 0, 1e-3);
    } else {
      c.expectNear("speed_after_1s", slope.speed());
      // Symplectic Euler: g h² n (n + 1)/2.
      const double exact =
          c.expect["distance_after_1s"].number() * (1 + 1.0 / (kSteps * kSubsteps));
      EXPECT_NEAR(slope.distance(), exact, c.allowed(exact));
    }
  });
}

TEST_P(ReferenceContact, FrictionStopsASlidingBox) {
  forEachCase("incline_friction", "flat", [](const Case& c) {
    Slope slope(settings(c), c);
    double stop = 0;
    for (int i = 1; i <= 240; ++i) {
      ASSERT_FALSE(slope.world.step(1.0f / 120));
      if (slope.speed() > 1e-3) stop = i / 120.0;
    }
    c.expectNear("stop_time", stop);
    c.expectNear("stop_distance", slope.distance());
  });
}

// Chapter 5 of "Physics engine": a box lands on its edge. Its axes are x, z up and y into the
// picture; ours x, y up and z out of it, so that its ω_y is our −ω_z.

/// The box of a case, its lower edge in the ground by the given depth.
World landing(WorldSettings settings, const Case& c, double degrees, double depth, float friction) {
  World world(settings);
  BodyDef ground;
  ground.type = BodyType::Static;
  ground.shape = Plane{};
  ground.friction = friction;
  need(world.addBody(ground));
  const std::vector<double> half = c.input["half"].numbers();
  const double angle = degrees * double(kPi) / 180;
  const double height = half[0] * std::sin(angle) + half[1] * std::cos(angle) - depth;
  BodyDef box = scenes::boxAt({0, float(height), 0}, {float(half[0]), float(half[1]), 0.5f});
  box.rotation = {0, 0, -float(std::sin(angle / 2)), float(std::cos(angle / 2))};
  box.mass = c.input["m"].real();
  box.friction = friction;
  need(world.addBody(box));
  return world;
}

/// The same in the plane, in double precision: equations 5-1 to 5-21 with the bias β ε/Δt².
struct PlanarBox {
  double mass, moment, halfX, halfY, beta, dt, g;
  double y, angle, vy = 0, spin = 0, force = 0;  ///< angle and spin about our −z

  double depth() const { return halfX * std::sin(angle) + halfY * std::cos(angle) - y; }
  void step() {
    // The lower corner, at the start of the step.
    const double c = std::cos(angle), s = std::sin(angle);
    const double x = halfX * c - halfY * s;
    const double a = 1 / mass + x * x / moment;
    const double eta = -(vy - spin * x) / dt + g + beta * depth() / (dt * dt);
    force = std::max(0.0, eta / a);
    vy += dt * (force / mass - g);
    spin -= dt * force * x / moment;
    y += dt * vy;
    angle += dt * spin;
  }
};

TEST(BoxOnItsEdge, PushesBackByTheBiasInTheFirstSteps) {
  forEachCase("box_edge_landing", "corrected", [](const Case& c) {
    WorldSettings settings;
    settings.solver = SolverType::Pgs;
    settings.gravity = {0, -c.input["g"].real(), 0};
    settings.substeps = 1;
    settings.iterations = 50;
    settings.contactSlop = 0;
    settings.baumgarte = c.input["beta"].real();
    const double degrees = c.input["angle_deg"].number();
    const double depth = -c.input["penetration"].number(), dt = c.input["dt"].number();
    World world = landing(settings, c, degrees, depth, 0);
    const std::vector<double> half = c.input["half"].numbers();
    const double angle = degrees * double(kPi) / 180;
    PlanarBox planar{c.input["m"].number(),
                     c.input["I_y"].number(),
                     half[0],
                     half[1],
                     c.input["beta"].number(),
                     dt,
                     c.input["g"].number(),
                     half[0] * std::sin(angle) + half[1] * std::cos(angle) - depth,
                     angle};
    // The depth is a difference of floats near 0.6 m: known to 6e-8 m, which the bias multiplies by
    // β/Δt² of at most 720 1/s².
    constexpr double kForce = 1e-4, kSpeed = 2e-6;
    for (int k = 0; k < 3; ++k) {
      ASSERT_FALSE(world.step(float(dt)));
      const double depthBefore = planar.depth();
      planar.step();
      const Vec3 v = world.bodies.states[1].linear, w = world.bodies.states[1].angular;
      const double force = supportOf(world, 1, dt).normal;
      if (k == 0) {
        c.expectNear("lambda1", force, kForce);
        c.expectNear("v_z", double(v.y), kSpeed);
        c.expectNear("omega_y", -double(w.z), kSpeed);
      }
      if (degrees < 5) continue;  // its other edge lands in the second step
      // A manifold is carried along while the box moves little.
      EXPECT_NEAR(world.deepestPenetration(), depthBefore, 2e-4 * depthBefore) << "step " << k;
      EXPECT_NEAR(force, planar.force, 2e-4 * planar.force) << "step " << k;
      EXPECT_NEAR(double(v.y), planar.vy, 2e-4 * std::abs(planar.vy)) << "step " << k;
      EXPECT_NEAR(-double(w.z), planar.spin, 2e-4 * std::abs(planar.spin)) << "step " << k;
    }
  });
}

TEST_P(ReferenceContact, ABoxThatLandedOnItsEdgeComesToRestOnItsFace) {
  forEachCase("box_edge_landing", "infinity", [](const Case& c) {
    for (const double degrees : {0.5, 10.0, 20.0}) {
      SCOPED_TRACE(degrees);
      World world = landing(settings(c), c, degrees, 0.004, 0.5f);
      for (int i = 0; i < 300; ++i) ASSERT_FALSE(world.step(1.0f / 60));
      const Support support = supportOf(world, 1, 1.0 / 240);
      c.expectNear("total_contact_force", support.normal);
      c.expectNear("per_contact_2d", {support.left, support.normal - support.left});
      // 1 % of the weight at the edge
      const double slop = double(world.settings.contactSlop), half = c.input["half"][0].number();
      EXPECT_NEAR(length(support.torque), c.expect["torque"].number(), 0.01 * 19.6 * half);
      // Either edge may stay within the slop.
      EXPECT_NEAR(2 * double(world.bodies.poses[1].rotation.z), c.expect["angle"].number(),
                  slop / half);
      EXPECT_LT(world.deepestPenetration(), 1.1 * slop);
    }
  });
}

}  // namespace reference_contact_test
}  // namespace holonom
