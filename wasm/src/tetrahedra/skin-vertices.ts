// Present vertices and normals of a surface in a soft body.
import { typeError } from '../errors.js';
import type { Skin } from './skin.js';

/** Output of {@link skinVertices}: three numbers per vertex. */
export type SkinOutput = Float32Array | Float64Array | number[];

/**
 * Writes the present vertices of a surface, and their normals, from the positions of the particles. Allocates nothing.
 * Normals follow the deformation of the tetrahedra: sharp edges stay sharp, and smooth ones smooth.
 * @param skin `skin` of the result of {@link tetrahedralize}
 * @param positions `positions` of the soft body. Unit: m.
 * @param vertices output: positions in world axes, x y z each. Unit: m.
 * @param normals output: unit normals in world axes, x y z each
 * @throws HolonomError if a list has another length.
 * @example
 * const surface = readObj(obj);
 * const { tetrahedra, skin } = tetrahedralize(surface, { cells: 4 });
 * const jelly = world.addSoftBody({ tetrahedra, position: [0, 20, 0] });
 * const vertices = new Float32Array(surface.vertices.length);
 * const normals = new Float32Array(surface.vertices.length);
 * world.step(1 / 60);
 * skinVertices(skin, jelly.positions, vertices, normals);
 */
export function skinVertices(
  skin: Skin,
  positions: ArrayLike<number>,
  vertices: SkinOutput,
  normals?: SkinOutput,
): void {
  if (!isSkin(skin)) throw typeError('skin', skin, ['object-with', { names: skinFields }]);
  const { particles, weights, normals: rest } = skin;
  checkLength('positions', positions, 3 * skin.particleCount);
  checkLength('vertices', vertices, rest.length);
  if (normals !== undefined) checkLength('normals', normals, rest.length);
  for (let to = 0; to < rest.length; to += 3) {
    const first = (to / 3) * 4;
    const from = 3 * numberAt(particles, first);
    const one = 3 * numberAt(particles, first + 1);
    const two = 3 * numberAt(particles, first + 2);
    const three = 3 * numberAt(particles, first + 3);
    const x = numberAt(positions, from);
    const y = numberAt(positions, from + 1);
    const z = numberAt(positions, from + 2);
    // Edges a, b and c of the tetrahedron.
    const ax = numberAt(positions, one) - x;
    const ay = numberAt(positions, one + 1) - y;
    const az = numberAt(positions, one + 2) - z;
    const bx = numberAt(positions, two) - x;
    const by = numberAt(positions, two + 1) - y;
    const bz = numberAt(positions, two + 2) - z;
    const cx = numberAt(positions, three) - x;
    const cy = numberAt(positions, three + 1) - y;
    const cz = numberAt(positions, three + 2) - z;
    const wa = numberAt(weights, first + 1);
    const wb = numberAt(weights, first + 2);
    const wc = numberAt(weights, first + 3);
    // As an offset from the first particle, so that rounding of the weights does not grow with the distance from the origin.
    vertices[to] = x + (wa * ax + wb * bx + wc * cx);
    vertices[to + 1] = y + (wa * ay + wb * by + wc * cy);
    vertices[to + 2] = z + (wa * az + wb * bz + wc * cz);
    if (normals === undefined) continue;
    // The cofactor matrix of the deformation gradient turns normals at rest into present ones: n = F cof(D) (Dᵀ n₀).
    const na = numberAt(rest, to);
    const nb = numberAt(rest, to + 1);
    const nc = numberAt(rest, to + 2);
    const nx = na * (by * cz - bz * cy) + nb * (cy * az - cz * ay) + nc * (ay * bz - az * by);
    const ny = na * (bz * cx - bx * cz) + nb * (cz * ax - cx * az) + nc * (az * bx - ax * bz);
    const nz = na * (bx * cy - by * cx) + nb * (cx * ay - cy * ax) + nc * (ax * by - ay * bx);
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    normals[to] = nx / length;
    normals[to + 1] = ny / length;
    normals[to + 2] = nz / length;
  }
}

const numberAt = (list: ArrayLike<number>, index: number) => list[index] as number;

const skinFields = ['particleCount', 'particles', 'weights', 'normals'];

function isSkin(skin: Skin): boolean {
  try {
    const { particles, weights, normals } = skin;
    return (
      particles.length === weights.length &&
      4 * normals.length === 3 * weights.length &&
      ArrayBuffer.isView(normals)
    );
  } catch {
    return false;
  }
}

function checkLength(path: string, list: ArrayLike<number>, count: number): void {
  let length: unknown;
  try {
    length = list.length;
  } catch {
    // A list that can't be read has no length.
  }
  if (length !== count) throw typeError(path, list, ['count', { count }]);
}
