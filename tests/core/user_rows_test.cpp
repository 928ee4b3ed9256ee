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
          EXPECT_NEAR(std::abs(own.find(row[k])->force), force, 2e-3 * force + 1e-3);
          EXPECT_LT(std::abs(own.find(row[k])->value), 0.01);
        }
      }
}

/// The mean height of some bodies, weighed.
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

}  // namespace user_rows_test
}  // namespace holonom
