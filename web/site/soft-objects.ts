// Objects of several kinds that consist of points.
import type { Cloth, Grains, Rope, SoftBody, SpringNetwork, World } from 'holonom';

/** Cloths, ropes, grains and soft bodies of a world. */
export const particleObjectsOf = (world: World): (Cloth | Rope | Grains | SoftBody)[] => [
  ...world.cloths,
  ...world.ropes,
  ...world.grains,
  ...world.softBodies,
];

/** Cloths, ropes, grains, soft bodies and spring networks of a world. */
export const softObjectsOf = (
  world: World,
): (Cloth | Rope | Grains | SoftBody | SpringNetwork)[] => [
  ...particleObjectsOf(world),
  ...world.springNetworks,
];
