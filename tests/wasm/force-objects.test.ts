// Forces through the API: what they do, what they read, and what they refuse.
import {
  type Body,
  DragForce,
  FieldForce,
  type Force,
  PointForce,
  SpringForce,
  TorqueForce,
  type World,
} from 'holonom';
import { describe, expect, test } from 'vitest';
import { crate, makeWorld, refusal, run } from './fixture';

/** A free world with a crate of 2 kg in it. */
function withCrate(): { world: World; box: Body } {
  const world = makeWorld({ gravity: [0, 0, 0], sleeping: false });
  return { world, box: world.addBody({ ...crate, mass: 2 }) };
}

describe('adding gives a force of its class', () => {
  test.each([
    ['point', PointForce, { force: [1, 0, 0] }],
    ['torque', TorqueForce, { torque: [1, 0, 0] }],
    ['drag', DragForce, { linear: 1 }],
  ] as const)('%s', (type, forceClass, description) => {
    const { world, box } = withCrate();
    const force = world.addForce({ [type]: { body: box, ...description } } as never) as Force;
    expect(force).toBeInstanceOf(forceClass);
    expect(force.type).toBe(type);
    expect((force as PointForce).body).toBe(box);
    expect([...world.forces]).toEqual([force]);
    expect(world.forceFromId(force.id)).toBe(force);
  });

  test('field and spring', () => {
    const { world, box } = withCrate();
    expect(world.addForce({ field: { acceleration: [0, 1, 0] } })).toBeInstanceOf(FieldForce);
    const spring = world.addForce({ spring: { bodyA: box.id, anchorB: [0, 3, 0] } });
    expect(spring).toBeInstanceOf(SpringForce);
    expect(spring.bodyA).toBe(box);
    expect(spring.bodyB).toBeUndefined();
    expect(spring.length).toBeCloseTo(3, 6);
  });
});

describe('a force acts', () => {
  test('at a point, until it is removed', () => {
    const { world, box } = withCrate();
    const push = world.addForce({ point: { body: box, force: [4, 0, 0] } });
    run(world, 1);
    expect(box.linearVelocity[0]).toBeCloseTo(2, 4);
    push.force = [0, 4, 0];
    run(world, 1);
    expect(box.linearVelocity[1]).toBeCloseTo(2, 4);
    push.remove();
    run(world, 1);
    expect(box.linearVelocity[1]).toBeCloseTo(2, 4);
    expect(world.forces.length).toBe(0);
  });

  test('as a spring whose energy counts', () => {
    const { world, box } = withCrate();
    world.addForce({ spring: { bodyA: box, anchorB: [2, 0, 0], length: 1, stiffness: 50 } });
    expect(world.energy.elastic).toBeCloseTo(25, 4);
    run(world, 2);
    expect(world.energy.total).toBeGreaterThan(24);
    expect(world.energy.total).toBeLessThan(26);
    expect(world.energy.kinetic).toBeGreaterThan(0);
  });
});

describe('a force generator', () => {
  test('is called before each step until it is taken away', () => {
    const { world, box } = withCrate();
    const calls: number[] = [];
    const stop = world.addForceGenerator((of, dt) => {
      expect(of).toBe(world);
      calls.push(dt);
      box.applyForce([2, 0, 0]);
    });
    run(world, 0.5);
    expect(calls).toHaveLength(30);
    expect(calls[0]).toBeCloseTo(1 / 60, 7);
    expect(box.linearVelocity[0]).toBeCloseTo(0.5, 4);
    expect(() => world.step(-1)).toThrow('dt');
    expect(calls).toHaveLength(30);
    // In single precision these are the ends of the range, and their steps take place.
    for (const dt of [1.00000001, 9.9999998e-7]) world.step(dt);
    expect(calls).toHaveLength(32);
    stop();
    stop();
    world.step(1 / 60);
    expect(calls).toHaveLength(32);
  });

  test('that throws leaves the world as it was', () => {
    const { world, box } = withCrate();
    const stop = world.addForceGenerator(() => {
      throw new Error('no wind');
    });
    const before = world.hash();
    expect(() => world.step(1 / 60)).toThrow('no wind');
    expect(world.hash()).toBe(before);
    expect(world.stepCount).toBe(0);
    stop();
    box.linearVelocity = [1, 0, 0];
    run(world, 1);
    expect(box.position[0]).toBeCloseTo(1, 4);
  });

  test('may take itself away, and bodies', () => {
    const { world, box } = withCrate();
    let calls = 0;
    const stop = world.addForceGenerator(() => {
      calls++;
      box.remove();
      stop();
    });
    run(world, 0.1);
    expect(calls).toBe(1);
    expect(world.bodies.length).toBe(0);
  });

  test('may not step, and may again be asked after they did', () => {
    const { world } = withCrate();
    let nested = true;
    let calls = 0;
    world.addForceGenerator(() => {
      calls++;
      if (nested) world.step(1 / 60);
    });
    expect(refusal(() => world.step(1 / 60))).toMatchObject({ code: 'busy', path: 'step' });
    expect(world.stepCount).toBe(0);
    nested = false;
    world.step(1 / 60);
    expect(calls).toBe(2);
    expect(world.stepCount).toBe(1);
  });
});

test('mistakes name the field', () => {
  const { world, box } = withCrate();
  expect(refusal(() => world.addForce({ point: {} } as never))).toMatchObject({
    code: 'missing',
    path: 'point.body',
  });
  expect(refusal(() => world.addForce({ spring: { bodyA: box, stiffness: -1 } }))).toMatchObject({
    code: 'range',
    path: 'spring.stiffness',
    value: -1,
  });
  expect(refusal(() => world.addForce({ sprang: {} } as never))).toMatchObject({
    code: 'unknown-field',
    path: 'sprang',
  });
  expect(world.forces.length).toBe(0);
});

test('forces go with their body, and through scene files', () => {
  const { world, box } = withCrate();
  const other = world.addBody({ ...crate, position: [3, 0, 0] });
  const spring = world.addForce({ spring: { bodyA: box, bodyB: other, damping: 0.1 } });
  world.addForce({ drag: { linear: 0.1 } });
  const scene = world.save();
  expect(scene.forces).toHaveLength(2);
  expect(scene.forces?.[0]).toMatchObject({ spring: { bodyA: 0, bodyB: 1, damping: 0.1 } });
  const copy = makeWorld();
  copy.load(scene);
  run(world, 0.5);
  run(copy, 0.5);
  expect(copy.hash()).toBe(world.hash());
  other.remove();
  expect(spring.alive).toBe(false);
  expect(world.forces.length).toBe(1);
});

test('Runge-Kutta falls exactly', () => {
  const world = makeWorld({ gravity: [0, -10, 0], integrator: 'rk4' });
  const box = world.addBody(crate);
  run(world, 1);
  expect(box.position[1]).toBeCloseTo(-5, 4);
});
