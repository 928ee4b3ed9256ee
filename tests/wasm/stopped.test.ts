// What would leave the range of numbers is stopped in its last sound state, and everything else goes on.
import type { ObjectEvent, World } from 'holonom';
import { describe, expect, test } from 'vitest';
import { ball, crate, expectFinite, ground, makeWorld, run } from './fixture';

/** The `blowUp` events that a world reports from now on. */
function blowUps(world: World): Extract<ObjectEvent, { type: 'blowUp' }>[] {
  const heard: Extract<ObjectEvent, { type: 'blowUp' }>[] = [];
  world.on('blowUp', (event) => heard.push(event));
  return heard;
}

const solvers = ['direct', 'mlcp', 'gauss-seidel', 'pgs', 'soft-step', 'xpbd'] as const;
const integrators = ['symplectic-euler', 'rk4', 'explicit-euler'] as const;

describe.each(solvers)('a body pushed beyond all numbers under %s', (solver) => {
  test.each(integrators)('with %s is stopped, alone, and can go on', (integrator) => {
    const world = makeWorld({ solver, integrator });
    world.addBody(ground);
    const pushed = world.addBody({ ...crate, position: [0, 3, 0], mass: 1e-3 });
    const other = world.addBody({ ...crate, position: [5, 3, 0] });
    const heard = blowUps(world);
    world.step(1 / 60);
    const before = pushed.position;
    pushed.applyForce([3e38, 0, 0]);
    world.step(1 / 60);
    expect(pushed.blowUp).toEqual({ step: 2 });
    expect(pushed.position).toEqual(before);
    expect(pushed.linearVelocity).toEqual([0, 0, 0]);
    expect(pushed.asleep).toBe(true);
    expect(world.describe(pushed).asleep).toBe(true);
    expect(heard).toEqual([{ type: 'blowUp', body: pushed }]);
    expect(world.statistics.stoppedBodies).toBe(1);
    // It stays so, whatever pushes it, also in a world restored from a snapshot.
    pushed.applyForce([1, 0, 0]);
    const twin = makeWorld();
    twin.restore(world.snapshot());
    run(world, 1);
    run(twin, 1);
    expect(twin.hash()).toBe(world.hash());
    expect(pushed.position).toEqual(before);
    expect(other.position[1]).toBeCloseTo(0.5, 2);
    expect(other.blowUp).toBeUndefined();
    expect(heard.length).toBe(1);
    pushed.linearVelocity = [0, 1, 0];
    expect(pushed.blowUp).toBeUndefined();
    run(world, 1 / 60);
    expect(pushed.position[1]).toBeGreaterThan(before[1]);
    expect(world.statistics.stoppedBodies).toBe(0);
  });
});

test('a body that was stopped carries what falls on it', () => {
  const world = makeWorld();
  const table = world.addBody({ ...crate, mass: 1e-3 });
  table.applyForce([3e38, 0, 0]);
  world.step(1 / 60);
  expect(table.blowUp).toBeDefined();
  const load = world.addBody({ ...ball, position: [0, 1.2, 0] });
  run(world, 2);
  expect(table.position).toEqual([0, 0, 0]);
  expect(load.position[1]).toBeCloseTo(1, 2);
});

test('a body that would pass the largest coordinate is stopped and reported', () => {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const far = world.addBody({ ...ball, position: [9_999_999, 0, 0], linearVelocity: [1e4, 0, 0] });
  const heard = blowUps(world);
  world.step(1 / 60);
  expect(heard).toEqual([{ type: 'blowUp', body: far }]);
  expect(far.position[0]).toBe(9_999_999);
});

describe.each(['euler', 'bdf2'] as const)('a cloth under %s', (particleIntegrator) => {
  test('whose particles leave the range of coordinates is stopped as a whole, and can go on', () => {
    const world = makeWorld({ particleIntegrator });
    const grid = { size: [60, 60], segments: [6, 6] } as const;
    const cloth = world.addCloth({ grid, position: [9_999_000, 0, 0] });
    const other = world.addCloth({ grid, position: [90, 0, 0] });
    const crateAbove = world.addBody({ ...crate, position: [30, 1, 0] });
    const heard = blowUps(world);
    run(world, 0.1);
    cloth.velocities = cloth.velocities.map((_, index) => (index % 3 === 0 ? 1e5 : 0));
    for (let step = 0; step < 120 && !cloth.blowUp; step++) {
      world.step(1 / 60);
      expectFinite(cloth.positions);
    }
    expect(cloth.blowUp).toEqual({ step: world.stepCount });
    expect(heard).toEqual([{ type: 'blowUp', cloth }]);
    expect(world.statistics.stoppedCloths).toBe(1);
    const stood = cloth.positions.slice();
    const [high, fallen] = [other.positions[1] ?? 0, crateAbove.position[1]];
    run(world, 0.5);
    expect(cloth.positions).toEqual(stood);
    expect(new Set(cloth.velocities)).toEqual(new Set([0]));
    expect(other.positions[1]).toBeLessThan(high);
    expect(crateAbove.position[1]).toBeLessThan(fallen);
    const twin = makeWorld();
    twin.restore(world.snapshot());
    run(world, 0.1);
    run(twin, 0.1);
    expect(twin.hash()).toBe(world.hash());
    cloth.positions = stood.map((_, index) => ((index % 3) * (index % 7)) / 7);
    expect(cloth.blowUp).toBeUndefined();
    run(world, 1 / 60);
    expect(world.statistics.stoppedCloths).toBe(0);
  });
});

test('ropes, grains, soft bodies and rods that leave the range of coordinates have their own names', () => {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const rope = world.addRope({ position: [9_999_990, 0, 0] });
  const grains = world.addGrains({ base: [2, 1], layers: 1, position: [0, 9_999_990, 0] });
  const lattice = { size: [64, 64, 64], cells: [1, 1, 1] } as const;
  const softBody = world.addSoftBody({ lattice, position: [0, 0, 9_999_900] });
  const rod = world.addRod({ length: 64, segments: 4, position: [-9_999_960, 0, 0] });
  const things = [rope, grains, softBody, rod];
  const heard = blowUps(world);
  for (const thing of things) thing.velocities = thing.velocities.map(() => 1e5);
  rod.velocities = rod.velocities.map(() => -1e5);
  world.step(1 / 60);
  expect(heard).toEqual([
    { type: 'blowUp', rope },
    { type: 'blowUp', grains },
    { type: 'blowUp', softBody },
    { type: 'blowUp', rod },
  ]);
  for (const thing of things) expect(thing.blowUp).toEqual({ step: 1 });
});

test.each(['soft-step', 'xpbd'] as const)(
  'rows of a body too light and too far for floats are reported by numbers, %s',
  (solver) => {
    for (const distance of [1e5, 1e6, 1e7])
      for (const steps of [0, 1, 5]) {
        const world = makeWorld({ solver });
        const bodyA = world.addBody({
          shape: { sphere: { radius: 1 } },
          density: 1e-30,
          centerOfMass: [0.2, -distance, 0],
          gravityScale: 53,
        });
        const bodyB = world.addBody({ ...crate, position: [0.3, 3.7, -0.2] });
        for (let i = 0; i < steps; i++) world.step(1 / 60);
        const anchorB = [0.43, -4.7, 1.15] as const;
        world.addJoint({ ball: { bodyA, bodyB, anchorB, frequency: 53 } });
        for (let i = 0; i < 3; i++) {
          const { residual, boundViolation } = world.statistics;
          expectFinite([residual, boundViolation]);
          world.step(1 / 60);
        }
      }
  },
);
