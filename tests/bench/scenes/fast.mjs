// Fast bodies in a closed room: what a step costs where most contacts are met in flight.
import { randomNumbers, randomTurn } from '../geometry/random.mjs';
import { body, box, fixedBody } from '../scene.mjs';

/**
 * @typedef {import('../scene.mjs').BenchScene} BenchScene
 * @typedef {import('../scene.mjs').BenchBody} BenchBody
 */

const half = 10;
const thickness = 0.2; // a body at 30 m/s flies 0.5 m in a step

/** Six thin walls. @returns {BenchBody[]} */
const room = () =>
  [0, 1, 2].flatMap((axis) =>
    [1, -1].map((side) => {
      /** @type {[number, number, number]} */
      const position = [0, 0, 0];
      /** @type {[number, number, number]} */
      const size = [half + thickness, half + thickness, half + thickness];
      position[axis] = side * (half + thickness / 2);
      size[axis] = thickness / 2;
      return fixedBody(position, box(...size));
    }),
  );

/** Balls and boxes by turns, on a grid, in all directions. @param {number} count @param {number} speed @returns {BenchBody[]} */
function fastBodies(count, speed) {
  const random = randomNumbers(3030);
  const perEdge = Math.ceil(Math.cbrt(count));
  const place = (/** @type {number} */ k) => (2 * half * (k + 0.5)) / perEdge - half;
  return Array.from({ length: count }, (_, i) => {
    const size = 0.15 + 0.15 * random();
    const shape = i % 2 ? { sphere: { radius: size } } : box(size, 0.8 * size, 0.6 * size);
    const up = 2 * random() - 1;
    const around = 2 * Math.PI * random();
    const flat = speed * Math.sqrt(1 - up * up);
    return {
      ...body(
        [
          place(i % perEdge),
          place(Math.floor(i / perEdge) % perEdge),
          place(Math.floor(i / perEdge ** 2)),
        ],
        shape,
        randomTurn(random),
      ),
      velocity: [flat * Math.cos(around), speed * up, flat * Math.sin(around)],
    };
  });
}

/** @type {Record<string, BenchScene>} */
export const fast = {
  fast1k: {
    title:
      '1000 balls and boxes at 30 m/s in a closed room of 20 m, continuous, elastic, no friction',
    steps: 300,
    bodies: [...room(), ...fastBodies(1000, 30)],
    friction: 0,
    restitution: 1,
    continuous: true,
    measures: ['lost', 'energy'],
    room: { low: [-half, -half, -half], high: [half, half, half] },
  },
};
