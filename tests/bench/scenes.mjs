// All scenes of the benchmark by name, in the order in which they run.
import { chains } from './scenes/chains.mjs';
import { cloths } from './scenes/cloths.mjs';
import { fast } from './scenes/fast.mjs';
import { piles, sizes } from './scenes/piles.mjs';
import { dolls } from './scenes/ragdolls.mjs';
import { sleepers } from './scenes/sleepers.mjs';
import { stacks } from './scenes/stacks.mjs';
import { terrains } from './scenes/terrain.mjs';

/** @type {Record<string, import('./scene.mjs').BenchScene>} */
export const scenes = {
  ...stacks,
  ...piles,
  ...chains,
  ...dolls,
  ...terrains,
  ...fast,
  ...cloths,
  ...sleepers,
  ...sizes,
};
