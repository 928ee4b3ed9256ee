// What bodies that sleep cost: boxes that never do, alone and among others that soon do.
import { body, box, fixedBody } from '../scene.mjs';

/**
 * @typedef {import('../scene.mjs').BenchScene} BenchScene
 * @typedef {import('../scene.mjs').BenchBody} BenchBody
 */

const high = 5;
const gap = 1.5;

/**
 * Stacks of boxes in a square.
 * @param {number} count @param {number} x where they begin @param {boolean} sleeps @returns {BenchBody[]}
 */
function stacks(count, x, sleeps) {
  const side = Math.ceil(Math.sqrt(count / high));
  return Array.from({ length: count }, (_, i) => {
    const stack = Math.floor(i / high);
    const place = [x + gap * (stack % side), 0.5 + (i % high), gap * Math.floor(stack / side)];
    return { ...body(/** @type {[number, number, number]} */ (place), box(0.5, 0.5, 0.5)), sleeps };
  });
}

/** @param {number} sleepers @param {string} title @returns {BenchScene} */
const among = (sleepers, title) => ({
  title,
  steps: 400,
  timedSteps: 100,
  bodies: [
    fixedBody([0, -1, 0], box(200, 1, 200)),
    ...stacks(100, -60, false),
    ...stacks(sleepers, 0, true),
  ],
  measures: ['depth', 'speed'],
});

/** @type {Record<string, BenchScene>} */
export const sleepers = {
  moving100: among(0, '100 boxes in stacks of 5, kept awake'),
  asleep4k: among(4000, '100 boxes in stacks of 5, kept awake, beside 4,000 that sleep'),
};
