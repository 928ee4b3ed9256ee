// Entry point `holonom/character`: a character controller.
export { CharacterController, type CharacterHit } from './character-controller.js';
export type { CharacterOptions } from './settings.js';
