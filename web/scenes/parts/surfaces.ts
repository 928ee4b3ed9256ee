// Points of hulls and triangles of meshes that several scenes stand on.
import type { Mesh } from '../scene.js';

/** A square of ground around the origin: its height at each place. Unit: m. */
export function terrain(
  size: number,
  segments: number,
  heightAt: (x: number, z: number) => number,
): Mesh {
  const vertices: number[] = [];
  const indices: number[] = [];
  const at = (k: number) => size * (k / segments - 0.5);
  for (let row = 0; row <= segments; row++)
    for (let column = 0; column <= segments; column++)
      vertices.push(at(column), heightAt(at(column), at(row)), at(row));
  for (let row = 0; row < segments; row++)
    for (let column = 0; column < segments; column++) {
      const a = row * (segments + 1) + column;
      const [b, c, d] = [a + 1, a + segments + 1, a + segments + 2];
      indices.push(a, c, d, a, d, b);
    }
  return { vertices, indices };
}

/** A prism about the z axis with a regular polygon as its face, as the points of a hull. Unit: m. */
export function prism(corners: number, radius: number, depth: number): number[] {
  const points: number[] = [];
  for (let i = 0; i < corners; i++) {
    const angle = (2 * Math.PI * i) / corners;
    for (const side of [-0.5, 0.5])
      points.push(radius * Math.cos(angle), radius * Math.sin(angle), side * depth);
  }
  return points;
}

/**
 * The surface of a ball about the origin: an octahedron whose triangles are split into four several times. Closed,
 * counter-clockwise from outside. Unit: m.
 */
export function ballSurface(radius: number, splits: number): Mesh {
  const corners: [number, number, number][] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  let indices = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
  for (let round = 0; round < splits; round++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const [p, q] = [corners[a], corners[b]] as [number[], number[]];
      const sum = [0, 1, 2].map((i) => (p[i] as number) + (q[i] as number));
      const size = Math.hypot(...sum);
      middles.set(key, corners.push(sum.map((c) => c / size) as [number, number, number]) - 1);
      return corners.length - 1;
    };
    const split: number[] = [];
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = indices.slice(t, t + 3) as [number, number, number];
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      split.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    indices = split;
  }
  return { vertices: corners.flat().map((c) => radius * c), indices };
}
