// Forces, torques and impulses, and where the mass of a body is.
import { describe, expect, test } from 'vitest';
import { ball, crate, distance, makeWorld, refusal } from './fixture';

const still = { gravity: [0, 0, 0], substeps: 1 } as const;

describe('forces', () => {
  test('act for one step, added up', () => {
    const world = makeWorld(still);
    const body = world.addBody({ ...ball, mass: 2 });
    body.applyForce([6, 0, 0]);
    body.applyForce({ x: 0, y: 6, z: 0 });
    world.step(0.1);
    expect(distance(body.linearVelocity, [0.3, 0.3, 0])).toBeLessThan(1e-6);
    world.step(0.1);
    expect(distance(body.linearVelocity, [0.3, 0.3, 0])).toBeLessThan(1e-6);
    expect(body.angularVelocity).toEqual([0, 0, 0]);
  });

  test('act over the whole step, however many substeps', () => {
    const world = makeWorld({ ...still, substeps: 8 });
    const body = world.addBody({ ...ball, mass: 2 });
    body.applyForce([6, 0, 0]);
    world.step(0.1);
    expect(body.linearVelocity[0]).toBeCloseTo(0.3, 6);
  });

  test('turn by their lever about the center of mass', () => {
    const world = makeWorld(still);
    const ends = { ...crate, position: [1, 2, 3], centerOfMass: [0.25, 0, 0] } as const;
    const pushed = world.addBody(ends);
    pushed.applyForce([0, 0, 60], [1.25, 2.5, 3]);
    world.step(0.1);
    // Lever (0, ½, 0) × force (0, 0, 60) = (30, 0, 0).
    const inertia = pushed.massProperties.principalMoments[0];
    expect(pushed.angularVelocity[0]).toBeCloseTo((30 * 0.1) / inertia, 6);
    expect(pushed.linearVelocity[2]).toBeCloseTo(6 / pushed.mass, 6);

    const straight = world.addBody({ ...ends, position: [9, 9, 9] });
    straight.applyForce([0, 0, 60]);
    world.step(0.1);
    expect(straight.angularVelocity).toEqual([0, 0, 0]);
  });

  test('torques turn', () => {
    const world = makeWorld(still);
    const body = world.addBody(ball);
    body.applyTorque([0, 3, 0]);
    world.step(0.1);
    const inertia = 0.4 * body.mass * 0.25;
    expect(body.angularVelocity[1]).toBeCloseTo(0.3 / inertia, 6);
    expect(body.linearVelocity).toEqual([0, 0, 0]);
  });

  test('move dynamic bodies only', () => {
    const world = makeWorld(still);
    for (const type of ['static', 'kinematic'] as const) {
      const body = world.addBody({ ...ball, type });
      body.applyForce([1e6, 0, 0]);
      body.applyTorque([1e6, 0, 0]);
      body.applyImpulse([1e6, 0, 0]);
      world.step(0.1);
      expect(body.position).toEqual([0, 0, 0]);
      expect(body.angularVelocity).toEqual([0, 0, 0]);
    }
  });

  test('survive a change of the body before the step', () => {
    const world = makeWorld(still);
    const body = world.addBody({ ...ball, mass: 2 });
    body.applyForce([2, 0, 0]);
    body.position = [0, 5, 0];
    world.step(0.5);
    expect(body.linearVelocity[0]).toBeCloseTo(0.5, 6);
  });
});

test('an impulse after a turn finds the inertia of the new pose', () => {
  const world = makeWorld(still);
  const rod = { shape: { box: { halfExtents: [1, 0.1, 0.1] } } } as const;
  const half = Math.SQRT1_2;
  const turned = world.addBody({ ...rod, position: [0, 5, 0] });
  turned.rotation = [0, 0, half, half];
  turned.applyImpulse([1, 0, 0], [0, 6, 0]);
  const other = world.addBody({ ...rod, rotation: [0, 0, half, half] });
  other.applyImpulse([1, 0, 0], [0, 1, 0]);
  expect(distance(turned.angularVelocity, other.angularVelocity)).toBeLessThan(1e-6);
});

describe('refused', () => {
  test.each([
    ['applyForce', [[1, Number.NaN, 0]], 'finite', 'force[1]', Number.NaN],
    [
      'applyForce',
      [
        [1, 0, 0],
        [0, Number.POSITIVE_INFINITY, 0],
      ],
      'finite',
      'point[1]',
      undefined,
    ],
    ['applyForce', ['up'], 'type', 'force', 'up'],
    ['applyForce', [[1, 0, 0], 'here'], 'type', 'point', 'here'],
    ['applyForce', [], 'type', 'force', undefined],
    ['applyTorque', [[0, 0]], 'type', 'torque', [0, 0]],
    ['applyTorque', [[0, 0, Number.NaN]], 'finite', 'torque[2]', Number.NaN],
    ['applyImpulse', [[0, 0, 1e300]], 'finite', 'impulse[2]', 1e300],
    [
      'applyImpulse',
      [
        [0, 0, 1],
        [1e9, 0, 0],
      ],
      'range',
      'point[0]',
      1e9,
    ],
  ] as const)('%s(%j)', (call, args, code, path, value) => {
    const world = makeWorld(still);
    const body = world.addBody(ball);
    const error = refusal(() => (body[call] as (...all: unknown[]) => void)(...args));
    expect(error).toMatchObject({ code, path });
    if (value !== undefined) expect(error.value).toEqual(value);
    world.step(0.1);
    expect(body.linearVelocity).toEqual([0, 0, 0]);
  });

  test('after removal', () => {
    const body = makeWorld(still).addBody(ball);
    body.remove();
    for (const push of ['applyForce', 'applyTorque', 'applyImpulse'] as const)
      expect(refusal(() => body[push]([1, 0, 0])).code).toBe('stale');
    expect(refusal(() => body.massProperties).code).toBe('stale');
    expect(refusal(() => body.worldCenterOfMass).code).toBe('stale');
  });
});

describe('mass properties', () => {
  test('are those of the shape, in the axes of the body', () => {
    const world = makeWorld(still);
    const body = world.addBody({
      shape: {
        compound: {
          parts: [
            { position: [1, 0, 0], shape: { sphere: { radius: 0.5 } } },
            { position: [-1, 0, 0], shape: { sphere: { radius: 0.5 } } },
            { position: [3, 0, 0], shape: { sphere: { radius: 0.5 } } },
          ],
        },
      },
      position: [0, 2, 0],
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
      density: 600,
    });
    const { mass, center, principalMoments } = body.massProperties;
    expect(mass).toBeCloseTo(600 * 3 * (4 / 3) * Math.PI * 0.125, 1);
    expect(distance(center, [1, 0, 0])).toBeLessThan(1e-6);
    expect(distance(body.position, [0, 2, 0])).toBeLessThan(1e-6);
    expect(distance(body.worldCenterOfMass, [0, 3, 0])).toBeLessThan(1e-6);
    const along = 0.4 * mass * 0.25;
    const across = along + (mass / 3) * (4 + 0 + 4);
    const sorted = [...principalMoments].sort((a, b) => a - b);
    expect(sorted[0] as number).toBeCloseTo(along, 2);
    expect(sorted[2] as number).toBeCloseTo(across, 1);
  });

  test('points of a body move with its center and about it', () => {
    const world = makeWorld(still);
    const off = { ...ball, position: [1, 2, 3], centerOfMass: [0.25, 0, 0] } as const;
    const body = world.addBody({
      ...off,
      linearVelocity: [1, -2, 0.5],
      angularVelocity: [0, 3, 0],
    });
    expect(distance(body.velocityAt(body.worldCenterOfMass), [1, -2, 0.5])).toBeLessThan(1e-6);
    expect(distance(body.velocityAt([3.25, 7, 3]), [1, -2, 0.5 - 6])).toBeLessThan(1e-5);
    // As far as it comes in a short time, seen from outside.
    const [arm, dt] = [[0.4, -0.3, 0.7] as const, 1e-3];
    const at = body.position.map((p, axis) => p + (arm[axis] as number)) as [
      number,
      number,
      number,
    ];
    const velocity = body.velocityAt(at);
    world.step(dt);
    const [, y, , w] = body.rotation;
    const [sine, cosine] = [2 * y * w, 1 - 2 * y * y];
    const turned = [arm[0] * cosine + arm[2] * sine, arm[1], arm[2] * cosine - arm[0] * sine];
    const moved = body.position.map(
      (p, axis) => p + (turned[axis] as number) - (at[axis] as number),
    );
    for (const axis of [0, 1, 2])
      expect((moved[axis] as number) / dt).toBeCloseTo(velocity[axis] as number, 1);
    expect(refusal(() => body.velocityAt([0, Number.NaN, 0])).path).toBe('point[1]');
  });

  test.each(['soft-step', 'pgs', 'xpbd', 'mlcp', 'gauss-seidel', 'direct'] as const)(
    'points of a body accelerate with its center and about it (%s)',
    (solver) => {
      for (const substeps of [1, 4]) {
        const world = makeWorld({ solver, substeps });
        const falling = world.addBody({ ...ball, position: [0, 50, 0] });
        const spinning = world.addBody({
          ...ball,
          position: [9, 50, 0],
          angularVelocity: [0, 4, 0],
        });
        const pushed = world.addBody({ ...crate, position: [30, 50, 0] });
        const floor = world.addBody({ ...crate, type: 'static', position: [0, 0, 0] });
        const resting = world.addBody({ ...crate, position: [0, 1, 0] });
        expect(falling.accelerationAt([0, 50, 0])).toEqual([0, 0, 0]);
        for (let step = 0; step < 30; step++) {
          pushed.applyForce([0, 6, 0], [30.5, pushed.worldCenterOfMass[1], 0]);
          if (step === 10) falling.applyImpulse([1, 0, 0]);
          world.step(1 / 60);
          if (step > 0) continue;
          // Torque 3 N m about z over the moment, beside gravity and the push.
          const { mass, massProperties, worldCenterOfMass: at } = pushed;
          const alpha = 3 / massProperties.principalMoments[2];
          const edge = pushed.accelerationAt([at[0] + 0.5, at[1], at[2]]);
          expect(edge[1]).toBeCloseTo(-9.81 + 6 / mass + 0.5 * alpha, 3);
        }
        expect(distance(falling.accelerationAt(falling.position), [0, -9.81, 0])).toBeLessThan(
          2e-3,
        );
        const [x, y, z] = spinning.worldCenterOfMass;
        expect(distance(spinning.accelerationAt([x + 0.5, y, z]), [-8, -9.81, 0])).toBeLessThan(
          5e-3,
        );
        expect(distance(resting.accelerationAt([0.5, 1.5, 0]), [0, 0, 0])).toBeLessThan(0.05);
        expect(floor.accelerationAt([0, 0, 0])).toEqual([0, 0, 0]);
        const before = spinning.accelerationAt([x, y, z]);
        world.restore(world.snapshot());
        expect(spinning.accelerationAt([x, y, z])).toEqual(before);
      }
    },
  );

  test('of a kinematic body are as it was led', () => {
    const world = makeWorld();
    const lift = world.addBody({ ...crate, type: 'kinematic' });
    for (let step = 1; step <= 30; step++) {
      const seconds = step / 60;
      lift.moveTo([0, seconds ** 2, 0]);
      world.step(1 / 60);
    }
    expect(distance(lift.accelerationAt(lift.position), [0, 2, 0])).toBeLessThan(1e-2);
    expect(refusal(() => lift.accelerationAt([0, 0, Number.POSITIVE_INFINITY])).path).toBe(
      'point[2]',
    );
  });

  test('of kinematic bodies that are added in motion are none', () => {
    const world = makeWorld(still);
    const steady = { ...crate, type: 'kinematic', linearVelocity: [3, 0, 0] } as const;
    const add = (x: number) => world.addBody({ ...steady, position: [x, 0, 0] });
    const bodies = [add(0), add(10)];
    for (let step = 0; step < 5; step++) {
      if (step === 2)
        bodies.push(add(20), world.addBody({ ...steady, type: 'dynamic', position: [0, 9, 0] }));
      if (step === 3) bodies[3].type = 'kinematic';
      world.step(1 / 60);
      for (const body of bodies) expect(body.accelerationAt(body.position)).toEqual([0, 0, 0]);
    }
    bodies[1].linearVelocity = [6, 0, 0];
    world.step(1 / 60);
    expect(bodies[1].accelerationAt(bodies[1].position)[0]).toBeCloseTo(180, 3);
  });

  test('of what nothing moves are infinite', () => {
    const body = makeWorld(still).addBody({ ...ball, type: 'static' });
    const { mass, principalMoments, center } = body.massProperties;
    expect(mass).toBe(Number.POSITIVE_INFINITY);
    expect(principalMoments).toEqual(Array(3).fill(Number.POSITIVE_INFINITY));
    expect(center).toEqual([0, 0, 0]);
  });
});
