// All overlaps of a scene's bodies.
import { overlap, place } from './overlap.mjs';

/**
 * @param {import('../scene.mjs').BenchScene} scene
 * @param {Float64Array} poses position and rotation of each body
 * @returns {number[]} how deep each overlapping pair is [m], the least first; bodies that a joint holds together may overlap
 */
export function overlaps({ bodies, joints = [] }, poses) {
  const jointed = new Set(
    joints.map(({ ball, hinge, fixed, distance }) => {
      const pair = ball ?? hinge ?? fixed ?? distance;
      return keyOf(pair?.bodyA ?? -1, pair?.bodyB ?? -1);
    }),
  );
  const sorted = bodies
    .map(({ fixed, shape }, index) => ({
      index,
      fixed,
      ...place(shape, poses.subarray(7 * index, 7 * index + 7)),
    }))
    .filter(({ reach, center }) => Number.isFinite(reach[0] + center[0]))
    .sort((a, b) => a.center[0] - a.reach[0] - (b.center[0] - b.reach[0]));
  const depths = [];
  /** @type {typeof sorted} bodies whose bounds the sweep along x is in */
  let open = [];
  for (const body of sorted) {
    const start = body.center[0] - body.reach[0];
    open = open.filter(({ center, reach }) => center[0] + reach[0] > start);
    for (const other of open) {
      if (body.fixed && other.fixed) continue;
      const far = [1, 2].some(
        (k) => Math.abs(body.center[k] - other.center[k]) > body.reach[k] + other.reach[k],
      );
      if (far || jointed.has(keyOf(body.index, other.index))) continue;
      const depth = overlap(other, body);
      if (depth > 1e-5) depths.push(depth);
    }
    open.push(body);
  }
  return depths.sort((a, b) => a - b);
}

const keyOf = (/** @type {number} */ a, /** @type {number} */ b) =>
  `${Math.min(a, b)} ${Math.max(a, b)}`;
