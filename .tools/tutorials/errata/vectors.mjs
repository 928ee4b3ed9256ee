// Lists of numbers as vectors and matrices, for the checks of formulas.
/** @typedef {any} V a vector, or a matrix as a list of its rows */

export const dot = (/** @type {V} */ a, /** @type {V} */ b) =>
  a.reduce(
    (/** @type {number} */ sum, /** @type {number} */ one, /** @type {number} */ i) =>
      sum + one * (b[i] ?? 0),
    0,
  );
export const cross = (/** @type {V} */ [a, b, c], /** @type {V} */ [x, y, z]) => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
export const size = (/** @type {V} */ a) => Math.hypot(...a);
/** a + s b. */
export const along = (/** @type {V} */ a, /** @type {V} */ b, s = 1) =>
  a.map((/** @type {number} */ one, /** @type {number} */ i) => one + s * b[i]);
export const scaled = (/** @type {V} */ a, /** @type {number} */ s) =>
  a.map((/** @type {number} */ one) => s * one);
/** The largest difference of a part. */
export const apart = (/** @type {V} */ a, /** @type {V} */ b) =>
  Math.max(...a.map((/** @type {number} */ one, /** @type {number} */ i) => Math.abs(one - b[i])));
/** Product of matrices. */
export const times = (/** @type {V} */ a, /** @type {V} */ b) =>
  a.map((/** @type {V} */ row) =>
    b[0].map((/** @type {number} */ _, /** @type {number} */ k) =>
      dot(
        row,
        b.map((/** @type {V} */ line) => line[k]),
      ),
    ),
  );
export const transposed = (/** @type {V} */ a) =>
  a[0].map((/** @type {number} */ _, /** @type {number} */ k) =>
    a.map((/** @type {V} */ row) => row[k]),
  );

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
