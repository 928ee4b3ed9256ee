#pragma once
// Fixed scenes shared by tests, hashes and benchmarks.
#include <cstdio>
#include <cstdlib>

#include "physics.h"

namespace holonom::scenes {

/// The value of a result that must be there.
template <class T>
T need(const Result<T>& result) {
  if (result.error) {
    std::fprintf(stderr, "refused: %s: %s\n", result.error->path.c_str(),
                 result.error->allowed().c_str());
    std::abort();
  }
  return result.value;
}

inline BodyDef boxAt(Vec3 position, Vec3 halfExtents = {0.5f, 0.5f, 0.5f}) {
  BodyDef def;
  def.position = position;
  def.shape = Box{halfExtents};
  return def;
}

inline BodyDef sphereAt(Vec3 position, float radius) {
  BodyDef def;
  def.position = position;
  def.shape = Sphere{radius};
  return def;
}

/// A world in which nothing falls asleep.
inline World sleeplessWorld(SolverType solver, int substeps, Vec3 gravity) {
  WorldSettings settings;
  settings.solver = solver;
  settings.substeps = substeps;
  settings.gravity = gravity;
  settings.sleeping = false;
  return World(settings);
}

/// A static box whose top is y = 0.
inline void addGround(World& world) {
  BodyDef ground = boxAt({0, -1, 0}, {60, 1, 60});
  ground.type = BodyType::Static;
  need(world.addBody(ground));
}

inline void addPlane(World& world) {
  BodyDef ground;
  ground.type = BodyType::Static;
  ground.shape = Plane{};
  need(world.addBody(ground));
}

/// A square pit with walls of boxes, its floor at y = 0.
inline void pit(World& world, float half) {
  addGround(world);
  for (const float side : {-1.0f, 1.0f})
    for (const bool alongX : {false, true}) {
      const float at = side * (half + 1);
      BodyDef wall =
          alongX ? boxAt({0, 10, at}, {half + 2, 10, 1}) : boxAt({at, 10, 0}, {1, 10, half});
      wall.type = BodyType::Static;
      need(world.addBody(wall));
    }
}

/// `count` cubes of 1 m, one on the other.
inline void tower(World& world, int count = 20) {
  addGround(world);
  for (int i = 0; i < count; ++i) need(world.addBody(boxAt({0, 0.5f + float(i), 0})));
}

/// Rows of `base`, `base` − 1, … cubes of 1 m.
inline void pyramid(World& world, int base = 20) {
  addGround(world);
  for (int i = 0; i < base; ++i)
    for (int j = 0; j < base - i; ++j)
      need(
          world.addBody(boxAt({(float(j) - float(base - i - 1) / 2) * 1.02f, 0.5f + float(i), 0})));
}

/// Boxes and balls that fall on a conveyor belt, with every kind of friction.
inline void belt(World& world) {
  BodyDef def = boxAt({0, -0.5f, 0}, {3, 0.5f, 3});
  def.type = BodyType::Static;
  def.staticFriction = 0.7f;
  def.surfaceVelocity = {1, 0, 0.3f};
  need(world.addBody(def));
  for (int i = 0; i < 12; ++i) {
    const float a = 0.37f * float(i % 5), b = 0.29f * float(i % 7);
    const Vec3 position{a - 0.7f, 0.4f + 0.4f * float(i), b - 0.9f};
    BodyDef body =
        i % 2 ? sphereAt(position, 0.1f + 0.1f * a) : boxAt(position, {0.2f, 0.3f, 0.2f});
    body.friction = 0.1f + 0.4f * a, body.staticFriction = 0.1f + 0.5f * b;
    body.rollingFriction = 0.01f * a, body.torsionalFriction = 0.01f * b;
    body.restitution = i % 3 ? 0 : 0.5f;
    if (i % 4 == 0) body.surfaceVelocity = {a, b, -0.5f};
    need(world.addBody(body));
  }
}

/// A cloth of 4 m and 1 kg, level, pinned at two corners.
inline ClothId hangingCloth(World& world, int segments = 39) {
  ClothDef cloth;
  cloth.grid = GridDef{{4, 4}, {segments, segments}};
  cloth.position = {0, 5, 0};
  cloth.mass = 1;
  cloth.drag = 0;
  cloth.pins.names = {"top-left", "top-right"};
  return need(world.addCloth(cloth));
}

/// Of all that moves, without what springs store [J].
inline double energyOf(const World& world) {
  const Energy e = world.energy();
  return e.kinetic + e.potential;
}

inline RopeDef ropeOf(float length, int segments, float density = 0.1f) {
  RopeDef def;
  def.length = length, def.segments = segments, def.density = density;
  return def;
}
inline GrainsDef grainsOf(Int2 base, int layers, float radius = 0.05f, float density = 1000) {
  GrainsDef def;
  def.base = base, def.layers = layers, def.radius = radius, def.density = density;
  return def;
}

/// Grains that fall on a plane, and a rope on them.
inline void pileAndRope(World& world) {
  addPlane(world);
  GrainsDef pile = grainsOf({6, 6}, 6);
  pile.staticFriction = 0.8f;
  need(world.addGrains(pile));
  RopeDef rope = ropeOf(1.5f, 30, 0.2f);
  rope.position = {0, 0.8f, 0};
  rope.selfCollision = true;
  need(world.addRope(rope));
}

/// Two sheets that fall folded on each other.
inline void fallingSheets(World& world) {
  addPlane(world);
  for (int k = 0; k < 2; ++k) {
    ClothDef cloth;
    cloth.grid = GridDef{{1, 1}, {16, 16}};
    cloth.position = {0.1f * float(k), 0.5f + 0.1f * float(k), 0};
    cloth.rotation = {0.6f, 0, 0, 0.8f};
    cloth.selfCollision = true;
    need(world.addCloth(cloth));
  }
}

inline SpringNetworkId hangingNet(World& world, IntegratorType integrator, float x = 0) {
  SpringNetworkDef net;
  net.grid = GridDef{{2, 2}, {16, 16}};
  net.position = {x, 3, 0};
  net.integrator = integrator;
  net.stiffness = integrator == IntegratorType::SymplecticEuler ? 50 : 2000;
  net.damping = 0.01;
  net.pins.names = {"corners"};
  return need(world.addSpringNetwork(net));
}

/// Bodies, a cloth and a spring net that touch and are tied to one another.
inline void mixed(World& world) {
  addPlane(world);
  hangingNet(world, IntegratorType::BackwardEuler);
  for (int i = 0; i < 4; ++i)
    need(world.addBody(sphereAt({0.4f * float(i) - 0.6f, 4 + 0.5f * float(i), 0.1f}, 0.2f)));
  ClothDef cloth;
  cloth.grid = GridDef{{1.5f, 1.5f}, {20, 20}};
  cloth.position = {0, 6, 0};
  const ClothId id = need(world.addCloth(cloth));
  const BodyId box = need(world.addBody(boxAt({-0.75f, 5.8f, -0.75f}, {0.1f, 0.1f, 0.1f})));
  AttachmentDef tie;
  tie.cloth = id;
  tie.body = box;
  tie.point = 0;
  need(world.addAttachment(tie));
}

}  // namespace holonom::scenes
