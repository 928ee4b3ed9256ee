// Work that grows without a bound by what bodies do is cut short, and the world says so.
import { expect, test } from 'vitest';
import { expectFinite, ground, makeWorld } from './fixture';

test('eighty cloths in one place leave out pairs, and take no more memory than the module has', () => {
  const world = makeWorld({ substeps: 1, particleIterations: 1 });
  const grid = { size: [1, 1], segments: [20, 20] } as const;
  for (let i = 0; i < 80; i++) world.addCloth({ grid });
  world.step(1 / 60);
  expect(world.statistics.solverFallbacks).toBe(1);
  for (const cloth of world.cloths) expectFinite(cloth.positions);
});

test('two cloths that lie on each other leave out nothing', () => {
  const world = makeWorld();
  const grid = { size: [1, 1], segments: [20, 20] } as const;
  world.addBody(ground);
  world.addCloth({ grid, position: [0, 0.02, 0] });
  world.addCloth({ grid, position: [0, 0.05, 0], selfCollision: true });
  for (let step = 0; step < 60; step++) {
    world.step(1 / 60);
    expect(world.statistics.solverFallbacks).toBe(0);
  }
});
