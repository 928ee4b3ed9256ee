// The convex hull of a few points, by trying every triangle: slow and hard to get wrong.
import { cross, dot, length, minus, plus, times } from './vector.mjs';

/** @typedef {import('./vector.mjs').Vec3} Vec3 */

/** @param {ArrayLike<number>} xyz @returns {Vec3[]} */
export const pointsOf = (xyz) =>
  Array.from({ length: xyz.length / 3 }, (_, i) => [xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]]);

/**
 * Triangles of three points with all others behind them, outside first; four points of one plane
 * give overlapping triangles.
 * @param {Vec3[]} points
 */
function facesOf(points) {
  const faces = [];
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) {
        const across = cross(minus(points[j], points[i]), minus(points[k], points[i]));
        if (length(across) < 1e-9) continue;
        const normal = times(across, 1 / length(across));
        const heights = points.map((p) => dot(normal, minus(p, points[i])));
        if (heights.every((height) => height < 1e-9)) faces.push({ corners: [i, j, k], normal });
        else if (heights.every((height) => height > -1e-9))
          faces.push({ corners: [i, k, j], normal: times(normal, -1) });
      }
  return faces;
}

/**
 * @param {ArrayLike<number>} xyz points in general position: no four of a face in one plane
 * @returns {{ normals: Vec3[], edges: [number, number][], volume: number, center: Vec3 }}
 *   outward unit normals; edges as pairs of points; center of mass
 */
export function hullOf(xyz) {
  const points = pointsOf(xyz);
  const faces = facesOf(points);
  /** @type {Map<string, [number, number]>} */
  const edges = new Map();
  let volume = 0;
  let moment = /** @type {Vec3} */ ([0, 0, 0]);
  for (const { corners } of faces) {
    const [a, b, c] = corners.map((i) => points[i]);
    const part = dot(a, cross(b, c)) / 6; // of the tetrahedron with the origin
    volume += part;
    moment = plus(moment, times(plus(plus(a, b), c), part / 4));
    for (const [k, i] of corners.entries()) {
      const j = corners[(k + 1) % 3];
      edges.set(`${Math.min(i, j)} ${Math.max(i, j)}`, [i, j]);
    }
  }
  return {
    normals: faces.map(({ normal }) => normal),
    edges: [...edges.values()],
    volume,
    center: times(moment, 1 / volume),
  };
}
