// Closed cloth that keeps the volume in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "case_file.h"
#include "closed_surfaces.h"
#include "constraints/surface_volume.h"
#include "geometry/surface_integral.h"
#include "random.h"
#include "scenes.h"

namespace holonom {
namespace enclosed_volume_test {

using scenes::need;

/// The volume in the triangles of a cloth as they are [m³].
double volumeOf(const World& world, int cloth) {
  const Cloth& c = world.soft.cloths[size_t(cloth)];
  const auto at = [&](size_t i) {
    return toDouble(world.soft.particles.positions[size_t(c.first) + c.indices[i]].xyz());
  };
  SurfaceIntegral integral(at(0));
  for (size_t t = 0; t < c.indices.size(); t += 3) integral.add(at(t), at(t + 1), at(t + 2));
  return integral.volume();
}

double pressureOf(const World& world, int cloth) {
  ConstraintReadout read;
  readConstraints(world.soft.cloths[size_t(cloth)], world.soft.particles, "volume", read);
  return read.forces.empty() ? 0 : -double(read.forces[0]);
}

/// A ball of rubber [kg/m²] of 0.3 m radius.
ClothDef ball(Vec3 at, std::optional<VolumeDef> volume, int level = 2) {
  ClothDef def;
  def.mesh = ballSurface(0.3, level);
  def.position = at;
  def.density = 1;
  def.stretchCompliance = 1e-5f;
  def.bend.compliance = 1;
  def.drag = 0;
  def.volume = volume;
  return def;
}

World worldOf(ParticleSolver solver, ParticleIntegrator integrator, int substeps) {
  World world;
  world.settings.particleSolver = solver;
  world.settings.particleIntegrator = integrator;
  world.settings.substeps = substeps;
  return world;
}

std::string nameOf(ParticleSolver solver) {
  return EnumNames<ParticleSolver>::names[size_t(solver)];
}

template <class F>
void forEachParticleSolver(F&& f) {
  for (size_t i = 0; i < std::size(EnumNames<ParticleSolver>::names); ++i) f(ParticleSolver(i));
}

TEST(EnclosedVolume, HasTheVolumeAndGradientOfTheCases) {
  int seen = 0;
  forEachCase("closed_mesh_volume", [&](const Case& c) {
    if (c.input["vertices"].isNull()) return;
    std::vector<Vec3d> x;
    for (int i = 0; i < c.input["vertices"].size(); ++i)
      x.push_back(c.input["vertices"][i].vectorDouble());
    std::vector<Vec3d> gradients(x.size());
    c.expectNear("volume", SurfaceVolume::measure(x, c.input["triangles"].integers(), gradients));
    ++seen;
  });
  EXPECT_GT(seen, 0);
}

TEST(EnclosedVolume, GradientsEqualFiniteDifferencesAndSumToZero) {
  constexpr uint64_t kSeed = 71;
  Random random(kSeed);
  const MeshDef mesh = ballSurface(1, 1);
  const std::vector<int32_t> corners(mesh.indices.begin(), mesh.indices.end());
  for (int n = 0; n < 50; ++n) {
    std::vector<Vec3d> x;
    for (size_t i = 0; i < mesh.vertices.size(); i += 3)
      x.push_back(Vec3d{mesh.vertices[i], mesh.vertices[i + 1], mesh.vertices[i + 2]} +
                  0.3 * random.vectorDouble());
    std::vector<Vec3d> gradients(x.size()), unused(x.size());
    SurfaceVolume::measure(x, corners, gradients);
    Vec3d sum{}, moment{};
    for (size_t i = 0; i < x.size(); ++i) {
      sum += gradients[i], moment += cross(x[i], gradients[i]);
      constexpr double kStep = 1e-5;
      for (const Vec3d e : {Vec3d{kStep, 0, 0}, Vec3d{0, kStep, 0}, Vec3d{0, 0, kStep}}) {
        std::vector<Vec3d> ahead = x, behind = x;
        ahead[i] += e, behind[i] -= e;
        const double slope = (SurfaceVolume::measure(ahead, corners, unused) -
                              SurfaceVolume::measure(behind, corners, unused)) /
                             (2 * kStep);
        EXPECT_NEAR(dot(gradients[i], (1 / kStep) * e), slope, 1e-8);
      }
    }
    EXPECT_LT(length(sum), 1e-12);
    EXPECT_LT(length(moment), 1e-12);
  }
}

/// Dropped on a floor; without the constraint it lies flat.
TEST(EnclosedVolume, IsKeptInAFallByEverySolver) {
  forEachParticleSolver([](ParticleSolver solver) {
    for (const auto integrator : {ParticleIntegrator::Euler, ParticleIntegrator::Bdf2})
      for (const int substeps : {1, 4, 8}) {
        World world = worldOf(solver, integrator, substeps);
        scenes::addPlane(world);
        need(world.addCloth(ball({0, 0.8f, 0}, VolumeDef{})));
        const double start = volumeOf(world, 0);
        double least = start, most = start;
        for (int i = 0; i < 120; ++i) {
          world.step(1.0 / 60);
          least = std::min(least, volumeOf(world, 0)), most = std::max(most, volumeOf(world, 0));
        }
        const std::string what = nameOf(solver) + ", " + std::to_string(substeps) + " substeps";
        // Two sweeps a substep: what one substep leaves of an impact is more.
        const double give = substeps == 1 ? 0.09 : 0.03;
        EXPECT_GT(least, (1 - give) * start) << what;
        EXPECT_LT(most, (1 + give) * start) << what;
        EXPECT_NEAR(volumeOf(world, 0), start, give / 6 * start) << what;
      }
  });
  World world;
  scenes::addPlane(world);
  ClothDef empty = ball({0, 0.8f, 0}, {}, 3);
  empty.bend.compliance = 1e4f;
  need(world.addCloth(empty));
  const double start = volumeOf(world, 0);
  for (int i = 0; i < 120; ++i) world.step(1.0 / 60);
  EXPECT_LT(volumeOf(world, 0), 0.7 * start);
}

/// Under a plate that comes down to 0.7 of its height, and under one of 10 kg.
TEST(EnclosedVolume, IsKeptUnderAPlate) {
  for (const bool driven : {true, false})
    forEachParticleSolver([&](ParticleSolver solver) {
      World world = worldOf(solver, ParticleIntegrator::Euler, 8);
      world.settings.particleIterations = 10;
      scenes::addPlane(world);
      ClothDef def = ball({0, 0.31f, 0}, VolumeDef{});
      def.globalDamping = 2;
      // A surface that does not stretch has its largest volume as a ball.
      if (driven) def.stretchCompliance = 1e-3f;
      need(world.addCloth(def));
      BodyDef plate = scenes::boxAt({0, 0.68f, 0}, {0.4f, 0.05f, 0.4f});
      plate.mass = 10;
      if (driven) plate.type = BodyType::Kinematic;
      const BodyId body = need(world.addBody(plate));
      PrismaticJoint guide;
      guide.bodyA = body, guide.axis = Vec3{0, -1, 0};
      if (!driven) need(world.addJoint(guide));
      const double start = volumeOf(world, 0);
      for (int i = 0; i < 240; ++i) {
        const float t = float(i + 1) / 60;
        if (driven) {
          ASSERT_FALSE(world.moveTo(body, {Vec3{0, 0.68f - 0.2f * std::min(t, 1.0f), 0}, {}}));
        }
        world.step(1.0 / 60);
      }
      const std::string what = nameOf(solver) + (driven ? ", driven" : ", laid down");
      EXPECT_NEAR(volumeOf(world, 0), start, 0.006 * start) << what;
      if (driven) return;
      EXPECT_GT(world.describe(body).position.y, 0.58f) << what;
      // On no more than its cross-section.
      EXPECT_GT(pressureOf(world, 0), 0.3 * 10 * 9.81 / (3.1416 * 0.09)) << what;
    });
}

/// V − V₀ = −α p.
TEST(EnclosedVolume, GivesWayAsItsComplianceSays) {
  for (const float compliance : {1e-6f, 1e-5f})
    for (const float ratio : {1.0f, 1.3f}) {
      World world = worldOf(ParticleSolver::Colored, ParticleIntegrator::Euler, 8);
      world.settings.gravity = {};
      world.settings.particleIterations = 20;
      ClothDef def = ball({}, VolumeDef{ratio, compliance}, 3);
      def.globalDamping = 5;
      need(world.addCloth(def));
      const double start = volumeOf(world, 0);
      for (int i = 0; i < 300; ++i) world.step(1.0 / 60);
      const double pressure = pressureOf(world, 0);
      const double short_of = double(ratio) * start - volumeOf(world, 0);
      EXPECT_NEAR(short_of, double(compliance) * pressure, 2e-3 * start) << compliance << ratio;
      if (ratio > 1) {
        EXPECT_GT(pressure, 100) << compliance;
        EXPECT_GT(volumeOf(world, 0), 1.01 * start) << compliance;
      }
    }
}

/// A ball that spins and is stretched loses no more than its other constraints take.
TEST(EnclosedVolume, PassesMomentaOn) {
  struct Lost {
    float linear, angular;
  };
  const auto lost = [](ParticleSolver solver, std::optional<VolumeDef> volume) -> Lost {
    World world = worldOf(solver, ParticleIntegrator::Euler, 8);
    world.settings.gravity = {};
    need(world.addCloth(ball({}, volume)));
    const Cloth& cloth = world.soft.cloths[0];
    for (int i = cloth.first; i < cloth.first + cloth.count; ++i) {
      const Vec3 x = world.soft.particles.positions[size_t(i)].xyz();
      const Vec3 spin = cross(Vec3{0, 2, 1}, x), stretch{0.5f * x.x, -x.y, 0.5f * x.z};
      world.soft.particles.velocities[size_t(i)].setXyz(Vec3{1, 0, 0} + spin + stretch);
    }
    const Momentum start = world.momentum();
    for (int i = 0; i < 60; ++i) world.step(1.0 / 60);
    const Momentum end = world.momentum();
    return {float(length(end.linear - start.linear) / length(start.linear)),
            float(length(end.angular - start.angular) / length(start.angular))};
  };
  forEachParticleSolver([&](ParticleSolver solver) {
    const Lost without = lost(solver, {}), with = lost(solver, VolumeDef{});
    EXPECT_LT(with.linear, without.linear + 5e-4f) << nameOf(solver);
    EXPECT_LT(with.angular, without.angular + 1e-3f) << nameOf(solver);
  });
}

/// Tension that lasts does not make it spin.
TEST(EnclosedVolume, RestsWhereItIsInflated) {
  forEachParticleSolver([](ParticleSolver solver) {
    for (const float ratio : {1.2f, 1.6f})
      for (const int substeps : {1, 4, 16}) {
        World world = worldOf(solver, ParticleIntegrator::Euler, substeps);
        world.settings.gravity = {};
        need(world.addCloth(ball({}, VolumeDef{ratio, 0})));
        for (int i = 0; i < 300; ++i) world.step(1.0 / 60);
        EXPECT_LT(world.energy().kinetic, 1e-3) << nameOf(solver) << ratio << substeps;
        EXPECT_LT(length(world.momentum().angular), 1e-3) << nameOf(solver) << ratio << substeps;
      }
  });
}

TEST(EnclosedVolume, ChangesItsRatioAndGoesOnFromASnapshot) {
  World world;
  scenes::addPlane(world);
  ClothDef def = ball({0, 0.4f, 0}, VolumeDef{1, 1e-7f});
  def.stretchCompliance = 1e-2f;
  const ClothId id = need(world.addCloth(def));
  const double start = volumeOf(world, 0);
  for (int i = 0; i < 30; ++i) world.step(1.0 / 60);
  ClothDef changed = world.describe(id);
  changed.volume->ratio = 2;
  ASSERT_FALSE(world.redefine(id, changed));
  const std::vector<uint8_t> bytes = world.snapshot();
  World other;
  ASSERT_FALSE(other.restore(bytes));
  for (int i = 0; i < 120; ++i) world.step(1.0 / 60), other.step(1.0 / 60);
  EXPECT_EQ(world.hash(), other.hash());
  EXPECT_NEAR(volumeOf(world, 0), 2 * start, 0.1 * start);
  // Pins are listed anew, with the volume.
  changed = world.describe(id);
  changed.pins.indices = {0};
  ASSERT_FALSE(world.redefine(id, changed));
  for (int i = 0; i < 60; ++i) world.step(1.0 / 60);
  EXPECT_NEAR(volumeOf(world, 0), 2 * start, 0.1 * start);
}

TEST(EnclosedVolume, RefusesWhatIsNotClosed) {
  World world;
  const auto refusal = [&](auto&& change) {
    ClothDef def = ball({}, VolumeDef{});
    change(def);
    const Result<ClothId> added = world.addCloth(def);
    EXPECT_FALSE(added);
    return added ? std::string() : added.error->path;
  };
  EXPECT_EQ(refusal([](ClothDef& d) { d.mesh.reset(), d.grid = GridDef{}; }), "volume");
  EXPECT_EQ(refusal([](ClothDef& d) {
              d.mesh->indices.resize(d.mesh->indices.size() - 3);
            }).substr(0, 12),
            "mesh.indices");
  EXPECT_EQ(refusal([](ClothDef& d) {
              for (size_t t = 0; t < d.mesh->indices.size(); t += 3)
                std::swap(d.mesh->indices[t], d.mesh->indices[t + 1]);
            }),
            "mesh");
  EXPECT_EQ(refusal([](ClothDef& d) { d.volume->ratio = 0; }), "volume.ratio");
  EXPECT_EQ(refusal([](ClothDef& d) { d.volume->compliance = -1; }), "volume.compliance");
  EXPECT_EQ(world.soft.particles.size(), 0);
  const ClothId id = need(world.addCloth(ball({}, VolumeDef{})));
  ClothDef changed = world.describe(id);
  changed.volume.reset();
  EXPECT_EQ(world.redefine(id, changed)->path, "volume");
}

}  // namespace enclosed_volume_test
}  // namespace holonom
