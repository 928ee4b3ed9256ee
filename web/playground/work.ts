// About how long a step of a world takes, before one is made: of scenes that come from elsewhere.
import type { World } from 'holonom';

/** Above this a scene from elsewhere waits until the reader starts it. Unit: s a step. */
export const workBudget = 0.5;
/** A step that took longer pauses the world: the reader goes on, or changes something. Unit: ms. */
export const longestStep = 2000;

// As measured on a laptop. Unit: s.
const ofParticle = 5e-8;
const ofSpring = 1e-7;
const ofBody = 2e-6;
const ofFactor = 7e-11;
const ofExactRows = 7e-6;
/** Cloth that touches itself, against cloth that does not. */
const selfCollision = 6;

/** Unit: s. Right to a factor of a few: contacts are not known before a step. */
export function workOf(world: World): number {
  const { substeps, particleIterations, solver } = world;
  let substep = world.bodies.length * ofBody;
  for (const cloth of world.cloths) {
    const each = ofParticle * particleIterations * (cloth.selfCollision ? selfCollision : 1);
    substep += cloth.count * each;
  }
  for (const net of world.springNetworks) {
    substep += (net.edges.length / 2) * ofSpring;
    const isSolved = net.integrator === 'backward-euler' || net.integrator === 'imex';
    if (isSolved && net.linearSolver === 'dense') substep += (3 * net.count) ** 3 * ofFactor;
  }
  // Elimination takes the cube of what touches; that may be all of them.
  if (solver === 'gauss-seidel' || solver === 'mlcp')
    substep += (world.bodies.length ** 3 * ofExactRows) / substeps;
  return substeps * substep;
}
