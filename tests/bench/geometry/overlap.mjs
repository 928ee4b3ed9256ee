// How deep two bodies are in each other, from shapes and poses alone, whatever their engine says.

import { hullOf, pointsOf } from './hull.mjs';
import { depthInMesh } from './mesh-overlap.mjs';
import { cross, dot, length, minus, plus, times, turn } from './vector.mjs';

/**
 * @typedef {import('./vector.mjs').Vec3} Vec3
 * @typedef {import('../scene.mjs').BenchShape} BenchShape
 *
 * @typedef {object} Placed a shape in the world
 * @property {Vec3} center
 * @property {Vec3} reach half extents of its bounds
 * @property {Round} [round]
 * @property {Flat} [flat]
 * @property {Vec3[]} [axes] of a box, as long as its half extents
 * @property {[Vec3, Vec3, Vec3][]} [triangles] of a mesh
 *
 * @typedef {{ from: Vec3, to: Vec3, radius: number }} Round a segment with a radius; a sphere's has no length
 * @typedef {{ corners: Vec3[], normals: Vec3[], edges: Vec3[] }} Flat a convex polyhedron
 */

/** @type {WeakMap<Float32Array, ReturnType<typeof hullOf>>} hulls that bodies share are found once */
const hulls = new WeakMap();

/** @param {Float32Array} points */
function cachedHull(points) {
  const known = hulls.get(points);
  if (known) return known;
  const hull = hullOf(points);
  hulls.set(points, hull);
  return hull;
}

/**
 * @param {BenchShape} shape
 * @param {ArrayLike<number>} pose position, then rotation x, y, z, w
 * @returns {Placed}
 */
export function place({ box, sphere, capsule, hull, mesh }, pose) {
  const [px, py, pz, ...rotation] = Array.from(pose);
  const center = /** @type {Vec3} */ ([px, py, pz]);
  const turned = (/** @type {Vec3} */ v) =>
    turn(/** @type {import('./vector.mjs').Quat} */ (rotation), v);
  if (box) return placeBox(center, box.halfExtents, turned);
  if (hull) return placeHull(center, hull.points, turned);
  if (mesh) return placeMesh(center, mesh, turned);
  const { radius } = /** @type {{ radius: number }} */ (capsule ?? sphere);
  const half = turned([0, capsule?.halfHeight ?? 0, 0]);
  return {
    center,
    reach: /** @type {Vec3} */ (half.map((v) => Math.abs(v) + radius)),
    round: { from: minus(center, half), to: plus(center, half), radius },
  };
}

/** @param {Vec3} center @param {Vec3} halfExtents @param {(v: Vec3) => Vec3} turned @returns {Placed} */
function placeBox(center, [x, y, z], turned) {
  const axes = [turned([x, 0, 0]), turned([0, y, 0]), turned([0, 0, z])];
  const reach = (/** @type {number} */ k) => axes.reduce((sum, axis) => sum + Math.abs(axis[k]), 0);
  const signs = [-1, 1];
  const corners = signs.flatMap((i) =>
    signs.flatMap((j) =>
      signs.map((k) =>
        plus(center, plus(times(axes[0], i), plus(times(axes[1], j), times(axes[2], k)))),
      ),
    ),
  );
  return {
    center,
    reach: [reach(0), reach(1), reach(2)],
    flat: { corners, normals: axes, edges: axes },
    axes,
  };
}

/** @param {Vec3} center @param {Float32Array} points @param {(v: Vec3) => Vec3} turned @returns {Placed} */
function placeHull(center, points, turned) {
  const { normals, edges } = cachedHull(points);
  const corners = pointsOf(points).map((p) => plus(center, turned(p)));
  const radius = Math.max(...corners.map((p) => length(minus(p, center))));
  return {
    center,
    reach: [radius, radius, radius],
    flat: {
      corners,
      normals: normals.map(turned),
      edges: edges.map(([i, j]) => minus(corners[j], corners[i])),
    },
  };
}

/** @param {Vec3} center @param {{ vertices: Float32Array, indices: Uint32Array }} mesh @param {(v: Vec3) => Vec3} turned @returns {Placed} */
function placeMesh(center, { vertices, indices }, turned) {
  const points = pointsOf(vertices).map((p) => plus(center, turned(p)));
  const reach = (/** @type {number} */ k) =>
    points.reduce((most, p) => Math.max(most, Math.abs(p[k] - center[k])), 0);
  return {
    center,
    reach: [reach(0), reach(1), reach(2)],
    triangles: Array.from({ length: indices.length / 3 }, (_, i) => [
      points[indices[3 * i]],
      points[indices[3 * i + 1]],
      points[indices[3 * i + 2]],
    ]),
  };
}

/**
 * How far two bodies overlap [m]; 0 when they are apart. Between rounded ones and hulls or meshes
 * no scene asks.
 * @param {Placed} a @param {Placed} b
 */
export function overlap(a, b) {
  if (a.round && b.round) return roundDepth(a.round, b.round);
  if (a.flat && b.flat) return flatDepth(a.flat, b.flat);
  if (a.axes && b.round) return boxRoundDepth(a, b.round);
  if (b.axes && a.round) return boxRoundDepth(b, a.round);
  if (a.flat && b.triangles) return depthInMesh(a.flat, b.triangles);
  if (b.flat && a.triangles) return depthInMesh(b.flat, a.triangles);
  throw new Error('The overlap of these shapes is not measured.');
}

/** @param {Round} a @param {Round} b */
const roundDepth = (a, b) =>
  Math.max(0, a.radius + b.radius - segmentDistance(a.from, a.to, b.from, b.to));

/**
 * Distance of two segments (Ericson, Real-Time Collision Detection, 2005, section 5.1.9).
 * @param {Vec3} p1 @param {Vec3} q1 @param {Vec3} p2 @param {Vec3} q2
 */
function segmentDistance(p1, q1, p2, q2) {
  const clamp = (/** @type {number} */ x) => Math.max(0, Math.min(1, x));
  const [d1, d2, r] = [minus(q1, p1), minus(q2, p2), minus(p1, p2)];
  const [a, e, f, c, b] = [dot(d1, d1), dot(d2, d2), dot(d2, r), dot(d1, r), dot(d1, d2)];
  const tiny = 1e-12;
  let [s, t] = [0, 0];
  if (a < tiny) t = e < tiny ? 0 : clamp(f / e);
  else if (e < tiny) s = clamp(-c / a);
  else {
    const spread = a * e - b * b; // 0 when parallel
    s = spread > tiny ? clamp((b * f - c * e) / spread) : 0;
    t = (b * s + f) / e;
    if (t < 0 || t > 1) {
      t = clamp(t);
      s = clamp((b * t - c) / a);
    }
  }
  return length(minus(plus(p1, times(d1, s)), plus(p2, times(d2, t))));
}

/** Signed distance of a point from a box. @param {Placed} box @param {Vec3} point */
function boxDistance({ center, axes = [] }, point) {
  const offset = minus(point, center);
  const beyond = axes.map((axis) => Math.abs(dot(offset, axis)) / length(axis) - length(axis));
  const outside = Math.hypot(...beyond.map((d) => Math.max(d, 0)));
  return outside + Math.min(0, Math.max(...beyond));
}

/** The distance along the segment is convex: its least is found by thirds. @param {Placed} box @param {Round} round */
function boxRoundDepth(box, { from, to, radius }) {
  const along = minus(to, from);
  const distance = (/** @type {number} */ t) => boxDistance(box, plus(from, times(along, t)));
  let [low, high] = [0, 1];
  if (dot(along, along) > 0)
    for (let i = 0; i < 40; i++) {
      const third = (high - low) / 3;
      if (distance(low + third) < distance(high - third)) high -= third;
      else low += third;
    }
  return Math.max(0, radius - distance((low + high) / 2));
}

/** The least overlap over all axes that can separate two polyhedra. @param {Flat} a @param {Flat} b */
function flatDepth(a, b) {
  let least = Infinity;
  const isApart = (/** @type {Vec3} */ axis) => {
    const norm = length(axis);
    if (norm < 1e-6) return false; // parallel edges
    const [lowA, highA] = extent(a.corners, axis);
    const [lowB, highB] = extent(b.corners, axis);
    least = Math.min(least, Math.min(highA - lowB, highB - lowA) / norm);
    return least <= 0;
  };
  const apart =
    a.normals.some(isApart) ||
    b.normals.some(isApart) ||
    a.edges.some((u) => b.edges.some((v) => isApart(cross(u, v))));
  return apart ? 0 : least;
}

/** @param {Vec3[]} corners @param {Vec3} axis @returns {[number, number]} */
function extent(corners, axis) {
  let [low, high] = [Infinity, -Infinity];
  for (const corner of corners) {
    const at = dot(corner, axis);
    if (at < low) low = at;
    if (at > high) high = at;
  }
  return [low, high];
}
