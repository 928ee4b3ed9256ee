// A surface in a tetrahedral mesh: each vertex by barycentric weights of a tetrahedron.
import type { Vec3 } from '../types.js';
import { along, cross, dot, minus } from '../vectors.js';
import { cellsFrom, type Lattice } from './lattice.js';
import type { TetrahedralMesh } from './mesh.js';
import { pointAt, type Surface } from './surface.js';

/** Binding of a surface to a tetrahedral mesh, for {@link skinVertices}. Plain data: it can be stored and sent. */
export interface Skin {
  /** Number of particles of the soft body. */
  readonly particleCount: number;
  /** Particle indices of the tetrahedron of each vertex of the surface, four each. */
  readonly particles: Uint32Array;
  /**
   * Barycentric weights of the four particles, which add up to 1. All are ≥ 0 for a vertex inside its tetrahedron; a
   * vertex outside the mesh has the tetrahedron whose lowest weight is the least negative.
   */
  readonly weights: Float32Array;
  /**
   * Normal of each vertex at rest, three numbers each: its dot products with the edges from the first particle to the
   * others.
   */
  readonly normals: Float32Array;
}

/** Largest negative weight of a point in its tetrahedron, by rounding of the vertices to single precision. */
const kRounding = 1e-5;

/** Binds the vertices of a surface to the tetrahedra of a lattice. */
export function skinOf(surface: Surface, lattice: Lattice, mesh: TetrahedralMesh): Skin {
  const count = surface.vertices.length / 3;
  const skin = {
    particleCount: mesh.vertices.length / 3,
    particles: new Uint32Array(4 * count),
    weights: new Float32Array(4 * count),
    normals: new Float32Array(3 * count),
  };
  for (let v = 0; v < count; v++) {
    const tetrahedron = nearestTetrahedron(pointAt(surface.vertices, v), lattice, mesh);
    const particles = mesh.indices.subarray(4 * tetrahedron, 4 * tetrahedron + 4);
    skin.particles.set(particles, 4 * v);
    writeWeights(mesh, tetrahedron, pointAt(surface.vertices, v), skin.weights, 4 * v);
    const [from, ...ends] = Array.from(particles, (it) => pointAt(mesh.vertices, it)) as [Vec3];
    const normal = pointAt(surface.normals, v);
    ends.forEach((end, edge) => {
      skin.normals[3 * v + edge] = dot(minus(end, from), normal);
    });
  }
  return skin;
}

const scratch = new Float64Array(4);

/** Among the tetrahedra of the cells about a point, the one whose least barycentric weight of the point is greatest. */
function nearestTetrahedron(point: Vec3, lattice: Lattice, mesh: TetrahedralMesh): number {
  const { origin, side, counts, kept } = lattice;
  const home = minus(point, origin).map((it, axis) =>
    Math.min(Math.max(Math.floor(it / side), 0), (counts[axis] as number) - 1),
  ) as Vec3;
  let best = -1;
  let greatest = Number.NEGATIVE_INFINITY;
  // Most points are in a tetrahedron of their own cell; of the others one of the next cells is the nearest.
  for (let reach = 0; best < 0 || (reach < 2 && greatest < -kRounding); reach++)
    for (const cell of cellsFrom(counts, along(home, -reach, ones), along(home, reach, ones))) {
      const first = 6 * (kept[cell] as number);
      for (let tetrahedron = first; first >= 0 && tetrahedron < first + 6; tetrahedron++) {
        const least = writeWeights(mesh, tetrahedron, point, scratch, 0);
        if (least > greatest) [best, greatest] = [tetrahedron, least];
      }
    }
  return best;
}

const ones: Vec3 = [1, 1, 1];

/** Writes the barycentric weights of a point at an index of a list. Returns the least of them. */
function writeWeights(
  { vertices, indices }: TetrahedralMesh,
  tetrahedron: number,
  point: Vec3,
  out: Float32Array | Float64Array,
  index: number,
): number {
  const corner = (k: number) => pointAt(vertices, indices[4 * tetrahedron + k] as number);
  const from = corner(0);
  const [a, b, c] = [minus(corner(1), from), minus(corner(2), from), minus(corner(3), from)];
  const at = minus(point, from);
  const volume = dot(a, cross(b, c));
  const wa = dot(at, cross(b, c)) / volume;
  const wb = dot(at, cross(c, a)) / volume;
  const wc = dot(at, cross(a, b)) / volume;
  out[index] = 1 - wa - wb - wc;
  out[index + 1] = wa;
  out[index + 2] = wb;
  out[index + 3] = wc;
  return Math.min(1 - wa - wb - wc, wa, wb, wc);
}
