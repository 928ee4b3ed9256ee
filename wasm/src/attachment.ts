import type { AttachmentDescription, AttachmentProperties } from './definitions.generated.js';
import type { Vec3 } from './types.js';
import { objectsOf } from './world-object.js';

/**
 * Attaches a particle or node to a body, to the world or to a point of a cloth. Made by {@link World.addAttachment}.
 */
export class Attachment extends objectsOf<
  'attachment',
  AttachmentProperties,
  AttachmentDescription
>('attachment') {
  /**
   * Force on the attached point in the last step, in world axes. The opposite acts on the object it is attached to.
   * Zero for a node of a spring network that is rigidly attached to an object that does not move. Unit: N.
   * @example const [, lift] = tie.force;
   */
  get force(): Readonly<Vec3> {
    const [x, y, z] = this.view('force') as unknown as Vec3;
    return [x, y, z];
  }
}
