// Contact manifolds that grow by one point a step, as JavaScript sees them.
import type { World } from 'holonom';
import { expect, test } from 'vitest';
import { makeWorld, run } from './fixture';

const box = { shape: { box: { halfExtents: [0.5, 0.5, 0.5] } } } as const;
const pointCount = (world: World) =>
  world.contacts.reduce((sum, { points }) => sum + points.length, 0);

test('a box has all its points at once, or one after another', () => {
  const counts = (contactManifold: 'full' | 'incremental') => {
    const world = makeWorld({ contactManifold });
    world.addBody({ type: 'static', shape: { plane: { normal: [0, 1, 0] } } });
    world.addBody({ ...box, position: [0, 0.5, 0] });
    return Array.from({ length: 30 }, () => {
      world.step(1 / 60);
      return pointCount(world);
    });
  };
  expect(new Set(counts('full'))).toEqual(new Set([4]));
  const grown = counts('incremental');
  expect(grown[0]).toBe(1);
  expect(grown[1]).toBe(2);
  expect(grown.at(-1)).toBe(4);
});

test('the setting is saved, loaded, changed and refused by name', () => {
  const world = makeWorld({ contactManifold: 'incremental' });
  world.addBody({ type: 'static', shape: { plane: { normal: [0, 1, 0] } } });
  world.addBody({ ...box, position: [0, 0.5, 0] });
  const scene = world.save();
  expect(scene.settings?.contactManifold).toBe('incremental');
  const other = makeWorld();
  expect(other.contactManifold).toBe('full');
  other.load(scene);
  expect(other.contactManifold).toBe('incremental');
  run(other, 1 / 60);
  expect(pointCount(other)).toBe(1);
  other.contactManifold = 'full';
  run(other, 1 / 60);
  expect(pointCount(other)).toBe(4);
  expect(() => {
    other.contactManifold = 'persistent' as 'full';
  }).toThrow(/contactManifold/);
});
