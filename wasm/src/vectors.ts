// Vector algebra. Only square roots and sums: the same bits on every machine.
import type { Quat, Vec3 } from './types.js';

type Given = Readonly<Vec3>;

export const dot = (a: Given, b: Given): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Given, b: Given): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** a + s b */
export const along = (a: Given, s: number, b: Given): Vec3 => [
  a[0] + s * b[0],
  a[1] + s * b[1],
  a[2] + s * b[2],
];
export const minus = (a: Given, b: Given): Vec3 => along(a, -1, b);
export const scaled = (s: number, a: Given): Vec3 => [s * a[0], s * a[1], s * a[2]];
export const lengthOf = (a: Given): number => Math.sqrt(dot(a, a));
/** Component of a perpendicular to the unit vector n. */
export const across = (a: Given, n: Given): Vec3 => along(a, -dot(a, n), n);

/** Normalizes a vector; undefined if it is almost zero. */
export function unit(a: Given): Vec3 | undefined {
  const length = lengthOf(a);
  return length > 1e-9 ? scaled(1 / length, a) : undefined;
}

/** From a body's axes to world axes. */
export function rotated([x, y, z, w]: Readonly<Quat>, a: Given): Vec3 {
  const t = scaled(2, cross([x, y, z], a));
  return along(along(a, w, t), 1, cross([x, y, z], t));
}
