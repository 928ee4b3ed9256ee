// Objects of several kinds that consist of points.
import type { Cloth } from './cloth.js';
import type { Grains } from './grains.js';
import type { Rope } from './rope.js';
import type { SpringNetwork } from './spring-network.js';
import type { World } from './world.js';

/** Cloths, ropes and grains of a world. */
export const particleObjectsOf = (world: World): (Cloth | Rope | Grains)[] => [
  ...world.cloths,
  ...world.ropes,
  ...world.grains,
];

/** Cloths, ropes, grains and spring networks of a world. */
export const softObjectsOf = (world: World): (Cloth | Rope | Grains | SpringNetwork)[] => [
  ...particleObjectsOf(world),
  ...world.springNetworks,
];
