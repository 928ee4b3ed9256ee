// Constraints of the user on rigid bodies: the same as the joints they imitate, and what else a row
// of one's own must keep.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace user_rows_test {

using scenes::need;
using Poses = std::span<const UserPose>;

/// Functions of a constraint, kept as long as its world.
struct Own {
  std::function<double(Poses)> value;
  std::function<void(Poses, std::span<UserGradient>)> gradient;
  int calls = 0;

  UserFunctions functions() {
    UserFunctions f;
    f.user = this;
    f.valueOfBodies = [](void* user, Poses poses) {
      Own& own = *static_cast<Own*>(user);
      ++own.calls;
      return own.value(poses);
    };
    if (gradient)
      f.gradientOfBodies = [](void* user, Poses poses, std::span<UserGradient> out) {
        static_cast<Own*>(user)->gradient(poses, out);
      };
    return f;
  }
};

UserConstraintDef on(std::vector<BodyId> bodies) {
  UserConstraintDef def;
  def.bodies = std::move(bodies);
  return def;
}

UserConstraintId add(World& world, Own& own, const UserConstraintDef& def) {
  return need(world.addUserConstraint(def, own.functions()));
}

Vec3d anchorOf(const UserPose& pose, Vec3d local) {
  return pose.position + rotate(pose.rotation, local);
}

/// The distance of an anchor on each of two bodies, less a length.
Own rod(Vec3d onA, Vec3d onB, double length, bool analytic) {
  const auto between = [=](Poses p) { return anchorOf(p[1], onB) - anchorOf(p[0], onA); };
  Own own;
  own.value = [=](Poses p) { return holonom::length(between(p)) - length; };
  if (analytic)
    own.gradient = [=](Poses p, std::span<UserGradient> out) {
      const Vec3d d = between(p), n = (1 / holonom::length(d)) * d;
      out[0] = {-n, cross(rotate(p[0].rotation, onA), -n)};
      out[1] = {n, cross(rotate(p[1].rotation, onB), n)};
    };
  return own;
}

void run(World& world, int steps, double dt = 1.0 / 60) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(dt));
}

BodyDef ball(Vec3 position, float mass, float radius = 0.2f) {
  BodyDef def = scenes::sphereAt(position, radius);
  def.mass = mass;
  def.linearDamping = def.angularDamping = 0;
  def.collisionGroups = 0;
  return def;
}

float apart(const World& a, const World& b) {
  float most = 0;
  for (int i = 0; i < a.bodies.size(); ++i)
    most = max(most, length(a.bodies.poses[i].position - b.bodies.poses[i].position));
  return most;
}

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
      double weight = 0;
      for (int i = 0; i < count; ++i) {
        const float mass = std::pow(3.0f, float(i % 4));
        ids.push_back(need(world.addBody(ball({float(i), 0, 0}, mass))));
        weight += 9.81 * double(mass);
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

TEST_P(UserRows, ThatGiveNoNumberAreLeftOutForTheStep) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
  std::vector<BodyId> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(need(world.addBody(ball({float(i), 0, 0}, 1))));
  bool sane = false;
  Own moody, steep, good;
  moody.value = [&](Poses p) { return sane ? p[0].position.y : nan; };
  steep.value = [](Poses p) { return p[0].position.y; };
  steep.gradient = [&](Poses, std::span<UserGradient> out) { out[0] = {{0, 1, 0}, {0, 0, nan}}; };
  good.value = [](Poses p) { return p[0].position.y; };
  const UserConstraintId a = add(world, moody, on({ids[0]}));
  const UserConstraintId b = add(world, steep, on({ids[1]}));
  const UserConstraintId c = add(world, good, on({ids[2]}));
  run(world, 10);
  EXPECT_EQ(moody.calls, 10) << "asked once in each step";
  EXPECT_TRUE(world.find(a)->failed);
  EXPECT_TRUE(world.find(b)->failed);
  EXPECT_FALSE(world.find(c)->failed);
  EXPECT_EQ(world.find(a)->force, 0);
  const float fallen = float(-0.5 * 9.81 / 36);
  EXPECT_NEAR(world.bodies.poses[0].position.y, fallen, 0.02f);
  EXPECT_NEAR(world.bodies.poses[1].position.y, fallen, 0.02f);
  EXPECT_NEAR(world.bodies.poses[2].position.y, 0, 1e-3f);
  sane = true;
  run(world, 60);
  EXPECT_FALSE(world.find(a)->failed);
  EXPECT_NEAR(world.bodies.poses[0].position.y, 0, 2e-3f);
}

TEST_P(UserRows, WithNoWayToGoMoveNothing) {
  for (const double slope : {0.0, 1e-200, 1e-12, 1e200}) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {});
    const BodyId body = need(world.addBody(ball({0, 1, 0}, 1)));
    Own own;
    own.value = [=](Poses p) { return 1 + slope * p[0].position.y; };
    add(world, own, on({body}));
    run(world, 5);
    EXPECT_EQ(world.bodies.poses[0].position, (Vec3{0, 1, 0})) << slope;
  }
}

TEST_P(UserRows, HeldByLockedAxesMoveNothing) {
  const Vec3d target{1.3, 0.7, 2};
  for (const bool planar : {true, false}) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {});
    BodyDef def = ball({1.3f, 0.7f, 0}, 1);
    if (!planar) def.lockTranslation = {true, true, true};
    if (planar) {
      WorldSettings settings = world.settings;
      settings.planar = true;
      world = World(settings);
    }
    const BodyId body = need(world.addBody(def));
    Own own;
    own.value = [=](Poses p) { return length(p[0].position - target) - 1.5; };
    const UserConstraintId id = add(world, own, on({body}));
    run(world, 60);
    EXPECT_LT(length(world.bodies.states[0].linear), 1e-3f) << planar;
    EXPECT_LT(length(world.bodies.states[0].angular), 1e-3f) << planar;
    EXPECT_NEAR(world.find(id)->value, 0.5, 1e-4) << planar;
  }
}

TEST_P(UserRows, SleepAndWakeTogether) {
  WorldSettings settings;
  settings.solver = GetParam();
  World world(settings);
  std::vector<BodyId> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(need(world.addBody(ball({float(i), 0, 0}, 1))));
  Own own[3];
  UserConstraintId id[3];
  for (int i = 0; i < 3; ++i) own[i].value = [](Poses p) { return p[0].position.y; };
  own[2].value = [](Poses p) { return p[0].position.y + p[1].position.y + p[2].position.y; };
  id[0] = add(world, own[0], on({ids[0]})), id[1] = add(world, own[1], on({ids[1]}));
  id[2] = add(world, own[2], on(ids));
  EXPECT_EQ(world.islandCount(), 1);
  run(world, 180);
  EXPECT_EQ(world.sleepingCount(), 3);
  const double force = world.find(id[2])->force;
  EXPECT_NEAR(force, 9.81, 0.05);
  run(world, 10);
  EXPECT_EQ(world.find(id[2])->force, force) << "as it fell asleep";
  const int calls = own[2].calls;
  run(world, 10);
  EXPECT_EQ(own[2].calls, calls) << "nobody asks what sleeps";
  ASSERT_FALSE(world.applyImpulse(ids[2], {1, 0, 0}));
  run(world, 1);
  EXPECT_EQ(world.sleepingCount(), 0);
  run(world, 300);
  ASSERT_TRUE(world.remove(id[2]));
  run(world, 30);
  EXPECT_LT(world.bodies.poses[2].position.y, -0.5f) << "a constraint that goes wakes";
  EXPECT_NEAR(world.bodies.poses[0].position.y, 0, 1e-3f);
}

TEST_P(UserRows, RestWhileABodyIsAwayAndComeBack) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
  const BodyId first = need(world.addBody(ball({5, 0, 0}, 1)));
  std::vector<BodyId> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(need(world.addBody(ball({float(i), 0, 0}, 1))));
  Own own;
  own.value = [](Poses p) { return p[0].position.y + p[1].position.y + p[2].position.y; };
  const UserConstraintId id = add(world, own, on(ids));
  run(world, 10);
  const std::vector<uint8_t> before = world.snapshot();
  ASSERT_TRUE(world.remove(ids[1]));
  run(world, 20);
  EXPECT_EQ(world.find(id)->force, 0);
  EXPECT_LT(world.bodies.poses[2].position.y, -0.3f);
  ASSERT_FALSE(world.restore(before));
  ASSERT_TRUE(world.remove(first));
  run(world, 20);
  EXPECT_NEAR(world.find(id)->force, 9.81, 0.02);
  float sum = 0;
  for (int i = 0; i < 3; ++i) sum += world.bodies.poses[i].position.y;
  EXPECT_NEAR(sum, 0, 1e-3f);
  world.clear();
  run(world, 2);
}

TEST_P(UserRows, GoOnTheSameFromASnapshot) {
  World world = scenes::sleeplessWorld(GetParam(), 2, {0, -9.81f, 0});
  BodyDef post = ball({0, 0, 0}, 1);
  post.type = BodyType::Static;
  std::vector<BodyId> ids{need(world.addBody(post))};
  std::vector<Own> rods;
  for (int i = 1; i < 6; ++i) {
    ids.push_back(need(world.addBody(ball({float(i), 0, 0}, 1 + float(i * i)))));
    rods.push_back(rod({}, {}, 1, false));
  }
  for (size_t i = 0; i < rods.size(); ++i) add(world, rods[i], on({ids[i], ids[i + 1]}));
  run(world, 20);
  const std::vector<uint8_t> bytes = world.snapshot();
  run(world, 40);
  const uint64_t hash = world.hash();
  for (int again = 0; again < 2; ++again) {
    ASSERT_FALSE(world.restore(bytes));
    run(world, 40);
    EXPECT_EQ(world.hash(), hash);
  }
}

/// Worlds of everything: nothing gains energy, and nothing leaves the numbers.
TEST_P(UserRows, LeaveRandomWorldsSound) {
  for (int seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    Random random(uint64_t(seed) + 100);
    World world = scenes::sleeplessWorld(GetParam(), 1 + random.below(6), {0, -9.81f, 0});
    scenes::addGround(world);
    std::vector<BodyId> ids;
    for (int i = 0; i < 8; ++i) {
      BodyDef def = scenes::boxAt({float(i % 4), 1 + 1.5f * float(i / 4), random.real()},
                                  Vec3{0.2f, 0.2f, 0.2f} + 0.1f * Vec3{1, 1, 1} * random.real());
      def.mass = std::exp(random.real(-2, 2));
      def.restitution = random.below(2) ? 0.5f : 0;
      ids.push_back(need(world.addBody(def)));
    }
    for (int i = 0; i + 1 < 8; i += 3) {
      BallJoint joint;
      joint.bodyA = ids[size_t(i)], joint.bodyB = ids[size_t(i + 1)];
      // Not between their centers: rows that say the same of them would contradict each other.
      joint.anchorA = Vec3{0.5f, 0.4f, 0};
      need(world.addJoint(joint));
    }
    std::vector<Own> rows(5);
    for (Own& row : rows) {
      UserConstraintDef def;
      const int count = 2 + random.below(4), from = random.below(8 - count);
      for (int i = 0; i < count; ++i) def.bodies.push_back(ids[size_t(from + i)]);
      // How far they are from each other now, all in all.
      const auto spread = [](Poses p) {
        double sum = 0;
        for (size_t i = 1; i < p.size(); ++i) sum += length(p[i].position - p[i - 1].position);
        return sum;
      };
      std::vector<UserPose> now;
      for (const BodyId id : def.bodies)
        now.push_back({toDouble(world.bodies.poses[world.indexOf(id)].position), {0, 0, 0, 1}});
      const double rest = spread(now);
      row.value = [=](Poses p) { return rest - spread(p); };
      def.inequality = random.below(3) == 0;
      def.compliance = random.below(3) == 0 ? 1e-4f : 0;
      add(world, row, def);
    }
    const Energy before = world.energy();
    const double start = before.kinetic + before.potential;
    for (int i = 0; i < 60; ++i) {
      run(world, 1);
      const Energy e = world.energy();
      ASSERT_LT(e.kinetic + e.potential, start + 0.02 * std::abs(start) + 0.5) << "step " << i;
    }
    for (const Transform& pose : world.bodies.poses) {
      ASSERT_TRUE(isFinite(pose.position));
      ASSERT_GT(pose.position.y, -1.1f);
    }
  }
}

TEST(UserRowPoses, AreThoseOfTheCenterAndTheBodysAxes) {
  World world = scenes::sleeplessWorld(SolverType::Direct, 1, {});
  BodyDef def = scenes::boxAt({1, 2, 3}, {0.1f, 0.2f, 0.3f});
  def.centerOfMass = Vec3{0.3f, 0, 0.1f};
  def.rotation = normalize(Quat{0.1f, -0.3f, 0.5f, 1});
  def.linearVelocity = {1, 0, 0}, def.angularVelocity = {0.5f, 1, 2};
  const BodyId body = need(world.addBody(def));
  const BodyId other = need(world.addBody(ball({0, 5, 0}, 1)));
  Own own;
  std::vector<UserPose> seen;
  own.value = [&](Poses p) {
    if (seen.empty()) seen.assign(p.begin(), p.end());
    return 0.0;
  };
  own.gradient = [](Poses, std::span<UserGradient> out) {
    for (UserGradient& g : out) g = {{0, 1e-3, 0}, {}};
  };
  add(world, own, on({other, body}));
  for (int i = 0; i < 20; ++i) {
    seen.clear();
    const BodyDef now = world.describe(body);
    const Vec3 center = transformPoint({now.position, now.rotation}, {0.3f, 0, 0.1f});
    run(world, 1);
    ASSERT_EQ(seen.size(), 2u);
    EXPECT_LT(length(seen[1].position - toDouble(center)), 1e-5);
    const Vec3d x = rotate(seen[1].rotation, Vec3d{1, 0, 0});
    EXPECT_LT(length(x - toDouble(rotate(now.rotation, Vec3{1, 0, 0}))), 1e-5);
    EXPECT_NEAR(seen[0].position.y, 5, 0.1);
  }
}

TEST(UserRowMistakes, NameTheField) {
  World world;
  const BodyId a = need(world.addBody(ball({}, 1))), b = need(world.addBody(ball({3, 0, 0}, 1)));
  Own own;
  own.value = [](Poses) { return 0.0; };
  const auto refusal = [&](const UserConstraintDef& def) {
    const uint64_t before = world.hash();
    const auto r = world.addUserConstraint(def, own.functions());
    EXPECT_TRUE(r.error);
    EXPECT_EQ(world.hash(), before);
    return r.error.value_or(Error{});
  };
  EXPECT_EQ(refusal(on({a, BodyId{77}})).path, "bodies[1]");
  EXPECT_EQ(refusal(on({a, BodyId{77}})).code, ErrorCode::Stale);
  EXPECT_EQ(refusal(on({a, b, a})).path, "bodies[2]");
  EXPECT_EQ(refusal(on({a, b, a})).rule, Rule::NewBody);
  UserConstraintDef def = on({a});
  def.particles = {{ClothId{1}, 0}};
  EXPECT_EQ(refusal(def).path, "bodies");
  for (const float bad : {1.0f, std::numeric_limits<float>::quiet_NaN()}) {
    def = on({a});
    def.lower = bad;
    EXPECT_EQ(refusal(def).path, "bounds.lower");
    def = on({a});
    def.upper = -bad;
    EXPECT_EQ(refusal(def).path, "bounds.upper");
  }
  def = on({a});
  def.compliance = -1;
  EXPECT_EQ(refusal(def).path, "compliance");
  def.compliance = 0;
  const float endless = std::numeric_limits<float>::infinity();
  def.lower = -endless, def.upper = endless;
  EXPECT_FALSE(world.addUserConstraint(def, own.functions()).error);
  run(world, 2);
}

}  // namespace user_rows_test
}  // namespace holonom
