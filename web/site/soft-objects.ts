// Objects of several kinds that consist of points.
import type { Cloth, Grains, Rod, Rope, SoftBody, SpringNetwork, World } from 'holonom';

/** Cloths, ropes, grains, soft bodies and rods of a world. */
export const particleObjectsOf = (world: World): (Cloth | Rope | Grains | SoftBody | Rod)[] => [
  ...world.cloths,
  ...world.ropes,
  ...world.grains,
  ...world.softBodies,
  ...world.rods,
];

/** Cloths, ropes, grains, soft bodies, rods and spring networks of a world. */
export const softObjectsOf = (
  world: World,
): (Cloth | Rope | Grains | SoftBody | Rod | SpringNetwork)[] => [
  ...particleObjectsOf(world),
  ...world.springNetworks,
];
