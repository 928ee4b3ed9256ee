// A step: the stages in order, and how rigid bodies, cloth and springs meet in each substep.
#include <algorithm>

#include "particles/bdf2.h"
#include "springs/diagnostics.h"
#include "world/check.h"
#include "world/world.h"

namespace holonom {

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
  prepareMotion(bodies, motion_);
  const Wind wind{settings.wind, settings.gusts, settings.gustPeriod, time};
  for (SpringObject& o : springObjects) computeOuterForces(o, wind, course_.dt);
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
  StepContext context{bodies,   contactSolver_, jointSolver_,  activeGrabs_,     touching_,
                      impacts_, energyBound_,   exactIslands_, solverWorkspace_, solverCounts_,
                      settings, motion_,        course_.h};
  if (settings.iterations == 0) context.settings.iterations = solver.iterations;
  return context;
}

void World::beginStep() {
  const auto [dt, h] = std::pair{course_.dt, course_.h};
  islands_.forgetContacts();
  for (double& ms : stageMs) ms = 0;
  const auto all = timer(Stage::Step);
  const Solver& solver = solverOf(settings.solver);
  motion_.gravity = settings.gravity;
  motion_.wind = settings.wind;
  motion_.gyroscopic = settings.gyroscopic;
  motion_.projected = solver.projects;
  motion_.integrator = settings.integrator;
  solverCounts_ = {};
  {
    const auto t = timer(Stage::BroadPhase);
    moves_.begin(bodies, dt);
    bodies.setPlanar(settings.planar);
    bodies.beginStep();
    collision.beginStep(bodies, settings);
    joinedGroups_.forget();
    keepApartJoined();
    collision.findPairs(bodies, dt);
  }
  {
    const auto t = timer(Stage::NarrowPhase);
    collision.findContacts(bodies, dt);
    const Wind wind{settings.wind, settings.gusts, settings.gustPeriod, time};
    for (const Cloth& c : cloths) computeAir(c, particles, wind, dt);
    for (SpringObject& o : springObjects) computeOuterForces(o, wind, dt);
    findPointPairs(dt);
    if (clothChanged_) joinParticles();
    clothCollision_.begin(cloths, particles, dt, std::exchange(clothChanged_, false));
    do wakeDisturbed();
    while (collision.unpark(bodies));
    collision.events.setAside(bodies);
  }
  {
    const auto t = timer(Stage::Prepare);
    scaleWarmStarts();
    const float jointBias = solver.jointBias > 0 ? solver.jointBias : settings.baumgarte;
    prepareActiveGrabs(h);
    prepareJoints(jointBias / h, h);
    findExactIslands();
    if (solver.contactSettings) {
      ContactSettings contactSettings = solver.contactSettings(settings, h);
      contactSettings.gravity = length(settings.gravity), contactSettings.substep = h;
      contactSolver_.prepare(bodies, collision.contacts, contactSettings);
    }
    if (exactIslands_.any() || !solver.contactSettings) {
      touching_.prepare(bodies, collision.contacts, length(settings.gravity), h,
                        solver.contactSettings != nullptr);
    } else {
      touching_.clear();
    }
    impacts_.prepare(
        bodies, collision.contacts, jointSolver_,
        {settings.friction, settings.restitutionThreshold, 1 - storedLag(settings.integrator)});
    prepareForces(h);
    motion_.joined.assign(jointSolver_.joints.empty() ? 0 : size_t(bodies.size()) + 1, 0);
    for (const ActiveJoint& j : jointSolver_.joints)
      for (const int body : {j.a, j.b})
        motion_.joined[body] |= j.isGeared() ? kJoined | kGeared : kJoined;
    prepareMotion(bodies, motion_);
    energyBound_.prepare(bodies, jointSolver_.joints, activeGrabs_, motion_, solver.jointTurn,
                         solver.contactTurn);
  }
  for (Attachment& a : attachments) a.stepLambda = {};
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
    if (!collision.sweep.contacts.empty()) collision.findSwept(bodies, joinedGroups(), h);
  }
  {
    const auto t = timer(Stage::Solve);
    const bool swept = !collision.sweep.contacts.empty(), wide = solver.contactSettings != nullptr;
    if (swept) {
      if (wide) contactSolver_.prepareSwept(bodies, collision.contacts, collision.sweep.touching);
      touching_.prepareSwept(bodies, collision.contacts, collision.sweep.touching,
                             length(settings.gravity), h, wide);
      impacts_.prepareSwept(bodies, collision.contacts, jointSolver_, collision.sweep.touching);
    }
    context.jointsStruck = sweptTouchJoined();
    energyBound_.begin(bodies, collision.contacts, jointSolver_.rows, h, context.jointsStruck);
    solver.substep(context);
    solverCounts_.fallbacks += impacts_.ranOut();
    jointSolver_.addImpulses();
    if (swept) {
      if (wide) contactSolver_.storeSweptImpulses(collision.contacts);
      touching_.storeSwept(collision.contacts);
      impacts_.storeSwept(collision.contacts);
    }
    stopUnsoundBodies();
    energyBound_.returnMomenta(bodies);
    energyBound_.addMotorWork(bodies, jointSolver_.rows);
    if (energyBound_.finish(bodies, h)) {
      contactSolver_.forgetImpulses();
      touching_.forgetImpulses();
      jointSolver_.forgetImpulses();
    }
    if (stopAtImpacts(h)) energyBound_.finish(bodies, h);
  }
  {
    const auto t = timer(Stage::Particles);
    stepParticles(h, course_.done);
  }
  releaseHeldNodes();
  for (Attachment& a : attachments) a.stepLambda += a.lambda;
}

/// Whether a swept contact touches a body that is joined to others.
bool World::sweptTouchJoined() {
  const auto& touching = collision.sweep.touching;
  if ((joints.empty() && userLinks().empty()) || touching.empty()) return false;
  const JoinedGroups& groups = joinedGroups();
  return std::ranges::any_of(touching, [&](int index) {
    const Contact& c = collision.contacts.all()[index];
    return groups.isJoined(c.bodyA) || groups.isJoined(c.bodyB);
  });
}

bool World::stopAtImpacts(float h) {
  const bool late = std::ranges::any_of(bodies.active(), [&](int i) { return bodies.lags[i] > 0; });
  if (!late && collision.sweep.contacts.empty()) return false;
  return ImpactStops(stopRoom_, bodies, collision, joinedGroups(), impacts_, settings).run(h);
}

/// What is not finite spreads no further than the constraints of one substep.
void World::stopUnsoundBodies() {
  if (!bodies.stopUnsound()) return;
  prepareMotion(bodies, motion_);
  energyBound_.dropStopped(bodies);
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
    if (solver.contactSettings) contactSolver_.storeImpulses(collision.contacts);
    touching_.store(collision.contacts);
    impacts_.store(collision.contacts);
    solverCounts_.fallbacks += clothCollision_.ranOut();
    solverCounts_.clothVisits = clothCollision_.visits();
    jointSolver_.storeImpulses();
    lastSubstep_ = course_.seconds / settings.substeps;
    lastStep_ = course_.done * lastSubstep_;
    userConstraints_.finish(userImpulses_, lastStep_);
    collision.wakeStruck(bodies);
    bodies.finishStep(stepCount + 1, lastStep_);
    closeUnsoundGaps();
    // Of what was stopped: its ends report it.
    for (Attachment& a : attachments)
      if (!isFinite(a.stepLambda) || !isFinite(a.lambda)) a.lambda = a.stepLambda = {};
    if (whole) moves_.finish(bodies);
    collision.findEvents(bodies);
    if (whole) putToSleep(course_.dt);
    syncTiedNodes();
    time = course_.start + (whole ? course_.seconds : course_.done * lastSubstep_);
    ++stepCount;
    ++version;
    findObjectEvents();
    if (whole) breakJoints();
  }
}

/// Impulses of the last substep start this one: forces that go on have others where it is longer
/// or shorter.
void World::scaleWarmStarts() {
  const float before = static_cast<float>(lastSubstep_);
  if (!(before > 0) || before == course_.h) return;
  const float ratio = course_.h / before;
  for (const Contact& c : collision.contacts.all()) {
    if (c.patch < 0) continue;
    ContactPatch& patch = collision.contacts.patch(c.patch);
    patch.tangentImpulse = ratio * patch.tangentImpulse;
    patch.twistImpulse *= ratio;
    for (int i = 0; i < c.count; ++i) patch.points()[i].impulse *= ratio;
  }
  for (Joint& j : joints)
    for (float& impulse : j.impulses) impulse *= ratio;
  for (UserImpulse& u : userImpulses_) u.impulse *= ratio;
}

/// Sweeps pass a push on through a light body the worse, the fewer there are of them in a step.
void World::findExactIslands() {
  const Solver& solver = solverOf(settings.solver);
  ExactSettings exact;
  exact.on = settings.exactIslands;
  exact.gravity = settings.gravity;
  exact.sweepsJoints = !solver.jointsAtOnce;
  exact.frictionsPerPoint = settings.friction == FrictionModel::Pyramid ? 2 : 1;
  exactIslands_.find(bodies, collision.contacts, jointSolver_.joints, activeGrabs_, exact);
}

void World::prepareActiveGrabs(float h) {
  activeGrabs_.resize(0);
  for (const GrabDef& def : grabs) {
    if (!def.body) continue;
    const int body = indexOf(*def.body);
    if (!bodies.isDynamic(body)) continue;
    ActiveGrab active;
    active.grab = {body, *def.anchor, def.target, def.maxForce.value_or(1e30f)};
    active.frequency = def.frequency, active.dampingRatio = def.dampingRatio;
    active.soft = softness(def.frequency, def.dampingRatio, h);
    activeGrabs_.push_back(active);
  }
}

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

}  // namespace

void World::stepSprings(double h) {
  if (springObjects.empty()) return;
  tieNodes(h);
  touchNodes(h);
  for (SpringObject& o : springObjects) {
    if (o.stopped) continue;
    stepNetwork(o.network, o.def, toDouble(settings.gravity), h);
    stopIfBlownUp(o, stepCount + 1);
  }
  returnTieImpulses(h);
  returnContactImpulses();
}

void World::stepParticles(float h, int substep) {
  const bool bdf2 = settings.particleIntegrator == ParticleIntegrator::Bdf2;
  for (Cloth& c : cloths)
    if (substep == 0 && !c.isStopped() && bendsAhead(c, settings, h))
      bendAhead(c, particles, h * float(settings.substeps));
  for (const Cloth& c : cloths)
    if (!c.isStopped())
      (bdf2 ? predictBdf2 : predict)(particles, c.first, c.count, settings.gravity, c.def.damping,
                                     h);
  if (!bdf2) particles.forgetMoves();
  pullGrabbedParticles(h);
  clothCollision_.prepare(cloths, particles);
  findGrainContacts();
  for (Attachment& a : attachments)
    if (a.weld < 0 && a.anchor < 0) a.lambda = {};
  userConstraints_.begin(cloths, substep);
  for (Cloth& c : cloths) {
    c.momentumError = {};
    c.residuals.clear();
  }
  // What meets others, or itself, is stopped before it does; the rest after all sweeps.
  const bool pulls = cloths.size() > 1 || !attachments.empty() || !pointBodyPairs_.empty() ||
                     !pointPointPairs_.empty();
  for (int sweep = 0; sweep < settings.particleIterations; ++sweep) {
    for (Cloth& c : cloths) {
      if (c.isStopped()) continue;
      projectCloth(c, particles,
                   {h, substep, settings.substeps, sweep, settings.particleIterations,
                    settings.particleSolver, bendsAhead(c, settings, h)});
      if ((pulls || c.def.selfCollision || c.def.isGrains()) &&
          !areWithinBounds(particles.positions, c.first, c.count))
        stopCloth(c, particles, stepCount + 1);
    }
    solvePointTies(h);
    userConstraints_.project(particles, h);
    clothCollision_.project(particles);
    grainContacts_.solve(particles);
    solvePointPairs(h);
    if (settings.particleResiduals)
      for (Cloth& c : cloths)
        if (!c.isStopped()) c.residuals.push_back(measureResidual(c, particles, h));
  }
  if (clothCollision_.finish(cloths, particles, h)) {
    findLedParticles();
    clothCollision_.part(cloths, particles, led_);
  }
  grainContacts_.finish(particles);
  for (Cloth& c : cloths) {
    if (c.isStopped()) {
      particles.stop(c.first, c.count);
      continue;
    }
    const double share = bdf2 ? velocityShareBdf2(particles, c.first, h) : 1;
    (bdf2 ? updateVelocitiesBdf2 : updateVelocities)(particles, c.first, c.count, h);
    if (c.def.globalDamping > 0 || keepsMomentum(c))
      dampToRigidMotion(particles, c.first, c.count, (-share / double(h)) * c.momentumError,
                        c.def.globalDamping, h);
    if (!areWithinBounds(particles.positions, c.first, c.count) ||
        !areWithinBounds(particles.velocities, c.first, c.count))
      stopCloth(c, particles, stepCount + 1);
  }
  if (!cloths.empty() || !springObjects.empty()) stopUnsoundBodies();
  // Nothing but contacts has moved nodes since it was asked.
  if (pointBodyPairs_.empty() && pointPointPairs_.empty()) return;
  for (SpringObject& o : springObjects) stopIfBlownUp(o, stepCount + 1);
}

}  // namespace holonom
