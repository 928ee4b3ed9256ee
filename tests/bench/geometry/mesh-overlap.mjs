// How deep a convex polyhedron is in a mesh that is a landscape: its triangles look up.
import { cross, dot, minus, unit } from './vector.mjs';

/**
 * @typedef {import('./vector.mjs').Vec3} Vec3
 * @typedef {[Vec3, Vec3, Vec3]} Triangle
 */

/**
 * Corners below the ground and summits inside the polyhedron; where only edges cross, the depth is
 * missed, and small if the landscape's triangles are large.
 * @param {{ corners: Vec3[], normals: Vec3[] }} polyhedron
 * @param {Triangle[]} triangles
 */
export function depthInMesh({ corners, normals }, triangles) {
  const low = [0, 1, 2].map((k) => Math.min(...corners.map((p) => p[k])));
  const high = [0, 1, 2].map((k) => Math.max(...corners.map((p) => p[k])));
  const supports = normals.map((n) => Math.max(...corners.map((p) => dot(p, n))));
  let deepest = 0;
  for (const triangle of triangles) {
    const misses = [0, 2].some(
      (k) => triangle.every((p) => p[k] < low[k]) || triangle.every((p) => p[k] > high[k]),
    );
    if (misses || triangle.every((p) => p[1] < low[1])) continue;
    const normal = unit(cross(minus(triangle[1], triangle[0]), minus(triangle[2], triangle[0])));
    for (const corner of corners)
      if (isOver(triangle, corner))
        deepest = Math.max(deepest, -dot(normal, minus(corner, triangle[0])));
    for (const summit of triangle)
      deepest = Math.max(deepest, Math.min(...normals.map((n, i) => supports[i] - dot(summit, n))));
  }
  return deepest;
}

/** Whether a vertical line through the point meets the triangle. @param {Triangle} triangle @param {Vec3} point */
const isOver = (triangle, point) =>
  triangle.every((p, i) => {
    const q = triangle[(i + 1) % 3];
    return (q[2] - p[2]) * (point[0] - p[0]) - (q[0] - p[0]) * (point[2] - p[2]) >= 0;
  });
