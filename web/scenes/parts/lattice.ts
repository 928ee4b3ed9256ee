// Nodes and springs in space.
import type { ListsDescription, Vec3 } from 'holonom';

/** A block of cells with springs along their edges and the diagonals of their faces and insides. */
export function block(size: Vec3, cells: number): ListsDescription {
  const side = cells + 1;
  const positions: number[] = [];
  const springs: number[] = [];
  const at = (i: number, j: number, k: number): number => (i * side + j) * side + k;
  const isInside = (place: readonly number[]): boolean =>
    place.every((index) => index >= 0 && index < side);
  for (let i = 0; i < side; i++)
    for (let j = 0; j < side; j++)
      for (let k = 0; k < side; k++) {
        positions.push(
          ...[i, j, k].map((index, axis) => (size[axis] as number) * (index / cells - 0.5)),
        );
        for (const [a, b, c] of halfOfNeighbours) {
          const next = [i + a, j + b, k + c] as const;
          if (isInside(next)) springs.push(at(i, j, k), at(...next));
        }
      }
  return { positions, springs };
}

/** One of each two opposite steps to the 26 places around a place. */
const halfOfNeighbours: readonly Vec3[] = [-1, 0, 1]
  .flatMap((a) => [-1, 0, 1].flatMap((b) => [-1, 0, 1].map((c): Vec3 => [a, b, c])))
  .filter(([a, b, c]) => 9 * a + 3 * b + c > 0);
