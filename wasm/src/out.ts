// Vectors of the caller's, into which getters write so that a frame makes no garbage.
import { typeError, unreadable } from './errors.js';

type List = number[] | Float32Array | Float64Array;

/** A list of at least three numbers, or anything with x, y and z, such as a `THREE.Vector3`. */
export type Vec3Out = List | { x: number; y: number; z: number };
/** A list of at least four numbers, or anything with x, y, z and w, such as a `THREE.Quaternion`. */
export type QuatOut = List | { x: number; y: number; z: number; w: number };

const axes = ['x', 'y', 'z', 'w'] as const;

/** Writes numbers of a view into what the caller gave, and gives that back. */
export function writeOut<Out extends Vec3Out | QuatOut>(
  out: Out,
  data: ArrayLike<number>,
  at: number,
  count: 3 | 4,
): Out {
  try {
    if (Array.isArray(out) || out instanceof Float32Array || out instanceof Float64Array) {
      if (Array.isArray(out) || out.length >= count) {
        for (let i = 0; i < count; i++) out[i] = data[at + i] as number;
        return out;
      }
    } else if (typeof out === 'object' && out !== null && 'x' in out && 'y' in out && 'z' in out) {
      const vector = out as Record<string, number>;
      for (let i = 0; i < count; i++) vector[axes[i] as string] = data[at + i] as number;
      return out;
    }
  } catch (cause) {
    throw unreadable('out', out, cause);
  }
  throw typeError(
    'out',
    out,
    count === 3 ? '[x, y, z] or { x, y, z }' : '[x, y, z, w] or { x, y, z, w }',
  );
}
