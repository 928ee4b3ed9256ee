import { fixedBody } from '../scene.mjs';

/** @typedef {import('../scene.mjs').BenchScene} BenchScene */

/** @param {number} points */
const cloth = (points) => ({
  size: 4,
  points,
  mass: 1,
  pins: /** @type {number[]} */ ([]),
  thickness: 0.02,
  damping: 0.1,
});

/** @type {Record<string, BenchScene>} */
export const cloths = {
  cloth40: {
    title: 'a cloth of 40 × 40 particles, 4 m wide, hanging from two corners',
    steps: 300,
    bodies: [],
    cloth: { ...cloth(40), position: [0, 5, 0], pins: [0, 39] },
    measures: ['cloth'],
  },
  cloth100: {
    title: 'a cloth of 100 × 100 particles, 4 m wide, hanging from two corners',
    steps: 300,
    bodies: [],
    cloth: { ...cloth(100), position: [0, 5, 0], pins: [0, 99] },
    measures: ['cloth'],
  },
  drape40: {
    title: 'the same cloth falling on a sphere of 1 m',
    steps: 300,
    bodies: [fixedBody([0, 1, 0], { sphere: { radius: 1 } })],
    cloth: { ...cloth(40), position: [0, 2.3, 0] },
    measures: ['cloth'],
  },
};
