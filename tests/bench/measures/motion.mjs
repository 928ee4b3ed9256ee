import { dt } from '../scene.mjs';

const mm = 1000;

/**
 * @typedef {import('../scene.mjs').BenchScene} BenchScene
 * @typedef {import('../quality.mjs').State} State
 */

/**
 * RMS speed of points over the last step [mm/s].
 * @param {number[]} starts where each point's x y z begins in both arrays
 * @param {ArrayLike<number>} before @param {ArrayLike<number>} after
 */
export function rmsSpeed(starts, before, after) {
  let squares = 0;
  for (const i of starts) for (let k = i; k < i + 3; k++) squares += (after[k] - before[k]) ** 2;
  return (Math.sqrt(squares / starts.length) / dt) * mm;
}

/** Which bodies move. @param {BenchScene} scene */
export const movable = ({ bodies }) => [...bodies.keys()].filter((i) => !bodies[i].fixed);

/** Of the bodies over the last step. @param {BenchScene} scene @param {State[]} states */
export function restSpeed(scene, states) {
  const [before, after] = states.slice(-2).map(({ poses }) => poses);
  return {
    'RMS mm/s': rmsSpeed(
      movable(scene).map((i) => 7 * i),
      before,
      after,
    ),
  };
}

/** How many bodies are outside of the room, or nowhere. @param {BenchScene} scene @param {State[]} states */
export function lost(scene, states) {
  const { poses } = states[states.length - 1];
  const { low, high } = /** @type {NonNullable<BenchScene['room']>} */ (scene.room);
  const isInside = (/** @type {number} */ i) =>
    [0, 1, 2].every((k) => poses[7 * i + k] >= low[k] && poses[7 * i + k] <= high[k]);
  return { lost: movable(scene).filter((i) => !isInside(i)).length };
}
