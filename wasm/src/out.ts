// Output vectors: getters write into them, so that a frame allocates nothing.
import { typeError, unreadable } from './errors.js';

type List = number[] | Float32Array | Float64Array;

/** A list of at least three numbers, or an object with x, y and z, such as a `THREE.Vector3`. */
export type Vec3Out = List | { x: number; y: number; z: number };
/** A list of at least four numbers, or an object with x, y, z and w, such as a `THREE.Quaternion`. */
export type QuatOut = List | { x: number; y: number; z: number; w: number };

/** Writes numbers of a view into an output vector and returns it. */
export function writeOut<Out extends Vec3Out | QuatOut>(
  out: Out,
  data: ArrayLike<number>,
  at: number,
  count: 3 | 4,
): Out {
  // Read before a setter of `out` runs, which may move what is read.
  const x = data[at] as number;
  const y = data[at + 1] as number;
  const z = data[at + 2] as number;
  const w = data[at + 3] as number;
  try {
    if (Array.isArray(out) || out instanceof Float32Array || out instanceof Float64Array) {
      if (Array.isArray(out) || out.length >= count) {
        out[0] = x;
        out[1] = y;
        out[2] = z;
        if (count === 4) out[3] = w;
        return out;
      }
    } else if (typeof out === 'object' && out !== null && 'x' in out && 'y' in out && 'z' in out) {
      const vector = out as Record<string, number>;
      vector.x = x;
      vector.y = y;
      vector.z = z;
      if (count === 4) vector.w = w;
      return out;
    }
  } catch (cause) {
    throw unreadable('out', out, cause);
  }
  throw typeError('out', out, count === 3 ? 'vector-out' : 'quaternion-out');
}
