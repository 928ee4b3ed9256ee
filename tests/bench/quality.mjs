// How good a result is, measured on positions alone and so for every engine alike.
import { clothStrain } from './measures/cloth.mjs';
import { deepest } from './measures/depth.mjs';
import { jointGaps, limitExcess, stretch, tipSag } from './measures/joints.mjs';
import { energyKept, lost, restSpeed } from './measures/motion.mjs';
import { stack } from './measures/stack.mjs';

/**
 * What an engine's world looks like after a step.
 * @typedef {{ poses: Float64Array, particles: Float32Array }} State
 *   poses: position and rotation (x, y, z, w) of each body; particles: positions
 * @typedef {import('./scene.mjs').BenchScene} BenchScene
 * @typedef {Record<string, number | boolean>} Quality
 */

/** A measure looks at the states of the observed steps, the last two of which follow each other. */
export const measures = {
  stack,
  stretch,
  sag: tipSag,
  joints: jointGaps,
  limits: limitExcess,
  depth: deepest,
  lost,
  speed: restSpeed,
  energy: energyKept,
  cloth: clothStrain,
};

/**
 * The steps after which a scene's state is needed.
 * @param {BenchScene} scene @param {number} step counted from 1
 */
export const isObserved = ({ cloth, joints, measures, steps }, step) =>
  step >= steps - 1 ||
  (measures.includes('energy') && step >= steps - 3) ||
  // Joints are torn while bodies fall on each other.
  (joints !== undefined && step % 10 === 0) ||
  // A cloth swings, so one moment says little: the second half counts.
  (cloth !== undefined && step > steps / 2 && step % 10 === 0);

/** @param {BenchScene} scene @param {State[]} states @returns {Quality} */
export const qualityOf = (scene, states) =>
  Object.assign({}, ...scene.measures.map((name) => measures[name](scene, states)));
