import { describe, expect, test } from 'vitest';
import { ball, crate, distance, makeWorld, run } from './fixture';

describe('without gravity', () => {
  test.each(['soft-step', 'pgs'] as const)(
    'a collision keeps linear and angular momentum under %s',
    (solver) => {
      const world = makeWorld({ gravity: [0, 0, 0], solver });
      world.addBody({
        ...crate,
        mass: 2,
        position: [-1, 0.3, 0],
        linearVelocity: [3, 0, 0],
        angularVelocity: [0.5, 0, 1],
      });
      world.addBody({ ...crate, mass: 1, position: [1, 0, 0.2], linearVelocity: [-1, 0, 0] });
      world.addBody({ ...ball, mass: 4, position: [0, 2, 0], linearVelocity: [0, -2, 0] });
      world.step(1 / 600);
      const before = world.momentum;
      const speedBefore = world.bodies.at(1)?.linearVelocity ?? [0, 0, 0];
      run(world, 1);
      const after = world.momentum;
      expect(distance(after.linear, before.linear)).toBeLessThan(1e-4);
      expect(distance(after.angular, before.angular)).toBeLessThan(
        1e-5 * Math.hypot(...before.angular),
      );
      expect(
        distance(world.bodies.at(1)?.linearVelocity ?? [0, 0, 0], speedBefore),
      ).toBeGreaterThan(0.5);
    },
  );

  test.each(['soft-step', 'pgs'] as const)(
    'equal elastic balls swap their velocities under %s',
    (solver) => {
      const world = makeWorld({ gravity: [0, 0, 0], solver });
      const [a, b] = [-1, 1].map((x) =>
        world.addBody({
          ...ball,
          position: [x, 0, 0],
          linearVelocity: [-2 * x, 0, 0],
          restitution: 1,
          friction: 0,
        }),
      );
      run(world, 1);
      expect(a?.linearVelocity[0]).toBeCloseTo(-2, 2);
      expect(b?.linearVelocity[0]).toBeCloseTo(2, 2);
    },
  );

  test('cloth and bodies push each other with equal and opposite impulses', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    world.addCloth({ grid: { size: [2, 2], segments: [12, 12] }, drag: 0, mass: 1 });
    world.addBody({ ...ball, mass: 2, position: [0, 0.7, 0], linearVelocity: [0, -2, 0] });
    world.step(1 / 600);
    const before = world.momentum.linear;
    run(world, 1);
    expect(distance(world.momentum.linear, before)).toBeLessThan(1e-3);
    expect(world.bodies.at(0)?.linearVelocity[1]).toBeGreaterThan(-1.7);
  });

  test('nets and bodies push each other with equal and opposite impulses', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    world.addSpringNetwork({ grid: { size: [2, 2], segments: [16, 16] }, mass: 1, stiffness: 500 });
    world.addBody({ ...ball, mass: 2, position: [0, 0.7, 0], linearVelocity: [0, -2, 0] });
    world.step(1 / 600);
    const before = world.momentum.linear;
    run(world, 1);
    expect(distance(world.momentum.linear, before)).toBeLessThan(1e-3);
    expect(world.bodies.at(0)?.linearVelocity[1]).toBeGreaterThan(-1.7);
  });
});

describe('energy', () => {
  test('of a falling body is that of the formulae', () => {
    const world = makeWorld();
    const body = world.addBody({ ...ball, mass: 2, position: [0, 10, 0] });
    run(world, 1);
    const { kinetic, potential, elastic, total } = world.energy;
    const v = body.linearVelocity[1];
    expect(kinetic).toBeCloseTo(0.5 * 2 * v * v, 3);
    expect(potential).toBeCloseTo(2 * 9.81 * body.position[1], 3);
    expect(elastic).toBe(0);
    expect(total).toBeCloseTo(kinetic + potential, 6);
  });

  test('of a spinning ball is ½ I ω²', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    world.addBody({ ...ball, mass: 5, angularVelocity: [0, 4, 0] });
    world.step(1 / 60);
    expect(world.energy.kinetic).toBeCloseTo(0.5 * (2 / 5) * 5 * 0.25 * 16, 4);
    expect(world.momentum.angular[1]).toBeCloseTo((2 / 5) * 5 * 0.25 * 4, 4);
  });
});
