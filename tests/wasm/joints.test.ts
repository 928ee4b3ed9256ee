// Joints through the API: what they hold, what they read, and what they refuse.
import {
  BallJoint,
  type Body,
  DistanceJoint,
  FixedJoint,
  GearJoint,
  HingeJoint,
  type Joint,
  PrismaticJoint,
  PulleyJoint,
  RackAndPinionJoint,
  type World,
} from 'holonom';
import { describe, expect, test } from 'vitest';
import { crate, distance, makeWorld, refusal, run } from './fixture';

const { PI } = Math;

/** A free world with a crate in it. */
function withCrate(gravity = 0): { world: World; box: Body } {
  const world = makeWorld({ gravity: [0, 0 - gravity, 0], sleeping: false });
  return { world, box: world.addBody(crate) };
}

describe('adding gives a joint of its class', () => {
  const ends = { anchor: [0, 1, 0] } as const;
  test.each([
    ['fixed', FixedJoint, ends],
    ['ball', BallJoint, ends],
    ['hinge', HingeJoint, { ...ends, axis: [0, 0, 1] }],
    ['prismatic', PrismaticJoint, { ...ends, axis: [1, 0, 0] }],
    ['distance', DistanceJoint, { anchorB: [0, 2, 0] }],
    ['gear', GearJoint, { axisA: [0, 0, 1], anchorB: [0, 2, 0] }],
    [
      'rackAndPinion',
      RackAndPinionJoint,
      { ...ends, axis: [0, 0, 1], direction: [1, 0, 0], radius: 1 },
    ],
    ['pulley', PulleyJoint, { anchorB: [0, 2, 0], groundA: [0, 5, 0], groundB: [1, 5, 0] }],
  ] as const)('%s', (type, jointClass, description) => {
    const { world, box } = withCrate();
    const joint = world.addJoint({ [type]: { bodyA: box, ...description } } as never) as Joint;
    expect(joint).toBeInstanceOf(jointClass);
    expect(joint.type).toBe(type);
    expect(joint.bodyA).toBe(box);
    expect(joint.bodyB).toBeUndefined();
    expect([...world.joints]).toEqual([joint]);
    expect(world.joints.at(0)).toBe(joint);
    expect(world.jointFromId(joint.id)).toBe(joint);
  });

  test('bodies are given as objects or ids', () => {
    const { world, box } = withCrate();
    const other = world.addBody({ ...crate, position: [2, 0, 0] });
    const joint = world.addJoint({ fixed: { bodyA: box.id, bodyB: other } });
    expect(joint.bodyA).toBe(box);
    expect(joint.bodyB).toBe(other);
  });
});

describe('a joint holds', () => {
  test('a pendulum on its hinge, with the force that its weight asks for', () => {
    const { world, box } = withCrate(10);
    const hinge = world.addJoint({
      hinge: { bodyA: box, anchor: [0, 1, 0], axis: [0, 0, 1] },
    });
    run(world, 1);
    expect(hinge.coordinate).toBeCloseTo(0, 4);
    expect(hinge.reaction.force[1]).toBeCloseTo(-10 * box.mass, -1);
    expect(hinge.getReactionForce([0, 0, 0])).toEqual(hinge.reaction.force);
    expect(hinge.getReactionTorque([0, 0, 0])).toEqual(hinge.reaction.torque);
    expect(hinge.rows).toHaveLength(5);
    for (const row of hinge.rows) expect(Math.abs(row.error)).toBeLessThan(1e-3);
    const pull = Math.hypot(...hinge.rows.slice(0, 3).map((row) => row.force));
    expect(pull).toBeCloseTo(10 * box.mass, -1);
  });

  test('a crate on a fixed joint where it is', () => {
    const { world, box } = withCrate(10);
    world.addJoint({ fixed: { bodyA: box } });
    run(world, 1);
    expect(distance(box.position, [0, 0, 0])).toBeLessThan(0.01);
  });

  test('two points at the distance they had', () => {
    const { world, box } = withCrate(10);
    const rod = world.addJoint({ distance: { bodyA: box, anchorB: [3, 0, 0] } });
    expect(rod.length).toBeCloseTo(3, 6);
    run(world, 1);
    expect(rod.coordinate).toBeCloseTo(3, 2);
    expect(distance(box.position, [3, 0, 0])).toBeCloseTo(3, 2);
  });

  test('bodies apart that would collide, unless it is told to', () => {
    const { world, box } = withCrate();
    const inside = world.addBody({ ...crate, position: [0.5, 0, 0] });
    const joint = world.addJoint({ ball: { bodyA: box, bodyB: inside } });
    run(world, 0.2);
    expect(world.statistics.contacts).toBe(0);
    joint.collide = true;
    world.step(1 / 60);
    expect(world.statistics.contacts).toBeGreaterThan(0);
    joint.collide = false;
    expect(world.contactEvents).toHaveLength(1);
    world.step(1 / 60);
    expect(world.contactEvents.map(({ type }) => type)).toEqual(['end']);
    expect(world.statistics.contacts).toBe(0);
  });
});

describe('fields', () => {
  const spin = { anchor: [0, 0, 0], axis: [0, 0, 1] } as const;

  test('a motor turns, and stops when it is taken away', () => {
    const { world, box } = withCrate();
    const hinge = world.addJoint({ hinge: { bodyA: box, ...spin } });
    expect(hinge.motor).toBeUndefined();
    hinge.motor = { velocity: 2, maxTorque: 1e5 };
    expect(hinge.motor).toEqual({ velocity: 2, maxTorque: 1e5 });
    run(world, 1);
    expect(hinge.rate).toBeCloseTo(2, 3);
    expect(box.angularVelocity[2]).toBeCloseTo(2, 3);
    expect(hinge.coordinate).toBeCloseTo(2, 1);
    hinge.motor = undefined;
    expect(hinge.motor).toBeUndefined();
    expect(hinge.rows).toHaveLength(5);
  });

  test('assigning a motor replaces the whole of it', () => {
    const { world, box } = withCrate();
    const hinge = world.addJoint({ hinge: { bodyA: box, ...spin, motor: { maxTorque: 3 } } });
    hinge.motor = { velocity: 1 };
    expect(hinge.motor).toEqual({ velocity: 1 });
  });

  test('limits stop, and null takes them away', () => {
    const { world, box } = withCrate();
    const hinge = world.addJoint({
      hinge: {
        bodyA: box,
        ...spin,
        limits: { lower: -0.5, upper: 0.5 },
        motor: { velocity: 3, maxTorque: 2000 },
      },
    });
    run(world, 1);
    expect(hinge.coordinate).toBeCloseTo(0.5, 1);
    (hinge as { limits: unknown }).limits = null;
    expect(hinge.limits).toBeUndefined();
    run(world, 0.5);
    expect(hinge.coordinate).toBeGreaterThan(1);
  });

  test('a slider is driven to a place', () => {
    const { world, box } = withCrate();
    const slider = world.addJoint({
      prismatic: { bodyA: box, anchor: [0, 0, 0], axis: [1, 0, 0], drive: { target: 0.7 } },
    });
    run(world, 2);
    expect(slider.coordinate).toBeCloseTo(0.7, 2);
    expect(slider.rate).toBeCloseTo(0, 2);
    expect(box.position[0]).toBeCloseTo(0.7, 2);
  });

  test('a ball joint reads swing and twist', () => {
    const { world, box } = withCrate();
    const ball = world.addJoint({ ball: { bodyA: box, anchor: [0, 0, 0], axis: [1, 0, 0] } });
    box.angularVelocity = [0.5, 0, 0];
    run(world, 1);
    const [swing, twist] = ball.coordinates;
    expect(swing).toBeCloseTo(0, 3);
    expect(twist).toBeCloseTo(0.5, 2);
    expect(ball.rates[1]).toBeCloseTo(0.5, 2);
  });

  test('the length of a rod comes anew from where its ends are when it is taken away', () => {
    const { world, box } = withCrate();
    const rope = world.addJoint({
      distance: { bodyA: box, anchorB: [0, 3, 0], mode: 'rope', length: 5 },
    });
    expect(rope.length).toBe(5);
    rope.length = undefined;
    expect(rope.length).toBeCloseTo(3, 6);
  });

  test('the mass of a body gives way to its density', () => {
    const { box } = withCrate();
    box.mass = 2;
    (box as { mass: unknown }).mass = undefined;
    expect(box.mass).toBeCloseTo(1000, 3);
  });
});

describe('a scene file', () => {
  test('holds joints, with indices for bodies', () => {
    const { world, box } = withCrate();
    const other = world.addBody({ ...crate, position: [2, 0, 0] });
    world.addJoint({
      hinge: {
        bodyA: other,
        bodyB: box,
        anchor: [1, 0, 0],
        axis: [0, 0, 1],
        motor: { velocity: 0.1 },
      },
    });
    world.addJoint({ distance: { bodyA: box, anchorB: [0, 2, 0], mode: 'spring' } });
    const scene = world.save();
    expect(scene.joints?.[0]?.hinge).toMatchObject({
      bodyA: 1,
      bodyB: 0,
      motor: { velocity: 0.1 },
    });
    const copy = makeWorld();
    copy.load(JSON.stringify(scene));
    expect(copy.save()).toEqual(scene);
    const [hinge, spring] = copy.joints;
    expect(hinge?.bodyA).toBe(copy.bodies.at(1));
    expect(spring?.type).toBe('distance');
    run(world, 0.5);
    run(copy, 0.5);
    expect(copy.hash()).toBe(world.hash());
  });

  test('names a mistake by its place', () => {
    const world = makeWorld();
    const scene = {
      holonom: 3,
      bodies: [crate],
      joints: [{ hinge: { bodyA: 0, axis: [0, 0, 1], limits: { lower: 4 } } }],
    };
    const error = refusal(() => world.load(scene));
    expect(error).toMatchObject({ code: 'range', path: 'joints[0].hinge.limits.lower', value: 4 });
    const missing = { ...scene, joints: [{ hinge: { bodyA: 0 } }] };
    expect(refusal(() => world.load(missing))).toMatchObject({
      code: 'missing',
      path: 'joints[0].hinge.axis',
    });
    const outside = { ...scene, joints: [{ fixed: { bodyA: 3 } }] };
    expect(refusal(() => world.load(outside)).path).toBe('joints[0].fixed.bodyA');
  });
});

test('describing a joint and adding that makes a copy', () => {
  const { world, box } = withCrate();
  const hinge = world.addJoint({
    hinge: { bodyA: box, anchor: [0, 1, 0], axis: [0, 1, 0], limits: { lower: -0.1, upper: 0.1 } },
  });
  const copy = world.addJoint(world.describe(hinge));
  expect(copy.describe()).toEqual(hinge.describe());
  expect(copy.describe()).toMatchObject({ hinge: { limits: { lower: -0.1, upper: 0.1 } } });
});

describe('refused', () => {
  const hinge = { axis: [0, 0, 1] };
  test.each([
    [{}, 'type', '', undefined],
    [{ weld: {} }, 'unknown-field', 'weld', undefined],
    [{ hinge, fixed: {} }, 'type', '', undefined],
    [{ hinge: {} }, 'missing', 'hinge.bodyA', undefined],
    [{ hinge: { bodyA: 77, ...hinge } }, 'stale', 'hinge.bodyA', 77],
    [{ hinge: { body: 1 } }, 'unknown-field', 'hinge.body', undefined],
    [{ hinge: { ...hinge, limits: { lower: 'a' } } }, 'type', 'hinge.limits.lower', 'a'],
    [{ hinge: { ...hinge, limits: { lower: -4 } } }, 'range', 'hinge.limits.lower', -4],
    [{ hinge: { ...hinge, motor: { speed: 2 } } }, 'unknown-field', 'hinge.motor.speed', undefined],
    [{ hinge: { ...hinge, drive: { frequency: 0 } } }, 'range', 'hinge.drive.frequency', 0],
    [{ ball: { swingLimit: Number.NaN } }, 'finite', 'ball.swingLimit', Number.NaN],
    [{ distance: { mode: 'string' } }, 'range', 'distance.mode', 'string'],
  ])('%j', (description, code, path, value) => {
    const { world } = withCrate();
    const error = refusal(() => world.addJoint(description as never));
    expect(error).toMatchObject({ code, path });
    if (value !== undefined) expect(error.value).toEqual(value);
    expect(world.joints.length).toBe(0);
  });

  test('limits in the wrong order, at creation and later', () => {
    const { world, box } = withCrate();
    const ends = { bodyA: box, axis: [0, 0, 1] } as const;
    const wrong = { lower: 1, upper: -1 };
    const added = refusal(() => world.addJoint({ hinge: { ...ends, limits: wrong } }));
    expect(added).toMatchObject({ code: 'range', path: 'hinge.limits.lower', value: 1 });
    const joint = world.addJoint({ hinge: ends });
    const set = refusal(() => {
      joint.limits = wrong;
    });
    expect(set).toMatchObject({ code: 'range', path: 'limits.lower', value: 1 });
    expect(joint.limits).toBeUndefined();
  });

  test('a body joined to itself, of another world, or that is no body', () => {
    const { world, box } = withCrate();
    const add = (ends: object) => refusal(() => world.addJoint({ fixed: ends } as never));
    expect(add({ bodyA: box, bodyB: box })).toMatchObject({ code: 'range', path: 'fixed.bodyB' });
    const foreign = makeWorld().addBody(crate);
    expect(add({ bodyA: foreign })).toMatchObject({ code: 'stale', path: 'fixed.bodyA' });
    const joint = world.addJoint({ fixed: { bodyA: box } });
    expect(add({ bodyA: joint })).toMatchObject({ code: 'type', path: 'fixed.bodyA' });
  });

  test('changes of fixed fields, and use after removal', () => {
    const { world, box } = withCrate();
    const joint = world.addJoint({ hinge: { bodyA: box, axis: [0, 0, 1] } });
    const change = refusal(() => {
      (joint as { axis: unknown }).axis = [1, 0, 0];
    });
    expect(change).toMatchObject({ code: 'fixed', path: 'axis' });
    joint.remove();
    expect(joint.alive).toBe(false);
    expect(refusal(() => joint.coordinate).code).toBe('stale');
    expect(refusal(() => joint.reaction).code).toBe('stale');
    expect(refusal(() => joint.motor).code).toBe('stale');
  });

  test('a joint goes with its body', () => {
    const { world, box } = withCrate();
    const joint = world.addJoint({ ball: { bodyA: box } });
    box.remove();
    expect(joint.alive).toBe(false);
    expect(world.joints.length).toBe(0);
  });
});

test('angles go from -π to π', () => {
  const { world, box } = withCrate();
  const hinge = world.addJoint({
    hinge: { bodyA: box, anchor: [0, 0, 0], axis: [0, 0, 1], motor: { velocity: 4 } },
  });
  for (let step = 0; step < 120; step++) {
    world.step(1 / 60);
    expect(Math.abs(hinge.coordinate)).toBeLessThanOrEqual(PI + 1e-6);
  }
});

test('a joint can be moved to other points and axes of its bodies', () => {
  const { world, box } = withCrate();
  const hinge = world.addJoint({ hinge: { bodyA: box, anchor: [0, 0, 0], axis: [0, 0, 1] } });
  hinge.anchorB = [0, 0.5, 0];
  hinge.rotationA = hinge.rotationB = { axisAngle: { axis: [0, 1, 0], angle: 0 } };
  expect(hinge.anchorB).toEqual([0, 0.5, 0]);
  expect(hinge.rotationA).toEqual([0, 0, 0, 1]);
  run(world, 1);
  const pivot = box.position.map((x, i) => x + (hinge.anchorA?.[i] ?? 0));
  expect(Math.abs(hinge.coordinate), 'about x now').toBeLessThan(0.01);
  expect(distance(pivot, [0, 0.5, 0])).toBeLessThan(0.01);
  // What is taken away follows from where the bodies are.
  hinge.anchorB = undefined;
  expect(distance(hinge.anchorB ?? [], pivot)).toBeLessThan(0.01);
  expect(refusal(() => (hinge.anchorA = [Number.NaN, 0, 0])).path).toBe('anchorA[0]');
});
