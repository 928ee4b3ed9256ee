// Long sweeps of fast bodies. Each family prints a line of a table: how many cases it has, how many
// failed, and the worst of them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "convex.h"
#include "family.h"
#include "flights.h"
#include "random.h"
#include "solvers.h"

namespace holonom {
namespace fast_campaigns_test {

using flights::bodyOf;
using flights::freeWorld;
using flights::kStep;
using flights::need;

template <class... Values>
std::string text(const char* format, Values... values) {
  char out[160];
  std::snprintf(out, sizeof out, format, values...);
  return out;
}

Hull octahedron(float size) {
  Hull hull;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-size, size})
      for (int k = 0; k < 3; ++k) hull.points.push_back(k == axis ? side : 0);
  return hull;
}

/// Two boxes that cross.
Compound cross(float size) {
  Compound compound;
  compound.parts.push_back({{}, {}, Box{{size, 0.2f * size, 0.2f * size}}});
  compound.parts.push_back({{}, {}, Box{{0.2f * size, size, 0.2f * size}}});
  return compound;
}

/// Shapes that move, by the distance to their lowest and highest point.
std::vector<flights::Flyer> movable(float size) {
  return {{Sphere{size}, size},
          {Capsule{0.5f * size, 0.5f * size}, size},
          {Box{{1.5f * size, size, 0.7f * size}}, size},
          {octahedron(size), size},
          {cross(size), size}};
}

const char* const kMovable[] = {"sphere", "capsule", "box", "hull", "compound"};

TEST(CampaignFastBodies, GhostHits) {
  Family family("ghost hits", "velocity changed", 0.01);
  for (const SolverType solver : allSolvers())
    for (const int substeps : {1, 4, 16})
      for (const float speed : {1.0f, 3.0f, 10.0f, 50.0f, 200.0f, 500.0f})
        for (const float gap : {0.005f, 0.01f, 0.05f, 0.3f})
          for (int a = 0; a < 5; ++a)
            for (int b = 0; b < 5; ++b)
              for (const BodyType type : {BodyType::Static, BodyType::Dynamic}) {
                const float sideways = (a + b) % 2 ? 0.3f : 0;
                const auto target = movable(0.8f)[size_t(a)];
                const double value =
                    flights::disturbed(solver, substeps, {target.shape, target.below, type},
                                       movable(0.06f)[size_t(b)], {gap, speed, sideways});
                family.add(value, 0, [&] {
                  return text("%s, %d substeps, %g m/s, gap %g m, %s over %s %s", nameOf(solver),
                              substeps, double(speed), double(gap), kMovable[b],
                              type == BodyType::Static ? "static" : "dynamic", kMovable[a]);
                });
              }
}

/// What is thrown at a wall at x = 0.
const Shape kMissiles[] = {Sphere{0.04f},
                           Capsule{0.02f, 0.1f},
                           Box{{0.1f, 0.1f, 0.0025f}},   // a plate
                           Box{{0.3f, 0.01f, 0.01f}},    // a rod
                           Box{{0.3f, 0.05f, 0.0025f}},  // a blade
                           octahedron(0.05f),
                           cross(0.1f)};
const char* const kMissileNames[] = {"sphere", "capsule", "plate",   "rod",
                                     "blade",  "hull",    "compound"};

enum class Wall { Box, Mesh, Kinematic };
const char* const kWalls[] = {"box", "mesh", "kinematic box"};

void addWall(World& w, Wall kind) {
  BodyDef wall = bodyOf(Box{{0.005f, 30, 30}}, {}, BodyType::Static);
  if (kind == Wall::Kinematic) wall.type = BodyType::Kinematic;
  if (kind == Wall::Mesh) {
    Mesh mesh;
    mesh.vertices = {0, -30, -30, 0, -30, 30, 0, 30, 30, 0, 30, -30};
    mesh.indices = {0, 1, 2, 0, 2, 3};
    wall.shape = mesh;
  }
  need(w.addBody(wall));
}

TEST(CampaignFastBodies, Tunnelling) {
  Family family("tunnelling", "center beyond the wall's [m]", 0, 1e-3);
  Random random(11);
  for (const SolverType solver : allSolvers())
    for (const int substeps : {1, 4, 16})
      for (int m = 0; m < 7; ++m)
        for (const Wall wall : {Wall::Box, Wall::Mesh, Wall::Kinematic})
          for (const float speed : {2.0f, 10.0f, 50.0f, 200.0f, 500.0f})
            for (int k = 0; k < 6; ++k) {
              World w = freeWorld(solver, substeps);
              addWall(w, wall);
              BodyDef def = bodyOf(kMissiles[m], {-random.real(0.5f, 1) - 0.02f * speed, 0, 0});
              def.rotation = random.rotation();
              def.linearVelocity =
                  speed * Vec3{1, random.real(-0.7f, 0.7f), random.real(-0.7f, 0.7f)};
              def.angularVelocity = (k % 3 == 0   ? 0.0f
                                     : k % 3 == 1 ? 20.0f
                                                  : 100.0f) *
                                    random.vector();
              def.restitution = k % 2 ? 0.5f : 0;
              const int i = w.indexOf(need(w.addBody(def)));
              double farthest = -1;
              for (int step = 0; step < 40; ++step) {
                if (w.step(kStep)) farthest = INFINITY;
                farthest = std::fmax(farthest, double(w.bodies.poses[i].position.x));
              }
              family.add(farthest, 0, [&] {
                return text("%s, %d substeps, %g m/s, %s at %s, case %d", nameOf(solver), substeps,
                            double(speed), kMissileNames[m], kWalls[int(wall)], k);
              });
            }
}

/// How far a hinged rod or blade turns past a wall that it meets at about 0.7 rad.
TEST(CampaignFastBodies, AngularTunnelling) {
  Family family("tunnelling by rotation", "angle reached [rad]", 0.8);
  for (const SolverType solver : allSolvers())
    for (const int substeps : {1, 4, 16})
      for (const float thickness : {0.002f, 0.01f, 0.05f})
        for (const float rate : {2.0f, 10.0f, 30.0f, 60.0f, 100.0f, 200.0f})
          for (const bool blade : {false, true})
            for (const float restitution : {0.0f, 0.5f}) {
              World w = freeWorld(solver, substeps);
              need(w.addBody(bodyOf(Box{{thickness, 0.3f, 1}}, {1.2f, 1, 0}, BodyType::Static)));
              BodyDef def = bodyOf(Box{{1.5f, blade ? 0.005f : 0.02f, blade ? 0.3f : 0.02f}}, {});
              def.restitution = restitution;
              const int i = flights::addHingedBar(w, def, rate);
              flights::Turned turned;
              double most = 0;
              for (int k = 0; k < 60; ++k) {
                if (w.step(kStep)) most = INFINITY;
                const double angle = turned.by(w.bodies.poses[i].rotation);
                most = std::fmax(most, angle);
                if (angle < -0.8) break;  // it is on its way back, to the wall's other side
              }
              // Its impulses leave part of the blow to later iterations.
              const double known = solver == SolverType::Xpbd ? 4 : 0;
              family.add(most, known, [&] {
                return text("%s, %d substeps, %g rad/s, %s, wall of %g m, e %g", nameOf(solver),
                            substeps, double(rate), blade ? "blade" : "rod", double(2 * thickness),
                            double(restitution));
              });
            }
}

enum class Ground { Plane, Box, Mesh };
const char* const kGrounds[] = {"plane", "box", "mesh"};

void addGround(World& w, Ground kind) {
  BodyDef ground = bodyOf(Plane{}, {}, BodyType::Static);
  if (kind == Ground::Box) {
    ground.shape = Box{{60, 1, 5}};
    ground.position = {0, -1, 0};
  }
  if (kind == Ground::Mesh) {
    Mesh mesh;
    for (int i = 0; i <= 120; ++i)
      for (const float z : {-5.0f, 5.0f}) {
        for (const float x : {float(i) - 60, 0.0f, z}) mesh.vertices.push_back(x);
        if (i == 120) continue;
        const uint32_t at = uint32_t(2 * i);
        if (z < 0)
          for (const uint32_t k : {0u, 1u, 3u, 0u, 3u, 2u}) mesh.indices.push_back(at + k);
      }
    ground.shape = mesh;
  }
  ground.friction = 1;
  need(w.addBody(ground));
}

/// A wheel of 0.35 m whose axis is z.
Shape wheelOf(int kind) {
  if (kind == 0) return Sphere{0.35f};
  if (kind == 1) return Capsule{0.35f, 0.1f};
  return convex::wheelHull(0.35f, 0.12f, 64);
}
const char* const kWheels[] = {"sphere", "capsule", "hull"};

TEST(CampaignFastBodies, Wheels) {
  Family family("wheels", "speed off ω r", 0.01);
  for (const SolverType solver : allSolvers())
    for (const int substeps : {2, 4, 8})
      for (int kind = 0; kind < 3; ++kind)
        for (const Ground ground : {Ground::Plane, Ground::Box, Ground::Mesh})
          for (const float rate : {2.0f, 5.0f, 10.0f, 20.0f, 40.0f}) {
            World w = freeWorld(solver, substeps);
            w.settings.gravity = {0, -9.81f, 0};
            addGround(w, ground);
            BodyDef def = bodyOf(wheelOf(kind), {-40, 0.35f, 0});
            if (kind == 1) def.rotation = {std::sqrt(0.5f), 0, 0, std::sqrt(0.5f)};
            def.mass = 50.0f;
            def.friction = 1;
            const BodyId id = need(w.addBody(def));
            const int i = w.indexOf(id);
            double sum = 0;
            for (int k = 0; k < 300; ++k) {
              BodyDef motion = w.describe(id);
              motion.angularVelocity = {0, 0, -rate};
              if (w.setMotion(id, motion) || w.step(kStep)) sum = INFINITY;
              if (k >= 180) sum += double(w.bodies.states[i].linear.x);
            }
            // Facets of a slow hull land on solids one by one; xpbd slips where weight and spin
            // meet in few iterations.
            const double known = kind == 0                    ? 0
                                 : solver == SolverType::Xpbd ? 0.26
                                 : kind == 2                  ? 0.025
                                                              : 0;
            family.add(std::abs(sum / 120 / (0.35 * double(rate)) - 1), known, [&] {
              return text("%s, %d substeps, %s on %s, %g rad/s", nameOf(solver), substeps,
                          kWheels[kind], kGrounds[int(ground)], double(rate));
            });
          }
}

}  // namespace fast_campaigns_test
}  // namespace holonom
