// How good a result is, measured on positions alone and so for every engine alike.
import { boxDepth, worldBox } from './box-depth.mjs';
import { dt } from './scenes.mjs';

/**
 * What an engine's world looks like after a step.
 * @typedef {{ poses: Float64Array, particles: Float32Array }} State
 *   poses: position and rotation (x, y, z, w) of each body; particles: positions
 * @typedef {import('./scenes.mjs').BenchScene} BenchScene
 * @typedef {Record<string, number | boolean>} Quality
 */

const mm = 1000;

/**
 * The steps after which a scene's state is needed.
 * @param {BenchScene} scene @param {number} step counted from 1
 */
export const isObserved = ({ cloth, steps }, step) =>
  // A cloth swings, so one moment says little: the second half counts.
  step >= steps - 1 || (cloth !== undefined && step > steps / 2 && step % 10 === 0);

/** @param {BenchScene} scene @param {State[]} states @returns {Quality} */
export const qualityOf = (scene, states) =>
  scene.cloth ? clothQuality(scene, states) : stackQuality(scene, states);

/**
 * RMS speed of points over the last step [mm/s].
 * @param {number[]} starts where each point's x y z begins in both arrays
 * @param {ArrayLike<number>} before @param {ArrayLike<number>} after
 */
function rmsSpeed(starts, before, after) {
  let squares = 0;
  for (const i of starts) for (let k = i; k < i + 3; k++) squares += (after[k] - before[k]) ** 2;
  return (Math.sqrt(squares / starts.length) / dt) * mm;
}

/** @param {BenchScene} scene @param {State[]} states of the last two steps */
function stackQuality({ bodies }, states) {
  const [before, after] = /** @type {[Float64Array, Float64Array]} */ (states.map((s) => s.poses));
  const boxes = bodies.map((body, i) => worldBox(body, after.subarray(7 * i, 7 * i + 7)));
  const movable = [...bodies.keys()].filter((i) => !bodies[i].fixed);
  const top = movable[movable.length - 1];
  let drift = 0;
  let lowest = Infinity;
  for (const i of movable) {
    const [x, y, z] = bodies[i].position;
    drift = Math.max(drift, Math.hypot(after[7 * i] - x, after[7 * i + 2] - z));
    lowest = Math.min(lowest, after[7 * i + 1] - y);
  }
  let depth = 0;
  for (const [i, a] of boxes.entries())
    for (const [j, b] of boxes.entries())
      if (i < j && !(bodies[i].fixed && bodies[j].fixed)) depth = Math.max(depth, boxDepth(a, b));
  return {
    stands: lowest > -0.5, // none fell by half a box
    'top mm': (after[7 * top + 1] - bodies[top].position[1]) * mm,
    'drift mm': drift * mm,
    'depth mm': depth * mm,
    'RMS mm/s': rmsSpeed(
      movable.map((i) => 7 * i),
      before,
      after,
    ),
  };
}

/** @param {BenchScene} scene @param {State[]} states */
function clothQuality({ bodies, cloth }, states) {
  const { points, size } = /** @type {import('./scenes.mjs').BenchCloth} */ (cloth);
  const rest = size / (points - 1);
  let [sum, count, most, lowest, depth, bad] = [0, 0, 0, Infinity, 0, 0];
  for (const { particles: x } of states) {
    const distance = (/** @type {number} */ a, /** @type {number[]} */ b) =>
      Math.hypot(x[3 * a] - b[0], x[3 * a + 1] - b[1], x[3 * a + 2] - b[2]);
    const addEdge = (/** @type {number} */ a, /** @type {number} */ b) => {
      const strain = distance(a, [x[3 * b], x[3 * b + 1], x[3 * b + 2]]) / rest - 1;
      most = Math.max(most, strain);
      sum += Math.abs(strain);
      count++;
    };
    for (let i = 0; i < points * points; i++) {
      if (!Number.isFinite(x[3 * i] + x[3 * i + 1] + x[3 * i + 2])) bad++;
      if (i % points < points - 1) addEdge(i, i + 1);
      if (i + points < points * points) addEdge(i, i + points);
      lowest = Math.min(lowest, x[3 * i + 1]);
      for (const { position, radius = 0 } of bodies)
        depth = Math.max(depth, radius - distance(i, position));
    }
  }
  const [before, after] = states.slice(-2).map((state) => state.particles);
  const starts = Array.from({ length: points * points }, (_, i) => 3 * i);
  return {
    'mean strain %': (100 * sum) / count,
    'max strain %': 100 * most,
    'lowest m': lowest,
    ...(bodies.length > 0 && { 'depth mm': depth * mm }),
    'RMS mm/s': rmsSpeed(starts, before, after),
    NaN: bad,
  };
}
