// Boxes, balls and capsules that fall into a pit, a third of each.
import { randomNumbers, randomTurn } from '../geometry/random.mjs';
import { body, box, fixedBody } from '../scene.mjs';

/**
 * @typedef {import('../scene.mjs').BenchScene} BenchScene
 * @typedef {import('../scene.mjs').BenchBody} BenchBody
 */

const wallHeight = 40;
const spread = 1.35; // of places in a layer, at least
const layerHeight = 1.3;

/** Floor and four walls. @param {number} half half the pit's width @returns {BenchBody[]} */
const pit = (half) => [
  fixedBody([0, -1, 0], box(half + 2, 1, half + 2)),
  ...[1, -1].map((side) =>
    fixedBody([side * (half + 1), wallHeight / 2, 0], box(1, wallHeight / 2, half + 2)),
  ),
  ...[1, -1].map((side) =>
    fixedBody([0, wallHeight / 2, side * (half + 1)], box(half + 2, wallHeight / 2, 1)),
  ),
];

/** @param {number} count @param {number} half half the pit's width @returns {BenchBody[]} in layers above the pit */
function fallingBodies(count, half) {
  const random = randomNumbers(4242);
  const perRow = Math.floor((2 * half) / spread);
  const place = (/** @type {number} */ k) =>
    ((k + 0.5) * 2 * half) / perRow - half + (random() - 0.5) * 0.1;
  return Array.from({ length: count }, (_, i) => {
    const size = 0.3 + 0.2 * random();
    const inLayer = i % perRow ** 2;
    const x = place(inLayer % perRow);
    const z = place(Math.floor(inLayer / perRow));
    const y = 1 + Math.floor(i / perRow ** 2) * layerHeight;
    const rotation = randomTurn(random);
    const edge = size * 0.75;
    const shapes = [
      box(edge, edge * (0.7 + 0.3 * random()), edge * (0.7 + 0.3 * random())),
      { sphere: { radius: size } },
      { capsule: { radius: size * 0.55, halfHeight: size * 0.5 } },
    ];
    return body([x, y, z], shapes[i % 3], rotation);
  });
}

/** @param {number} count @param {number} half half the pit's width @returns {BenchScene} */
const pile = (count, half) => ({
  title: `${count} boxes, balls and capsules in a pit ${(2 * half).toFixed(0)} m wide`,
  steps: 600,
  bodies: [...pit(half), ...fallingBodies(count, half)],
  measures: ['depth', 'lost', 'speed'],
  room: {
    low: [-half - 0.3, -0.3, -half - 0.3],
    high: [half + 0.3, Infinity, half + 0.3],
  },
});

/** The pit grows with the number of bodies: each has as much to do in every size. @param {number} thousands @returns {BenchScene} */
const sized = (thousands) => ({
  ...pile(1000 * thousands, 6 * Math.sqrt(thousands)),
  steps: 200,
  timedSteps: 60,
  probes: ['perBody'],
});

/** @type {Record<string, BenchScene>} */
export const piles = {
  pile1k: { ...pile(1000, 6), probes: ['rays', 'readBack'] },
  pile4k: pile(4000, 9),
};

/** The cost of a body, from few to many. @type {Record<string, BenchScene>} */
export const sizes = Object.fromEntries(
  [1, 2, 4, 8, 16].map((thousands) => [`size${thousands}k`, sized(thousands)]),
);
