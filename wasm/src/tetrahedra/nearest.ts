// Nearest point of a triangle.
import type { Vec3 } from '../types.js';
import { along, dot, minus } from '../vectors.js';

/** The point of triangle a, b, c nearest to p, by the Voronoi region of p. [Ericson 2005, 5.1.5] */
export function nearestInTriangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3): Vec3 {
  const [ab, ac] = [minus(b, a), minus(c, a)];
  const ap = minus(p, a);
  const [d1, d2] = [dot(ab, ap), dot(ac, ap)];
  if (d1 <= 0 && d2 <= 0) return a;
  const bp = minus(p, b);
  const [d3, d4] = [dot(ab, bp), dot(ac, bp)];
  if (d3 >= 0 && d4 <= d3) return b;
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return along(a, d1 / (d1 - d3), ab);
  const cp = minus(p, c);
  const [d5, d6] = [dot(ab, cp), dot(ac, cp)];
  if (d6 >= 0 && d5 <= d6) return c;
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return along(a, d2 / (d2 - d6), ac);
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return along(b, (d4 - d3) / (d4 - d3 + (d5 - d6)), minus(c, b));
  const sum = va + vb + vc;
  return along(along(a, vb / sum, ab), vc / sum, ac);
}
