// Impacts of balls with friction, as of billiards, against the closed form, under every solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "random.h"
#include "surfaces.h"

namespace holonom {
namespace ball_impacts_test {

using surfaces::boxAt;
using surfaces::Clock;
using surfaces::expectNear;
using surfaces::need;
using surfaces::paramName;
using surfaces::run;
using surfaces::sphereAt;
using surfaces::Surface;

class BallImpacts : public Surface {};

INSTANTIATE_TEST_SUITE_P(Solvers, BallImpacts,
                         testing::Combine(everySolver(), testing::Values(false)), paramName);
INSTANTIATE_TEST_SUITE_P(CampaignSolvers, BallImpacts,
                         testing::Combine(everySolver(), testing::Values(true)), paramName);

struct BallMotion {
  Vec3d linear, angular;
};

/// An impulse on B at the touch, and the opposite one on A; masses, and radii of solid balls.
void strike(BallMotion& a, BallMotion& b, double ma, double mb, double ra, double rb, Vec3d normal,
            double e, double mu) {
  const auto inverse = [](double m) { return std::isfinite(m) ? 1 / m : 0.0; };
  const Vec3d armA = ra * normal, armB = -rb * normal;
  const Vec3d relative = b.linear + cross(b.angular, armB) - a.linear - cross(a.angular, armA);
  const double closing = dot(relative, normal), w = inverse(ma) + inverse(mb);
  const double push = -(1 + e) * closing / w;
  const Vec3d slip = relative - closing * normal;
  const double speed = std::sqrt(dot(slip, slip));
  // Across the normal a solid ball moves 7/2 times as easily as along it.
  const double most = std::min(mu * push, speed / (3.5 * w));
  const Vec3d impulse = push * normal - (speed > 0 ? most / speed : 0) * slip;
  a.linear -= inverse(ma) * impulse, b.linear += inverse(mb) * impulse;
  a.angular -= (2.5 * inverse(ma) / (ra * ra)) * cross(armA, impulse);
  b.angular += (2.5 * inverse(mb) / (rb * rb)) * cross(armB, impulse);
}

TEST_P(BallImpacts, ABallLeavesACushionAsTheImpulseOfFrictionSays) {
  Random random(21);
  for (int i = 0; i < 60; ++i) {
    const Clock clock{1 / (i % 2 ? 60.0f : 240.0f), 1 + i % 8};
    const double e = random.uniform(0.2, 1), mu = random.uniform(0.05, 0.5), radius = 0.05;
    BallMotion wall{}, ball{{random.uniform(-1, 1), random.uniform(-3, 3), random.uniform(-3, 3)},
                            random.vectorDouble(40)};
    ball.linear.x = random.uniform(1.5, 6);
    World world = makeWorld(clock, {});
    BodyDef cushion = boxAt({1, 0, 0}, {0.5f, 5, 5});
    cushion.type = BodyType::Static;
    cushion.friction = float(mu);
    need(world.addBody(cushion));
    BodyDef def = sphereAt({float(0.45 - 0.05 * ball.linear.x), 0, 0}, float(radius));
    def.mass = 0.17f, def.friction = float(mu), def.restitution = float(e);
    def.linearVelocity = toFloat(ball.linear), def.angularVelocity = toFloat(ball.angular);
    need(world.addBody(def));
    run(world, clock, 0.1);
    strike(ball, wall, 0.17, INFINITY, radius, 1, {1, 0, 0}, e, mu);
    const double scale = length(def.linearVelocity) + float(radius) * length(def.angularVelocity);
    const std::string what = "case " + std::to_string(i) + clock.text();
    expectNear(world.bodies.states[1].linear, ball.linear, 0.02 * scale, what);
    expectNear(world.bodies.states[1].angular, ball.angular, 0.02 * scale / radius, what);
  }
}

TEST_P(BallImpacts, TwoBallsPartAsTheImpulseOfFrictionSays) {
  Random random(22);
  for (int i = 0; i < 60; ++i) {
    const Clock clock{1 / (i % 2 ? 60.0f : 240.0f), 1 + i % 8};
    const double e = random.uniform(0.2, 1), mu = random.uniform(0.03, 0.3);
    const double ra = random.uniform(0.03, 0.1), rb = random.uniform(0.03, 0.1);
    const double ma = random.uniform(0.1, 1), mb = random.uniform(0.1, 1);
    const double closing = random.uniform(1.5, 6);
    const Vec3d normal = toDouble(random.direction());
    BallMotion a{random.vectorDouble(1), random.vectorDouble(1 / ra)}, b{{}, {}};
    b.angular = random.vectorDouble(3 / rb);
    b.linear = a.linear - closing * normal;
    World world = makeWorld(clock, {});
    BodyDef da = sphereAt({}, float(ra)), db = da;
    db.shape = Sphere{float(rb)};
    db.position = toFloat((ra + rb + 0.05 * closing) * normal);
    for (const auto& [def, motion, mass] : {std::tuple{&da, &a, ma}, {&db, &b, mb}}) {
      def->mass = float(mass), def->friction = float(mu), def->restitution = float(e);
      def->linearVelocity = toFloat(motion->linear),
      def->angularVelocity = toFloat(motion->angular);
      need(world.addBody(*def));
    }
    run(world, clock, 0.1);
    strike(a, b, ma, mb, ra, rb, normal, e, mu);
    const double scale = 2 * closing + 2;
    const std::string what = "case " + std::to_string(i) + clock.text();
    expectNear(world.bodies.states[0].linear, a.linear, 0.02 * scale, what);
    expectNear(world.bodies.states[1].linear, b.linear, 0.02 * scale, what);
    expectNear(world.bodies.states[0].angular, a.angular, 0.02 * scale / ra, what);
    expectNear(world.bodies.states[1].angular, b.angular, 0.02 * scale / rb, what);
  }
}

// M = μr N against a ball that rolls: m a = −F, I a / r = F r − M.

}  // namespace ball_impacts_test
}  // namespace holonom
