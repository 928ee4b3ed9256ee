// Locked axes of bodies and planar worlds, as JavaScript sees them.
import { expect, test } from 'vitest';
import { makeWorld, run } from './fixture';

const box = { shape: { box: { halfExtents: [0.5, 0.5, 0.5] } } } as const;
const solvers = ['direct', 'mlcp', 'gauss-seidel', 'pgs', 'soft-step', 'xpbd'] as const;

test.each(solvers)('a body keeps its locked coordinates under %s', (solver) => {
  const world = makeWorld({ solver });
  world.addBody({ type: 'static', shape: { plane: { normal: [0, 1, 0] } } });
  const lift = world.addBody({ ...box, position: [0, 2, 0], lockTranslation: [true, false, true] });
  const post = world.addBody({ ...box, position: [0, 0.5, 3], lockRotation: [true, true, true] });
  world.addBody({ ...box, position: [0.3, 4, 0.2], linearVelocity: [2, 0, 1] });
  world.addBody({ ...box, position: [-2, 1.2, 3.2], linearVelocity: [6, 0, 0] });
  run(world, 2);
  expect([lift.position[0], lift.position[2]]).toEqual([0, 0]);
  expect([lift.linearVelocity[0], lift.linearVelocity[2]]).toEqual([0, 0]);
  expect(lift.position[1]).toBeLessThan(1.5);
  expect([...post.rotation]).toEqual([0, 0, 0, 1]);
  expect(post.position[0]).toBeGreaterThan(0.1);
});

test('a planar world stays in its plane, and is saved and loaded', () => {
  const world = makeWorld({ planar: true });
  world.addBody({ type: 'static', shape: { plane: { normal: [0, 1, 0] } } });
  for (let i = 0; i < 8; i++)
    world.addBody({
      ...box,
      position: [0.3 * (i % 3), 1 + 1.1 * i, 0],
      linearVelocity: [i - 4, 0, i],
      angularVelocity: [i, 1, 2],
    });
  run(world, 1.5);
  const check = (): void => {
    for (const body of world.bodies) {
      expect(body.position[2]).toBe(0);
      expect([body.rotation[0], body.rotation[1]]).toEqual([0, 0]);
      expect(body.linearVelocity[2]).toBe(0);
    }
  };
  check();
  const scene = world.save();
  expect(scene.settings?.planar).toBe(true);
  world.load(scene);
  run(world, 1);
  check();
  world.planar = false;
  const body = world.bodies.at(1);
  if (!body) throw new Error('no body');
  body.applyImpulse([0, 0, 100]);
  expect(body.linearVelocity[2]).toBeGreaterThan(0);
});

test('locks are properties: a change stops the motion, and wakes the body', () => {
  const world = makeWorld();
  const body = world.addBody({
    ...box,
    position: [0, 3, 0],
    lockTranslation: [false, true, false],
  });
  run(world, 2);
  expect(body.asleep).toBe(true);
  expect(body.lockTranslation).toEqual([false, true, false]);
  body.lockTranslation = [false, false, false];
  expect(body.asleep).toBe(false);
  run(world, 0.5);
  expect(body.linearVelocity[1]).toBeLessThan(-4);
  body.lockTranslation = [true, true, true];
  expect([...body.linearVelocity]).toEqual([0, 0, 0]);
  body.linearVelocity = [1, 2, 3];
  expect([...body.linearVelocity]).toEqual([0, 0, 0]);
});

test.each([
  [true, 'lockRotation', 'three-booleans'],
  ['xyz', 'lockRotation', 'three-booleans'],
  [[1, 0, 0], 'lockRotation', 'three-booleans'],
  [[true, false], 'lockRotation', 'three-booleans'],
  [[true, false, 1], 'lockRotation[2]', 'boolean'],
  [null, 'lockRotation', 'three-booleans'],
])('%j is refused', (lockRotation, path, rule) => {
  const world = makeWorld();
  const body = world.addBody(box);
  expect(() => world.addBody({ ...box, lockRotation } as never)).toThrow(
    expect.objectContaining({ path, rule }),
  );
  expect(() => Object.assign(body, { lockRotation })).toThrow(
    expect.objectContaining({ path, rule }),
  );
  expect(body.lockRotation).toEqual([false, false, false]);
});
