#pragma once
// What tests of attachments and grabs build on.
#include <gtest/gtest.h>

#include "scenes.h"

namespace holonom::ties {

inline void run(World& world, int steps, float dt = 1.0f / 60) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(dt));
}

inline WorldSettings weightless() {
  WorldSettings s;
  s.gravity = {};
  return s;
}

inline ClothId addStrip(World& world, Vec3 position = {}) {
  ClothDef def;
  def.grid = GridDef{{0.2f, 1}, {2, 10}};
  def.position = position;
  def.drag = 0;
  def.damping = 0.5f;
  return scenes::need(world.addCloth(def));
}

/// A spring of 1 m that hangs from a pinned node; 0.2 kg a node.
inline SpringNetworkDef hangingSpring(IntegratorType integrator, double stiffness) {
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 0, -1, 0}, {0, 1}};
  def.pins.indices = {0};
  def.mass = 0.4;
  def.stiffness = stiffness;
  def.damping = 5;
  def.integrator = integrator;
  return def;
}

}  // namespace holonom::ties
