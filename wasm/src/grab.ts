import type { GrabDescription, GrabProperties } from './definitions.generated.js';
import type { Vec3Like } from './types.js';
import { objectsOf } from './world-object.js';

/**
 * A damped spring that pulls a point of a body, a particle or a node to a target. Made by {@link World.grab}. Not
 * saved.
 */
export class Grab extends objectsOf<'grab', GrabProperties, GrabDescription>('grab') {
  /**
   * Sets the target position, in world axes. Unit: m.
   * @example grab.moveTo([1, 2, 0]);
   */
  moveTo(point: Vec3Like): void {
    this.writeField('target', point);
  }

  /**
   * Removes the grab.
   * @example grab.release();
   */
  release(): void {
    this.remove();
  }
}
