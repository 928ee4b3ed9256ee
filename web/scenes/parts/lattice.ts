// Tetrahedra in space.
import type { TetrahedraDescription, Vec3 } from 'holonom';

/** A block of cells, each of six tetrahedra around one of its diagonals, all the same way. */
export function block(size: Vec3, cells: number): TetrahedraDescription {
  const side = cells + 1;
  const vertices: number[] = [];
  const indices: number[] = [];
  const steps = [side * side, side, 1] as const;
  for (let i = 0; i < side; i++)
    for (let j = 0; j < side; j++)
      for (let k = 0; k < side; k++) {
        const place = [i, j, k];
        const at = vertices.length / 3;
        vertices.push(
          ...place.map((index, axis) => (size[axis] as number) * (index / cells - 0.5)),
        );
        if (Math.max(i, j, k) === cells) continue;
        // From one corner to the opposite one along the three axes, in each order.
        for (const [first, second] of orders)
          indices.push(
            at,
            at + steps[first],
            at + steps[first] + steps[second],
            at + steps[0] + steps[1] + steps[2],
          );
      }
  return { vertices, indices };
}

const orders = [
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 2],
  [2, 0],
  [2, 1],
] as const;
