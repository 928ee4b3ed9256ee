#include "world/cloth.h"

#include "solvers/xpbd.h"
#include "world/air.h"

namespace holonom {

namespace {

// Bending this much slower than a step stays quiet when it acts once a step; nearer, it rattles.
constexpr float kSoftBending = 20;

}  // namespace

void predictCloth(const Cloth& cloth, Particles& particles, Vec3 gravity, float h) {
  predict(particles, cloth.first, cloth.count, gravity, cloth.def.damping, h);
}

void projectCloth(Cloth& cloth, Particles& particles, float h, int substep, int substeps,
                  bool firstSweep) {
  // Pins take and give momentum; without them, constraints may only pass it on.
  const bool keepsMomentum = cloth.def.globalDamping > 0 && cloth.tether.count == 0;
  const auto sums = [&] { return sumsOfMotion(particles, cloth.first, cloth.count); };
  if (keepsMomentum) cloth.momentumError = cloth.momentumError + -1.0 * sums();
  Quad* x = particles.positions.data() + cloth.first;
  const Quad* from = particles.previous.data() + cloth.first;
  // A tether stands for many edges in series; compliant edges are free to add up to more than it.
  const std::optional<StrainDef>& strain = cloth.def.strain;
  const float stretch =
      strain ? max(strain->warpCompliance, strain->weftCompliance) : cloth.def.stretchCompliance;
  if (stretch == 0) projectBatch(cloth.tether, x, from, h, firstSweep);
  const float stepInterval = h * std::sqrt(float(substeps));  // α̃ = α/(n h²)
  const bool soft =
      cloth.def.bend.compliance > kSoftBending * cloth.bendMobility * stepInterval * stepInterval;
  if (!soft || (substep == 0 && firstSweep)) {
    const float interval = soft ? stepInterval : h;
    projectBatch(cloth.bend, x, from, interval, firstSweep);
    projectBatch(cloth.isometricBend, x, from, interval, firstSweep);
  }
  projectBatch(cloth.area, x, from, h, firstSweep);
  projectBatch(cloth.shear, x, from, h, firstSweep);
  projectBatch(cloth.warp, x, from, h, firstSweep);
  projectBatch(cloth.weft, x, from, h, firstSweep);
  projectBatch(cloth.distance, x, from, h, firstSweep);
  if (keepsMomentum) cloth.momentumError = cloth.momentumError + sums();
}

void computeAir(const Cloth& cloth, Particles& particles, const Wind& wind, float dt) {
  const int first = cloth.first;
  for (int i = first; i < first + cloth.count; ++i) particles.accelerations[i] = {};
  if (cloth.def.drag == 0 && cloth.def.lift == 0) return;
  for (size_t t = 0; t < cloth.indices.size(); t += 3) {
    const int i[3] = {first + int(cloth.indices[t]), first + int(cloth.indices[t + 1]),
                      first + int(cloth.indices[t + 2])};
    const Quad &a = particles.positions[i[0]], &b = particles.positions[i[1]],
               &c = particles.positions[i[2]];
    const Vec3 velocity =
        (1.0f / 3) * (particles.velocities[i[0]].xyz() + particles.velocities[i[1]].xyz() +
                      particles.velocities[i[2]].xyz());
    const Vec3 share = airOnCorner({a.xyz(), b.xyz(), c.xyz()}, velocity,
                                   float(cloth.mostTriangles) * max(a.w, max(b.w, c.w)),
                                   cloth.def.drag, cloth.def.lift, wind, dt);
    for (const int k : i) {
      Quad& out = particles.accelerations[k];
      out.setXyz(out.xyz() + particles.positions[k].w * share);
    }
  }
}

}  // namespace holonom
