// A regular lattice of cubic cells: those that a closed surface touches, and those inside it.
import { refusal } from '../errors.js';
import type { Vec3 } from '../types.js';
import { cross, minus } from '../vectors.js';
import { insideOut, pointAt, type Surface } from './surface.js';
import { windingNumber } from './winding.js';

/** Most tetrahedra of a result. */
const kMostTetrahedra = 1_000_000;
/** Tolerance for rounding, as a fraction of a cell. A surface in the side of a cell does not touch the cell. */
const kSlack = 1e-6;
/** Largest distance from the origin, in cells: beyond it, single precision would distort the cells. */
const kFarthest = 1e5;

/** Cells of a lattice, x first. */
export interface Lattice {
  /** Lowest corner. */
  readonly origin: Vec3;
  /** Side of a cell. */
  readonly side: number;
  /** Number of cells along each axis. */
  readonly counts: Vec3;
  /** For each cell its number among the kept ones, or -1. */
  readonly kept: Int32Array;
  /** Number of kept cells. */
  readonly keptCount: number;
  /** The triangles in a cell and in its sides. */
  trianglesIn(cell: number): readonly number[];
}

// Marks of cells before the kept ones have their numbers.
const kOutside = -1;
const kFree = -2;
const kInside = -3;
const kTouched = -4;

/** Index of a cell. */
export const cellAt = ([nx, ny]: Readonly<Vec3>, i: number, j: number, k: number): number =>
  i + nx * (j + ny * k);

/** Indices of the cells from one place to another, as far as the lattice has them. */
export function cellsFrom(counts: Readonly<Vec3>, low: Vec3, high: Vec3): number[] {
  const cells: number[] = [];
  const to = (axis: 0 | 1 | 2) => Math.min(high[axis], counts[axis] - 1);
  for (let k = Math.max(low[2], 0); k <= to(2); k++)
    for (let j = Math.max(low[1], 0); j <= to(1); j++)
      for (let i = Math.max(low[0], 0); i <= to(0); i++) cells.push(cellAt(counts, i, j, k));
  return cells;
}

/** The cells that touch a surface or lie inside it. */
export function latticeIn(surface: Surface, cells: number): Lattice {
  const { low, high } = surface;
  const extents = minus(high, low);
  const side = Math.max(...extents) / cells;
  checkNear(surface, kFarthest * side);
  const counts = extents.map((it) => Math.max(1, Math.ceil(it / side - kSlack))) as Vec3;
  const origin = low.map(
    (it, axis) => it + ((extents[axis] as number) - side * (counts[axis] as number)) / 2,
  ) as Vec3;
  const kept = new Int32Array(counts[0] * counts[1] * counts[2]).fill(kFree);
  const lists = new Map<number, number[]>();
  for (let t = 0; t < surface.triangles.length / 3; t++)
    touch(surface, t, { origin, side, counts }, (cell, within) => {
      if (within) kept[cell] = kTouched;
      const list = lists.get(cell);
      if (list) list.push(t);
      else lists.set(cell, [t]);
    });
  fill(surface, { origin, side, counts }, kept, (cell) => lists.has(cell));
  checkCount(kept, cells);
  let keptCount = 0;
  for (let cell = 0; cell < kept.length; cell++)
    if (kept[cell] !== kOutside) kept[cell] = keptCount++;
  if (keptCount === 0) throw refusal('geometry', 'vertices', 0, 'surface-with-volume');
  return { origin, side, counts, kept, keptCount, trianglesIn: (cell) => lists.get(cell) ?? [] };
}

function checkNear({ vertices }: Surface, high: number): void {
  const far = vertices.findIndex((value) => Math.abs(value) > high);
  if (far >= 0)
    throw refusal('range', `vertices[${far}]`, vertices[far], [
      'number-from-to',
      { low: -high, high },
    ]);
}

type Grid = Pick<Lattice, 'origin' | 'side' | 'counts'>;

/** Reports the cells that a triangle touches, and whether it reaches within them. */
function touch(
  surface: Surface,
  t: number,
  grid: Grid,
  report: (cell: number, within: boolean) => void,
): void {
  const { origin, side, counts } = grid;
  // In units of cells, from the lowest corner.
  const corners = [0, 1, 2].map((k) => {
    const point = pointAt(surface.vertices, surface.triangles[3 * t + k] as number);
    return minus(point, origin).map((it) => it / side);
  }) as Vec3[];
  const from = counts.map((count, axis) =>
    clamp(Math.floor(Math.min(...corners.map((it) => it[axis] as number)) - kSlack), count),
  ) as Vec3;
  const to = counts.map(
    (count, axis) =>
      clamp(Math.floor(Math.max(...corners.map((it) => it[axis] as number)) + kSlack), count) + 1,
  ) as Vec3;
  const separates = separationOf(corners);
  /** Halves a box of cells until it is one cell, or beside the triangle. */
  const descend = (low: Vec3, high: Vec3): void => {
    if (separates(low, high, kSlack)) return;
    const sizes = minus(high, low);
    const longest = sizes.indexOf(Math.max(...sizes));
    if (sizes[longest] === 1) {
      report(cellAt(counts, ...low), !separates(low, high, -kSlack));
      return;
    }
    const middle = Math.floor(((low[longest] as number) + (high[longest] as number)) / 2);
    const cut = (corner: Vec3) =>
      corner.map((it, axis) => (axis === longest ? middle : it)) as Vec3;
    descend(low, cut(high));
    descend(cut(low), high);
  };
  descend(from, to);
}

const clamp = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);

/** Tells whether an axis separates a triangle from a box that is larger by a margin. [Akenine-Möller 2001] */
function separationOf(
  corners: readonly Vec3[],
): (low: Vec3, high: Vec3, margin: number) => boolean {
  const [a, b, c] = corners as [Vec3, Vec3, Vec3];
  const edges = [minus(b, a), minus(c, b), minus(a, c)];
  const sides: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const axes = [
    ...sides,
    cross(edges[0] as Vec3, edges[1] as Vec3),
    ...sides.flatMap((side) => edges.map((edge) => cross(side, edge))),
  ].map(([x, y, z]) => {
    const at = corners.map((it) => x * it[0] + y * it[1] + z * it[2]);
    return { x, y, z, low: Math.min(...at), high: Math.max(...at) };
  });
  return (low, high, margin) => {
    const [cx, cy, cz] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
    const [hx, hy, hz] = [high[0] - cx + margin, high[1] - cy + margin, high[2] - cz + margin];
    return axes.some((axis) => {
      const center = axis.x * cx + axis.y * cy + axis.z * cz;
      const reach = Math.abs(axis.x) * hx + Math.abs(axis.y) * hy + Math.abs(axis.z) * hz;
      return axis.low > center + reach || axis.high < center - reach;
    });
  };
}

/** Marks the cells that are not touched: connected ones are all inside or all outside, as their first one is. */
function fill(
  surface: Surface,
  { origin, side, counts }: Grid,
  cells: Int32Array,
  isBeside: (cell: number) => boolean,
): void {
  const [nx, ny, nz] = counts;
  const stack: number[] = [];
  for (let first = 0; first < cells.length; first++) {
    if (cells[first] !== kFree) continue;
    const places = [first % nx, Math.floor(first / nx) % ny, Math.floor(first / (nx * ny))];
    const center = origin.map((it, axis) => it + side * ((places[axis] as number) + 0.5)) as Vec3;
    const winding = windingNumber(surface, center);
    if (winding < -0.5) throw insideOut(-(side ** 3));
    const mark = winding > 0.5 ? kInside : kOutside;
    cells[first] = mark;
    stack.push(first);
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      const beside = isBeside(cell);
      const visit = (next: number) => {
        // The surface can lie in the side between two cells that are both beside it.
        if (cells[next] !== kFree || (beside && isBeside(next))) return;
        cells[next] = mark;
        stack.push(next);
      };
      const [i, j, k] = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
      if (i > 0) visit(cell - 1);
      if (i < nx - 1) visit(cell + 1);
      if (j > 0) visit(cell - nx);
      if (j < ny - 1) visit(cell + nx);
      if (k > 0) visit(cell - nx * ny);
      if (k < nz - 1) visit(cell + nx * ny);
    }
  }
}

/** Refuses too many tetrahedra, with the number of cells that would do. */
function checkCount(cells: Int32Array, given: number): void {
  let [inside, touched] = [0, 0];
  for (const cell of cells) {
    if (cell === kInside) inside++;
    if (cell === kTouched) touched++;
  }
  // Cells inside grow with the third power, those at the surface with the second.
  const countOf = (it: number) => 6 * (inside * (it / given) ** 3 + touched * (it / given) ** 2);
  let high = given;
  while (countOf(high) > kMostTetrahedra) high--;
  if (high < given) throw refusal('range', 'cells', given, ['integer-at-most', { high }]);
}
