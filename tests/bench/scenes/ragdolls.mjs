// Dolls of 11 capsules and 10 joints that fall on each other.
import { randomNumbers, randomTurn } from '../geometry/random.mjs';
import { compose, plus, turn, turnAbout } from '../geometry/vector.mjs';
import { body, ground } from '../scene.mjs';

/**
 * @typedef {import('../scene.mjs').BenchScene} BenchScene
 * @typedef {import('../scene.mjs').BenchJoint} BenchJoint
 * @typedef {import('../scene.mjs').Vec3} Vec3
 * @typedef {import('../scene.mjs').Quat} Quat
 *
 * @typedef {object} Part
 * @property {Vec3} center of a standing doll whose pelvis is at the origin
 * @property {boolean} lies along x instead of y
 * @property {number} radius
 * @property {number} halfHeight
 *
 * @typedef {object} Link
 * @property {number} bodyA part @property {number} bodyB part
 * @property {Vec3} anchor
 * @property {Vec3} axis of a hinge; of a ball, the limb that it holds
 * @property {{ lower: number, upper: number }} [bend] of a hinge; a ball has none
 */

/** @param {number[]} center @param {'x' | 'y'} along @param {number} radius @param {number} halfHeight @returns {Part} */
const part = ([x, y, z], along, radius, halfHeight) => ({
  center: [x, y, z],
  lies: along === 'x',
  radius,
  halfHeight,
});

const parts = [
  part([0, 0, 0], 'x', 0.12, 0.08), // pelvis
  part([0, 0.42, 0], 'y', 0.14, 0.12), // chest
  part([0, 0.86, 0], 'y', 0.11, 0.04), // head
  part([0.34, 0.52, 0], 'x', 0.06, 0.1), // left upper arm
  part([0.66, 0.52, 0], 'x', 0.05, 0.1),
  part([-0.34, 0.52, 0], 'x', 0.06, 0.1), // right upper arm
  part([-0.66, 0.52, 0], 'x', 0.05, 0.1),
  part([0.12, -0.38, 0], 'y', 0.08, 0.14), // left thigh
  part([0.12, -0.82, 0], 'y', 0.06, 0.14),
  part([-0.12, -0.38, 0], 'y', 0.08, 0.14), // right thigh
  part([-0.12, -0.82, 0], 'y', 0.06, 0.14),
];

/** @type {Link[]} */
const links = [
  { bodyA: 0, bodyB: 1, anchor: [0, 0.2, 0], axis: [0, 1, 0] },
  { bodyA: 1, bodyB: 2, anchor: [0, 0.7, 0], axis: [0, 1, 0] },
  { bodyA: 1, bodyB: 3, anchor: [0.18, 0.52, 0], axis: [1, 0, 0] },
  { bodyA: 3, bodyB: 4, anchor: [0.5, 0.52, 0], axis: [0, 0, 1], bend: { lower: 0, upper: 2.2 } },
  { bodyA: 1, bodyB: 5, anchor: [-0.18, 0.52, 0], axis: [-1, 0, 0] },
  { bodyA: 5, bodyB: 6, anchor: [-0.5, 0.52, 0], axis: [0, 0, 1], bend: { lower: -2.2, upper: 0 } },
  { bodyA: 0, bodyB: 7, anchor: [0.12, -0.14, 0], axis: [0, -1, 0] },
  { bodyA: 7, bodyB: 8, anchor: [0.12, -0.6, 0], axis: [1, 0, 0], bend: { lower: 0, upper: 2.2 } },
  { bodyA: 0, bodyB: 9, anchor: [-0.12, -0.14, 0], axis: [0, -1, 0] },
  {
    bodyA: 9,
    bodyB: 10,
    anchor: [-0.12, -0.6, 0],
    axis: [1, 0, 0],
    bend: { lower: 0, upper: 2.2 },
  },
];
const ballLimits = { swingLimit: 0.8, twistLimits: { lower: -0.5, upper: 0.5 } };

/**
 * @param {number} first index of the doll's first body
 * @param {Vec3} place of its pelvis @param {Quat} rotation @param {boolean} limited
 */
function doll(first, place, rotation, limited) {
  const placed = (/** @type {Vec3} */ p) => plus(turn(rotation, p), place);
  const lying = compose(rotation, turnAbout([0, 0, 1], Math.PI / 2));
  const bodies = parts.map(({ center, lies, radius, halfHeight }) =>
    body(placed(center), { capsule: { radius, halfHeight } }, lies ? lying : rotation),
  );
  const joints = links.map(({ bodyA, bodyB, anchor, axis, bend }) => {
    const pair = { bodyA: first + bodyA, bodyB: first + bodyB, anchor: placed(anchor) };
    const turned = turn(rotation, axis);
    if (bend) return { hinge: { ...pair, axis: turned, ...(limited && { limits: bend }) } };
    return { ball: { ...pair, ...(limited && { axis: turned, ...ballLimits }) } };
  });
  return { bodies, joints };
}

/** @param {number} count @param {boolean} limited whether joints have limits @returns {BenchScene} */
function ragdolls(count, limited) {
  const random = randomNumbers(99);
  const bodies = [ground];
  /** @type {BenchJoint[]} */
  const joints = [];
  for (let i = 0; i < count; i++) {
    const [column, row, layer] = [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)];
    const place = /** @type {Vec3} */ ([(column - 2) * 1.9, 2 + layer * 2.4, (row - 2) * 1.9]);
    const made = doll(bodies.length, place, randomTurn(random), limited);
    bodies.push(...made.bodies);
    joints.push(...made.joints);
  }
  return {
    title: `${count} falling dolls of 11 capsules, joints ${limited ? 'with' : 'without'} limits`,
    steps: 400,
    bodies,
    joints,
    measures: [
      'joints',
      ...(limited ? /** @type {const} */ (['limits']) : []),
      'depth',
      'lost',
      'speed',
    ],
    room: { low: [-60, -0.2, -60], high: [60, Infinity, 60] },
  };
}

/** @type {Record<string, BenchScene>} */
export const dolls = { ragdoll100: ragdolls(100, false), limits100: ragdolls(100, true) };
