// Penetration of two boxes from their poses: the least overlap over the 15 axes that can separate them.

/**
 * @typedef {[number, number, number]} Vec3
 * @typedef {{ centre: Vec3, axes: [Vec3, Vec3, Vec3] }} WorldBox axes: as long as the half extents
 */

const dot = (/** @type {Vec3} */ a, /** @type {Vec3} */ b) =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @returns {Vec3} */
const cross = (/** @type {Vec3} */ a, /** @type {Vec3} */ b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/**
 * @param {import('./scenes.mjs').BenchBody} body a box
 * @param {ArrayLike<number>} pose position, then rotation x, y, z, w
 * @returns {WorldBox}
 */
export function worldBox({ halfExtents = [0, 0, 0] }, pose) {
  const [px, py, pz, x, y, z, w] = Array.from(pose);
  const [hx, hy, hz] = halfExtents;
  return {
    centre: [px, py, pz],
    // The columns of the rotation matrix, scaled.
    axes: [
      [hx * (1 - 2 * (y * y + z * z)), hx * 2 * (x * y + w * z), hx * 2 * (x * z - w * y)],
      [hy * 2 * (x * y - w * z), hy * (1 - 2 * (x * x + z * z)), hy * 2 * (y * z + w * x)],
      [hz * 2 * (x * z + w * y), hz * 2 * (y * z - w * x), hz * (1 - 2 * (x * x + y * y))],
    ],
  };
}

/** How far two boxes overlap [m]; 0 when they are apart. @param {WorldBox} a @param {WorldBox} b */
export function boxDepth(a, b) {
  const between = /** @type {Vec3} */ (b.centre.map((v, k) => v - a.centre[k]));
  const reach = (/** @type {WorldBox} */ box) =>
    Math.sqrt(box.axes.reduce((s, v) => s + dot(v, v), 0));
  if (Math.sqrt(dot(between, between)) >= reach(a) + reach(b)) return 0;
  const edges = a.axes.flatMap((u) => b.axes.map((v) => cross(u, v)));
  let least = Infinity;
  for (const axis of [...a.axes, ...b.axes, ...edges]) {
    const length = Math.sqrt(dot(axis, axis));
    if (length < 1e-6) continue; // parallel edges
    let overlap = -Math.abs(dot(between, axis));
    for (const side of [...a.axes, ...b.axes]) overlap += Math.abs(dot(side, axis));
    least = Math.min(least, overlap / length);
    if (least <= 0) return 0;
  }
  return least;
}
