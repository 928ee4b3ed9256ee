// Objects of several kinds that consist of points.
import type { Cloth, Grains, Rope, SpringNetwork, World } from 'holonom';

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
