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
