import { inspect } from 'node:util';
import type { Vec3, World } from 'holonom';
import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { ball, crate, distance, ground, makeWorld, refusal, run } from './fixture';

const weightless = { gravity: [0, 0, 0] } as const;

test('is shown as an object, without the world behind it', () => {
  const body = makeWorld().addBody(ball);
  expect(JSON.stringify({ body })).toBe(`{"body":{"id":${body.id}}}`);
  expect(inspect(body, { depth: 9 })).not.toContain('NativeWorld');
});

describe('fields', () => {
  test('read back as they were given', () => {
    const world = makeWorld();
    const body = world.addBody({
      type: 'kinematic',
      name: 'lift',
      position: [1, 2, 3],
      rotation: [0, 0.6, 0, 0.8],
      linearVelocity: [4, 5, 6],
      angularVelocity: [7, 8, 9],
      shape: { box: { halfExtents: [0.5, 1, 2] } },
      friction: 0.25,
      staticFriction: 0.375,
      rollingFriction: 0.5,
      torsionalFriction: 0.125,
      surfaceVelocity: [1, -2, 3],
      restitution: 0.75,
      continuous: false,
      linearDamping: 0.125,
      angularDamping: 0.375,
      gravityScale: -2,
    });
    expect(body.type).toBe('kinematic');
    expect(body.name).toBe('lift');
    expect(body.position).toEqual([1, 2, 3]);
    expect(body.rotation).toEqual([0, 0.6, 0, 0.8].map(Math.fround));
    expect(body.linearVelocity).toEqual([4, 5, 6]);
    expect(body.angularVelocity).toEqual([7, 8, 9]);
    expect(body.shape).toEqual({ box: { halfExtents: [0.5, 1, 2] } });
    expect(body.friction).toBe(0.25);
    expect(body.staticFriction).toBe(0.375);
    expect(body.rollingFriction).toBe(0.5);
    expect(body.torsionalFriction).toBe(0.125);
    expect(body.surfaceVelocity).toEqual([1, -2, 3]);
    expect(body.restitution).toBe(0.75);
    expect(body.continuous).toBe(false);
    expect(body.linearDamping).toBe(0.125);
    expect(body.angularDamping).toBe(0.375);
    expect(body.gravityScale).toBe(-2);
  });

  test('can be changed and are seen at once', () => {
    const body = makeWorld().addBody(ball);
    body.position = [1, 2, 3];
    body.rotation = [0, 1, 0, 0];
    body.linearVelocity = [4, 5, 6];
    body.angularVelocity = [7, 8, 9];
    body.friction = 0.125;
    body.staticFriction = 0.25;
    body.surfaceVelocity = [1, 0, 0];
    body.name = 'stone';
    expect(body.position).toEqual([1, 2, 3]);
    expect(body.rotation).toEqual([0, 1, 0, 0]);
    expect(body.linearVelocity).toEqual([4, 5, 6]);
    expect(body.angularVelocity).toEqual([7, 8, 9]);
    expect(body.friction).toBe(0.125);
    expect(body.staticFriction).toBe(0.25);
    expect(body.surfaceVelocity).toEqual([1, 0, 0]);
    expect(body.name).toBe('stone');
  });

  test('take the vectors and quaternions of Three.js', () => {
    const body = makeWorld().addBody({ ...ball, position: new THREE.Vector3(1, 2, 3) });
    expect(body.position).toEqual([1, 2, 3]);
    body.rotation = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(0, 1, 0), Math.PI);
    expect(distance(body.rotation, [0, 1, 0, 0])).toBeLessThan(1e-6);
    body.position = new Float64Array([4, 5, 6]);
    expect(body.position).toEqual([4, 5, 6]);
  });

  test('that are undefined count as left out', () => {
    const body = makeWorld().addBody({ ...ball, name: undefined, friction: undefined });
    expect(body.friction).toBe(0.5);
  });

  test('a rotation is made a unit quaternion', () => {
    const body = makeWorld().addBody({ ...ball, rotation: [0, 0, 0, 2] });
    expect(body.rotation).toEqual([0, 0, 0, 1]);
  });

  test('the shape can not change, and the error says so', () => {
    const body = makeWorld().addBody(ball);
    const error = refusal(() => Object.assign(body, { shape: { sphere: { radius: 2 } } }));
    expect(error).toMatchObject({ code: 'fixed', path: 'shape' });
    expect(body.shape).toEqual({ sphere: { radius: 0.5 } });
  });

  test('a misspelt field is not silently added', () => {
    const body = makeWorld().addBody(ball);
    expect(() => Object.assign(body, { positon: [1, 2, 3] })).toThrow(/positon/);
  });

  test.each([
    ['a ball', { sphere: { radius: 0.5 } }, (4 / 3) * Math.PI * 0.5 ** 3 * 1000],
    ['a box', { box: { halfExtents: [0.5, 1, 2] } }, 8000],
  ] as const)('%s has the mass of its density', (_, shape, mass) => {
    const world = makeWorld(weightless);
    const body = world.addBody({ shape, linearVelocity: [1, 0, 0] });
    expect(world.momentum.linear[0]).toBeCloseTo(mass, 2);
    expect(body.mass).toBeCloseTo(mass, 2);
    world.clear();
    expect(world.addBody({ shape, mass: 3, linearVelocity: [1, 0, 0] }).mass).toBe(3);
    expect(world.momentum.linear[0]).toBe(3);
  });

  test('what nothing moves has infinite mass', () => {
    expect(makeWorld().addBody({ ...ball, type: 'static' }).mass).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('motion', () => {
  test('free fall is that of symplectic Euler', () => {
    const world = makeWorld({ substeps: 4 });
    const body = world.addBody({ ...ball, position: [0, 100, 0], linearVelocity: [1, 0, 0] });
    run(world, 1);
    const [h, n] = [1 / 240, 240];
    expect(body.linearVelocity[1]).toBeCloseTo(-9.81 * n * h, 4);
    expect(body.position[1]).toBeCloseTo(100 - (9.81 * h * h * n * (n + 1)) / 2, 3);
    expect(body.position[0]).toBeCloseTo(1, 4);
  });

  test('gravityScale multiplies gravity', () => {
    const world = makeWorld();
    const body = world.addBody({ ...ball, gravityScale: -0.5 });
    run(world, 1);
    expect(body.linearVelocity[1]).toBeCloseTo(4.905, 4);
  });

  test('a kinematic body moves by its velocity alone', () => {
    const world = makeWorld();
    const body = world.addBody({ ...crate, type: 'kinematic', linearVelocity: [0, 0, 2] });
    run(world, 1);
    expect(distance(body.position, [0, 0, 2])).toBeLessThan(1e-4);
    expect(body.linearVelocity).toEqual([0, 0, 2]);
  });

  test('a static body stays', () => {
    const world = makeWorld();
    const body = world.addBody({ ...crate, type: 'static', position: [0, 2, 0] });
    run(world, 1);
    expect(body.position).toEqual([0, 2, 0]);
  });

  test.each(['soft-step', 'pgs'] as const)(
    'a box comes to rest on the ground under %s',
    (solver) => {
      const world = makeWorld({ solver });
      world.addBody(ground);
      const body = world.addBody({ ...crate, position: [0, 1, 0] });
      run(world, 3);
      expect(Math.abs(body.position[1] - 0.5)).toBeLessThan(0.01);
      expect(Math.hypot(...body.linearVelocity)).toBeLessThan(0.01);
    },
  );

  test('friction stops a box after v²/(2 μ g)', () => {
    const world = makeWorld();
    world.addBody({ ...ground, friction: 0.5 });
    const body = world.addBody({
      ...crate,
      position: [0, 0.5, 0],
      linearVelocity: [3, 0, 0],
      friction: 0.5,
    });
    run(world, 2);
    expect(Math.abs(body.position[0] - 9 / (2 * 0.5 * 9.81))).toBeLessThan(0.03);
  });

  test.each([
    [undefined, 0.5],
    [0.2, 0.5],
    [0.9, 0.9],
  ])('with staticFriction %s a box holds on slopes up to %d', (staticFriction, limit) => {
    for (const share of [0.95, 1.05]) {
      const world = makeWorld();
      const angle = Math.atan(limit * share);
      const rotation = [0, 0, -Math.sin(angle / 2), Math.cos(angle / 2)] as const;
      const rough = { friction: 0.5, staticFriction };
      world.addBody({ ...ground, ...rough, rotation });
      const position = [0.5 * Math.sin(angle), 0.5 * Math.cos(angle), 0] as const;
      const body = world.addBody({ ...crate, ...rough, rotation, position });
      run(world, 1);
      const moved = distance(body.position, position);
      if (share < 1) expect(moved).toBeLessThan(0.003);
      else expect(moved).toBeGreaterThan(0.01);
    }
  });

  test('rolling friction slows a ball down by μ g / (r (1 + 2/5))', () => {
    const world = makeWorld();
    world.addBody({ ...ground, rollingFriction: 0.02 });
    const body = world.addBody({
      ...ball,
      position: [0, 0.5, 0],
      linearVelocity: [2, 0, 0],
      angularVelocity: [0, 0, -4],
    });
    run(world, 1);
    expect(body.linearVelocity[0]).toBeCloseTo(2 - (0.02 * 9.81) / (0.5 * 1.4), 2);
  });

  test('torsional friction stops a spinning ball', () => {
    const world = makeWorld();
    world.addBody(ground);
    const body = world.addBody({
      ...ball,
      position: [0, 0.5, 0],
      angularVelocity: [0, 5, 0],
      torsionalFriction: 0.02,
    });
    run(world, 1);
    expect(body.angularVelocity[1]).toBeCloseTo(5 - (0.02 * 9.81) / (0.4 * 0.5 ** 2), 2);
    run(world, 2);
    expect(Math.abs(body.angularVelocity[1])).toBeLessThan(1e-3);
  });

  test('a surface that moves takes boxes along, and wakes them as it starts', () => {
    const world = makeWorld();
    const belt = world.addBody(ground);
    const box = world.addBody({ ...crate, position: [0, 0.5, 0] });
    run(world, 2);
    expect(box.asleep).toBe(true);
    belt.surfaceVelocity = [0, 0, 1.5];
    run(world, 2);
    expect(distance(box.linearVelocity, [0, 0, 1.5])).toBeLessThan(0.01);
    const saved = world.save();
    expect(saved.bodies?.[0]?.surfaceVelocity).toEqual([0, 0, 1.5]);
    const copy = makeWorld();
    copy.load(JSON.stringify(saved));
    run(copy, 1);
    expect(copy.bodies.at(1)!.position[2] - box.position[2]).toBeCloseTo(1.5, 2);
    belt.surfaceVelocity = [0, 0, 0];
    run(world, 3);
    expect(box.asleep).toBe(true);
  });
});

describe('continuous collision', () => {
  const plate = { type: 'static', shape: { box: { halfExtents: [0.005, 2, 2] } } } as const;
  const bullet = {
    shape: { sphere: { radius: 0.05 } },
    position: [-12.5, 0, 0],
    linearVelocity: [300, 0, 0],
  } as const;
  const passes = (world: World) => {
    run(world, 0.2);
    return world.bodies.at(-1)!.position[0] > 0;
  };

  test.each([
    [true, true, false],
    [true, false, true],
    [false, true, true],
  ])('world %s, bullet %s: a bullet passes a plate: %s', (ofWorld, ofBullet, expected) => {
    const world = makeWorld({ ...weightless, continuous: ofWorld });
    expect(world.continuous).toBe(ofWorld);
    world.addBody(plate);
    world.addBody({ ...bullet, continuous: ofBullet });
    const saved = world.save();
    const copy = makeWorld();
    copy.load(JSON.stringify(saved));
    expect(passes(world)).toBe(expected);
    expect(passes(copy)).toBe(expected);
  });

  test('changes while a world runs', () => {
    const world = makeWorld({ ...weightless, continuous: false });
    world.addBody(plate);
    const body = world.addBody({ ...bullet, continuous: false });
    expect(passes(world)).toBe(true);
    body.linearVelocity = [-300, 0, 0];
    body.position = [12.5, 0, 0];
    world.continuous = true;
    body.continuous = true;
    run(world, 0.2);
    expect(body.position[0]).toBeGreaterThan(0);
  });
});

describe('impulses', () => {
  test('through the center change only the velocity, by J/m', () => {
    const body = makeWorld(weightless).addBody({ ...ball, mass: 4 });
    body.applyImpulse([8, 0, -4]);
    expect(body.linearVelocity).toEqual([2, 0, -1]);
    expect(body.angularVelocity).toEqual([0, 0, 0]);
  });

  test('off the center also turn it, by r × J / I', () => {
    const body = makeWorld(weightless).addBody({ ...ball, mass: 4, position: [1, 1, 1] });
    body.applyImpulse({ x: 0, y: 0, z: 2 }, new THREE.Vector3(1.5, 1, 1));
    const inertia = (2 / 5) * 4 * 0.5 ** 2;
    expect(distance(body.linearVelocity, [0, 0, 0.5])).toBeLessThan(1e-6);
    expect(distance(body.angularVelocity, [0, (-0.5 * 2) / inertia, 0])).toBeLessThan(1e-5);
  });

  test('are checked', () => {
    const body = makeWorld().addBody(ball);
    const bad = [1, Number.NaN, 0] as const;
    expect(refusal(() => body.applyImpulse(bad))).toMatchObject({ code: 'finite' });
    expect(refusal(() => body.applyImpulse('up' as never))).toMatchObject({
      code: 'type',
      path: 'impulse',
      value: 'up',
    });
    expect(refusal(() => body.applyImpulse([1, 2] as never))).toMatchObject({
      code: 'type',
      path: 'impulse',
    });
    expect(body.linearVelocity).toEqual([0, 0, 0]);
  });
});

describe('identity', () => {
  test('the same id is the same object', () => {
    const world = makeWorld();
    const body = world.addBody(ball);
    expect(world.bodies.at(0)).toBe(body);
    expect(world.bodyFromId(body.id)).toBe(body);
    expect(body.world).toBe(world);
  });

  test('describe() gives every field, and adding it makes a copy', () => {
    const world = makeWorld();
    const body = world.addBody({ ...crate, position: [0.1, 2.3, 0], friction: 0.7, mass: 3 });
    const description = world.describe(body);
    expect(description.position).toEqual([0.1, 2.3, 0]);
    expect(description.friction).toBe(0.7);
    const copy = world.addBody(description);
    expect(copy).not.toBe(body);
    expect(world.describe(copy)).toEqual(description);
  });
});

test('a hull of more than 128 vertices says how far the points that it leaves out stand out', () => {
  const world = makeWorld();
  const onBall = (count: number, radius = 1) =>
    Array.from({ length: count }, (_, i) => {
      const y = 1 - (2 * i + 1) / count;
      const [across, angle] = [Math.sqrt(1 - y * y), i * 2.399963];
      return [across * Math.cos(angle), y, across * Math.sin(angle)].map((it) => radius * it);
    }).flat();
  const hull = (points: number[]) => world.addBody({ shape: { hull: { points } } }).geometry();
  const whole = hull(onBall(128));
  expect([whole.vertices.length / 3, whole.deviation]).toEqual([128, 0]);
  // What lies inside is no loss.
  expect(hull([...onBall(100), ...onBall(400, 0.5)]).deviation).toBe(0);
  for (const radius of [0.01, 1, 100]) {
    const points = onBall(1000, radius);
    const { vertices, indices, deviation } = hull(points);
    expect(vertices.length / 3).toBeLessThanOrEqual(128);
    const corner = (at: number) => [0, 1, 2].map((axis) => vertices[3 * at + axis] ?? 0) as Vec3;
    let farthest = 0;
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => corner(indices[t + k] ?? 0)) as [Vec3, Vec3, Vec3];
      const [u, v] = [b, c].map((end) => end.map((it, axis) => it - (a[axis] ?? 0))) as [
        Vec3,
        Vec3,
      ];
      const normal = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
      ];
      const length = Math.hypot(...normal);
      for (let p = 0; p < points.length; p += 3)
        farthest = Math.max(
          farthest,
          normal.reduce(
            (sum, n, axis) => sum + (n / length) * ((points[p + axis] ?? 0) - (a[axis] ?? 0)),
            0,
          ),
        );
    }
    expect(deviation / radius).toBeCloseTo(farthest / radius, 3);
    expect(deviation / radius).toBeGreaterThan(0.01);
  }
  // Of a compound, part by part; a mesh leaves nothing out.
  const part = (points: number[]) => ({ shape: { hull: { points } } });
  const compound = world.addBody({
    shape: { compound: { parts: [part(onBall(50)), part(onBall(500))] } },
  });
  expect(compound.geometry(0).deviation).toBe(0);
  expect(compound.geometry(1).deviation).toBeGreaterThan(0.01);
  const mesh = { vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1], indices: [0, 2, 1] };
  expect(world.addBody({ type: 'static', shape: { mesh } }).geometry().deviation).toBe(0);
});
