#include "solvers/solver.h"

namespace holonom {

void changeVelocities(StepContext& c) {
  c.impacts.begin(c.bodies);
  const float young = youngSlidingSpeed(c.motion.gravity, c.h);
  c.contacts.chooseFriction(c.bodies, young);
  c.touching.chooseFriction(c.bodies, young);
  integrateVelocities(c.bodies, c.motion, c.h);
  const bool closes = c.motion.integrator == RigidIntegrator::SymplecticEuler &&
                      c.motion.gyroscopic == Gyroscopic::Midpoint;
  c.joints.findTurning(c.bodies, closes, c.motion.gravity, c.motion.turning);
  // What a blow leaves then turns freely, and keeps its energy; joints hold after the term only.
  turnFreely(c.bodies, c.motion, c.h, Turns::Joined);
  c.energy.measure(c.bodies, c.h);
  c.impacts.solve(c.bodies, c.joints, c.h);
  turnFreely(c.bodies, c.motion, c.h, Turns::Single);
  c.energy.noteMomenta(c.bodies);
}

void changePositions(StepContext& c) {
  c.energy.returnMomenta(c.bodies);
  c.impacts.place(c.bodies);
  c.joints.moveTurning(c.bodies, c.motion.gravity);
  integratePositions(c.bodies, c.motion, c.h);
  c.energy.noteMomenta(c.bodies);
}

void prepareGrabs(StepContext& c) {
  for (ActiveGrab& g : c.grabs) {
    Row rows[Grab::rowCount];
    Grab::evaluate(g.grab, c.bodies.poseNow(g.grab.body), rows);
    for (int k = 0; k < Grab::rowCount; ++k) {
      SolverRow& r = g.rows[k];
      r.row = rows[k];
      r.a = g.grab.body;
      r.b = c.bodies.nobody();
      r.soft = g.soft;
      prepareRow(r, c.bodies);
    }
  }
}

void warmStartGrabs(StepContext& c) {
  for (const ActiveGrab& g : c.grabs) {
    if (g.exact) continue;
    for (const SolverRow& r : g.rows) warmStartRow(r, c.bodies);
  }
}

void clipGrabs(StepContext& c) {
  for (ActiveGrab& g : c.grabs) {
    const Vec3 pull{g.rows[0].impulse, g.rows[1].impulse, g.rows[2].impulse};
    const float size = length(pull), most = g.grab.maxForce * c.h;
    if (size > most)
      for (SolverRow& r : g.rows) setRowImpulse(r, c.bodies, r.impulse * (most / size));
  }
}

void solveGrabs(StepContext& c) {
  for (ActiveGrab& g : c.grabs) {
    if (g.exact) continue;
    for (SolverRow& r : g.rows) solveRow(r, c.bodies, c.h);
  }
  clipGrabs(c);
}

void settleImpacts(StepContext& c) {
  constexpr int kRounds = 8;
  if (!c.jointsStruck) return;
  for (int i = 0; i < kRounds; ++i) {
    c.joints.sweep(c.bodies, true);
    const bool settled = c.contacts.solveSwept(c.bodies, c.h);
    c.joints.solveEquationsAgain(c.bodies);
    if (settled) return;
  }
}

void gatherIslands(StepContext& c) {
  prepareGrabs(c);
  c.joints.evaluateRows(c.bodies);
  c.work.islands.gather(c.bodies, c.joints, c.grabs, c.touching, contactRowSettings(c), false);
}

void scatterIslands(StepContext& c) {
  c.work.islands.scatter(c.joints, c.grabs, c.touching);
  clipGrabs(c);
  c.touching.endSubstep();
}

}  // namespace holonom
