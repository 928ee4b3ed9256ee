// The tetrahedra of the kept cells of a lattice: six per cell, which share the faces between cells.
import type { Vec3 } from '../types.js';
import { cross, dot, minus } from '../vectors.js';
import { cellAt, type Lattice } from './lattice.js';
import { pointAt } from './surface.js';

/** Tetrahedra of a lattice. Those of the n-th kept cell are the n-th six. */
export interface TetrahedralMesh {
  /** Vertex positions, x y z each. Unit: m. */
  readonly vertices: Float32Array;
  /** Vertex indices, four per tetrahedron. */
  readonly indices: Uint32Array;
  /** Vertices on the boundary, with the lattice point i, j, k of each. */
  readonly boundary: readonly { readonly vertex: number; readonly place: Vec3 }[];
}

/** From one corner of a cell to the opposite one along its edges, in each order. [Kuhn 1960] */
const orders: readonly Vec3[] = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
];
const corners = [0, 1, 2, 3, 4, 5, 6, 7];

/** Corners of the six tetrahedra of a cell. Bit 0 of a corner is along x, bit 1 along y, bit 2 along z. */
const tetrahedraOfCell = orders.map(([first, second, third], at) => {
  const b = 1 << first;
  const c = b | (1 << second);
  const d = c | (1 << third);
  // The second three orders are mirrored.
  return at < 3 ? [0, b, c, d] : [0, c, b, d];
});

/** The tetrahedra of the kept cells, without unused vertices. */
export function meshOf(lattice: Lattice): TetrahedralMesh {
  const { origin, side, counts, kept, keptCount } = lattice;
  const [nx, ny, nz] = counts;
  const points: Vec3 = [nx + 1, ny + 1, nz + 1];
  const isKept = (i: number, j: number, k: number) =>
    i >= 0 &&
    j >= 0 &&
    k >= 0 &&
    i < nx &&
    j < ny &&
    k < nz &&
    at(kept, cellAt(counts, i, j, k)) >= 0;
  const numbers = new Int32Array(points[0] * points[1] * points[2]).fill(-1);
  const vertices: number[] = [];
  const boundary: { vertex: number; place: Vec3 }[] = [];
  let vertex = 0;
  for (let k = 0; k <= nz; k++)
    for (let j = 0; j <= ny; j++)
      for (let i = 0; i <= nx; i++) {
        const around = corners.filter((it) =>
          isKept(i - (it & 1), j - ((it >> 1) & 1), k - (it >> 2)),
        );
        if (around.length === 0) continue;
        const place: Vec3 = [i, j, k];
        if (around.length < 8) boundary.push({ vertex, place });
        place.forEach((it, axis) => {
          vertices.push((origin[axis] as number) + side * it);
        });
        numbers[cellAt(points, i, j, k)] = vertex++;
      }
  const indices = new Uint32Array(24 * keptCount);
  let next = 0;
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        if (!isKept(i, j, k)) continue;
        for (const tetrahedron of tetrahedraOfCell)
          for (const it of tetrahedron)
            indices[next++] = at(
              numbers,
              cellAt(points, i + (it & 1), j + ((it >> 1) & 1), k + (it >> 2)),
            );
      }
  return { vertices: Float32Array.from(vertices), indices, boundary };
}

const at = (list: Int32Array, index: number) => list[index] as number;

/** Six times the volume of a tetrahedron. Unit: m³. */
export function sixVolumes({ vertices, indices }: TetrahedralMesh, tetrahedron: number): number {
  const corner = (k: number) => pointAt(vertices, indices[4 * tetrahedron + k] as number);
  const from = corner(0);
  return dot(cross(minus(corner(1), from), minus(corner(2), from)), minus(corner(3), from));
}
