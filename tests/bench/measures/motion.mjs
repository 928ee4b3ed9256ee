import { compose, dot, inverse, minus, times, turn } from '../geometry/vector.mjs';
import { median } from '../median.mjs';
import { dt, gravity } from '../scene.mjs';

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

/** Mass and principal moments of a ball or box. @param {import('../scene.mjs').BenchBody} body @returns {{ mass: number, moments: [number, number, number] }} */
function massOf({ shape: { box, sphere }, density }) {
  if (sphere) {
    const mass = density * (4 / 3) * Math.PI * sphere.radius ** 3;
    const moment = 0.4 * mass * sphere.radius ** 2;
    return { mass, moments: [moment, moment, moment] };
  }
  if (!box) throw new Error('energy: only of balls and boxes');
  const [x, y, z] = box.halfExtents.map((half) => half ** 2);
  const mass = 8 * density * Math.sqrt(x * y * z);
  return { mass, moments: [(mass * (y + z)) / 3, (mass * (z + x)) / 3, (mass * (x + y)) / 3] };
}

/** Of a body between two states: of motion, rotation and height. @param {import('../scene.mjs').BenchBody} body @param {number} i @param {Float64Array} before @param {Float64Array} after */
function energyBetween(body, i, before, after) {
  const { mass, moments } = massOf(body);
  /** @type {(poses: Float64Array) => [number, number, number]} */
  const positionOf = (poses) => [poses[7 * i], poses[7 * i + 1], poses[7 * i + 2]];
  /** @type {(poses: Float64Array) => [number, number, number, number]} */
  const rotationOf = (poses) => [
    poses[7 * i + 3],
    poses[7 * i + 4],
    poses[7 * i + 5],
    poses[7 * i + 6],
  ];
  const [from, to] = [positionOf(before), positionOf(after)];
  const velocity = times(minus(to, from), 1 / dt);
  const rotation = rotationOf(before);
  const [x, y, z, w] = compose(rotationOf(after), inverse(rotation));
  const sine = Math.hypot(x, y, z);
  const rate = sine > 0 ? (2 * Math.atan2(sine, Math.abs(w)) * Math.sign(w || 1)) / (sine * dt) : 0;
  const spin = turn(inverse(rotation), times([x, y, z], rate));
  const turning = spin.reduce((sum, s, axis) => sum + moments[axis] * s * s, 0);
  const height = dot(gravity, times(minus([0, 0, 0], from), 0.5)) - 0.5 * dot(gravity, to);
  return 0.5 * mass * dot(velocity, velocity) + 0.5 * turning + mass * height;
}

/**
 * How much of their energy bodies still have, from poses: of each the median of the last steps, in
 * one of which it may have bounced.
 * @param {BenchScene} scene @param {State[]} states
 */
export function energyKept(scene, states) {
  let [start, end] = [0, 0];
  for (const i of movable(scene)) {
    const body = scene.bodies[i];
    const { mass } = massOf(body);
    const { position, velocity = [0, 0, 0] } = body;
    start += 0.5 * mass * dot(velocity, velocity) - mass * dot(gravity, position);
    end += median(
      states.slice(1).map(({ poses }, k) => energyBetween(body, i, states[k].poses, poses)),
    );
  }
  return { 'energy %': (100 * end) / start };
}
