// Constraints of the user on rigid bodies: the same as the joints they imitate, and what else a row
// of one's own must keep.
#include "user_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace user_rows_test {

using namespace user_rows;

class UserRows : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, UserRows, everySolver(), solverName);

TEST_P(UserRows, AreTheDistanceJointTheyImitate) {
  for (const float ratio : {1.0f, 100.0f, 0.01f})
    for (const int rate : {240, 60, 30})
      for (const bool analytic : {true, false}) {
        SCOPED_TRACE(testing::Message() << ratio << ", step 1/" << rate << ", given " << analytic);
        const Vec3 onA{0.1f, -0.1f, 0.05f}, onB{-0.1f, 0.1f, 0};
        World joined = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
        World own = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
        Own first = rod({}, toDouble(onA), 1, analytic);
        Own second = rod(toDouble(onA), toDouble(onB), 1, analytic);
        JointId joint[2];
        UserConstraintId row[2];
        for (World* w : {&joined, &own}) {
          BodyDef post = ball({0, 0, 0}, 1);
          post.type = BodyType::Static;
          const BodyId p = need(w->addBody(post));
          const BodyId a = need(w->addBody(ball(Vec3{0, -1, 0} - onA, 1)));
          const BodyId b = need(w->addBody(ball(Vec3{0.6f, -1.8f, 0} - onB, ratio)));
          if (w == &joined) {
            DistanceJoint d;
            d.bodyA = p, d.bodyB = a, d.anchorB = onA, d.length = 1;
            joint[0] = need(w->addJoint(d));
            d.bodyA = a, d.bodyB = b, d.anchorA = onA, d.anchorB = onB;
            joint[1] = need(w->addJoint(d));
          } else {
            row[0] = add(*w, first, on({p, a}));
            row[1] = add(*w, second, on({a, b}));
          }
        }
        for (int i = 0; i < rate / 2; ++i) {
          run(joined, 1, 1.0 / rate), run(own, 1, 1.0 / rate);
          ASSERT_LT(apart(joined, own), 2e-4f) << "step " << i;
        }
        for (int k = 0; k < 2; ++k) {
          const double force = double(length(joined.readout(joint[k]).reaction.force));
          // Under xpbd forces follow from places, which floats round.
          const double h = 0.25 / rate, mass = double(own.bodies.masses[1].mass);
          const double rounding = GetParam() == SolverType::Xpbd ? 6e-8 * mass / (h * h) : 0;
          EXPECT_NEAR(std::abs(own.find(row[k])->force), force, 2e-3 * force + 1e-3 + rounding);
          EXPECT_LT(std::abs(own.find(row[k])->value), 0.01);
        }
      }
}

TEST_P(UserRows, HoldManyBodiesAtOnce) {
  for (const int count : {1, 2, 3, 5, 8})
    for (const int rate : {240, 60, 20}) {
      SCOPED_TRACE(testing::Message() << count << " bodies, step 1/" << rate);
      World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
      std::vector<BodyId> ids;
      for (int i = 0; i < count; ++i) {
        const float mass = std::pow(3.0f, float(i % 4));
        ids.push_back(need(world.addBody(ball({float(i), 0, 0}, mass))));
      }
      Own own;
      own.value = [](Poses p) {
        double sum = 0;
        for (const UserPose& each : p) sum += each.position.y;
        return sum;
      };
      const UserConstraintId id = add(world, own, on(ids));
      run(world, rate / 2, 1.0 / rate);
      double sum = 0, mobility = 0;
      for (int i = 0; i < count; ++i) {
        sum += double(world.bodies.poses[i].position.y);
        mobility += 1 / double(world.bodies.masses[i].mass);
      }
      EXPECT_NEAR(sum, 0, 1e-3);
      // All feel one force, that ends the acceleration of the sum.
      const double force = 9.81 * count / mobility;
      EXPECT_NEAR(world.find(id)->force, force, 2e-3 * force);
      for (int i = 0; i < count; ++i) {
        const double free = -9.81 * 0.5, push = 0.5 * force / double(world.bodies.masses[i].mass);
        EXPECT_NEAR(world.bodies.states[i].linear.y, free + push, 0.01 * std::abs(free) + 1e-3);
      }
    }
}

/// A unit vector of a body's axes in the world.
Vec3d axisOf(const UserPose& pose, Vec3d axis) { return rotate(pose.rotation, axis); }

/// The angle about z of a body that turns about nothing else.
double angleOf(const UserPose& pose) { return 2 * std::atan2(pose.rotation.z, pose.rotation.w); }

TEST_P(UserRows, FiveAreTheHingeTheyImitate) {
  for (const int rate : {240, 60})
    for (const float aside : {0.0f, 0.3f}) {
      SCOPED_TRACE(testing::Message() << "step 1/" << rate << ", aside " << aside);
      World joined = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
      World own = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
      // The origin is on the axis z.
      const Vec3d pin{-0.5, 0, -double(aside)};
      Own rows[5];
      for (int k = 0; k < 3; ++k)
        rows[k].value = [=](Poses p) {
          const Vec3d at = anchorOf(p[0], pin);
          return k == 0 ? at.x : k == 1 ? at.y : at.z;
        };
      rows[3].value = [](Poses p) { return axisOf(p[0], {0, 0, 1}).x; };
      rows[4].value = [](Poses p) { return axisOf(p[0], {0, 0, 1}).y; };
      for (World* w : {&joined, &own}) {
        BodyDef def = scenes::boxAt({0.5f, 0, aside}, {0.5f, 0.1f, 0.2f});
        const BodyId body = need(w->addBody(def));
        if (w == &joined) {
          HingeJoint hinge;
          hinge.bodyA = body, hinge.axis = Vec3{0, 0, 1}, hinge.anchor = Vec3{};
          need(w->addJoint(hinge));
        } else {
          for (Own& row : rows) add(*w, row, on({body}));
        }
      }
      // Sweeps solve the rows of a joint together, those of the user one by one.
      const bool sweeps = GetParam() == SolverType::Pgs || GetParam() == SolverType::Xpbd;
      for (int i = 0; i < rate; ++i) {
        run(joined, 1, 1.0 / rate), run(own, 1, 1.0 / rate);
        ASSERT_LT(apart(joined, own), sweeps ? 2e-2f : 1e-3f) << "step " << i;
      }
    }
}

TEST_P(UserRows, DivideTorquesAsADifferential) {
  for (const double ratio : {1.0, 10.0, 0.1})
    for (const bool analytic : {true, false}) {
      SCOPED_TRACE(testing::Message() << ratio << ", given " << analytic);
      World world = scenes::sleeplessWorld(GetParam(), 4, {});
      const double factors[3] = {1, 1, -2};
      std::vector<BodyId> ids;
      double pull = 0, give = 0, inertias[3], torques[3] = {0.3, -0.1, 0.2};
      for (int i = 0; i < 3; ++i) {
        BodyDef def = ball({float(i), 0, 0}, 1);
        inertias[i] = std::pow(ratio, i);
        def.inertia = Vec3{1, 1, 1} * float(inertias[i]);
        ids.push_back(need(world.addBody(def)));
        HingeJoint hinge;
        hinge.bodyA = ids.back(), hinge.axis = Vec3{0, 0, 1};
        need(world.addJoint(hinge));
        TorqueForce torque;
        torque.body = ids.back();
        torque.torque = {0, 0, float(torques[i])};
        need(world.addForce(torque));
        pull += factors[i] * torques[i] / inertias[i];
        give += factors[i] * factors[i] / inertias[i];
      }
      Own own;
      own.value = [&](Poses p) {
        double sum = 0;
        for (int i = 0; i < 3; ++i) sum += factors[i] * angleOf(p[i]);
        return sum;
      };
      if (analytic)
        own.gradient = [&](Poses, std::span<UserGradient> out) {
          for (int i = 0; i < 3; ++i) out[i] = {{}, {0, 0, factors[i]}};
        };
      const UserConstraintId id = add(world, own, on(ids));
      run(world, 30);
      const double force = -pull / give;
      EXPECT_NEAR(world.find(id)->force, force, 2e-3 * std::abs(force) + 1e-4);
      EXPECT_NEAR(world.find(id)->value, 0, 1e-3);
      for (int i = 0; i < 3; ++i) {
        const double rate = 0.5 * (torques[i] + factors[i] * force) / inertias[i];
        EXPECT_NEAR(world.bodies.states[i].angular.z, rate, 3e-3 * std::abs(rate) + 1e-3) << i;
      }
    }
}

TEST_P(UserRows, SlipAtTheirBounds) {
  for (const float most : {0.05f, 0.2f, 5.0f})
    for (const bool flips : {false, true}) {
      SCOPED_TRACE(testing::Message() << "bound " << most << ", opposite " << flips);
      World world = scenes::sleeplessWorld(GetParam(), 4, {});
      std::vector<BodyId> ids;
      for (int i = 0; i < 2; ++i) {
        BodyDef def = ball({float(i), 0, 0}, 1);
        def.inertia = Vec3{1, 1, 1};
        ids.push_back(need(world.addBody(def)));
      }
      TorqueForce torque;
      torque.body = ids[0];
      torque.torque = {0, 0, 1};
      need(world.addForce(torque));
      Own own;
      const double sign = flips ? -1 : 1;
      own.value = [=](Poses p) { return sign * (angleOf(p[1]) - angleOf(p[0])); };
      UserConstraintDef def = on(ids);
      // That side alone is at work.
      (flips ? def.lower : def.upper) = float(-sign) * most * (flips ? 1 : -1);
      if (flips) def.lower = -most;
      const UserConstraintId id = add(world, own, def);
      run(world, 30);
      const double force = std::min(0.5, double(most));
      EXPECT_NEAR(world.find(id)->force, sign * force, 1e-3);
      EXPECT_NEAR(world.bodies.states[0].angular.z, 0.5 * (1 - force), 2e-3);
      EXPECT_NEAR(world.bodies.states[1].angular.z, 0.5 * force, 2e-3);
    }
}

TEST_P(UserRows, GiveByForceTimesCompliance) {
  for (const float compliance : {1e-4f, 1e-3f, 0.02f})
    for (const bool bounded : {false, true})
      for (const int rate : {120, 30}) {
        SCOPED_TRACE(testing::Message() << compliance << ", bounded " << bounded << ", " << rate);
        World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
        Own own;
        own.value = [](Poses p) { return p[0].position.y; };
        const BodyId body = need(world.addBody(ball({}, 3)));
        UserConstraintDef soft = on({body});
        soft.inequality = bounded;
        const UserConstraintId id = add(world, own, soft);
        for (const float factor : {1.0f, 3.0f}) {
          ASSERT_FALSE(world.setCompliance(id, factor * compliance));
          // It stays where it hangs at rest.
          const float sag = factor * compliance * 3 * 9.81f;
          ASSERT_FALSE(world.setMotion(body, ball({0, -sag, 0}, 3)));
          for (int i = 0; i < rate; ++i) {
            run(world, 1, 1.0 / rate);
            ASSERT_NEAR(world.bodies.poses[0].position.y, -sag, 1e-4 * double(sag) + 1e-6) << i;
            ASSERT_NEAR(world.find(id)->force, 3 * 9.81, 1e-3 * 30) << i;
          }
        }
      }
}

/// Free oscillation of a row that gives: ω² = 1/(m α).
TEST_P(UserRows, OscillateAsTheSpringOfTheirCompliance) {
  World world = scenes::sleeplessWorld(GetParam(), 8, {});
  const BodyId body = need(world.addBody(ball({0, 1, 0}, 2)));
  Own own;
  own.value = [](Poses p) { return p[0].position.y; };
  UserConstraintDef soft = on({body});
  soft.compliance = 0.5f;  // ω = 1/s
  add(world, own, soft);
  for (int i = 1; i <= 180; ++i) {
    run(world, 1);
    ASSERT_NEAR(world.bodies.poses[0].position.y, std::cos(i / 60.0), 0.01);
  }
}

TEST_P(UserRows, InequalitiesOnlyPush) {
  for (const bool opposite : {false, true}) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
    const BodyId body = need(world.addBody(ball({0, 1, 0}, 2)));
    Own own;
    own.value = [=](Poses p) { return (opposite ? -1 : 1) * p[0].position.y; };
    UserConstraintDef def = on({body});
    def.inequality = !opposite;
    if (opposite) def.upper = 0;
    const UserConstraintId id = add(world, own, def);
    run(world, 20);
    EXPECT_NEAR(world.bodies.poses[0].position.y, 1 - 0.5 * 9.81 / 9, 0.02);
    EXPECT_EQ(world.find(id)->force, 0);
    run(world, 60);
    EXPECT_NEAR(world.bodies.poses[0].position.y, 0, 2e-3);
    EXPECT_NEAR(std::abs(world.find(id)->force), 2 * 9.81, 0.02);
    // It may leave.
    BodyDef up = world.describe(body);
    up.linearVelocity = {0, 3, 0};
    ASSERT_FALSE(world.setMotion(body, up));
    run(world, 6);
    EXPECT_NEAR(world.bodies.poses[0].position.y, 0.3 - 0.5 * 9.81 * 0.01, 0.02);
  }
}

TEST_P(UserRows, FollowWhatMovesByItself) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {});
  BodyDef led = ball({0, 0, 0}, 1);
  led.type = BodyType::Kinematic, led.linearVelocity = {0, 1, 0};
  const BodyId k = need(world.addBody(led));
  const BodyId a = need(world.addBody(ball({1, 0, 0}, 1)));
  const BodyId b = need(world.addBody(ball({2, 0, 0}, 5)));
  Own same, middle;
  same.value = [](Poses p) { return p[0].position.y - p[1].position.y; };
  middle.value = [](Poses p) { return p[0].position.y + p[1].position.y - 2 * p[2].position.y; };
  add(world, same, on({k, a}));
  add(world, middle, on({k, a, b}));
  run(world, 60);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(world.bodies.poses[i].position.y, 1, 0.01) << i;
    EXPECT_NEAR(world.bodies.states[i].linear.y, 1, 1e-3) << i;
  }
}

TEST_P(UserRows, KeepMomenta) {
  for (int seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(uint64_t(seed) + 7);
    World world = scenes::sleeplessWorld(GetParam(), 4, {});
    std::vector<BodyId> ids;
    for (int i = 0; i < 5; ++i) {
      BodyDef def = ball(random.vector(1), std::exp(random.real(-2, 2)));
      def.linearVelocity = random.vector(), def.angularVelocity = random.vector();
      ids.push_back(need(world.addBody(def)));
    }
    // The area of a triangle, the volume of four and a rod know of no place in the world.
    std::vector<UserPose> start;
    for (const Transform& pose : world.bodies.poses)
      start.push_back({toDouble(pose.position), {0, 0, 0, 1}});
    const auto areaOf = [](Poses p) {
      const Vec3d u = p[1].position - p[0].position, v = p[2].position - p[0].position;
      return length(cross(u, v));
    };
    const auto volumeOf = [](Poses p) {
      const Vec3d u = p[1].position - p[0].position, v = p[2].position - p[0].position;
      return dot(cross(u, v), p[3].position - p[0].position);
    };
    const Vec3d onA = random.vectorDouble(0.2), onB = random.vectorDouble(0.2);
    const double size = length(anchorOf(start[4], onB) - anchorOf(start[0], onA));
    Own area, volume, bar = rod(onA, onB, size, seed % 2);
    area.value = [=](Poses p) { return areaOf(p) - areaOf(start); };
    volume.value = [=](Poses p) { return volumeOf(p) - volumeOf(std::span(start).subspan(1)); };
    UserConstraintDef soft = on({ids[0], ids[1], ids[2]});
    soft.compliance = seed % 3 == 0 ? 1e-3f : 0;
    add(world, area, soft);
    add(world, volume, on({ids[1], ids[2], ids[3], ids[4]}));
    add(world, bar, on({ids[0], ids[4]}));
    const Momentum before = world.momentum();
    run(world, 60);
    const Momentum after = world.momentum();
    EXPECT_LT(length(after.linear - before.linear), 2e-4f);
    EXPECT_LT(length(after.angular - before.angular), 2e-2f);
  }
}

}  // namespace user_rows_test
}  // namespace holonom
