import type { GrabDescription, GrabProperties } from './definitions.generated.js';
import type { Vec3Like } from './types.js';
import { objectsOf } from './world-object.js';

/** A soft hold on a body, particle or node that follows a target. Made by {@link World.grab}; not saved. */
export class Grab extends objectsOf<'grab', GrabProperties, GrabDescription>('grab') {
  /**
   * Moves the target, in world axes. Unit: m.
   * @example grab.moveTo([1, 2, 0]);
   */
  moveTo(point: Vec3Like): void {
    this.writeField('target', point);
  }

  /**
   * Lets go.
   * @example grab.release();
   */
  release(): void {
    this.remove();
  }
}
