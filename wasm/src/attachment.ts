import type { AttachmentDescription, AttachmentProperties } from './definitions.generated.js';
import { objectsOf } from './world-object.js';

/** Ties a particle or node to a body or to a place in the world. Made by {@link World.addAttachment}. */
export class Attachment extends objectsOf<
  'attachment',
  AttachmentProperties,
  AttachmentDescription
>('attachment') {}
