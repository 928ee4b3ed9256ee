// A doll of eleven capsules and ten joints that bend no further than a body would.
import type { Body, Vec3, World } from 'holonom';
import { addCapsule, turn } from './common.js';

/** Center of a standing doll's part, whether it lies along x, radius and half height. Unit: m. */
type Part = readonly [center: Vec3, lies: boolean, radius: number, halfHeight: number];
const parts: readonly Part[] = [
  [[0, 0, 0], true, 0.12, 0.08], // pelvis
  [[0, 0.42, 0], false, 0.14, 0.12], // chest
  [[0, 0.86, 0], false, 0.11, 0.04], // head
  [[0.34, 0.52, 0], true, 0.06, 0.1], // left arm
  [[0.66, 0.52, 0], true, 0.05, 0.1],
  [[-0.34, 0.52, 0], true, 0.06, 0.1], // right arm
  [[-0.66, 0.52, 0], true, 0.05, 0.1],
  [[0.12, -0.38, 0], false, 0.08, 0.14], // left leg
  [[0.12, -0.82, 0], false, 0.06, 0.14],
  [[-0.12, -0.38, 0], false, 0.08, 0.14], // right leg
  [[-0.12, -0.82, 0], false, 0.06, 0.14],
];

/** Two parts, the point between them, and the axis of a hinge with its angles or the limb that a ball joint holds. */
interface Link {
  readonly parts: readonly [number, number];
  readonly anchor: Vec3;
  readonly axis: Vec3;
  readonly bend?: { readonly lower: number; readonly upper: number };
}
const links: readonly Link[] = [
  { parts: [0, 1], anchor: [0, 0.2, 0], axis: [0, 1, 0] },
  { parts: [1, 2], anchor: [0, 0.7, 0], axis: [0, 1, 0] },
  { parts: [1, 3], anchor: [0.18, 0.52, 0], axis: [1, 0, 0] },
  { parts: [3, 4], anchor: [0.5, 0.52, 0], axis: [0, 0, 1], bend: { lower: -2.2, upper: 0 } },
  { parts: [1, 5], anchor: [-0.18, 0.52, 0], axis: [-1, 0, 0] },
  { parts: [5, 6], anchor: [-0.5, 0.52, 0], axis: [0, 0, 1], bend: { lower: 0, upper: 2.2 } },
  { parts: [0, 7], anchor: [0.12, -0.14, 0], axis: [0, -1, 0] },
  { parts: [7, 8], anchor: [0.12, -0.6, 0], axis: [1, 0, 0], bend: { lower: -2.2, upper: 0 } },
  { parts: [0, 9], anchor: [-0.12, -0.14, 0], axis: [0, -1, 0] },
  { parts: [9, 10], anchor: [-0.12, -0.6, 0], axis: [1, 0, 0], bend: { lower: -2.2, upper: 0 } },
];
const lying = turn([0, 0, 1], 90);

/** Adds a standing doll by the place of its pelvis, which moves at a velocity. Unit: m, m/s. */
export function addDoll(world: World, [x, y, z]: Vec3, linearVelocity: Vec3): Body[] {
  const placed = ([px, py, pz]: Vec3): Vec3 => [x + px, y + py, z + pz];
  const bodies = parts.map(([center, lies, radius, halfHeight]) =>
    addCapsule(world, placed(center), radius, halfHeight, {
      linearVelocity,
      friction: 0.3,
      angularDamping: 0.2,
      name: 'doll',
      ...(lies && { rotation: lying }),
    }),
  );
  for (const { parts: pair, anchor, axis, bend } of links) {
    const [bodyB, bodyA] = pair.map((part) => bodies[part] as Body) as [Body, Body];
    const ends = { bodyA, bodyB, anchor: placed(anchor), axis };
    if (bend) world.addJoint({ hinge: { ...ends, limits: bend } });
    else
      world.addJoint({
        ball: { ...ends, swingLimit: 0.8, twistLimits: { lower: -0.5, upper: 0.5 } },
      });
  }
  return bodies;
}
