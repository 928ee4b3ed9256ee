// A joint as the two bodies see it.
import { across, compose, inverse, minus, turn, turnFromX } from './geometry/vector.mjs';

/**
 * @typedef {import('./scene.mjs').Vec3} Vec3
 * @typedef {import('./scene.mjs').Quat} Quat
 *
 * @typedef {object} Frame in the axes of a body
 * @property {Vec3} anchor
 * @property {Vec3} axis the joint's, x where it has none
 * @property {Vec3} normal across the axis
 * @property {Quat} rotation brings x to the axis
 *
 */

/**
 * Frames of a joint's two ends that coincide at the start, but for the two anchors of a rope.
 * @param {import('./scene.mjs').BenchBody[]} bodies
 * @param {import('./scene.mjs').BenchJoint} joint
 * @returns {{ a: number, b: number, frameA: Frame, frameB: Frame }}
 */
export function jointFrames(bodies, { ball, hinge, fixed, distance }) {
  const { bodyA: a, bodyB: b } = /** @type {import('./scene.mjs').Pair} */ (
    ball ?? hinge ?? fixed ?? distance
  );
  const anchor = (ball ?? hinge ?? fixed)?.anchor;
  const axis = (ball ?? hinge)?.axis ?? [1, 0, 0];
  const frame = (/** @type {number} */ i, /** @type {Vec3} */ at) => frameIn(bodies[i], at, axis);
  return {
    a,
    b,
    frameA: frame(a, anchor ?? /** @type {Vec3} */ (distance?.anchorA)),
    frameB: frame(b, anchor ?? /** @type {Vec3} */ (distance?.anchorB)),
  };
}

/** @param {import('./scene.mjs').BenchBody} body @param {Vec3} at @param {Vec3} axis @returns {Frame} */
function frameIn({ position, rotation }, at, axis) {
  const toLocal = inverse(rotation);
  return {
    anchor: turn(toLocal, minus(at, position)),
    axis: turn(toLocal, axis),
    normal: turn(toLocal, across(axis)),
    rotation: compose(toLocal, turnFromX(axis)),
  };
}
