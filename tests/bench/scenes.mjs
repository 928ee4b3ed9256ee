// The scenes of the benchmark, as data that every engine builds its own way. Units: m, kg, s; y is up.

/**
 * @typedef {object} BenchBody a box or a sphere; density 1000 kg/m³, friction 0.5, no restitution
 * @property {boolean} fixed whether it is static
 * @property {[number, number, number]} position
 * @property {[number, number, number]} [halfExtents]
 * @property {number} [radius]
 *
 * @typedef {object} BenchCloth a horizontal square grid, row by row along +x, then +z
 * @property {number} size edge of the square
 * @property {number} points particles along an edge
 * @property {[number, number, number]} position of its centre
 * @property {number} mass of the whole
 * @property {number[]} pins particles that stay where they are
 * @property {number} thickness distance kept from bodies
 * @property {number} damping rate at which velocities decay [1/s]
 *
 * @typedef {{ title: string, steps: number, bodies: BenchBody[], cloth?: BenchCloth }} BenchScene
 */

export const dt = 1 / 60;
export const gravity = /** @type {[number, number, number]} */ ([0, -9.81, 0]);
export const density = 1000;
export const friction = 0.5;

/** @type {BenchBody} */
const ground = { fixed: true, position: [0, -1, 0], halfExtents: [60, 1, 60] };

/** @returns {BenchBody} */
const cube = (/** @type {number} */ x, /** @type {number} */ y) => ({
  fixed: false,
  position: [x, y, 0],
  halfExtents: [0.5, 0.5, 0.5],
});

/** Boxes on their bases, 2 cm apart. @param {number} base boxes of the lowest layer */
function pyramid(base) {
  const boxes = [];
  for (let layer = 0; layer < base; layer++)
    for (let i = 0; i < base - layer; i++)
      boxes.push(cube((i - (base - layer - 1) / 2) * 1.02, layer + 0.5));
  return boxes;
}

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
export const scenes = {
  pyramid: { title: '210 boxes in 20 layers', steps: 600, bodies: [ground, ...pyramid(20)] },
  tower: {
    title: '20 boxes on each other',
    steps: 1200,
    bodies: [ground, ...Array.from({ length: 20 }, (_, i) => cube(0, i + 0.5))],
  },
  cloth40: {
    title: 'a cloth of 40 × 40 particles, 4 m wide, hanging from two corners',
    steps: 300,
    bodies: [],
    cloth: { ...cloth(40), position: [0, 5, 0], pins: [0, 39] },
  },
  drape40: {
    title: 'the same cloth falling on a sphere of 1 m',
    steps: 300,
    bodies: [{ fixed: true, position: [0, 1, 0], radius: 1 }],
    cloth: { ...cloth(40), position: [0, 2.3, 0] },
  },
};
