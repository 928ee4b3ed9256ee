// Where things are that can move, and how far apart two worlds have them.
import type { World } from 'holonom';
import { softObjectsOf } from '../site/soft-objects.js';

/** Of bodies, particles and nodes, three numbers each. Unit: m. */
export const placesOf = (world: World): number[] => [
  ...[...world.bodies].flatMap(({ type, position }) => (type === 'static' ? [] : position)),
  ...softObjectsOf(world).flatMap(({ positions }) => [...positions]),
];

/** The sum of the squares of the distances between points. Unit: m². */
export function squaresBetween(mine: ArrayLike<number>, theirs: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < mine.length; i++)
    sum += ((mine[i] as number) - (theirs[i] ?? (mine[i] as number))) ** 2;
  return sum;
}
