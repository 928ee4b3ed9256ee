// Sleep: who rests, and what wakes.
import { describe, expect, test } from 'vitest';
import { crate, ground, makeWorld, refusal, run } from './fixture';

/** Two crates on each other that have gone to sleep. */
function resting() {
  const world = makeWorld({ gravity: [0, -10, 0] });
  world.addBody(ground);
  const lower = world.addBody({ ...crate, position: [0, 0.5, 0] });
  const upper = world.addBody({ ...crate, position: [0, 1.5, 0] });
  run(world, 3);
  return { world, lower, upper };
}

test('a stack at rest falls asleep, without velocity', () => {
  const { world, lower, upper } = resting();
  for (const body of [lower, upper]) {
    expect(body.asleep).toBe(true);
    expect(body.linearVelocity).toEqual([0, 0, 0]);
  }
  const { hash } = { hash: world.hash() };
  run(world, 0.5);
  expect(world.hash()).toBe(hash);
});

test('without sleeping nothing does', () => {
  const world = makeWorld({ gravity: [0, -10, 0], sleeping: false });
  world.addBody(ground);
  const box = world.addBody({ ...crate, position: [0, 0.5, 0] });
  run(world, 3);
  expect(box.asleep).toBe(false);
});

describe('a sleeping stack wakes', () => {
  test.each([
    ['an impulse', (body) => body.applyImpulse([100, 0, 0])],
    ['a force', (body) => body.applyForce([100, 0, 0])],
    ['a torque', (body) => body.applyTorque([0, 1, 0])],
    ['a velocity', (body) => Object.assign(body, { linearVelocity: [1, 0, 0] })],
    ['a position', (body) => Object.assign(body, { position: [0.1, 0.5, 0] })],
    ['a material', (body) => Object.assign(body, { friction: 0 })],
    ['wake()', (body) => body.wake()],
    ['asleep = false', (body) => Object.assign(body, { asleep: false })],
  ] as const satisfies [string, (body: ReturnType<typeof resting>['lower']) => void][])(
    'by %s',
    (_name, disturb) => {
      const { lower, upper } = resting();
      disturb(lower);
      expect(lower.asleep).toBe(false);
      expect(upper.asleep).toBe(false);
    },
  );

  test('as another body is taken from under it', () => {
    const { world, lower, upper } = resting();
    lower.remove();
    run(world, 1);
    expect(upper.position[1]).toBeCloseTo(0.5, 1);
  });

  test('as something falls on it', () => {
    const { world, lower, upper } = resting();
    world.addBody({ ...crate, position: [0, 3, 0] });
    run(world, 0.7);
    expect(upper.asleep).toBe(false);
    expect(lower.asleep).toBe(false);
  });
});

describe('sleep()', () => {
  test('stops a body where it is until it is pushed', () => {
    const world = makeWorld({ gravity: [0, -10, 0] });
    const body = world.addBody({ ...crate, linearVelocity: [1, 0, 0] });
    body.sleep();
    body.sleep();
    expect(body.asleep).toBe(true);
    expect(body.linearVelocity).toEqual([0, 0, 0]);
    run(world, 1);
    expect(body.position).toEqual([0, 0, 0]);
    body.applyImpulse([body.mass, 0, 0]);
    run(world, 0.5);
    expect(body.position[0]).toBeCloseTo(0.5, 2);
    expect(body.position[1]).toBeLessThan(-1);
  });

  test('forgets the forces that were to act', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const body = world.addBody(crate);
    body.applyForce([1e5, 0, 0]);
    body.sleep();
    body.wake();
    world.step(1 / 60);
    expect(body.linearVelocity).toEqual([0, 0, 0]);
  });

  test('is kept by a scene file', () => {
    const { world } = resting();
    const copy = makeWorld();
    copy.load(world.save());
    const asleep = () => [...copy.bodies].map((body) => body.asleep);
    expect(asleep()).toEqual([false, true, true]);
    for (let i = 0; i < 60; i++) copy.step(1 / 60);
    expect(asleep()).toEqual([false, true, true]);
  });

  test('takes true or false', () => {
    const body = makeWorld().addBody(crate);
    const set = () => Object.assign(body, { asleep: 1 });
    expect(refusal(set)).toMatchObject({ code: 'type', path: 'asleep', value: 1 });
  });
});
