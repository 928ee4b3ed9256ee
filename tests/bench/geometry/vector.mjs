// Vectors and unit quaternions (x, y, z, w) as plain arrays.

/**
 * @typedef {[number, number, number]} Vec3
 * @typedef {[number, number, number, number]} Quat
 */

/** @param {Vec3} a @param {Vec3} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {Vec3} a @param {Vec3} b @returns {Vec3} */
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** @param {Vec3} a @param {Vec3} b @returns {Vec3} */
export const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** @param {Vec3} a @param {Vec3} b @returns {Vec3} */
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** @param {Vec3} a @param {number} s @returns {Vec3} */
export const times = (a, s) => [a[0] * s, a[1] * s, a[2] * s];

/** @param {Vec3} a */
export const length = (a) => Math.sqrt(dot(a, a));

/** @param {Vec3} a */
export const unit = (a) => times(a, 1 / length(a));

/** @type {Quat} */
export const noTurn = [0, 0, 0, 1];

/** @param {Quat} q @returns {Quat} */
export const inverse = ([x, y, z, w]) => [-x, -y, -z, w];

/** First b, then a. @param {Quat} a @param {Quat} b @returns {Quat} */
export const compose = (a, b) => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

/** @param {Quat} q @param {Vec3} v @returns {Vec3} */
export function turn(q, v) {
  const axis = /** @type {Vec3} */ ([q[0], q[1], q[2]]);
  const t = times(cross(axis, v), 2);
  return plus(plus(v, times(t, q[3])), cross(axis, t));
}

/** @param {Vec3} axis of length 1 @param {number} angle [rad] @returns {Quat} */
export function turnAbout(axis, angle) {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

/** Some unit vector across a unit vector. @param {Vec3} v */
export const across = (v) => unit(cross(v, Math.abs(v[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));

/** The shortest turn that brings x to a unit vector. @param {Vec3} v @returns {Quat} */
export function turnFromX(v) {
  if (v[0] < -0.9999) return [0, 0, 1, 0];
  const w = 1 + v[0];
  const norm = Math.hypot(v[1], v[2], w);
  return [0, -v[2] / norm, v[1] / norm, w / norm];
}
