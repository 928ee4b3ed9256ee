// About how long a step of a world takes, before one is made: of scenes that come from elsewhere.
import type { World } from 'holonom';
import { particleObjectsOf } from '../site/soft-objects.js';

/** Above this a scene from elsewhere waits until the reader starts it. Unit: s a step. */
export const workBudget = 0.5;
/** A step that took longer pauses the world: the reader goes on, or changes something. Unit: ms. */
export const longestStep = 2000;

// As measured on a laptop. Unit: s.
const ofParticle = 5e-8;
const ofSpring = 1e-7;
const ofBody = 2e-6;
const ofFactor = 7e-11;
const ofInverse = 7e-10;
const ofExactRows = 7e-6;
/** Cloth that touches itself, against cloth that does not. */
const selfCollision = 6;
/** A particle of a soft body with its tetrahedra, about six, or of a rod with its frame, against one of a cloth. */
const elastic = 4;

/** Unit: s. Right to a factor of a few: contacts are not known before a step. */
export function workOf(world: World): number {
  const { substeps, particleIterations, solver } = world;
  let substep = world.bodies.length * ofBody;
  for (const object of particleObjectsOf(world)) {
    const meetsItself = 'selfCollision' in object && object.selfCollision;
    const isElastic = 'youngsModulus' in object;
    const factor = (meetsItself ? selfCollision : 1) * (isElastic ? elastic : 1);
    substep += object.count * ofParticle * particleIterations * factor;
  }
  for (const net of world.springNetworks) {
    substep += (net.edges.length / 2) * ofSpring;
    const isSolved = net.integrator === 'backward-euler' || net.integrator === 'imex';
    const { count, newtonIterations } = net;
    if (isSolved && net.linearSolver === 'dense')
      substep += newtonIterations * (3 * count) ** 3 * ofFactor;
    if (net.integrator === 'backward-euler' && net.asPrinted)
      substep += (3 * count) ** 3 * ofInverse;
  }
  // Elimination takes the cube of what touches; that may be all of them.
  if (solver === 'gauss-seidel' || solver === 'mlcp')
    substep += (world.bodies.length ** 3 * ofExactRows) / substeps;
  return substeps * substep;
}

/** A scene file that makes more is built only when the reader says so; see {@link sizeOf}. */
export const sizeBudget = 1_500_000;

/**
 * A particle takes as long to make as so many numbers of a list: in a grid or rope those of a vertex and its two
 * triangles, in a lattice those of a vertex and its six tetrahedra. By the field that counts them.
 */
const ofPoint: Readonly<Record<string, number>> = { segments: 9, count: 9, cells: 27 };

/**
 * About how much a description makes, in numbers: those of its lists, and of the particles of its grids, ropes and
 * lattices.
 */
export function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (ArrayBuffer.isView(value)) return value.byteLength / 4;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + sizeOf(one), 0);
  let size = 0;
  for (const [key, one] of Object.entries(value)) {
    const each = Object.hasOwn(ofPoint, key) ? ofPoint[key] : undefined;
    if (each && Array.isArray(one))
      size += one.reduce((all, number) => all * (Number(number) + 1), each);
    else if (each && typeof one === 'number') size += each * one;
    else size += sizeOf(one);
  }
  return size;
}
