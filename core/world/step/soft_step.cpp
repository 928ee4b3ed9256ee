// Springs and particles in a substep, and how they meet bodies there.
#include "particles/bdf2.h"
#include "particles/orientations.h"
#include "springs/diagnostics.h"
#include "world/world.h"

namespace holonom {

namespace {

/// An unstable choice of step and stiffness, or a hard hit: the last sound state stands, and
/// nothing spreads.
void stopIfBlownUp(SpringObject& o, int64_t step) {
  if (o.stopped || !hasBlownUp(o.network)) return;
  o.stopped = true;
  o.stoppedStep = step;
  o.stoppedSpring = suspectSpring(o.network);
  stopNetwork(o.network);
}

/// All grains there are, and which of them may touch.
void findGrains(SoftObjects& soft) {
  GrainContacts& contacts = soft.grainContacts;
  contacts.grains.clear();
  for (const Cloth& c : soft.cloths) {
    if (!c.def.isGrains()) continue;
    for (int i = c.first; i < c.first + c.count; ++i)
      contacts.grains.push_back({i, c.def.radius, frictionOf(c.def)});
  }
  contacts.find(soft.particles);
}

}  // namespace

void World::stepSprings(double h) {
  if (soft.springs.empty()) return;
  const PointScene scene = pointScene();
  ties.tieNodes(scene, h);
  pointContacts_.touchNodes(scene, h);
  for (SpringObject& o : soft.springs) {
    if (o.stopped) continue;
    stepNetwork(o.network, o.def, toDouble(settings.gravity), h);
    stopIfBlownUp(o, stepCount + 1);
  }
  ties.returnImpulses(scene, h);
  pointContacts_.returnImpulses(scene);
}

void World::stepParticles(float h, int substep) {
  const PointScene scene = pointScene();
  Particles& particles = soft.particles;
  auto& cloths = soft.cloths;
  const bool bdf2 = settings.particleIntegrator == ParticleIntegrator::Bdf2;
  for (Cloth& c : cloths)
    if (substep == 0 && !c.isStopped() && bendsAhead(c, settings, h))
      bendAhead(c, particles, h * float(settings.substeps));
  for (const Cloth& c : cloths)
    if (!c.isStopped())
      (bdf2 ? predictBdf2 : predict)(particles, c.first, c.count, settings.gravity, c.def.damping,
                                     h);
  if (!bdf2) particles.forgetMoves();
  for (const Cloth& c : cloths)
    if (particles.areOriented() && !c.isStopped()) predictRotations(particles, c.first, c.count, h);
  ties.pullParticles(soft, h);
  soft.clothCollision.prepare(cloths, particles);
  findGrains(soft);
  ties.beginSweeps();
  ties.findLoads(scene);
  userConstraints_.begin(cloths, substep);
  for (Cloth& c : cloths) {
    c.momentumError = {};
    c.residuals.clear();
  }
  // What meets others, or itself, is stopped before it does; the rest after all sweeps.
  const bool pulls = cloths.size() > 1 || !ties.attachments.empty() || pointContacts_.any();
  for (int sweep = 0; sweep < settings.particleIterations; ++sweep) {
    ties.takeUpLoads(particles);
    for (Cloth& c : cloths) {
      if (c.isStopped()) continue;
      projectCloth(c, particles,
                   {h, substep, settings.substeps, sweep, settings.particleIterations,
                    settings.particleSolver, bendsAhead(c, settings, h)});
      if ((pulls || c.def.selfCollision || c.def.isGrains()) &&
          !areWithinBounds(particles.positions, c.first, c.count))
        stopCloth(c, particles, stepCount + 1);
    }
    ties.passOnLoads(scene, h);
    ties.solve(scene, h);
    userConstraints_.project(particles, h);
    soft.clothCollision.project(particles);
    soft.grainContacts.solve(particles);
    pointContacts_.solve(scene, h);
    if (settings.particleResiduals)
      for (Cloth& c : cloths)
        if (!c.isStopped()) c.residuals.push_back(measureResidual(c, particles, h));
  }
  if (soft.clothCollision.finish(cloths, particles, h)) {
    soft.clothCollision.part(cloths, particles, pointContacts_.findLed(scene));
  }
  soft.grainContacts.finish(particles);
  for (Cloth& c : cloths) {
    if (c.isStopped()) {
      particles.stop(c.first, c.count);
      continue;
    }
    const double share = bdf2 ? velocityShareBdf2(particles, c.first, h) : 1;
    (bdf2 ? updateVelocitiesBdf2 : updateVelocities)(particles, c.first, c.count, h);
    if (particles.areOriented()) updateSpins(particles, c.first, c.count, h);
    if (c.def.globalDamping > 0 || keepsMomentum(c))
      dampToRigidMotion(particles, c.first, c.count, (-share / double(h)) * c.momentumError,
                        c.def.globalDamping, h);
    if (!areWithinBounds(particles.positions, c.first, c.count) ||
        !areWithinBounds(particles.velocities, c.first, c.count) ||
        (particles.areOriented() && !areWithinBounds(particles.spins, c.first, c.count)))
      stopCloth(c, particles, stepCount + 1);
  }
  if (!cloths.empty() || !soft.springs.empty()) stopUnsoundBodies();
  // Nothing but contacts has moved nodes since it was asked.
  if (!pointContacts_.any()) return;
  for (SpringObject& o : soft.springs) stopIfBlownUp(o, stepCount + 1);
}

}  // namespace holonom
