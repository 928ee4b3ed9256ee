// What `import … from 'holonom/character'` gives: somebody who walks through a world.
export { CharacterController, type CharacterHit } from './character-controller.js';
export type { CharacterOptions } from './settings.js';
