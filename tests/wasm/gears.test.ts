// Gears, racks and pulleys through the API: what they couple, read, keep in files and refuse.
import type { Body, Joint, World } from 'holonom';
import { writeGltf } from 'holonom/gltf';
import { describe, expect, test } from 'vitest';
import { crate, makeWorld, refusal, run } from './fixture';

const weightless = { gravity: [0, 0, 0], sleeping: false } as const;
const axis = [0, 0, 1] as const;
const solvers = ['direct', 'mlcp', 'gauss-seidel', 'pgs', 'soft-step', 'xpbd'] as const;

function gears(world: World, teethA = 12, teethB = 36): { a: Body; b: Body } {
  const wheel = { ...crate, collisionMask: 0 };
  const a = world.addBody(wheel);
  const b = world.addBody({ ...wheel, position: [2, 0, 0] });
  for (const bodyA of [a, b]) world.addJoint({ hinge: { bodyA, axis } });
  world.addJoint({ gear: { bodyA: a, bodyB: b, axisA: axis, teethA, teethB } });
  return { a, b };
}
const jointOf = <Type extends Joint['type']>(world: World, type: Type) =>
  [...world.joints].find((joint) => joint.type === type) as Extract<Joint, { type: Type }>;

describe('gears', () => {
  test.each(solvers)('turn in the ratio of their teeth under %s', (solver) => {
    const world = makeWorld({ ...weightless, solver });
    const { a, b } = gears(world);
    a.angularVelocity = [0, 0, 4];
    run(world, 2);
    expect(a.angularVelocity[2]).toBeGreaterThan(1);
    expect(b.angularVelocity[2]).toBeCloseTo(-a.angularVelocity[2] / 3, 3);
    const [rateA, rateB] = jointOf(world, 'gear').rates;
    expect(rateA).toBeCloseTo(a.angularVelocity[2], 4);
    expect(rateB).toBeCloseTo(b.angularVelocity[2], 4);
  });

  test('of a ring turn the same way', () => {
    const world = makeWorld(weightless);
    const { a, b } = gears(world);
    jointOf(world, 'gear').internal = true;
    a.angularVelocity = [0, 0, 4];
    run(world, 1);
    expect(b.angularVelocity[2]).toBeCloseTo(a.angularVelocity[2] / 3, 3);
  });

  test('stay in mesh in files, snapshots and recordings', () => {
    const world = makeWorld(weightless);
    gears(world, 17, 40).a.angularVelocity = [0, 0, 3];
    run(world, 1);
    const file = world.save();
    const bytes = world.snapshot();
    run(world, 1);
    const later = jointOf(world, 'gear').coordinates;
    world.restore(bytes);
    run(world, 1);
    expect(jointOf(world, 'gear').coordinates).toEqual(later);
    const other = makeWorld();
    other.load(file);
    const gear = jointOf(other, 'gear');
    expect(gear.teethB).toBe(40);
    expect(Math.abs(gear.rows[0]?.error as number)).toBeLessThan(1e-5);
    run(other, 1);
    expect(gear.coordinates[0]).toBeCloseTo(later[0], 3);
  });

  test('are drawn with their pitch circles', () => {
    const world = makeWorld(weightless);
    gears(world);
    world.debug = { joints: true };
    const before = world.debugLines.length;
    world.remove(jointOf(world, 'gear'));
    expect(before - world.debugLines.length).toBeGreaterThan(2 * 16 * 12);
  });

  test('refuse by name', () => {
    const world = makeWorld();
    const { a, b } = gears(world);
    const add = (gear: object) =>
      refusal(() =>
        world.addJoint({ gear: { bodyA: a, bodyB: b, axisA: axis, ...gear } } as never),
      );
    expect(add({ teethA: 0 }).path).toBe('gear.teethA');
    expect(add({ teethB: 1.5 }).path).toBe('gear.teethB');
    expect(add({ axisA: undefined }).path).toBe('gear.axisA');
    expect(add({ axisB: [0, 0, 0] }).path).toBe('gear.axisB');
    expect(add({ axisB: [1, 0, 0] })).toMatchObject({ path: 'gear.anchorB', rule: 'off-axes' });
  });
});

test('a rack moves at the speed of its pinion', () => {
  const world = makeWorld(weightless);
  const pinion = world.addBody({ ...crate, collisionMask: 0 });
  const rack = world.addBody({ ...crate, collisionMask: 0, position: [0, -0.5, 0] });
  world.addJoint({ hinge: { bodyA: pinion, axis } });
  world.addJoint({ prismatic: { bodyA: rack, axis: [1, 0, 0] } });
  const ends = { bodyA: pinion, bodyB: rack };
  const joint = world.addJoint({
    rackAndPinion: { ...ends, axis, direction: [1, 0, 0], radius: 0.5 },
  });
  pinion.angularVelocity = [0, 0, 3];
  run(world, 1);
  expect(rack.linearVelocity[0]).toBeCloseTo(0.5 * pinion.angularVelocity[2], 4);
  expect(joint.coordinates[1]).toBeCloseTo(rack.position[0], 4);
  expect(joint.rates[1]).toBeCloseTo(0.5 * joint.rates[0], 4);
  expect(refusal(() => world.addJoint({ rackAndPinion: { ...ends, axis } } as never)).path).toBe(
    'rackAndPinion.radius',
  );
});

test('a block and tackle holds four times the weight', () => {
  const world = makeWorld({ gravity: [0, -10, 0], sleeping: false });
  const a = world.addBody({ ...crate, mass: 1 });
  const b = world.addBody({ ...crate, mass: 4, position: [3, 0, 0] });
  const grounds = { groundA: [0, 5, 0], groundB: [3, 5, 0] } as const;
  const pulley = world.addJoint({ pulley: { bodyA: a, bodyB: b, ...grounds, ratio: 4 } });
  expect(pulley.length).toBe(25);
  run(world, 1);
  expect(b.position[1]).toBeCloseTo(0, 3);
  expect(pulley.reaction.force[1]).toBeCloseTo(40, 1);
  expect(pulley.coordinates[1]).toBeCloseTo(5, 3);
  pulley.ratio = 2;
  pulley.length = 15;
  run(world, 0.5);
  expect(b.linearVelocity[1]).toBeLessThan(-0.5);
  expect(a.linearVelocity[1]).toBeCloseTo(-2 * b.linearVelocity[1], 2);
  expect(refusal(() => Object.assign(pulley, { ratio: 0 })).path).toBe('ratio');
});

test('glTF leaves them out and says so', () => {
  const world = makeWorld();
  gears(world);
  const { notes } = writeGltf(world);
  expect(notes.filter((note) => note.includes('gear'))).toHaveLength(1);
});
