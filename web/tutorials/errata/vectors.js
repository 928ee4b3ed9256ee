// Lists of numbers as vectors and matrices, for the checks of formulas.
/** @typedef {number[]} V a vector */
/** @typedef {V[]} M a matrix as a list of its rows */

/** @param {V} a @param {V} b */
export const dot = (a, b) => a.reduce((sum, one, i) => sum + one * (b[i] ?? 0), 0);
/** @param {V} a @param {V} b */
export const cross = ([a = 0, b = 0, c = 0], [x = 0, y = 0, z = 0]) => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
export const size = (/** @type {V} */ a) => Math.hypot(...a);
/** a + s b. @param {V} a @param {V} b */
export const along = (a, b, s = 1) => a.map((one, i) => one + s * (b[i] ?? 0));
/** @param {V} a @param {number} s */
export const scaled = (a, s) => a.map((one) => s * one);
/** The largest difference of a component. @param {V} a @param {V} b */
export const apart = (a, b) => Math.max(...a.map((one, i) => Math.abs(one - (b[i] ?? 0))));
/** @param {M} a */
export const transposed = (a) => (a[0] ?? []).map((_, k) => a.map((row) => row[k] ?? 0));
/** Product of matrices. @param {M} a @param {M} b */
export const times = (a, b) => a.map((row) => transposed(b).map((column) => dot(row, column)));

/** The derivative of a vector by a number, from a step to either side. */
export const rateOf = (/** @type {(t: number) => V} */ f, /** @type {number} */ t, by = 1e-5) =>
  scaled(along(f(t + by), f(t - by), -1), 1 / (2 * by));

/** The integral of a function from 0 to an end, by Simpson's rule. */
export function integral(/** @type {(t: number) => number} */ f, /** @type {number} */ end) {
  const n = 200;
  let sum = 0;
  for (let i = 0; i <= n; i++) sum += (i % n === 0 ? 1 : i % 2 === 1 ? 4 : 2) * f((end * i) / n);
  return (sum * end) / (3 * n);
}
