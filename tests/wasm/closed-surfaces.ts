// Closed surfaces for tests, with known volumes.
import type { Vec3 } from 'holonom';

export interface Solid {
  readonly vertices: number[];
  readonly indices: number[];
}

/** A unit octahedron, each triangle divided n² times, its vertices moved by a function of the direction. */
export function sphere(n: number, at: (direction: Vec3) => Vec3 = (it) => it): Solid {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (const x of [1, -1])
    for (const y of [1, -1])
      for (const z of [1, -1]) {
        const first = vertices.length / 3;
        const row = (i: number) => first + (i * (2 * n + 3 - i)) / 2;
        for (let i = 0; i <= n; i++)
          for (let j = 0; i + j <= n; j++) {
            const way = [x * i, y * j, z * (n - i - j)];
            const length = Math.hypot(...way);
            vertices.push(...at(way.map((it) => it / length) as Vec3));
          }
        const add = (a: number, b: number, c: number) =>
          indices.push(...(x * y * z > 0 ? [a, b, c] : [a, c, b]));
        for (let i = 0; i < n; i++)
          for (let j = 0; i + j < n; j++) {
            const [a, b] = [row(i) + j, row(i + 1) + j];
            add(a, b, a + 1);
            if (i + j + 1 < n) add(b, b + 1, a + 1);
          }
      }
  return { vertices, indices };
}

/** A torus about z, without seams. */
export function torus(major: number, minor: number, n: number, m: number): Solid {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      const [u, v] = [(2 * Math.PI * i) / n, (2 * Math.PI * j) / m];
      const r = major + minor * Math.cos(v);
      vertices.push(r * Math.cos(u), r * Math.sin(u), minor * Math.sin(v));
      const at = (i: number, j: number) => (i % n) * m + (j % m);
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      indices.push(a, b, c, a, c, d);
    }
  return { vertices, indices };
}

/** A box about the origin by its full sizes, with four vertices a side. */
export function box(...size: Vec3): Solid {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (const side of [1, -1]) {
      const first = vertices.length / 3;
      for (const [u, v] of [
        [-1, -1],
        [side, -side],
        [1, 1],
        [-side, side],
      ] as const) {
        const point: Vec3 = [0, 0, 0];
        point[axis] = (side * size[axis]!) / 2;
        point[(axis + 1) % 3] = (u * size[(axis + 1) % 3]!) / 2;
        point[(axis + 2) % 3] = (v * size[(axis + 2) % 3]!) / 2;
        vertices.push(...point);
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  return { vertices, indices };
}

/** Several surfaces as one. */
export function together(...solids: readonly Solid[]): Solid {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (const solid of solids) {
    const first = vertices.length / 3;
    indices.push(...solid.indices.map((it) => first + it));
    vertices.push(...solid.vertices);
  }
  return { vertices, indices };
}

/** With each vertex moved. */
export function moved({ vertices, indices }: Solid, by: (point: Vec3) => Vec3): Solid {
  const points = Array.from({ length: vertices.length / 3 }, (_, i) =>
    by(vertices.slice(3 * i, 3 * i + 3) as Vec3),
  );
  return { vertices: points.flat(), indices };
}

/** With the other side outside. */
export const insideOut = ({ vertices, indices }: Solid): Solid => ({
  vertices,
  indices: indices.map((_, i) => indices[i - (i % 3) + [0, 2, 1][i % 3]!]!),
});

/** The volume inside. */
export function volumeOf({ vertices, indices }: Solid): number {
  const at = (i: number) => vertices.slice(3 * i, 3 * i + 3) as Vec3;
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [at(indices[t]!), at(indices[t + 1]!), at(indices[t + 2]!)];
    sum +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}
