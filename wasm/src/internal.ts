// Shared by the entry points of the package; not exported to users.
import { checked } from './checks.js';

export { BodyMotion } from './body-motion.js';
export { checked, checkedNumber } from './checks.js';
export { type Reason, reading, refusal } from './errors.js';
export { Motion, watchersOf } from './motion.js';
export { knownOptions } from './options.js';
export type { Skin } from './tetrahedra/skin.js';
export { skinVertices } from './tetrahedra/skin-vertices.js';
export { viewReason } from './view-texts.js';

/** A function, or nothing. */
export function checkedCallback<Call>(path: string, call: Call): Call {
  return checked(path, call, 'function', (it) => it === undefined || typeof it === 'function');
}
