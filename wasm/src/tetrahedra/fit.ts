// Moves the boundary of a tetrahedral mesh onto a surface, as far as no tetrahedron gets too flat.
import type { Vec3 } from '../types.js';
import { along, dot, minus } from '../vectors.js';
import { cellsFrom, type Lattice } from './lattice.js';
import { sixVolumes, type TetrahedralMesh } from './mesh.js';
import { nearestInTriangle } from './nearest.js';
import { pointAt, type Surface } from './surface.js';

/** Least volume of a tetrahedron, as a fraction of the one of the lattice. */
const kLeast = 0.1;
const kRounds = 3;
/** Smallest fraction of the way to the surface that is tried. */
const kShortest = 0.1;

/** Moves the vertices of the boundary to the nearest points of the surface. Keeps all volumes positive. */
export function fit(mesh: TetrahedralMesh, surface: Surface, lattice: Lattice): void {
  const { vertices, boundary } = mesh;
  const least = kLeast * lattice.side ** 3;
  const around = tetrahedraAround(mesh);
  const targets = boundary.map(({ vertex, place }) =>
    nearestOn(surface, lattice, pointAt(vertices, vertex), place),
  );
  for (let round = 0; round < kRounds; round++)
    boundary.forEach(({ vertex }, index) => {
      const from = pointAt(vertices, vertex);
      const way = minus(targets[index] as Vec3, from);
      for (let share = 1; share > kShortest; share /= 2) {
        vertices.set(along(from, share, way), 3 * vertex);
        if (around(vertex).every((it) => sixVolumes(mesh, it) >= least)) return;
      }
      vertices.set(from, 3 * vertex);
    });
}

/** The tetrahedra at each vertex of the boundary. */
function tetrahedraAround({ indices, boundary }: TetrahedralMesh): (vertex: number) => number[] {
  const lists = new Map<number, number[]>(boundary.map(({ vertex }) => [vertex, []]));
  indices.forEach((vertex, corner) => {
    lists.get(vertex)?.push(corner >> 2);
  });
  return (vertex) => lists.get(vertex) ?? [];
}

/** Nearest point of the surface to a lattice point of the boundary, which is at a cell that the surface touches. */
function nearestOn(surface: Surface, lattice: Lattice, point: Vec3, place: Vec3): Vec3 {
  let nearest = point;
  let least = Number.POSITIVE_INFINITY;
  const search = (from: number, to: number) => {
    for (const cell of cellsFrom(lattice.counts, along(place, from, ones), along(place, to, ones)))
      for (const triangle of lattice.trianglesIn(cell)) {
        const corner = (k: number) =>
          pointAt(surface.vertices, surface.triangles[3 * triangle + k] as number);
        const candidate = nearestInTriangle(point, corner(0), corner(1), corner(2));
        const way = minus(candidate, point);
        const distance = dot(way, way);
        if (distance < least) [nearest, least] = [candidate, distance];
      }
  };
  // The eight cells at the point, then those around them, whose nearest point can be a side away.
  search(-1, 0);
  if (least > lattice.side ** 2) search(-2, 1);
  return nearest;
}

const ones: Vec3 = [1, 1, 1];
