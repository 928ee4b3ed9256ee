import type { AttachmentDescription, AttachmentProperties } from './definitions.generated.js';
import type { Vec3 } from './types.js';
import { objectsOf } from './world-object.js';

/** Ties a particle or node to a body, to a place in the world, or to a point of cloth. Made by {@link World.addAttachment}. */
export class Attachment extends objectsOf<
  'attachment',
  AttachmentProperties,
  AttachmentDescription
>('attachment') {
  /**
   * What it did to its point in the last step, in world axes; the opposite acts on what it is tied to. Zero of a node of a
   * spring network that is held rigidly by what does not move. Unit: N.
   * @example const [, lift] = tie.force;
   */
  get force(): Readonly<Vec3> {
    const [x, y, z] = this.view('force') as unknown as Vec3;
    return [x, y, z];
  }
}
