#include "world/cloth.h"

#include "solvers/pbd_stiffness.h"
#include "solvers/xpbd.h"
#include "world/air.h"

namespace holonom {

namespace {

// Bending this much slower than a step stays quiet when it acts once a step; nearer, it rattles.
constexpr float kSoftBending = 20;

void sweepColours(Cloth& cloth, Particles& particles, const Sweep& sweep) {
  const float h = sweep.h;
  const bool firstSweep = sweep.index == 0;
  Quad* x = particles.positions.data() + cloth.first;
  const Quad* from = particles.previous.data() + cloth.first;
  if (isTaut(cloth.def)) projectBatch(cloth.tether, x, from, h, firstSweep);
  if (sweep.solver == ParticleSolver::Hierarchical && isTaut(cloth.def))
    sweepLevels(cloth, particles);
  const float stepInterval = h * std::sqrt(float(sweep.substeps));  // α̃ = α/(n h²)
  const bool soft =
      cloth.bend.compliance > kSoftBending * cloth.bendMobility * stepInterval * stepInterval;
  // Where its own compliance outweighs what it moves, a second sweep changes next to nothing.
  const bool once = cloth.bend.compliance > cloth.bendMobility * h * h;
  if (soft ? sweep.substep == 0 && firstSweep : firstSweep || !once) {
    const float interval = soft ? stepInterval : h;
    projectBatch(cloth.bend, x, from, interval, firstSweep);
    projectBatch(cloth.isometricBend, x, from, interval, firstSweep);
  }
  projectBatch(cloth.area, x, from, h, firstSweep);
  projectBatch(cloth.shear, x, from, h, firstSweep);
  projectBatch(cloth.warp, x, from, h, firstSweep);
  projectBatch(cloth.weft, x, from, h, firstSweep);
  projectBatch(cloth.distance, x, from, h, firstSweep);
  for (auto& seam : cloth.seams) projectBatch(seam, x, from, h, firstSweep);
}

}  // namespace

void projectCloth(Cloth& cloth, Particles& particles, const Sweep& sweep) {
  // Pins take and give momentum; without them, constraints may only pass it on.
  const bool keepsMomentum = cloth.def.globalDamping > 0 && cloth.tether.count == 0;
  const auto sums = [&] { return sumsOfMotion(particles, cloth.first, cloth.count); };
  // In order, the last sweep of an odd number goes both ways.
  const int passes =
      sweep.count + (sweep.solver == ParticleSolver::GaussSeidel ? sweep.count % 2 : 0);
  if (cloth.def.stiffness && sweep.index == 0)
    forEachBatch(cloth, [&](const char*, auto& batch) {
      batch.stiffness = float(pbdStiffness(*cloth.def.stiffness, passes));
    });
  if (keepsMomentum) cloth.momentumError = cloth.momentumError + -1.0 * sums();
  if (sweep.solver == ParticleSolver::Coloured || sweep.solver == ParticleSolver::Hierarchical)
    sweepColours(cloth, particles, sweep);
  else
    sweepRows(cloth, particles, sweep);
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
