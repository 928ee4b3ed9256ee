// A step: the stages in order, and how rigid bodies, cloth and springs meet in each substep.
#include <algorithm>

#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

/// Errors of joints are closed no faster than with substeps of this length [s].
constexpr float kLeastClosing = 2.5e-5f;

}  // namespace

Status World::step(double seconds, int count) {
  if (Status bad = checkStep(seconds, count)) return bad;
  runForceGenerators(ForceGenerator::Call::EachStep, float(seconds));
  if (Status bad = openStep(seconds, count)) return bad;
  const bool asks = std::any_of(generators_.begin(), generators_.end(), [](const auto& g) {
    return g.call == ForceGenerator::Call::EachSubstep;
  });
  do {
    if (asks) runForceGenerators(ForceGenerator::Call::EachSubstep, course_.h);
  } while (substep(asks));
  closeStep();
  return {};
}

Status World::checkStep(double seconds, int count) const {
  if (course_.open) return Error{ErrorCode::Busy, "step", Value(), Rule::StepDone};
  if (Status bad = checkNumber(float(seconds), "dt", {1e-6f, 1}, 0, false)) return bad;
  return checkNumber(count, "substeps", {0, 1e9}, 0, true);
}

Status World::openStep(double seconds, int count) {
  if (Status bad = checkStep(seconds, count)) return bad;
  const int substeps = settings.substeps;
  course_.open = true;
  course_.seconds = seconds;
  course_.start = time;
  course_.dt = static_cast<float>(seconds);
  course_.h = course_.dt / float(substeps);
  course_.planned = count > 0 ? std::min(count, substeps) : substeps;
  course_.done = 0;
  noteForces();
  return {};
}

/// Those of the whole step: generators may give more in a substep.
void World::noteForces() {
  for (const int i : course_.pushed)
    if (i < static_cast<int>(course_.forces.size())) course_.forces[i] = course_.torques[i] = {};
  course_.pushed.clear();
  course_.forces.resize(size_t(bodies.size()));
  course_.torques.resize(size_t(bodies.size()));
  for (const int i : bodies.active()) {
    if (bodies.forces[i] == Vec3{} && bodies.torques[i] == Vec3{}) continue;
    course_.forces[i] = bodies.forces[i];
    course_.torques[i] = bodies.torques[i];
    course_.pushed.push_back(i);
  }
}

bool World::substep(bool pauses) {
  if (course_.done == 0)
    beginStep();
  else if (course_.paused)
    goOn();
  if (settings.integrator == RigidIntegrator::Rk4) kickByPushes();
  makeSubstep();
  ++course_.done;
  const bool more = course_.done < course_.planned;
  if (more && pauses) pause();
  return more;
}

void World::closeStep() {
  course_.open = false;
  if (course_.done == 0) return;
  if (course_.paused) goOn();
  finishStep();
}

/// Shows the bodies where they are now, and takes back the forces of the substep that was made.
void World::pause() {
  course_.paused = true;
  for (const int i : bodies.active()) {
    course_.shown.push_back(bodies.show(i));
    bodies.forces[i] = course_.forces[i];
    bodies.torques[i] = course_.torques[i];
  }
  time = course_.start + course_.done * (course_.seconds / settings.substeps);
  ++version;
}

/// After a pause: poses count from the beginning of the step again.
void World::goOn() {
  course_.paused = false;
  for (const Bodies::Shown& shown : course_.shown) bodies.hide(shown);
  course_.shown.clear();
  prepareMotion(bodies, solving_.motion);
  const Wind wind{settings.wind, settings.gusts, settings.gustPeriod, time};
  for (SpringObject& o : soft.springs) computeOuterForces(o, wind, course_.dt);
}

/// Runge-Kutta would take the forces of one substep for constant, which feeds what swings: they
/// change velocities first, as with symplectic Euler. Explicit Euler does take them for that.
void World::kickByPushes() {
  for (const int i : bodies.active()) {
    const Vec3 force = bodies.forces[i] - course_.forces[i];
    const Vec3 torque = bodies.torques[i] - course_.torques[i];
    if (!bodies.moves(i) || (force == Vec3{} && torque == Vec3{})) continue;
    BodyState& s = bodies.states[i];
    const Quat turned = bodies.poseNow(i).rotation;
    s.linear += bodies.freeLinear(i, course_.h * bodies.masses[i].inverseMass * force);
    s.angular += course_.h * (bodies.inverseInertiaAt(i, turned) * torque);
    bodies.forces[i] = course_.forces[i];
    bodies.torques[i] = course_.torques[i];
  }
}

StepContext World::stepContext() {
  const Solver& solver = solverOf(settings.solver);
  StepContext context = solving_.context(bodies, ties.active, settings, course_.h);
  if (settings.iterations == 0) context.settings.iterations = solver.iterations;
  return context;
}

void World::beginStep() {
  const auto [dt, h] = std::pair{course_.dt, course_.h};
  islands_.forgetContacts();
  for (double& ms : stageMs) ms = 0;
  const auto all = timer(Stage::Step);
  const Solver& solver = solverOf(settings.solver);
  solving_.motion.gravity = settings.gravity;
  solving_.motion.wind = settings.wind;
  solving_.motion.gyroscopic = settings.gyroscopic;
  solving_.motion.projected = solver.projects;
  solving_.motion.integrator = settings.integrator;
  solving_.counts = {};
  {
    const auto t = timer(Stage::BroadPhase);
    moves_.begin(bodies, dt);
    bodies.setPlanar(settings.planar);
    bodies.beginStep();
    collision.beginStep(bodies, settings);
    joints.forgetGroups();
    keepApartJoined();
    collision.findPairs(bodies, dt);
  }
  {
    const auto t = timer(Stage::NarrowPhase);
    collision.findContacts(bodies, dt);
    const Wind wind{settings.wind, settings.gusts, settings.gustPeriod, time};
    for (const Cloth& c : soft.cloths) computeAir(c, soft.particles, wind, dt);
    for (SpringObject& o : soft.springs) computeOuterForces(o, wind, dt);
    pointContacts_.find(pointScene(), ties.attachments, dt);
    if (soft.clothChanged) ties.joinCloth(soft);
    soft.clothCollision.begin(soft.cloths, soft.particles, dt,
                              std::exchange(soft.clothChanged, false));
    do wakeDisturbed();
    while (collision.unpark(bodies));
    collision.events.setAside(bodies);
  }
  {
    const auto t = timer(Stage::Prepare);
    scaleWarmStarts();
    const float jointBias = solver.jointBias > 0 ? solver.jointBias : settings.baumgarte;
    ties.prepare(bodies, h);
    prepareJoints(jointBias / max(h, kLeastClosing), h);
    findExactIslands();
    if (solver.contactSettings) {
      ContactSettings contactSettings = solver.contactSettings(settings, h);
      contactSettings.gravity = length(settings.gravity), contactSettings.substep = h;
      solving_.contacts.prepare(bodies, collision.contacts, contactSettings);
    }
    if (solving_.exact.any() || !solver.contactSettings) {
      solving_.touching.prepare(bodies, collision.contacts, length(settings.gravity), h,
                                solver.contactSettings != nullptr);
    } else {
      solving_.touching.clear();
    }
    solving_.impacts.prepare(
        bodies, collision.contacts, solving_.joints,
        {settings.friction, settings.restitutionThreshold, 1 - storedLag(settings.integrator)});
    prepareForces(h);
    solving_.motion.joined.assign(solving_.joints.joints.empty() ? 0 : size_t(bodies.size()) + 1,
                                  0);
    for (const ActiveJoint& j : solving_.joints.joints)
      for (const int body : {j.a, j.b})
        solving_.motion.joined[body] |= j.isGeared() ? kJoined | kGeared : kJoined;
    prepareMotion(bodies, solving_.motion);
    solving_.energy.prepare(bodies, solving_.joints.joints, ties.active, solving_.motion,
                            solver.jointTurn, solver.contactTurn);
  }
  ties.beginStep();
}

void World::makeSubstep() {
  const float h = course_.h;
  const auto all = timer(Stage::Step);
  const Solver& solver = solverOf(settings.solver);
  StepContext context = stepContext();
  {
    const auto t = timer(Stage::Springs);
    stepSprings(course_.seconds / settings.substeps);
  }
  {
    const auto t = timer(Stage::NarrowPhase);
    collision.sweep.touching.clear();
    if (!collision.sweep.contacts.empty())
      collision.findSwept(bodies, joints.groups(bodies, userConstraints_), h);
  }
  {
    const auto t = timer(Stage::Solve);
    const bool swept = !collision.sweep.contacts.empty(), wide = solver.contactSettings != nullptr;
    if (swept) {
      if (wide)
        solving_.contacts.prepareSwept(bodies, collision.contacts, collision.sweep.touching);
      solving_.touching.prepareSwept(bodies, collision.contacts, collision.sweep.touching,
                                     length(settings.gravity), h, wide);
      solving_.impacts.prepareSwept(bodies, collision.contacts, solving_.joints,
                                    collision.sweep.touching);
      solving_.joints.markStruck(bodies, collision.contacts.all(), collision.sweep.touching);
    }
    context.jointsStruck = sweptTouchJoined();
    solving_.energy.begin(bodies, collision.contacts, solving_.joints.rows, h,
                          context.jointsStruck);
    solver.substep(context);
    solving_.counts.fallbacks += solving_.impacts.ranOut();
    solving_.joints.addImpulses();
    if (swept) {
      if (wide) solving_.contacts.storeSweptImpulses(collision.contacts);
      solving_.touching.storeSwept(collision.contacts);
      solving_.impacts.storeSwept(collision.contacts);
    }
    stopUnsoundBodies();
    solving_.energy.returnMomenta(bodies);
    solving_.energy.addMotorWork(bodies, solving_.joints.rows);
    if (solving_.energy.finish(bodies, h)) {
      solving_.contacts.forgetImpulses();
      solving_.touching.forgetImpulses();
      solving_.joints.forgetImpulses();
    }
    if (stopAtImpacts(h)) solving_.energy.finish(bodies, h);
  }
  {
    const auto t = timer(Stage::Particles);
    stepParticles(h, course_.done);
  }
  ties.endSubstep(soft);
}

/// Whether a swept contact touches a body that is joined to others.
bool World::sweptTouchJoined() {
  const auto& touching = collision.sweep.touching;
  if ((joints.all.empty() && userConstraints_.links(bodies).empty()) || touching.empty())
    return false;
  const JoinedGroups& groups = joints.groups(bodies, userConstraints_);
  return std::ranges::any_of(touching, [&](int index) {
    const Contact& c = collision.contacts.all()[index];
    return groups.isJoined(c.bodyA) || groups.isJoined(c.bodyB);
  });
}

bool World::stopAtImpacts(float h) {
  const bool late = std::ranges::any_of(bodies.active(), [&](int i) { return bodies.lags[i] > 0; });
  if (!late && collision.sweep.contacts.empty()) return false;
  return ImpactStops(stopRoom_, bodies, collision, joints.groups(bodies, userConstraints_),
                     solving_.impacts, settings)
      .run(h);
}

/// What is not finite spreads no further than the constraints of one substep.
void World::stopUnsoundBodies() {
  if (!bodies.stopUnsound()) return;
  prepareMotion(bodies, solving_.motion);
  solving_.energy.dropStopped(bodies);
}

/// Gaps that a body had to others before it was stopped may be no numbers.
void World::closeUnsoundGaps() {
  if (bodies.stops.empty()) return;
  for (const Contact& c : collision.contacts.all()) {
    if (c.count == 0 || (!bodies.isStopped(c.bodyA) && !bodies.isStopped(c.bodyB))) continue;
    PatchPoint* points = collision.contacts.patch(c.patch).points();
    for (int i = 0; i < c.count; ++i)
      if (!std::isfinite(points[i].separation)) points[i].separation = 0;
  }
}

void World::finishStep() {
  const auto all = timer(Stage::Step);
  const Solver& solver = solverOf(settings.solver);
  const bool whole = course_.done == settings.substeps;
  {
    const auto t = timer(Stage::Finish);
    if (solver.contactSettings) solving_.contacts.storeImpulses(collision.contacts);
    solving_.touching.store(collision.contacts);
    solving_.impacts.store(collision.contacts);
    solving_.counts.fallbacks += soft.clothCollision.ranOut();
    solving_.counts.clothVisits = soft.clothCollision.visits();
    solving_.joints.storeImpulses();
    course_.lastSubstep = course_.seconds / settings.substeps;
    course_.lastStep = course_.done * course_.lastSubstep;
    userConstraints_.finish(course_.lastStep);
    collision.wakeStruck(bodies);
    bodies.finishStep(stepCount + 1, course_.lastStep);
    closeUnsoundGaps();
    if (whole) moves_.finish(bodies);
    collision.findEvents(bodies);
    if (whole) putToSleep(course_.dt);
    ties.finishStep(soft, bodies);
    time = course_.start + (whole ? course_.seconds : course_.done * course_.lastSubstep);
    ++stepCount;
    ++version;
    findObjectEvents();
    if (whole) breakJoints();
  }
}

/// Impulses of the last substep start this one: forces that go on have others where it is longer
/// or shorter. Those of joints after a far shorter one are left out: such as of a limit that was
/// hit, they would be pushes out of all proportion.
void World::scaleWarmStarts() {
  constexpr float kMostLonger = 10;
  const float before = static_cast<float>(course_.lastSubstep);
  if (!(before > 0) || before == course_.h) return;
  const float ratio = course_.h / before, ofJoints = ratio > kMostLonger ? 0 : ratio;
  for (const Contact& c : collision.contacts.all()) {
    if (c.patch < 0) continue;
    ContactPatch& patch = collision.contacts.patch(c.patch);
    patch.tangentImpulse = ratio * patch.tangentImpulse;
    patch.twistImpulse *= ratio;
    for (int i = 0; i < c.count; ++i) patch.points()[i].impulse *= ratio;
  }
  for (Joint& j : joints.all)
    for (float& impulse : j.impulses) impulse *= ofJoints;
  userConstraints_.scale(ofJoints);
}

/// Sweeps pass a push on through a light body the worse, the fewer there are of them in a step.
void World::findExactIslands() {
  const Solver& solver = solverOf(settings.solver);
  ExactSettings exact;
  exact.on = settings.exactIslands;
  exact.gravity = settings.gravity;
  exact.sweepsJoints = !solver.jointsAtOnce;
  solving_.exact.find(bodies, collision.contacts, solving_.joints.joints, ties.active, exact);
}

}  // namespace holonom
