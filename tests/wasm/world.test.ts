import { definitions, diagnosticNames, type Vec3 } from 'holonom';
import { describe, expect, test } from 'vitest';
import {
  ball,
  crate,
  distance,
  expectFinite,
  fillWorld,
  ground,
  makeWorld,
  refusal,
  run,
} from './fixture';

describe('settings', () => {
  test('have the defaults of the field tables', () => {
    const world = makeWorld() as unknown as Record<string, unknown>;
    for (const field of definitions.kinds[0]?.fields ?? []) {
      const value = world[field.name];
      const rounded =
        typeof field.default === 'number' ? Math.fround(field.default) : field.default;
      if (Array.isArray(rounded)) expect(value, field.name).toEqual(rounded.map(Math.fround));
      else expect(value, field.name).toBe(rounded);
    }
  });

  test('are taken at creation and can be changed', () => {
    const world = makeWorld({ gravity: [0, 0, 1], solver: 'pgs', substeps: 7 });
    expect(world.gravity).toEqual([0, 0, 1]);
    expect(world.solver).toBe('pgs');
    expect(world.substeps).toBe(7);
    world.gravity = { x: 1, y: 2, z: 3 };
    world.solver = 'soft-step';
    world.wind = new Float32Array([4, 5, 6]);
    expect(world.gravity).toEqual([1, 2, 3]);
    expect(world.solver).toBe('soft-step');
    expect(world.wind).toEqual([4, 5, 6]);
  });

  test('a getter gives a copy', () => {
    const world = makeWorld();
    (world.gravity as Vec3)[1] = 5;
    expect(world.gravity[1]).toBeCloseTo(-9.81, 6);
  });
});

describe('stepping', () => {
  test('ends after some of its substeps if told, as a shorter step of as many would', () => {
    const [part, whole] = [makeWorld({ substeps: 4 }), makeWorld({ substeps: 2 })];
    const [one, other] = [part.addBody(ball), whole.addBody(ball)];
    part.step(1 / 30, 2);
    whole.step(1 / 60);
    expect(one.position).toEqual(other.position);
    expect(one.linearVelocity).toEqual(other.linearVelocity);
    expect(part.time).toBe(whole.time);
    const [told, untold] = [makeWorld({ substeps: 4 }), makeWorld({ substeps: 4 })];
    for (const world of [told, untold]) fillWorld(world);
    for (const count of [4, 9]) {
      told.step(1 / 60, count);
      untold.step(1 / 60);
      expect(told.hash()).toBe(untold.hash());
    }
    for (const substeps of [0, -1, 1.5, Number.NaN, 1e10])
      expect(refusal(() => told.step(1 / 60, substeps))).toMatchObject({ path: 'substeps' });
    expect(told.hash(), 'unchanged').toBe(untold.hash());
  });

  test('adds up time and counts steps', () => {
    const world = makeWorld();
    for (let step = 0; step < 10; step++) world.step(0.01);
    expect(world.time).toBeCloseTo(0.1, 6);
    expect(world.stepCount).toBe(10);
  });

  test('measures every stage', () => {
    const world = makeWorld();
    fillWorld(world);
    world.step(1 / 60);
    const { timings } = world;
    expect(Object.keys(timings)).toEqual(
      diagnosticNames.filter((name) => name.startsWith('ms.')).map((name) => name.slice(3)),
    );
    expectFinite(Object.values(timings));
    expect(Math.min(...Object.values(timings))).toBeGreaterThanOrEqual(0);
    expect(timings.step).toBeGreaterThan(0);
  });

  test('names each entry of the diagnostics', () => {
    const world = makeWorld();
    expect(world.diagnostics.length).toBe(diagnosticNames.length);
  });

  test('counts contacts and their depth', () => {
    const world = makeWorld();
    world.addBody(ground);
    world.addBody({ ...crate, position: [0, 0.499, 0] });
    world.step(1 / 60);
    expect(world.statistics.contacts).toBe(1);
    expect(world.statistics.deepestPenetration).toBeGreaterThan(0);
    expect(world.statistics.deepestPenetration).toBeLessThan(0.002);
  });

  test('two worlds made alike stay alike, and one differs as soon as it is told to', () => {
    const [a, b] = [makeWorld(), makeWorld()];
    for (const world of [a, b]) {
      fillWorld(world);
      run(world, 0.5);
    }
    expect(a.hash()).toBe(b.hash());
    expect(a.hash()).toMatch(/^[0-9a-f]{16}$/);
    b.bodies.at(1)?.applyImpulse([1e-3, 0, 0]);
    expect(a.hash()).not.toBe(b.hash());
  });
});

describe('lists of objects', () => {
  test('are in the order of creation, with length, at() and iteration', () => {
    const world = makeWorld();
    const made = ['a', 'b', 'c'].map((name) => world.addBody({ ...ball, name }));
    expect(world.bodies.length).toBe(3);
    expect([...world.bodies]).toEqual(made);
    expect(world.bodies.at(0)).toBe(made[0]);
    expect(world.bodies.at(-1)).toBe(made[2]);
    for (const outside of [3, -4, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(world.bodies.at(outside), String(outside)).toBeUndefined();
    }
    expect([...world.bodies].map((body) => body.name)).toEqual(['a', 'b', 'c']);
  });

  test('may be emptied while going over them', () => {
    const world = makeWorld();
    for (let i = 0; i < 10; i++) world.addBody(ball);
    let seen = 0;
    for (const body of world.bodies) {
      body.remove();
      seen++;
    }
    expect(seen).toBe(10);
    expect(world.bodies.length).toBe(0);
  });

  test('clear() removes everything and keeps the settings', () => {
    const world = makeWorld({ substeps: 9 });
    fillWorld(world);
    const body = world.bodies.at(0);
    world.clear();
    const lists = [
      world.bodies,
      world.cloths,
      world.ropes,
      world.grains,
      world.softBodies,
      world.rods,
      world.springNetworks,
      world.attachments,
      world.grabs,
    ];
    expect(lists.map((list) => list.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(world.substeps).toBe(9);
    expect(body?.alive).toBe(false);
    world.step(1 / 60);
  });
});

describe('drawing', () => {
  test('instances hold matrices and ids of each shape', () => {
    const world = makeWorld();
    const floor = world.addBody(ground);
    const box = world.addBody({ shape: { box: { halfExtents: [1, 2, 3] } }, position: [4, 5, 6] });
    world.addBody(ball);
    const sphere = world.addBody({ shape: { sphere: { radius: 0.25 } }, position: [-1, 7, 0] });
    const boxes = world.instances('box');
    expect([...boxes.bodies]).toEqual([box.id]);
    // Column major: scaled axes, then the position.
    expect([...boxes.matrices]).toEqual([1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 4, 5, 6, 1]);
    const spheres = world.instances('sphere');
    expect(spheres.bodies.length).toBe(2);
    expect(spheres.matrices.length).toBe(32);
    const place = spheres.bodies.indexOf(sphere.id);
    expect([...spheres.matrices.subarray(16 * place, 16 * place + 16)]).toEqual([
      0.25, 0, 0, 0, 0, 0.25, 0, 0, 0, 0, 0.25, 0, -1, 7, 0, 1,
    ]);
    expect(world.bodyFromId(world.instances('plane').bodies[0] ?? 0)).toBe(floor);
    expect(refusal(() => world.instances('torus' as 'box'))).toMatchObject({
      code: 'type',
      path: 'shape',
      value: 'torus',
    });
  });

  test('the frame of a plane has its normal as +Y', () => {
    const world = makeWorld();
    world.addBody({ type: 'static', shape: { plane: { normal: [0, 0, 1], offset: 2 } } });
    const { matrices } = world.instances('plane');
    expect(distance(matrices.subarray(4, 7), [0, 0, 1])).toBeLessThan(1e-6);
    expect(matrices[14]).toBeCloseTo(2, 6);
  });

  test('debug lines come for what is switched on', () => {
    const world = makeWorld();
    world.addBody(ground);
    world.addBody({ ...crate, position: [0, 0.499, 0] });
    world.step(1 / 60);
    expect(world.debugLines.length).toBe(0);
    world.debug.axes = true;
    world.step(1 / 60);
    const axes = world.debugLines.length;
    // Three axes a body, two vertices a line, six floats a vertex.
    expect(axes % 36).toBe(0);
    expectFinite(world.debugLines);
    world.debug = { axes: true, contacts: true };
    world.step(1 / 60);
    expect(world.debugLines.length).toBeGreaterThan(axes);
    expect({ ...pick(world.debug) }).toEqual({
      contacts: true,
      aabbs: false,
      axes: true,
      attachments: false,
      joints: false,
    });
    world.debug = {};
    world.step(1 / 60);
    expect(world.debugLines.length).toBe(0);
  });

  test('debug lines show the two points of a joint and its axis', () => {
    const world = makeWorld();
    const body = world.addBody({ ...crate, position: [1, 2, 3] });
    world.addJoint({ hinge: { bodyA: body, anchor: [1, 3, 3], axis: [0, 0, 5] } });
    world.debug.joints = true;
    const ends = Array.from({ length: world.debugLines.length / 6 }, (_, i) =>
      [...world.debugLines.subarray(6 * i, 6 * i + 3)].map((x) => Math.round(100 * x) / 100),
    );
    // Three lines of a cross, the gap, the arm of the body, the axis.
    expect(ends.length).toBe(12);
    expect(ends.slice(8)).toEqual([
      [1, 2, 3],
      [1, 3, 3],
      [1, 3, 2.75],
      [1, 3, 3.25],
    ]);
  });

  test('debug settings are checked', () => {
    const world = makeWorld();
    expect(refusal(() => Object.assign(world, { debug: { contact: true } }))).toMatchObject({
      code: 'unknown-field',
      path: 'debug.contact',
    });
    expect(refusal(() => Object.assign(world.debug, { axes: 1 }))).toMatchObject({
      code: 'type',
      path: 'debug.axes',
    });
    expect(pick(world.debug)).toEqual({
      contacts: false,
      aabbs: false,
      axes: false,
      attachments: false,
      joints: false,
    });
  });
});

function pick(debug: ReturnType<typeof makeWorld>['debug']) {
  const { contacts, aabbs, axes, attachments, joints } = debug;
  return { contacts, aabbs, axes, attachments, joints };
}

test('worlds of one module do not touch each other', () => {
  const [a, b] = [makeWorld(), makeWorld()];
  const body = a.addBody(ball);
  expect(b.bodies.length).toBe(0);
  b.dispose();
  expect(body.alive).toBe(true);
});
