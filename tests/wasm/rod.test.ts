// Elastic rods: how they bend and twist, what they report, and what they refuse.
import { definitions, type Rod, type World } from 'holonom';
import { describe, expect, test } from 'vitest';
import { crate, distance, expectFinite, ground, makeWorld, point, refusal, run } from './fixture';
import {
  expectOwnName,
  expectSameFromScene,
  expectSameFromSnapshot,
  expectStale,
} from './particle-objects';

const { NaN: nan } = Number;
const solvers = ['colored', 'direct', 'hierarchical', 'lines'] as const;
const along = (...points: number[]) => ({ points });
/** x y z of a rod bent by a right angle. */
const corner = along(0, 0, 0, 0.5, 0, 0, 0.5, 0.5, 0);
const last = ({ count }: Rod) => count - 1;

/** The frame at an index of `rotations`. */
const frame = ({ rotations }: Rod, index: number) =>
  Array.from(rotations.subarray(4 * index, 4 * index + 4));
/** Where a rotation takes the x axis. */
const xAxis = ([x = 0, y = 0, z = 0, w = 0]: number[]) => [
  1 - 2 * (y * y + z * z),
  2 * (x * y + z * w),
  2 * (x * z - y * w),
];
/** Angle between two rotations. */
const angle = (a: number[], b: number[]) =>
  2 * Math.acos(Math.min(1, Math.abs(a.reduce((sum, each, i) => sum + each * (b[i] ?? nan), 0))));

const cantilever = { length: 1, segments: 32, radius: 0.02, youngsModulus: 6e8 } as const;
const weightPerLength = 1000 * Math.PI * 0.02 ** 2 * 9.81;

/** Clamped at its left end, with damping by which it soon rests. */
const addCantilever = (world: World, rest: object = {}) =>
  world.addRod({ ...cantilever, clamps: ['left'], springDamping: 0.05, ...rest });

describe('a rod', () => {
  test('lies along x about its position, with the x axes of its frames along it', () => {
    const world = makeWorld();
    const rod = world.addRod({ length: 2, segments: 4, position: [10, 5, 0] });
    expect(rod.count).toBe(5);
    expect([...rod.positions.slice(0, 3)]).toEqual([9, 5, 0]);
    expect(point(rod.positions, 4)).toEqual([11, 5, 0]);
    expect(rod.rotations).toBeInstanceOf(Float32Array);
    expect([rod.rotations.length, rod.angularVelocities.length]).toEqual([4 * 6, 3 * 4]);
    for (let i = 0; i < 6; i++) expect(frame(rod, i)).toEqual([0, 0, 0, 1]);
  });

  test('follows points, which are its shape at rest', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const turned = Math.SQRT1_2;
    const rod = world.addRod({ ...corner, rotation: [0, 0, turned, turned], position: [0, 2, 0] });
    expect(rod.count).toBe(3);
    expect(distance(point(rod.positions, 2), [-0.5, 2.5, 0])).toBeLessThan(1e-6);
    expect(distance(xAxis(frame(rod, 0)), [0, 1, 0])).toBeLessThan(1e-6);
    expect(distance(xAxis(frame(rod, 1)), [-1, 0, 0])).toBeLessThan(1e-6);
    run(world, 1);
    expect(distance(point(rod.positions, 2), [-0.5, 2.5, 0])).toBeLessThan(1e-5);
  });

  test('has the mass of its density times its volume, or its mass', () => {
    const total = (rest: object) =>
      makeWorld()
        .addRod({ length: 2, radius: 0.1, ...rest })
        .inverseMasses.reduce((sum, w) => sum + 1 / w, 0);
    expect(total({})).toBeCloseTo(1000 * Math.PI * 0.01 * 2, 3);
    expect(total({ density: 20 })).toBeCloseTo(20 * Math.PI * 0.01 * 2, 4);
    expect(total({ mass: 3, ...corner })).toBeCloseTo(3, 5);
  });

  test('falls on the ground and rests on it at its radius', () => {
    const world = makeWorld();
    world.addBody(ground);
    const rod = world.addRod({ ...corner, radius: 0.05, position: [0, 0.5, 0], globalDamping: 2 });
    run(world, 4);
    expectFinite(rod.positions);
    expectFinite(rod.rotations);
    const heights = rod.positions.filter((_, i) => i % 3 === 1);
    expect(Math.min(...heights)).toBeGreaterThan(0.04);
    expect(Math.min(...heights)).toBeLessThan(0.06);
  });

  test('that is free keeps its momentum and angular momentum', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const rod = world.addRod({ ...corner, youngsModulus: 1e5, radius: 0.03 });
    rod.velocities = rod.velocities.map((_, i) => (i === 4 ? 1 : 0));
    const before = world.momentum;
    run(world, 1);
    expect(distance(world.momentum.linear, before.linear)).toBeLessThan(1e-5);
    expect(distance(world.momentum.angular, before.angular)).toBeLessThan(1e-4);
  });
});

describe.each(solvers)('a cantilever under %s', (particleSolver) => {
  test('sags by w L⁴ / (8 E I), with weight and moment at its clamp', () => {
    const world = makeWorld({ particleSolver });
    const rod = addCantilever(world);
    run(world, 4);
    const { length, radius, youngsModulus } = cantilever;
    const stiffness = (youngsModulus * Math.PI * radius ** 4) / 4;
    const sag = -(point(rod.positions, last(rod))[1] ?? nan);
    expect(sag / ((weightPerLength * length ** 4) / (8 * stiffness))).toBeCloseTo(1, 2);
    expect(Math.max(...rod.velocities.map(Math.abs))).toBeLessThan(1e-3);
    // What follows pulls the clamped particle down, which has half a segment of its own.
    const { forces } = rod.constraints('rodStretch');
    const weight = weightPerLength * (1 - 0.5 / 32);
    expect((forces[1] ?? nan) / weight).toBeCloseTo(-1, 2);
    const { particles, forces: moments } = rod.constraints('rodBend');
    expect([...particles.slice(0, 4)]).toEqual([33, 0, 0, 1]);
    expect((moments[2] ?? nan) / ((weightPerLength * length ** 2) / 2)).toBeCloseTo(-1, 1);
  });
});

test('a rod sags more once its modulus is lowered', () => {
  const world = makeWorld();
  const rod = addCantilever(world);
  run(world, 2);
  const before = rod.positions[3 * last(rod) + 1] ?? nan;
  rod.youngsModulus = 3e8;
  expect(rod.youngsModulus).toBe(3e8);
  run(world, 2);
  expect(rod.positions[3 * last(rod) + 1] ?? nan).toBeLessThan(1.8 * before);
});

test('its constraints have three numbers each', () => {
  const world = makeWorld();
  const counts = (clamps: ('left' | 'right')[]) =>
    (['rodStretch', 'rodBend'] as const).map((kind) => {
      const rod = world.addRod({ segments: 4, clamps });
      const { size, particles, values, forces } = rod.constraints(kind);
      expect([size, values.length, forces.length]).toEqual([
        2,
        1.5 * particles.length,
        1.5 * particles.length,
      ]);
      return particles.length / 2;
    });
  expect(counts([])).toEqual([4, 3]);
  expect(counts(['left'])).toEqual([4, 4]);
  expect(counts(['left', 'right'])).toEqual([4, 5]);
  const rod = world.addRod({ segments: 4, clamps: ['left', 'right'] });
  expect([...rod.constraints('rodBend').particles]).toEqual([5, 0, 0, 1, 1, 2, 2, 3, 3, 4]);
});

describe('turnClamp', () => {
  test('twists the rod', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const rod = world.addRod({ ...cantilever, clamps: ['left', 'right'], springDamping: 0.02 });
    rod.turnClamp('left', { rotationVector: [1, 0, 0] });
    expect(angle(frame(rod, 33), [Math.sin(0.5), 0, 0, Math.cos(0.5)])).toBeLessThan(1e-3);
    run(world, 2);
    // As much per segment everywhere.
    for (const i of [0, 8, 16, 24])
      expect(angle(frame(rod, i), frame(rod, i + 7))).toBeCloseTo(7 / 32, 2);
    expect(frame(rod, 0)[0]).toBeGreaterThan(0.4);
    expect(distance(point(rod.positions, 16), [0, 0, 0])).toBeLessThan(1e-3);
    // G J / L per rad.
    const shear = cantilever.youngsModulus / (2 * (1 + 0.4));
    const torque = (shear * Math.PI * cantilever.radius ** 4) / 2;
    // The left clamp, turned forward, is held back by what follows.
    expect((rod.constraints('rodBend').forces[0] ?? nan) / torque).toBeCloseTo(-1, 1);
  });

  test('bends the rod, in any form of a rotation', () => {
    const quaternion = [0, 0, Math.sin(0.25), Math.cos(0.25)] as const;
    for (const rotation of [
      quaternion,
      { angle: 0.5 },
      { axisAngle: { axis: [0, 0, 1], angle: 0.5 } },
      { euler: { order: 'xyz', angles: [0, 0, 0.5] } },
    ] as const) {
      const world = makeWorld({ gravity: [0, 0, 0] });
      const rod = world.addRod({ ...cantilever, clamps: ['right'], springDamping: 0.02 });
      rod.turnClamp('right', rotation);
      expect(angle(frame(rod, 32), [...quaternion])).toBeLessThan(1e-3);
      run(world, 3);
      expect(angle(frame(rod, 0), [...quaternion])).toBeLessThan(0.02);
    }
  });

  test('refuses an end that is not clamped, and what is no end or rotation', () => {
    const world = makeWorld();
    const rod = world.addRod({ segments: 4, clamps: [4] });
    const hash = world.hash();
    const unit = [0, 0, 0, 1] as const;
    expect(refusal(() => rod.turnClamp('left', unit))).toMatchObject({
      code: 'range',
      path: 'end',
      rule: 'clamped-end',
    });
    for (const end of ['top', 0, undefined, {}])
      expect(refusal(() => rod.turnClamp(end as never, unit)).path).toBe('end');
    for (const rotation of [undefined, 'x', [0, 0, 0, 0], [0, 0, nan, 1]])
      expect(refusal(() => rod.turnClamp('right', rotation as never)).path).toMatch(/^rotation/);
    expect(world.hash()).toBe(hash);
    rod.turnClamp('right', unit);
    rod.clamps = ['left'];
    rod.turnClamp('left', unit);
    expect(refusal(() => rod.turnClamp('right', unit)).rule).toBe('clamped-end');
  });
});

describe('a clamp', () => {
  test('that is set later holds the direction that the end has then', () => {
    const world = makeWorld();
    const rod = addCantilever(world, { youngsModulus: 5e7 });
    run(world, 2);
    const end = frame(rod, 31);
    rod.clamps = ['left', 'right'];
    expect(frame(rod, 32)).toEqual(end);
    const at = point(rod.positions, last(rod));
    run(world, 1);
    expect(point(rod.positions, last(rod))).toEqual(at);
    expect(angle(frame(rod, 31), end)).toBeLessThan(0.05);
    rod.clamps = [];
    run(world, 1);
    expect(rod.positions[1]).toBeLessThan(-1);
  });

  test('can be moved: a rod between clamps that come nearer buckles', () => {
    const world = makeWorld({ gravity: [0, -0.01, 0] });
    const rod = addCantilever(world, { clamps: ['left', 'right'] });
    for (let step = 0; step < 60; step++) {
      const positions = rod.positions.slice();
      positions[3 * last(rod)]! -= 0.1 / 60;
      rod.positions = positions;
      world.step(1 / 60);
    }
    run(world, 1);
    expect(rod.positions[3 * last(rod)]).toBeCloseTo(0.4, 4);
    expect(distance(point(rod.positions, 16), [-0.05, 0, 0])).toBeGreaterThan(0.1);
    const lengths = Array.from({ length: 32 }, (_, i) =>
      distance(point(rod.positions, i), point(rod.positions, i + 1)),
    );
    expect(lengths.reduce((sum, each) => sum + each)).toBeCloseTo(1, 2);
  });
});

describe('a rod in motion', () => {
  const addMoving = (world: World) => {
    world.addBody(ground);
    const rod = world.addRod({ ...corner, name: 'hook', position: [0, 0.5, 0], clamps: ['right'] });
    rod.turnClamp('right', { rotationVector: [1, 0.5, 0] });
    return rod;
  };

  test('goes on the same from a snapshot, and from a recording', () => {
    const world = makeWorld();
    const rod = addMoving(world);
    const twin = expectSameFromSnapshot(world);
    const again = twin.rods.at(0);
    expect([...(again?.rotations ?? [])]).toEqual([...rod.rotations]);
    expect([...(again?.angularVelocities ?? [])]).toEqual([...rod.angularVelocities]);
  });

  test('repeats a turn of a clamp in a recording', () => {
    const world = makeWorld();
    const rod = addMoving(world);
    const recording = world.record();
    run(world, 0.1);
    rod.turnClamp('right', [0, 0, 0, 1]);
    run(world, 0.1);
    const hash = world.hash();
    recording.seek(3);
    recording.seek(12);
    expect(world.hash()).toBe(hash);
  });

  test('is saved and loaded as it is', () => {
    const world = makeWorld();
    addMoving(world);
    addCantilever(world, { position: [3, 2, 0] });
    run(world, 0.5);
    const saved = expectSameFromScene(world);
    expect(saved.rods?.length).toBe(2);
    expect(saved.rods?.[0]?.rotations?.length).toBe(4 * 4);
  });

  test('is copied by its description', () => {
    const world = makeWorld();
    const rod = addMoving(world);
    run(world, 0.3);
    const copy = world.addRod(rod.describe());
    expect([...copy.rotations]).toEqual([...rod.rotations]);
    expect([...copy.angularVelocities]).toEqual([...rod.angularVelocities]);
    expect(copy.describe()).toEqual(rod.describe());
  });
});

test('rotations and angular velocities are assigned as a whole', () => {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const rod = world.addRod({ segments: 2 });
  // Of any length: unit ones are kept.
  rod.rotations = [0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 2, 0, 1, 0, 0, 0];
  expect([...rod.rotations]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0]);
  rod.angularVelocities = [5, 0, 0, 5, 0, 0];
  expect([...rod.angularVelocities]).toEqual([5, 0, 0, 5, 0, 0]);
  world.step(1 / 60);
  // It turns about its axis.
  expect(angle(frame(rod, 0), [0, 0, 0, 1])).toBeCloseTo(5 / 60, 3);
  for (const [name, value, path] of [
    ['rotations', [0, 0, 0, 1], 'rotations'],
    ['rotations', new Float32Array(15), 'rotations'],
    ['rotations', new Float32Array(16), 'rotations[0]'],
    ['rotations', Array.from({ length: 16 }, () => nan), 'rotations[0]'],
    ['rotations', 'x', 'rotations'],
    ['angularVelocities', [1, 2, 3], 'angularVelocities'],
    ['angularVelocities', [0, 0, 0, 0, Infinity, 0], 'angularVelocities[4]'],
    ['angularVelocities', undefined, 'angularVelocities'],
  ] as const) {
    const error = refusal(() => Object.assign(rod, { [name]: value }));
    expect(error.path, `${name} = ${value}`).toBe(path);
  }
});

test('what was given is what it says', () => {
  const world = makeWorld();
  const given = {
    name: 'hook',
    ...corner,
    position: [1, 2, 3],
    rotation: [0, 1, 0, 0],
    mass: 4,
    radius: 0.02,
    youngsModulus: 5e4,
    poissonRatio: 0.25,
    springDamping: 0.01,
    friction: 0.4,
    staticFriction: 0.6,
    selfCollision: true,
    damping: 0.1,
    globalDamping: 0.2,
    pins: [1],
    clamps: [2, 'left'],
  } as const;
  const rod = world.addRod(given);
  expect(rod.describe()).toMatchObject(given);
  expect(rod.clamps).toEqual([2, 'left']);
  expect(rod.poissonRatio).toBeCloseTo(0.25, 6);
  expect(rod.inverseMasses).toEqual(new Float32Array(3));
  expect(rod.radius).toBeCloseTo(0.02, 6);
});

describe('refuses', () => {
  test.each<[what: string, description: object, path: string]>([
    ['no points', along(), ''],
    ['three numbers', along(0, 0, 0), 'points'],
    ['four numbers', along(0, 0, 0, 1), 'points'],
    ['a point that is not finite', along(0, 0, 0, 1, nan, 0), 'points[4]'],
    ['a point twice', along(0, 0, 0, 1, 0, 0, 1, 0, 0), 'points[6]'],
    ['points that are no list', { points: 'x' }, 'points'],
    ['a clamp of an inner particle', { segments: 4, clamps: [2] }, 'clamps'],
    ['a clamp that is not there', { segments: 4, clamps: [5] }, 'clamps[0]'],
    ['a clamp that is no side', { segments: 4, clamps: ['middle'] }, 'clamps[0]'],
    ['clamps along points by a bad index', { ...corner, clamps: [1] }, 'clamps'],
    ['a pin that is not there', { segments: 4, pins: [5] }, 'pins[0]'],
    ['a Poisson ratio above 0.5', { poissonRatio: 0.6 }, 'poissonRatio'],
    ['a negative Poisson ratio', { poissonRatio: -0.1 }, 'poissonRatio'],
    ['a radius of 0', { radius: 0 }, 'radius'],
    ['a modulus of 0', { youngsModulus: 0 }, 'youngsModulus'],
    ['a length of 0', { length: 0 }, 'length'],
    ['no segments', { segments: 0 }, 'segments'],
    ['segments that are not whole', { segments: 1.5 }, 'segments'],
    ['a stiffness of ropes', { stretchCompliance: 0 }, 'stretchCompliance'],
    ['positions of other particles', { segments: 4, positions: [1, 2, 3] }, 'positions'],
    ['too few rotations', { segments: 1, rotations: [0, 0, 0, 1] }, 'rotations'],
    ['rotations that are zero', { segments: 1, rotations: new Float32Array(12) }, 'rotations[0]'],
    ['angular velocities of others', { segments: 1, angularVelocities: [1] }, 'angularVelocities'],
  ])('%s', (_, description, path) => {
    const world = makeWorld();
    world.addRod({ position: [0, 5, 0] });
    run(world, 0.1);
    const hash = world.hash();
    if (path === '') {
      // As if it had none: it is straight.
      expect(world.addRod(description).count).toBe(21);
      return;
    }
    const error = refusal(() => world.addRod(description as never));
    expect(error.path).toBe(path);
    expect(error.message).toContain(error.path);
    expect([world.hash(), world.rods.length]).toEqual([hash, 1]);
    world.step(1 / 60);
  });

  test('what is fixed when it is made, and bad values later', () => {
    const rod = makeWorld().addRod({});
    for (const [name, value] of [
      ['points', [0, 0, 0, 1, 0, 0]],
      ['length', 2],
      ['segments', 3],
      ['radius', 0.1],
      ['density', 5],
    ] as const)
      expect(refusal(() => Object.assign(rod, { [name]: value }))).toMatchObject({
        code: 'fixed',
        path: name,
      });
    for (const value of [0, -1, nan, '1'])
      expect(refusal(() => Object.assign(rod, { youngsModulus: value })).path).toBe(
        'youngsModulus',
      );
    expect(refusal(() => Object.assign(rod, { clamps: [3] })).path).toBe('clamps');
    expect([rod.youngsModulus, rod.clamps]).toEqual([1e6, []]);
  });
});

describe('a particle of a rod', () => {
  test('hangs from the world and from a body, which hangs from it', () => {
    const world = makeWorld();
    const rod = world.addRod({ length: 1, segments: 10, position: [0, 5, 0], damping: 3 });
    const held = world.addAttachment({ rod, point: 0 });
    const body = world.addBody({ ...crate, mass: 0.1, position: [0.5, 4, 0] });
    const tie = world.addAttachment({ rod, point: 10, body, anchor: [0, 0.5, 0] });
    expect([tie.rod, tie.body, tie.cloth]).toEqual([rod, body, undefined]);
    run(world, 3);
    expect(distance(point(rod.positions, 0), [-0.5, 5, 0])).toBeLessThan(0.01);
    expect(body.position[1]).toBeGreaterThan(3);
    expect(held.force[1]).toBeGreaterThan(0);
    rod.remove();
    expect([tie.alive, held.alive, body.alive]).toEqual([false, false, true]);
  });

  test('is tied to a particle of a rope, and a rope to it', () => {
    const world = makeWorld();
    const rod = world.addRod({ length: 1, segments: 4, clamps: ['left'] });
    const rope = world.addRope({ length: 1, segments: 3, position: [1, 0, 0] });
    const to = world.addAttachment({ rope, point: 0, toRod: rod, toPoint: 4 });
    const from = world.addAttachment({ rod, point: 2, toRope: rope, toPoint: 3, compliance: 1 });
    expect([to.toRod, from.rod, from.toRope]).toEqual([rod, rod, rope]);
    run(world, 2);
    expect(distance(point(rope.positions, 0), point(rod.positions, 4))).toBeLessThan(0.05);
    const saved = world.save();
    expect(saved.attachments).toMatchObject([
      { rope: 0, toRod: 0, toPoint: 4 },
      { rod: 0, toRope: 0, toPoint: 3 },
    ]);
    const again = makeWorld();
    again.load(saved);
    expect(again.attachments.at(0)?.toRod).toBe(again.rods.at(0));
  });

  test('is pulled by a grab', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const rod = world.addRod({ segments: 10, damping: 2 });
    const grab = world.grab({ rod, point: 10, target: [1, 0.5, 0] });
    expect(grab.rod).toBe(rod);
    run(world, 6);
    expect(distance(point(rod.positions, 10), [1, 0.5, 0])).toBeLessThan(0.05);
    grab.release();
  });

  test('is held by a constraint of the user', () => {
    const world = makeWorld();
    const rod = world.addRod({ segments: 10 });
    const value = ([, y = 0]: Float64Array) => y;
    const constraint = world.addUserConstraint({ particles: [{ rod, point: 5 }], value });
    run(world, 1);
    expect(point(rod.positions, 5)[1]).toBeCloseTo(0, 3);
    expect(constraint.alive).toBe(true);
  });

  test('goes by the name of its kind', () => {
    const world = makeWorld();
    expectOwnName(world, 'rod', world.addRod({ segments: 4 }));
  });
});

test('two rods that cross do not pass through each other', () => {
  const world = makeWorld();
  const across = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;
  const stiff = { segments: 20, radius: 0.03, youngsModulus: 1e8 } as const;
  const lower = world.addRod({ ...stiff, clamps: ['left', 'right'] });
  const upper = world.addRod({ ...stiff, rotation: across, position: [0, 0.3, 0], damping: 1 });
  run(world, 1.5);
  expect(point(upper.positions, 10)[1]! - point(lower.positions, 10)[1]!).toBeGreaterThan(0.03);
});

test('its fields are those of its table', () => {
  const rod = makeWorld().addRod({});
  for (const { name } of definitions.kinds.find((kind) => kind.name === 'rod')?.fields ?? [])
    expect(rod, name).toHaveProperty(name);
});

test('a removed one is stale in every use', () => {
  const world = makeWorld();
  const rod = world.addRod({ name: 'hook', clamps: ['left'] });
  rod.remove();
  expect([rod.alive, rod.name]).toEqual([false, 'hook']);
  expectStale([
    () => rod.positions,
    () => rod.rotations,
    () => rod.angularVelocities,
    () => rod.youngsModulus,
    () => Object.assign(rod, { youngsModulus: 1 }),
    () => rod.turnClamp('left', [0, 0, 0, 1]),
    () => rod.constraints('rodBend'),
    () => rod.blowUp,
    () => rod.describe(),
    () => rod.remove(),
    () => world.rodFromId(rod.id),
    () => world.addAttachment({ rod, point: 0 }),
    () => world.grab({ rod, target: [0, 0, 0] }),
  ]);
});
