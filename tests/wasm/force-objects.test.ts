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
  test('is called in each substep until it is taken away', () => {
    const { world, box } = withCrate();
    const calls: number[] = [];
    const stop = world.addForceGenerator((of, dt) => {
      expect(of).toBe(world);
      calls.push(dt);
      box.applyForce([2, 0, 0]);
    });
    run(world, 0.5);
    expect(calls).toHaveLength(120);
    expect(calls[0]).toBeCloseTo(1 / 240, 7);
    expect(box.linearVelocity[0]).toBeCloseTo(0.5, 4);
    expect(() => world.step(-1)).toThrow('dt');
    expect(calls).toHaveLength(120);
    // In single precision these are the ends of the range, and their steps take place.
    for (const dt of [1.00000001, 9.9999998e-7]) world.step(dt);
    expect(calls).toHaveLength(128);
    world.step(1 / 60, 3);
    expect(calls).toHaveLength(131);
    stop();
    stop();
    world.step(1 / 60);
    expect(calls).toHaveLength(131);
  });

  test('finds bodies, time and what they are part of where the substep begins', () => {
    const { world, box } = withCrate();
    box.linearVelocity = [6, 0, 0];
    const seen: number[] = [];
    world.addForceGenerator(() => {
      expect(world.describe(box).position?.[0]).toBeCloseTo(box.position[0], 6);
      expect(world.raycast([box.position[0], 5, 0], [0, -1, 0])?.body).toBe(box);
      seen.push(box.position[0], world.time);
    });
    world.step(1 / 60);
    const expected = [0, 1, 2, 3].flatMap((s) => [(6 * s) / 240, s / 240]);
    seen.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i] as number, 5);
    });
    expect(seen).toHaveLength(8);
    expect(box.position[0]).toBeCloseTo(0.1, 5);
    expect(world.time).toBe(1 / 60);
  });

  test('makes a spring that keeps its amplitude, in bodies and in networks', () => {
    const { world, box } = withCrate();
    const net = world.addSpringNetwork({
      lists: { positions: [0, 3, 0], springs: [] },
      masses: [1],
    } as never);
    box.position = [1, 0, 0];
    net.velocities = [10, 0, 0];
    let [most, mostOfNode] = [0, 0];
    world.addForceGenerator(() => {
      box.applyForce([-100 * box.mass * (box.position[0] as number), 0, 0]);
      net.forces = [-100 * (net.positions[0] as number), 0, 0];
    });
    for (let i = 0; i < 600; i++) {
      world.step(1 / 60);
      most = Math.max(most, Math.abs(box.position[0]));
      mostOfNode = Math.max(mostOfNode, Math.abs(net.positions[0] as number));
    }
    expect(most).toBeGreaterThan(0.97);
    expect(most).toBeLessThan(1.03);
    expect(mostOfNode).toBeGreaterThan(0.97);
    expect(mostOfNode).toBeLessThan(1.03);
  });

  test('is told what it may not do within a step, and the remedy', () => {
    const { world, box } = withCrate();
    let misuse = (): unknown => undefined;
    const stop = world.addForceGenerator(() => misuse());
    const before = world.hash();
    for (misuse of [
      () => world.addBody({ shape: { sphere: { radius: 1 } } }),
      () => box.remove(),
      () => world.clear(),
      () => world.snapshot(),
      () => world.load(world.save()),
      () => {
        box.friction = 1;
      },
      () => {
        box.linearVelocity = [1, 0, 0];
      },
      () => {
        world.gravity = [0, 1, 0];
      },
      () => box.moveTo([0, 1, 0]),
      () => world.dispose(),
      () => world.step(1 / 60),
      () => world.record(),
    ]) {
      const error = refusal(() => world.step(1 / 60));
      expect(error.code, String(misuse)).toBe('busy');
      expect(world.hash()).toBe(before);
      expect(world.stepCount).toBe(0);
    }
    misuse = () => box.remove();
    expect(() => world.step(1 / 60)).toThrow("{ every: 'step' }");
    stop();
    world.step(1 / 60);
    expect(world.stepCount).toBe(1);
  });

  test('that throws at once leaves the world as it was', () => {
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

  test('that throws later ends the step there', () => {
    const { world, box } = withCrate();
    box.linearVelocity = [6, 0, 0];
    let calls = 0;
    const stop = world.addForceGenerator(() => {
      if (++calls === 3) throw new Error('no wind');
    });
    const told: string[] = [];
    world.on('wake', () => told.push('wake'));
    expect(() => world.step(1 / 60)).toThrow('no wind');
    expect(box.position[0]).toBeCloseTo(0.05, 5);
    expect(world.time).toBeCloseTo(2 / 240, 9);
    stop();
    world.step(1 / 60);
    expect(box.position[0]).toBeCloseTo(0.15, 5);
  });

  test('of steps may take itself away, and bodies', () => {
    const { world, box } = withCrate();
    let calls = 0;
    const stop = world.addForceGenerator(
      (_, dt) => {
        calls++;
        expect(dt).toBeCloseTo(1 / 60, 7);
        box.remove();
        stop();
      },
      { every: 'step' },
    );
    run(world, 0.1);
    expect(calls).toBe(1);
    expect(world.bodies.length).toBe(0);
  });

  test.each(['step', 'substep'] as const)('of each %s may not step', (every) => {
    const { world } = withCrate();
    let nested = true;
    let calls = 0;
    world.addForceGenerator(
      () => {
        calls++;
        if (nested) world.step(1 / 60);
      },
      { every },
    );
    expect(refusal(() => world.step(1 / 60))).toMatchObject({ code: 'busy', path: 'step' });
    expect(world.stepCount).toBe(0);
    nested = false;
    world.step(1 / 60);
    expect(calls).toBe(every === 'step' ? 2 : 5);
    expect(world.stepCount).toBe(1);
  });

  test('says when it is called', () => {
    const { world } = withCrate();
    expect(
      refusal(() => world.addForceGenerator(() => {}, { every: 'frame' } as never)),
    ).toMatchObject({ code: 'type', path: 'every' });
    expect(
      refusal(() => world.addForceGenerator(() => {}, { when: 'step' } as never)),
    ).toMatchObject({ code: 'unknown-field', path: 'when' });
  });

  test('is recorded substep by substep', () => {
    const { world, box } = withCrate();
    box.position = [1, 0, 0];
    const recording = world.record();
    const pull = () => box.applyForce([-100 * box.mass * (box.position[0] as number), 0, 0]);
    const hashes = [world.hash()];
    const advance = (substeps?: number) => {
      world.step(1 / 60, substeps);
      hashes.push(world.hash());
    };
    world.addForceGenerator(pull);
    world.addForceGenerator(() => box.applyTorque([0, 1, 0]), { every: 'step' });
    for (let i = 0; i < 40; i++) advance(i % 7 === 0 ? 2 : undefined);
    for (const frame of [3, 39, 0, 17, 40]) {
      recording.seek(frame);
      expect(world.hash(), `frame ${frame}`).toBe(hashes[frame]);
    }
    recording.seek(15, 2);
    const within = world.hash();
    expect([recording.frame, recording.substep]).toEqual([15, 2]);
    expect(within).not.toBe(hashes[15]);
    recording.seek(15, 4);
    expect(world.hash()).toBe(hashes[16]);
    expect(recording.frame).toBe(16);
    // Another future, from the midst of a step.
    recording.seek(15, 2);
    box.applyImpulse([0, 1, 0]);
    world.step(1 / 60);
    const [last, end] = [recording.last, world.hash()];
    recording.seek(last - 1);
    expect(world.hash()).toBe(within);
    recording.seek(last);
    expect(world.hash()).toBe(end);
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

test('explicit Euler falls late by half a substep, and other names are refused', () => {
  const world = makeWorld({ gravity: [0, -10, 0], integrator: 'explicit-euler', substeps: 2 });
  expect(world.integrator).toBe('explicit-euler');
  const box = world.addBody(crate);
  run(world, 1);
  expect(box.position[1]).toBeCloseTo(-5 * (1 - 1 / 120), 4);
  expect(() => Object.assign(world, { integrator: 'implicit-euler' })).toThrow(/explicit-euler/);
  expect(world.integrator).toBe('explicit-euler');
});
