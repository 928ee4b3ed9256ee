// Generalized winding number of a closed surface. [Jacobson, Kavan, Sorkine-Hornung 2013]
import type { Vec3 } from '../types.js';
import { cross, dot, lengthOf, minus } from '../vectors.js';
import { pointAt, type Surface } from './surface.js';

/**
 * Number of times a surface winds around a point that is not on it: 1 inside, 0 outside, and other integers where it
 * crosses itself. Up to rounding.
 */
export function windingNumber({ vertices, triangles }: Surface, point: Vec3): number {
  let angle = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = minus(pointAt(vertices, triangles[t] as number), point);
    const b = minus(pointAt(vertices, triangles[t + 1] as number), point);
    const c = minus(pointAt(vertices, triangles[t + 2] as number), point);
    const [la, lb, lc] = [lengthOf(a), lengthOf(b), lengthOf(c)];
    // Half the solid angle of the triangle. [Van Oosterom and Strackee 1983]
    angle += Math.atan2(
      dot(a, cross(b, c)),
      la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb,
    );
  }
  return angle / (2 * Math.PI);
}
