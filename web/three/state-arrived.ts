import type { World } from 'holonom';
import { watchersOf } from 'holonom/internal';
import { checkedWorld } from './checks.js';

/**
 * Tells the views of a world that poses and points were set from elsewhere, such as a worker that steps it: they draw
 * from where things were to where they are now, as after `world.step`.
 * @example
 * body.position = [0, 2, 0];
 * stateArrived(world);
 */
export function stateArrived(world: World): void {
  for (const watch of watchersOf(checkedWorld(world))) watch();
}
