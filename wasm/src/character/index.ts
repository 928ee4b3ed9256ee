// What `import … from 'holonom/character'` gives: somebody who walks through a world.
export {
  CharacterController,
  type CharacterHit,
  type CharacterOptions,
} from './character-controller.js';
