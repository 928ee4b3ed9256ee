// Free rings of bodies whose joints hold more than there is to hold: they neither gain energy nor
// lose momentum by what is pushed in vain.
#include <gtest/gtest.h>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace closed_loops_test {

using scenes::need;

enum class Axes { Parallel, Tangential, Random };

struct Ring {
  Axes axes;
  int count;
  bool limited;
};

/// Boxes of 1 kg that turn as one, but for a velocity of their own.
void build(World& world, SolverType solver, const Ring& ring, uint64_t seed) {
  world.settings.solver = solver, world.settings.sleeping = false;
  world.settings.gravity = {};
  Random random(seed);
  const auto n = size_t(ring.count);
  const float radius = 0.05f * float(n);
  std::vector<BodyId> ids;
  std::vector<Vec3> places;
  for (size_t k = 0; k < n; ++k) {
    const float angle = 6.2831853f * float(k) / float(n);
    const Vec3 at = radius * Vec3{std::cos(angle), std::sin(angle), 0};
    BodyDef box = scenes::boxAt(at, {0.03f, 0.1f, 0.03f});
    box.rotation = {0, 0, std::sin(angle / 2), std::cos(angle / 2)};
    box.mass = 1, box.collisionMask = 0;
    box.angularVelocity = {0, 0, 1};
    box.linearVelocity = cross(box.angularVelocity, at) + random.vector(0.2f);
    ids.push_back(need(world.addBody(box)));
    places.push_back(at);
  }
  for (size_t k = 0; k < n; ++k) {
    const size_t next = (k + 1) % n;
    const float angle = 6.2831853f * (float(k) + 0.5f) / float(n);
    HingeJoint j;
    j.bodyA = ids[next], j.bodyB = ids[k];
    j.anchor = 0.5f * (places[k] + places[next]);
    j.axis = ring.axes == Axes::Parallel     ? Vec3{0, 0, 1}
             : ring.axes == Axes::Tangential ? Vec3{-std::sin(angle), std::cos(angle), 0}
                                             : random.direction();
    if (ring.limited) j.limits = AngularLimits{-0.3f, 0.3f};
    need(world.addJoint(j));
  }
}

class ClosedLoops : public testing::TestWithParam<SolverType> {};

TEST_P(ClosedLoops, KeepTheirMomentaAndGainNoEnergy) {
  for (const Axes axes : {Axes::Parallel, Axes::Tangential, Axes::Random})
    for (const int count : {3, 4, 6})
      for (const bool limited : {false, true})
        for (uint64_t seed = 1; seed <= 3; ++seed) {
          World world;
          build(world, GetParam(), {axes, count, limited}, seed);
          // The joints first end what the velocities have against them.
          world.step(1.0 / 60);
          const Vec3d had = world.momentum().angular;
          const double start = world.energy().kinetic;
          for (int i = 0; i < 180; ++i) {
            world.step(1.0 / 60);
            ASSERT_LE(length(world.momentum().angular - had), 1e-5 * length(had))
                << int(axes) << ", " << count << " boxes, seed " << seed;
            ASSERT_LE(world.energy().kinetic, 1.005 * start)
                << int(axes) << ", " << count << " boxes, seed " << seed;
          }
        }
}

INSTANTIATE_TEST_SUITE_P(Solvers, ClosedLoops, everySolver(), solverName);

}  // namespace closed_loops_test
}  // namespace holonom
