// Groups of bodies, joined or only touching, that hit each other off their centers keep their
// linear and angular momentum, however their contacts were carried over.
#include <gtest/gtest.h>

#include <algorithm>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace group_impacts_test {

using scenes::need;

enum class Group { Balls, Hinges, Fixed, Loose };

/// Three boxes in a row that fly at `velocity`; loose ones touch, straight as `turned` says.
void addGroup(World& world, Group how, Vec3 center, Quat turned, Vec3 velocity, Random& random) {
  BodyId ids[3];
  for (int k = 0; k < 3; ++k) {
    const float side = 0.04f + 0.05f * random.real(0, 1);
    BodyDef box = scenes::boxAt(center + rotate(turned, Vec3{0, 0.2f * float(k - 1), 0}),
                                {side, how == Group::Loose ? 0.1f : 0.09f, side});
    box.rotation = turned, box.linearVelocity = velocity;
    box.mass = 1 + random.real(0, 3);
    ids[k] = need(world.addBody(box));
  }
  for (int k = 0; k < 2 && how != Group::Loose; ++k) {
    const auto join = [&](auto joint) {
      joint.bodyA = ids[k], joint.bodyB = ids[k + 1];
      joint.anchor = center + rotate(turned, Vec3{0, 0.2f * (float(k) - 0.5f), 0});
      if constexpr (std::is_same_v<decltype(joint), HingeJoint>) joint.axis = random.direction();
      need(world.addJoint(joint));
    };
    if (how == Group::Balls) join(BallJoint{});
    if (how == Group::Hinges) join(HingeJoint{});
    if (how == Group::Fixed) join(FixedJoint{});
  }
}

class GroupImpacts : public testing::TestWithParam<SolverType> {};

TEST_P(GroupImpacts, KeepTheirMomenta) {
  int worlds = 0, met = 0;
  for (const Group how : {Group::Balls, Group::Hinges, Group::Fixed, Group::Loose})
    for (const int substeps : {1, 4})
      for (const float speed : {1.0f, 3.0f, 10.0f, 20.0f})
        for (uint64_t seed = 1; seed <= 8; ++seed) {
          Random random(seed);
          World world = scenes::sleeplessWorld(GetParam(), substeps, {});
          const auto aside = [&] { return 0.2f * random.real(); };
          const Vec3 way{0.5f * speed, 0, 0};
          addGroup(world, how, {-0.8f, 0, 0}, random.rotation(), way, random);
          addGroup(world, how, {0.8f, aside(), aside()}, random.rotation(), -way, random);
          const Momentum start = world.momentum();
          const double energy = world.energy().kinetic;
          // That of one group past the other at 5 cm.
          const double pushed = 6 * 0.5 * double(speed);
          const double size = std::max(double(length(start.angular)), 0.05 * pushed);
          for (int i = 0; i < int(90 / std::sqrt(speed)); ++i) EXPECT_FALSE(world.step(1.0 / 60));
          const Momentum end = world.momentum();
          ++worlds;
          met += std::ranges::any_of(world.bodies.active(), [&](int i) {
            const Vec3 begun = i < 3 ? way : -way;
            return length(world.bodies.states[i].linear - begun) > 0.01f * speed;
          });
          const auto what = testing::Message() << "group " << int(how) << ", " << substeps
                                               << " substeps, " << speed << " m/s, seed " << seed;
          EXPECT_LE(length(end.linear - start.linear), 1e-5 * pushed) << what;
          EXPECT_LE(length(end.angular - start.angular), 1e-5 * size) << what;
          EXPECT_LE(world.energy().kinetic, 1.005 * energy) << what;
        }
  EXPECT_GT(met, worlds * 3 / 4);
}

INSTANTIATE_TEST_SUITE_P(Solvers, GroupImpacts, everySolver(), solverName);

}  // namespace group_impacts_test
}  // namespace holonom
