import type { World } from 'holonom';
import { watchersOf } from 'holonom/internal';
import { checkedWorld } from './checks.js';

/**
 * Notifies the views of a world that its state was set from elsewhere, for example by a worker that steps it. Views
 * then interpolate from the previous state, as after `world.step`.
 * @example
 * body.position = [0, 2, 0];
 * stateArrived(world);
 */
export function stateArrived(world: World): void {
  for (const watch of watchersOf(checkedWorld(world))) watch();
}
