// Boxes of 1 m on each other.
import { body, box, ground } from '../scene.mjs';

/** @typedef {import('../scene.mjs').BenchScene} BenchScene */

const cube = (/** @type {number} */ x, /** @type {number} */ y) =>
  body([x, y, 0], box(0.5, 0.5, 0.5));

/** Boxes on their bases, 2 cm apart. @param {number} base boxes of the lowest layer */
function pyramid(base) {
  const boxes = [];
  for (let layer = 0; layer < base; layer++)
    for (let i = 0; i < base - layer; i++)
      boxes.push(cube((i - (base - layer - 1) / 2) * 1.02, layer + 0.5));
  return boxes;
}

/** @type {BenchScene['measures']} */
const measures = ['stack', 'depth', 'speed'];

/** @type {Record<string, BenchScene>} */
export const stacks = {
  tower: {
    title: '20 boxes on each other',
    steps: 1200,
    bodies: [ground, ...Array.from({ length: 20 }, (_, i) => cube(0, i + 0.5))],
    measures,
  },
  pyramid: {
    title: '210 boxes in 20 layers',
    steps: 600,
    bodies: [ground, ...pyramid(20)],
    measures,
  },
};
