// Short ways to make worlds and to catch refusals.
import { loadHolonom, type World, type WorldSettings } from 'holonom';
import { expect, onTestFinished } from 'vitest';

export { refusal } from './refusal';

export const holonom = await loadHolonom();

/** A world that goes away with the test. */
export function makeWorld(settings: WorldSettings = {}): World {
  const world = holonom.createWorld(settings);
  onTestFinished(() => world.dispose());
  return world;
}

/** Steps for some seconds, 60 steps a second. */
export function run(world: World, seconds: number): void {
  for (let step = 0; step < Math.round(seconds * 60); step++) world.step(1 / 60);
}

export const ball = { shape: { sphere: { radius: 0.5 } } } as const;
export const crate = { shape: { box: { halfExtents: [0.5, 0.5, 0.5] } } } as const;
export const ground = { type: 'static', shape: { plane: { normal: [0, 1, 0] } } } as const;

/** Distance between two points. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(...Array.from(a, (value, axis) => value - (b[axis] ?? Number.NaN)));
}

/** The i-th x y z of a packed list, as a copy. */
export function point(list: ArrayLike<number>, index: number): number[] {
  return Array.from({ length: 3 }, (_, axis) => list[3 * index + axis] ?? Number.NaN);
}

/** Expects every number of a list to be finite, and that there are some. */
export function expectFinite(list: ArrayLike<number>): void {
  expect(list.length).toBeGreaterThan(0);
  expect(Array.from(list).filter((value) => !Number.isFinite(value))).toEqual([]);
}

/** One of everything: a floor, bodies of each type, a pinned cloth, a net, and both ties. */
export function fillWorld(world: World): void {
  world.addBody({ ...ground, name: 'floor' });
  const box = world.addBody({
    ...crate,
    name: 'crate',
    position: [0, 3, 0],
    rotation: [0.1, 0.2, 0.3, 0.9],
  });
  world.addBody({
    ...ball,
    type: 'kinematic',
    position: [3, 1, 0],
    linearVelocity: [-0.1, 0, 0],
    mass: 2.5,
  });
  const cloth = world.addCloth({
    grid: { size: [1, 1], segments: [8, 8] },
    position: [0, 5, 0],
    pins: ['corners'],
  });
  const net = world.addSpringNetwork({
    grid: { size: [1, 1], segments: [4, 4] },
    position: [-3, 4, 0.1],
    pins: ['left'],
    stiffness: 321.7,
  });
  world.addAttachment({ body: box, cloth, point: 40, compliance: 1e-4 });
  world.addAttachment({ springNetwork: net, point: 12, anchor: [-3, 4.5, 0.1] });
}
