// Pieces that several scenes are made of.
import type { Body, BodyDescription, Quat, Vec3, World } from 'holonom';
import type { ChoiceControl } from '../scene.js';

/** The floor at height zero. */
export function addGround(world: World, friction = 0.6): Body {
  return world.addBody({
    type: 'static',
    name: 'ground',
    shape: { plane: { normal: [0, 1, 0] } },
    friction,
  });
}

/** A box by its full sizes. */
export function addBox(
  world: World,
  position: Vec3,
  size: Vec3,
  rest: Partial<BodyDescription> = {},
): Body {
  const halfExtents: Vec3 = [size[0] / 2, size[1] / 2, size[2] / 2];
  return world.addBody({ position, shape: { box: { halfExtents } }, ...rest } as BodyDescription);
}

/** A ball. */
export function addBall(
  world: World,
  position: Vec3,
  radius: number,
  rest: Partial<BodyDescription> = {},
): Body {
  return world.addBody({ position, shape: { sphere: { radius } }, ...rest } as BodyDescription);
}

/** A pole of this height with a knob, beside which a flag begins at x = 0. */
export function addFlagpole(world: World, height: number): void {
  addBox(world, [-0.06, height / 2, 0], [0.09, height, 0.09], { type: 'static', name: 'pole' });
  addBall(world, [-0.06, height + 0.07, 0], 0.09, { type: 'static', name: 'knob' });
}

/** A capsule along its y axis, by its radius and the half distance between the centers of its ends. */
export function addCapsule(
  world: World,
  position: Vec3,
  radius: number,
  halfHeight: number,
  rest: Partial<BodyDescription> = {},
): Body {
  const shape = { capsule: { radius, halfHeight } };
  return world.addBody({ position, shape, ...rest } as BodyDescription);
}

/** The rotation about an axis of unit length. */
export function turn([x, y, z]: Vec3, degrees: number): Quat {
  const half = (degrees * Math.PI) / 360;
  const s = Math.sin(half);
  return [x * s, y * s, z * s, Math.cos(half)];
}

/** Stands a lying grid upright: its top edge goes up, its left edge stays left. */
export const upright: Quat = turn([1, 0, 0], 90);

/** How the gyroscopic term of spinning bodies is taken; the names are those of the world's setting. */
export const gyroscopicControl: ChoiceControl = {
  label: 'Gyroscopic term',
  value: 'midpoint',
  options: {
    midpoint: 'Midpoint',
    implicit: 'Implicit',
    explicit: 'Explicit',
    off: 'Left out',
  },
  live: true,
  setting: 'gyroscopic',
};

/** Numbers between 0 and 1, the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The places of the corners of a grid in its list of particles. */
export function cornersOf(
  segmentsX: number,
  segmentsZ: number,
): [topLeft: number, topRight: number, bottomLeft: number, bottomRight: number] {
  const row = segmentsX + 1;
  return [0, segmentsX, row * segmentsZ, row * segmentsZ + segmentsX];
}
