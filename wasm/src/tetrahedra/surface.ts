// The closed surface of a solid: read from the caller, vertices at one point welded, and checked.
import { type HolonomError, type Reason, refusal, typeError } from '../errors.js';
import { knownOptions } from '../options.js';
import { plainField } from '../plain.js';
import type { Vec3 } from '../types.js';
import { cross, dot, lengthOf, minus } from '../vectors.js';

/** A closed triangle surface, such as the result of `readObj`. */
export interface ClosedSurface {
  /** Vertex positions, x y z each. Several vertices may share a point, as at the seam of a texture. Unit: m. */
  readonly vertices: ArrayLike<number>;
  /**
   * Vertex indices of the triangles, three each, counter-clockwise seen from outside. Default: each three vertices are a
   * triangle.
   */
  readonly indices?: ArrayLike<number> | undefined;
  /** Normals at the vertices, x y z each. Default: the mean of the triangles at a vertex, by area. */
  readonly normals?: ArrayLike<number> | undefined;
}

/** A checked surface. */
export interface Surface {
  /** Coordinates of the vertices, as given. */
  readonly vertices: Float64Array;
  /** Vertex indices of the triangles that have an area, three each. */
  readonly triangles: Uint32Array;
  /** Unit normals of the vertices. */
  readonly normals: Float64Array;
  /** Lowest and highest coordinates. */
  readonly low: Vec3;
  readonly high: Vec3;
}

/** Largest distance of vertices that count as one point, per size: the rounding of single precision. */
const kWeld = 1e-6;
/** Smallest volume per area and size. Below it, the volume is rounding of single precision. */
const kFlat = 1e-6;

/** The three numbers at an index of a packed list. */
export const pointAt = (list: ArrayLike<number>, index: number): Vec3 => [
  list[3 * index] as number,
  list[3 * index + 1] as number,
  list[3 * index + 2] as number,
];

/** Reads and checks a surface. Throws `HolonomError`. */
export function checkedSurface(given: ClosedSurface): Surface {
  const fields = knownOptions(given, ['vertices', 'indices', 'normals'], 'surface');
  const vertices = readNumbers('vertices', fields.vertices, 'three-per-vertex');
  const indices =
    fields.indices === undefined
      ? Float64Array.from({ length: vertices.length / 3 }, (_, i) => i)
      : readNumbers('indices', fields.indices, 'three-per-triangle');
  const { low, high } = boundsOf(vertices);
  checkIndices(indices, vertices.length / 3);
  const first = weld(vertices, low, high);
  const volume = checkedVolume(vertices, indices, low, high);
  const triangles = checkClosed(indices, first);
  if (volume < 0) throw insideOut(volume);
  return {
    vertices,
    triangles,
    normals: normalsOf(fields.normals, vertices, triangles),
    low,
    high,
  };
}

/** Reads a list of finite numbers, a multiple of three of them. */
function readNumbers(path: string, value: unknown, threeEach: Reason): Float64Array {
  const plain = plainField(path, value);
  if (!Array.isArray(plain) && !(plain instanceof Float64Array))
    throw typeError(path, value, 'number-array');
  const list: ArrayLike<unknown> = plain;
  for (let i = 0; i < list.length; i++) {
    if (Number.isFinite(list[i])) continue;
    const code = typeof list[i] === 'number' ? 'finite' : 'type';
    throw refusal(code, `${path}[${i}]`, list[i], 'finite-number');
  }
  if (list.length % 3 !== 0) throw refusal('geometry', path, list.length, threeEach);
  return Float64Array.from(plain);
}

function boundsOf(vertices: Float64Array): { low: Vec3; high: Vec3 } {
  const low: Vec3 = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high: Vec3 = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  vertices.forEach((value, i) => {
    const axis = i % 3;
    if (Math.abs(value) > 1e30)
      throw refusal('range', `vertices[${i}]`, value, [
        'number-from-to',
        { low: -1e30, high: 1e30 },
      ]);
    low[axis] = Math.min(low[axis] as number, value);
    high[axis] = Math.max(high[axis] as number, value);
  });
  return { low, high };
}

function checkIndices(indices: Float64Array, count: number): void {
  if (indices.length < 12) throw refusal('geometry', 'indices', indices.length, 'four-triangles');
  const wrong = indices.findIndex((it) => !Number.isInteger(it) || it < 0 || it >= count);
  if (wrong >= 0)
    throw refusal('geometry', `indices[${wrong}]`, indices[wrong], ['vertex-index-of', { count }]);
}

/** For each vertex the first one at its point. */
function weld(vertices: Float64Array, low: Vec3, high: Vec3): Uint32Array {
  const reach = kWeld * Math.max(...low.map(Math.abs), ...high.map(Math.abs));
  // Larger than the reach, so that a point has mostly one bin.
  const bin = 10 * reach;
  const bins = new Map<string, number[]>();
  const first = new Uint32Array(vertices.length / 3);
  for (let v = 0; v < first.length; v++) {
    const point = pointAt(vertices, v);
    const near = binsWithin(point, reach, bin).flatMap((key) => bins.get(key) ?? []);
    const same = near.find((other) => lengthOf(minus(pointAt(vertices, other), point)) <= reach);
    first[v] = same ?? v;
    if (same !== undefined) continue;
    const key = point.map((value) => Math.floor(value / bin)).join();
    const list = bins.get(key);
    if (list) list.push(v);
    else bins.set(key, [v]);
  }
  return first;
}

/** Keys of the bins that a cube about a point overlaps. */
function binsWithin(point: Vec3, reach: number, bin: number): string[] {
  return point
    .map((value) => [Math.floor((value - reach) / bin), Math.floor((value + reach) / bin)])
    .map(([from, to]) => (from === to ? [from] : [from, to]))
    .reduce<string[]>(
      (keys, values) => keys.flatMap((key) => values.map((value) => `${key},${value}`)),
      [''],
    )
    .map((key) => key.slice(1));
}

/** Checks that each edge has two triangles of the same orientation. Returns the triangles of three different points. */
function checkClosed(indices: Float64Array, first: Uint32Array): Uint32Array {
  const points = Uint32Array.from(indices, (vertex) => first[vertex] as number);
  const flat = (corner: number) => {
    const t = corner - (corner % 3);
    const [a, b, c] = [points[t], points[t + 1], points[t + 2]];
    return a === b || b === c || c === a;
  };
  const next = (corner: number) => (corner % 3 === 2 ? corner - 2 : corner + 1);
  const edgeOf = (corner: number) => {
    const [a, b] = [points[corner] as number, points[next(corner)] as number];
    return { key: Math.min(a, b) * first.length + Math.max(a, b), rises: a < b };
  };
  const rising = new Map<number, number>();
  const falling = new Map<number, number>();
  for (let corner = 0; corner < points.length; corner++) {
    if (flat(corner)) continue;
    const { key, rises } = edgeOf(corner);
    const counts = rises ? rising : falling;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (let corner = 0; corner < points.length; corner++) {
    if (flat(corner)) continue;
    const { key } = edgeOf(corner);
    const [up, down] = [rising.get(key) ?? 0, falling.get(key) ?? 0];
    if (up === 1 && down === 1) continue;
    throw refusal('geometry', `indices[${corner}]`, indices[corner], wrongEdge(up + down));
  }
  return Uint32Array.from(indices.filter((_, corner) => !flat(corner)));
}

function wrongEdge(triangles: number): Reason {
  if (triangles === 1) return 'closed-one-triangle';
  return triangles === 2 ? 'triangles-same-way' : 'triangles-on-edge';
}

/** Error of a surface that winds clockwise, with the volume that it encloses. */
export const insideOut = (volume: number): HolonomError =>
  refusal('geometry', 'indices', volume, 'triangles-inside-out');

/** Returns the volume inside, negative for a surface that winds clockwise. Refuses a flat surface. */
function checkedVolume(
  vertices: Float64Array,
  indices: Float64Array,
  low: Vec3,
  high: Vec3,
): number {
  const size = lengthOf(minus(high, low));
  let [volume, area] = [0, 0];
  for (let t = 0; t < indices.length; t += 3) {
    // About a corner of the bounds: far from the origin the products would round.
    const corner = (k: number) => minus(pointAt(vertices, indices[t + k] as number), low);
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    volume += dot(a, cross(b, c)) / 6;
    area += lengthOf(cross(minus(b, a), minus(c, a))) / 2;
  }
  if (Math.abs(volume) > kFlat * area * size) return volume;
  throw refusal('geometry', 'vertices', volume, 'surface-with-volume');
}

function normalsOf(given: unknown, vertices: Float64Array, triangles: Uint32Array): Float64Array {
  const normals =
    given === undefined ? meanNormals(vertices, triangles) : readNormals(given, vertices.length);
  for (let i = 0; i < normals.length; i += 3) {
    const length = lengthOf(pointAt(normals, i / 3)) || 1;
    for (let k = i; k < i + 3; k++) normals[k] = (normals[k] as number) / length;
  }
  return normals;
}

function readNormals(given: unknown, count: number): Float64Array {
  const normals = readNumbers('normals', given, ['count', { count }]);
  if (normals.length !== count)
    throw refusal('geometry', 'normals', normals.length, ['count', { count }]);
  return normals;
}

/** Sum of the normals of the triangles at each vertex, by area. */
function meanNormals(vertices: Float64Array, triangles: Uint32Array): Float64Array {
  const normals = new Float64Array(vertices.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = triangles.subarray(t, t + 3);
    const [a, b, c] = Array.from(corners, (corner) => pointAt(vertices, corner)) as [
      Vec3,
      Vec3,
      Vec3,
    ];
    const normal = cross(minus(b, a), minus(c, a));
    for (const corner of corners)
      for (let axis = 0; axis < 3; axis++)
        normals[3 * corner + axis] =
          (normals[3 * corner + axis] as number) + (normal[axis] as number);
  }
  return normals;
}
