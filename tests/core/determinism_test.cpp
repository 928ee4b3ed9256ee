// The same scene gives the same bits, whatever ran before it.
#include <gtest/gtest.h>

#include "scenes.h"

namespace holonom {
namespace determinism_test {

struct Scene {
  const char* name;
  void (*build)(World&);
};
constexpr Scene kScenes[] = {
    {"pyramid", [](World& w) { scenes::pyramid(w, 6); }},
    {"tower", [](World& w) { scenes::tower(w, 5); }},
    {"cloth", [](World& w) { scenes::hangingCloth(w, 8); }},
    {"symplectic", [](World& w) { scenes::hangingNet(w, IntegratorType::SymplecticEuler); }},
    {"backward", [](World& w) { scenes::hangingNet(w, IntegratorType::BackwardEuler); }},
    {"mixed", [](World& w) { scenes::mixed(w); }},
};

uint64_t hashAfter(World& world, int steps) {
  for (int i = 0; i < steps; ++i) EXPECT_FALSE(world.step(1.0f / 60));
  return world.hash();
}

TEST(Determinism, TwoWorldsOfOneSceneStayEqual) {
  for (const Scene& scene : kScenes) {
    World a, b;
    scene.build(a);
    scene.build(b);
    EXPECT_EQ(hashAfter(a, 60), hashAfter(b, 60)) << scene.name;
  }
}

TEST(Determinism, AClearedWorldStartsAfresh) {
  for (const Scene& scene : kScenes) {
    World fresh, used;
    scenes::mixed(used);
    hashAfter(used, 30);
    used.clear();
    scene.build(fresh);
    scene.build(used);
    EXPECT_EQ(hashAfter(fresh, 60), hashAfter(used, 60)) << scene.name;
  }
}

TEST(Determinism, LookingDoesNotTouch) {
  World a, b;
  scenes::mixed(a);
  scenes::mixed(b);
  WorldViews views(a);
  for (int i = 0; i < 30; ++i) {
    ASSERT_FALSE(a.step(1.0f / 60));
    ASSERT_FALSE(b.step(1.0f / 60));
    views.diagnostics();
    views.clothNormals(0);
    views.debugLines(31);
    saveScene(a);
  }
  EXPECT_EQ(a.hash(), b.hash());
}

TEST(Determinism, TheHashSeesEveryKindOfState) {
  World world;
  scenes::mixed(world);
  uint64_t last = world.hash();
  const auto expectChanged = [&](const char* what) {
    EXPECT_NE(world.hash(), last) << what;
    last = world.hash();
  };
  world.bodies.poses[1].position.x += 1;
  expectChanged("position");
  world.bodies.poses[1].rotation = {1, 0, 0, 0};
  expectChanged("rotation");
  world.bodies.states[1].angular.x += 1;
  expectChanged("angular velocity");
  world.soft.particles.positions[3].x += 1;
  expectChanged("particle");
  world.soft.particles.velocities[3].x += 1;
  expectChanged("particle velocity");
  world.soft.springs[0].network.positions[3].x += 1e-12;
  expectChanged("node");
  world.soft.springs[0].network.velocities[3].x += 1e-12;
  expectChanged("node velocity");
}

}  // namespace determinism_test
}  // namespace holonom
