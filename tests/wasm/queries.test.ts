// Where bodies are: rays, shapes and points, and what is drawn of them.
import { type Body, bodyState, type InstanceShape, type QueryOptions, shapeNames } from 'holonom';
import { describe, expect, test } from 'vitest';
import { ball, crate, distance, ground, makeWorld, refusal, run } from './fixture';

const still = { gravity: [0, 0, 0] } as const;
const tetrahedron = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const triangle = { vertices: [-1, 0, -1, -1, 0, 1, 1, 0, -1], indices: [0, 1, 2] };

describe('raycast', () => {
  /** Three balls in a row along x, and a floor below. */
  function row() {
    const world = makeWorld(still);
    const floor = world.addBody({ ...ground, position: [0, -2, 0] });
    const balls = [6, 2, 4].map((x) => world.addBody({ ...ball, position: [x, 0, 0] }));
    return { world, floor, balls };
  }

  test('gives the nearest body, where, and how the surface lies, before any step', () => {
    const { world, balls } = row();
    const hit = world.raycast([0, 0, 0], [2, 0, 0]);
    expect(hit?.body).toBe(balls[1]);
    expect(hit?.distance).toBeCloseTo(1.5, 5);
    expect(distance(hit?.point ?? [], [1.5, 0, 0])).toBeLessThan(1e-5);
    expect(distance(hit?.normal ?? [], [-1, 0, 0])).toBeLessThan(1e-5);
  });

  test('gives all of them, nearest first', () => {
    const { world, balls } = row();
    const hits = world.raycast([0, 0, 0], { x: 1, y: 0, z: 0 }, { all: true });
    expect(hits.map(({ body }) => body)).toEqual([balls[1], balls[2], balls[0]]);
    const down = world.raycast([2, 5, 0], [0, -3, 0], { all: true });
    expect(down.map(({ distance: far }) => far)).toEqual([4.5, 7]);
  });

  test('ends at a distance, and misses', () => {
    const { world } = row();
    expect(world.raycast([0, 0, 0], [1, 0, 0], { maxDistance: 1.4 })).toBeUndefined();
    expect(world.raycast([0, 0, 0], [1, 0, 0], { maxDistance: 1.6 })).toBeDefined();
    expect(world.raycast([0, 0, 0], [0, 1, 0])).toBeUndefined();
    expect(world.raycast([0, 0, 0], [0, 1, 0], { all: true })).toEqual([]);
    expect(makeWorld().raycast([0, 0, 0], [0, 1, 0])).toBeUndefined();
  });

  test('finds bodies where they are now', () => {
    const { world, balls } = row();
    const [first] = balls;
    if (!first) throw new Error('no ball');
    first.position = [0, 9, 0];
    expect(world.raycast([0, 5, 0], [0, 1, 0])?.body).toBe(first);
    first.linearVelocity = [600, 0, 0];
    // Moved off in the step by a blow that nothing foresaw.
    world.step(1 / 60);
    expect(world.raycast([0, 5, 0], [0, 1, 0])).toBeUndefined();
    expect(world.raycast([10, 5, 0], [0, 1, 0])?.body).toBe(first);
    first.remove();
    expect(world.raycast([10, 5, 0], [0, 1, 0])).toBeUndefined();
  });

  test('finds what a blow took out of its place within a step', () => {
    const world = makeWorld({ ...still, sleeping: false });
    const target = world.addBody({ ...ball, mass: 0.01 });
    const bullet = world.addBody({
      ...ball,
      position: [-1.2, 0, 0],
      linearVelocity: [60, 0, 0],
      mass: 1e4,
    });
    for (let step = 0; step < 20; step++) {
      world.step(1 / 60);
      for (const body of [target, bullet]) {
        const [x, y, z] = body.position;
        expect(world.raycast([x, y + 2, z], [0, -1, 0])?.body).toBe(body);
      }
    }
    expect(target.position[0]).toBeGreaterThan(10);
  });

  test('asks only the groups of the mask, and sensors only on demand', () => {
    const world = makeWorld(still);
    const near = world.addBody({ ...ball, position: [2, 0, 0], collisionGroups: 2, sensor: true });
    const far = world.addBody({ ...ball, position: [4, 0, 0], collisionGroups: 4 });
    expect(world.raycast([0, 0, 0], [1, 0, 0])?.body).toBe(far);
    expect(world.raycast([0, 0, 0], [1, 0, 0], { sensors: true })?.body).toBe(near);
    expect(world.raycast([0, 0, 0], [1, 0, 0], { mask: 3 })).toBeUndefined();
    expect(world.raycast([0, 0, 0], [1, 0, 0], { mask: 6, sensors: true, all: true })).toHaveLength(
      2,
    );
  });

  test('meets a body with several shapes once', () => {
    const world = makeWorld(still);
    const parts = [1, 3].map((x) => ({
      position: [x, 0, 0] as const,
      shape: { sphere: { radius: 0.5 } },
    }));
    world.addBody({ shape: { compound: { parts } } });
    const hits = world.raycast([-5, 0, 0], [1, 0, 0], { all: true });
    expect(hits).toHaveLength(1);
    expect(hits[0]?.distance).toBeCloseTo(5.5, 5);
  });

  test('changes nothing', () => {
    const make = (ask: boolean) => {
      const world = makeWorld();
      world.addBody(ground);
      for (let i = 0; i < 5; i++)
        world.addBody({ ...crate, position: [0.1 * i, 0.6 + 1.1 * i, 0] });
      for (let step = 0; step < 60; step++) {
        world.step(1 / 60);
        if (ask) world.raycast([0, 9, 0], [0, -1, 0], { all: true });
        if (ask) world.overlap({ sphere: { radius: 2 } });
        if (ask) world.castShape({ sphere: { radius: 2 } }, [0, -1, 0], { position: [0, 9, 0] });
        if (ask) world.proximity({ sphere: { radius: 2 } });
      }
      return world.hash();
    };
    expect(make(true)).toBe(make(false));
  });

  test.each([
    [
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
      'range',
      'direction',
      [0, 0, 0],
    ],
    [
      [
        [0, 0, 0],
        [Number.NaN, 0, 0],
      ],
      'finite',
      'direction[0]',
      Number.NaN,
    ],
    [[[0, 0, 0], 'down'], 'type', 'direction', 'down'],
    [
      [
        [0, 1e9, 0],
        [1, 0, 0],
      ],
      'range',
      'origin[1]',
      1e9,
    ],
    [[undefined, [1, 0, 0]], 'type', 'origin', undefined],
    [[[0, 0, 0], [1, 0, 0], { maxDistance: 0 }], 'range', 'maxDistance', 0],
    [[[0, 0, 0], [1, 0, 0], { maxDistance: -1 }], 'range', 'maxDistance', -1],
    [[[0, 0, 0], [1, 0, 0], { maxDistance: Number.NaN }], 'finite', 'maxDistance', Number.NaN],
    [[[0, 0, 0], [1, 0, 0], { maxDistance: '9' }], 'type', 'maxDistance', '9'],
    [[[0, 0, 0], [1, 0, 0], { mask: -1 }], 'type', 'mask', -1],
    [[[0, 0, 0], [1, 0, 0], { all: 1 }], 'type', 'all', 1],
    [[[0, 0, 0], [1, 0, 0], { length: 3 }], 'unknown-field', 'length', 3],
    [[[0, 0, 0], [1, 0, 0], null], 'type', 'options', null],
  ])('refuses %j', (args, code, path, value) => {
    const { world } = row();
    const ask = world.raycast.bind(world) as (...all: unknown[]) => unknown;
    const error = refusal(() => ask(...args));
    expect(error).toMatchObject({ code, path });
    expect(error.value).toEqual(value);
  });
});

describe('castShape', () => {
  /** A ball and a box on a floor. */
  function scene() {
    const world = makeWorld(still);
    const floor = world.addBody({ ...ground, position: [0, 0, 0] });
    const box = world.addBody({ ...crate, position: [3, 0.5, 0] });
    const sphere = world.addBody({ ...ball, position: [0, 0.5, 0] });
    return { world, floor, box, sphere };
  }
  const foot = { capsule: { radius: 0.25, halfHeight: 0.5 } } as const;

  test('gives what a shape first meets on its way, before any step', () => {
    const { world, box, sphere } = scene();
    const hit = world.castShape(foot, [0, -2, 0], { position: [3.2, 5, 0.1] });
    expect(hit?.body).toBe(box);
    expect(hit?.distance).toBeCloseTo(3.25, 4);
    expect(hit?.depth).toBe(0);
    expect(distance(hit?.point ?? [], [3.2, 1, 0.1])).toBeLessThan(1e-4);
    expect(distance(hit?.normal ?? [], [0, 1, 0])).toBeLessThan(1e-4);
    // Beside the middle of a ball of 0.5 by 0.45: √(0.75² − 0.45²) = 0.6 above it.
    const beside = world.castShape({ sphere: { radius: 0.25 } }, [0, -1, 0], {
      position: [0.45, 5, 0],
    });
    expect(beside?.body).toBe(sphere);
    expect(beside?.distance).toBeCloseTo(3.9, 4);
    expect(distance(beside?.normal ?? [], [0.6, 0.8, 0])).toBeLessThan(1e-4);
  });

  test('gives all of them, nearest first, up to a distance, without who is left out', () => {
    const { world, floor, box, sphere } = scene();
    const from = { position: [-3, 0.9, 0] } as const;
    const hits = world.castShape({ sphere: { radius: 0.5 } }, [1, 0, 0], { ...from, all: true });
    expect(hits.map(({ body }) => body)).toEqual([sphere, box]);
    const near = { ...from, maxDistance: 1 };
    expect(world.castShape({ sphere: { radius: 0.5 } }, [1, 0, 0], near)).toBeUndefined();
    const later = { ...from, exclude: sphere };
    expect(world.castShape({ sphere: { radius: 0.5 } }, [1, 0, 0], later)?.body).toBe(box);
    expect(world.castShape(foot, [0, -1, 0], { position: [9, 5, 0] })?.body).toBe(floor);
    const turned = { axisAngle: { axis: [0, 0, 1], angle: Math.PI / 2 } } as const;
    const flat = world.castShape(foot, [0, -1, 0], { position: [9, 5, 0], rotation: turned });
    expect(flat?.distance).toBeCloseTo(4.75, 4);
  });

  test('meets what overlaps at the start with a depth, or leaves it', () => {
    const { world, floor } = scene();
    const sunk = { position: [9, 0.15, 0] } as const;
    const hit = world.castShape({ sphere: { radius: 0.25 } }, [0, 1, 0], sunk);
    expect(hit).toMatchObject({ body: floor, distance: 0 });
    expect(hit?.depth).toBeCloseTo(0.1, 5);
    expect(distance(hit?.normal ?? [], [0, 1, 0])).toBeLessThan(1e-5);
    const leave = { ...sunk, stopAtPenetration: false };
    expect(world.castShape({ sphere: { radius: 0.25 } }, [1, 0.1, 0], leave)).toBeUndefined();
  });

  test.each([
    [{ plane: {} }, [1, 0, 0], {}, 'type', 'shape.plane'],
    [{ sphere: { radius: -1 } }, [1, 0, 0], {}, 'range', 'shape.sphere.radius'],
    [{ sphere: {} }, [0, 0, 0], {}, 'range', 'direction'],
    [{ sphere: {} }, [0, 1, 0], { maxDistance: 0 }, 'range', 'maxDistance'],
    [{ sphere: {} }, [0, 1, 0], { stopAtPenetration: 1 }, 'type', 'stopAtPenetration'],
    [{ sphere: {} }, [0, 1, 0], { exclude: 'me' }, 'type', 'exclude'],
    [undefined, [0, 1, 0], {}, 'type', 'shape'],
  ])('refuses %j %j %j', (shape, direction, options, code, path) => {
    const { world } = scene();
    const ask = world.castShape.bind(world) as (...all: unknown[]) => unknown;
    expect(refusal(() => ask(shape, direction, options))).toMatchObject({ code, path });
  });

  test('who is left out must be there', () => {
    const { world, box } = scene();
    box.remove();
    for (const ask of [
      () => world.castShape(foot, [0, 1, 0], { exclude: box }),
      () => world.raycast([0, 0, 0], [0, 1, 0], { exclude: box }),
      () => world.bodiesAt([0, 0, 0], { exclude: box }),
    ])
      expect(refusal(ask)).toMatchObject({ code: 'stale', path: 'exclude' });
  });
});

test('proximity gives who is near, how near and which way leads off', () => {
  const world = makeWorld(still);
  const floor = world.addBody({ ...ground, position: [0, 0, 0] });
  const box = world.addBody({ ...crate, position: [1, 0.5, 0] });
  const probe = { sphere: { radius: 0.25 } } as const;
  const hits = world.proximity(probe, { position: [0, 0.2, 0], maxDistance: 0.5 });
  expect(hits.map(({ body }) => body)).toEqual([floor, box]);
  expect(hits[0]?.distance).toBeCloseTo(-0.05, 5);
  expect(hits[1]?.distance).toBeCloseTo(0.25, 5);
  expect(distance(hits[0]?.normal ?? [], [0, 1, 0])).toBeLessThan(1e-5);
  expect(distance(hits[1]?.normal ?? [], [-1, 0, 0])).toBeLessThan(1e-5);
  expect(distance(hits[1]?.point ?? [], [0.5, 0.2, 0])).toBeLessThan(1e-5);
  expect(world.proximity(probe, { position: [0, 9, 0], maxDistance: 1 })).toEqual([]);
  expect(world.proximity(probe, { position: [0, 9, 0] })).toHaveLength(2);
  expect(world.proximity(probe, { position: [0, 0.2, 0], exclude: floor })[0]?.body).toBe(box);
});

describe('overlap and bodiesAt', () => {
  test('find what a shape touches, in the order of the bodies', () => {
    const world = makeWorld(still);
    const floor = world.addBody({ ...ground, position: [0, -0.5, 0] });
    const left = world.addBody({ ...crate, position: [-2, 0, 0] });
    const right = world.addBody({ ...ball, position: [2, 0, 0] });
    const wide = { box: { halfExtents: [1.8, 0.1, 0.1] } } as const;
    expect(world.overlap(wide)).toEqual([left, right]);
    expect(
      world.overlap(wide, { rotation: { axisAngle: { axis: [0, 1, 0], angle: 1.5 } } }),
    ).toEqual([]);
    expect(world.overlap(wide, { position: [0, -0.45, 0] })).toEqual([floor, left, right]);
    expect(world.overlap({ plane: { normal: [-1, 0, 0], offset: -1 } })).toEqual([floor, right]);
    const hull = { hull: { points: tetrahedron } };
    expect(world.overlap(hull, { position: [-2.9, 0, 0] })).toEqual([left]);
    expect(world.overlap(wide, { mask: 2 })).toEqual([]);
  });

  test('find what a point is in, after a step too', () => {
    const world = makeWorld({ gravity: [0, -10, 0] });
    const floor = world.addBody(ground);
    const box = world.addBody({ ...crate, position: [0, 5, 0] });
    expect(world.bodiesAt([0, 5.4, 0])).toEqual([box]);
    expect(world.bodiesAt([0, 5.6, 0])).toEqual([]);
    run(world, 2);
    expect(world.bodiesAt([0, 5, 0])).toEqual([]);
    expect(world.bodiesAt([0.3, 0.9, 0.3])).toEqual([box]);
    expect(world.bodiesAt({ x: 9, y: -1, z: 0 })).toEqual([floor]);
  });

  test.each([
    [{ sphere: { radius: -1 } }, {}, 'range', 'shape.sphere.radius', -1],
    [{ ball: {} }, {}, 'unknown-field', 'shape.ball', undefined],
    [{ plane: { normal: [0, 0, 0] } }, {}, 'range', 'shape.plane.normal', [0, 0, 0]],
    [{ hull: { points: [0, 0, 0] } }, {}, 'geometry', 'shape.hull.points', undefined],
    [{ sphere: {} }, { position: [0, 0] }, 'type', 'position', [0, 0]],
    [{ sphere: {} }, { rotation: [0, 0, 0, 0] }, 'range', 'rotation', [0, 0, 0, 0]],
    [{ sphere: {} }, { at: 1 }, 'unknown-field', 'at', 1],
    [{ sphere: {} }, { mask: 1.5 }, 'range', 'mask', 1.5],
    [undefined, {}, 'type', 'shape', undefined],
  ])('refuse %j %j', (shape, options, code, path, value) => {
    const world = makeWorld(still);
    const error = refusal(() => world.overlap(shape as never, options as never));
    expect(error).toMatchObject({ code, path });
    if (value !== undefined) expect(error.value).toEqual(value);
  });

  test('refuse points that are none', () => {
    const world = makeWorld(still);
    expect(refusal(() => world.bodiesAt([0, Number.NaN, 0]))).toMatchObject({ path: 'point[1]' });
    expect(refusal(() => world.bodiesAt('x' as never))).toMatchObject({
      code: 'type',
      path: 'point',
    });
  });
});

describe('what is drawn', () => {
  test('every shape is an instance of its type, with its body', () => {
    const world = makeWorld(still);
    const shapes = [
      { sphere: { radius: 2 } },
      { capsule: { radius: 0.3, halfHeight: 0.7 } },
      { box: { halfExtents: [1, 2, 3] } },
      { hull: { points: tetrahedron } },
      { cylinder: { radius: 0.3, halfHeight: 0.7 } },
      { cone: { radius: 0.3, height: 0.7 } },
      { ellipsoid: { radii: [0.1, 0.2, 0.3] } },
      { plane: {} },
      { mesh: triangle },
    ] as const;
    const bodies = shapes.map((shape, x) => {
      const type = x > 6 ? 'static' : 'dynamic';
      return world.addBody({ type, shape, position: [x, 0, 0] });
    });
    for (const [at, shape] of shapeNames.entries()) {
      const { matrices, sizes, bodies: ids, parts } = world.instances(shape);
      expect([...ids]).toEqual([bodies[at]?.id]);
      expect([...parts]).toEqual([0]);
      expect(matrices.length).toBe(16);
      expect(distance([...matrices.subarray(12)], [at, 0, 0, 1])).toBeLessThan(1e-6);
      expect([...sizes]).toEqual(shape === 'capsule' ? [0.3, 0.7].map(Math.fround) : []);
    }
    expect(world.instances('capsule').matrices[5]).toBeCloseTo(1, 6);
    expect(refusal(() => world.instances('torus' as InstanceShape))).toMatchObject({
      path: 'shape',
    });
  });

  test('the parts of a compound stand among those of their shapes', () => {
    const world = makeWorld(still);
    world.addBody(crate);
    const body = world.addBody({
      position: [0, 3, 0],
      shape: {
        compound: {
          parts: [
            { position: [1, 0, 0], shape: { box: { halfExtents: [0.5, 0.5, 0.5] } } },
            { position: [-1, 0, 0], shape: { sphere: { radius: 0.25 } } },
            { position: [0, 1, 0], shape: { hull: { points: tetrahedron } } },
          ],
        },
      },
    });
    const boxes = world.instances('box');
    expect(world.bodyFromId(boxes.bodies[1] as number)).toBe(body);
    expect([...boxes.parts]).toEqual([0, 0]);
    expect(distance([...boxes.matrices.subarray(28, 31)], [1, 3, 0])).toBeLessThan(1e-5);
    expect([...world.instances('sphere').parts]).toEqual([1]);
    expect([...world.instances('hull').parts]).toEqual([2]);
    expect(body.geometry(2).indices.length).toBe(12);
    expect(refusal(() => body.geometry(0))).toMatchObject({
      code: 'range',
      path: 'part',
      value: 0,
    });
    expect(refusal(() => body.geometry(7))).toMatchObject({ code: 'range', value: 7 });
  });

  test('hulls and meshes give their triangles', () => {
    const world = makeWorld(still);
    const hull = world.addBody({ shape: { hull: { points: [...tetrahedron, 0.1, 0.1, 0.1] } } });
    const { vertices, indices } = hull.geometry();
    expect(vertices.length).toBe(12);
    expect(indices.length).toBe(12);
    // Closed and facing out: the volume under its triangles is that of the hull.
    let volume = 0;
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => {
        const from = 3 * (indices[t + k] as number);
        return [...vertices.subarray(from, from + 3)] as [number, number, number];
      }) as [[number, number, number], [number, number, number], [number, number, number]];
      volume +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) +
          a[1] * (b[2] * c[0] - b[0] * c[2]) +
          a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
    }
    expect(volume).toBeCloseTo(1 / 6, 6);

    const mesh = world.addBody({ type: 'static', shape: { mesh: triangle } });
    expect([...mesh.geometry().vertices]).toEqual(triangle.vertices);
    expect([...mesh.geometry().indices]).toEqual(triangle.indices);
    mesh.remove();
    expect(refusal(() => mesh.geometry()).code).toBe('stale');
  });
});

test('bodyStates hold every body in order', () => {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const bodies = [0, 1, 2].map((x) =>
    world.addBody({
      ...crate,
      position: [x, 0, 0],
      linearVelocity: [0, x, 0],
      angularVelocity: [0, 0, 1],
      mass: 5,
      collisionMask: 0,
    }),
  );
  bodies[1]?.sleep();
  world.step(1 / 60);
  const states = world.bodyStates;
  const { stride } = bodyState;
  expect(states.length).toBe(3 * stride);
  for (const [i, body] of [...world.bodies].entries()) {
    const read = (from: number, count: number) => [
      ...states.subarray(i * stride + from, i * stride + from + count),
    ];
    expect(read(bodyState.position, 3)).toEqual(body.position);
    expect(read(bodyState.rotation, 4)).toEqual(body.rotation);
    expect(read(bodyState.linearVelocity, 3)).toEqual(body.linearVelocity);
    expect(read(bodyState.angularVelocity, 3)).toEqual(body.angularVelocity);
    expect(read(bodyState.mass, 1)).toEqual([5]);
    expect(read(bodyState.awake, 1)).toEqual([i === 1 ? 0 : 1]);
  }
});

test('queries leave out one body, or all of a list', () => {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const row = [1, 3, 5, 7].map((x) => world.addBody({ ...ball, position: [x, 0, 0] }));
  const [a, b, c, d] = row as [Body, Body, Body, Body];
  const probe = { sphere: { radius: 0.1 } };
  const asked: readonly [string, (options: QueryOptions) => Body[]][] = [
    ['raycast', (options) => all(world.raycast([0, 0, 0], [1, 0, 0], { ...options, all: true }))],
    ['castShape', (options) => all(world.castShape(probe, [1, 0, 0], { ...options, all: true }))],
    ['proximity', (options) => all(world.proximity(probe, options))],
    ['overlap', (options) => world.overlap({ box: { halfExtents: [9, 1, 1] } }, options)],
  ];
  const all = (hits: readonly { readonly body: Body }[]) => hits.map(({ body }) => body);
  for (const [name, ask] of asked) {
    expect(ask({}), name).toEqual(row);
    expect(ask({ exclude: [] }), name).toEqual(row);
    expect(ask({ exclude: b }), name).toEqual([a, c, d]);
    expect(ask({ exclude: [b] }), name).toEqual([a, c, d]);
    expect(ask({ exclude: [a, c] }), name).toEqual([b, d]);
    expect(ask({ exclude: new Set([d, b]) }), name).toEqual([a, c]);
    expect(ask({ exclude: world.bodies }), name).toEqual([]);
    expect(ask({}), name).toEqual(row);
  }
  expect(world.raycast([0, 0, 0], [1, 0, 0], { exclude: [a, b] })?.body).toBe(c);
  expect(world.castShape(probe, [1, 0, 0], { exclude: [a, b] })?.body).toBe(c);
  for (const left of [[a], [a, b], a])
    expect(world.bodiesAt([1, 0, 0], { exclude: left })).toEqual([]);
  expect(world.bodiesAt([1, 0, 0], { exclude: [b, c] })).toEqual([a]);
  expect(world.bodiesAt([1, 0, 0])).toEqual([a]);
});

test('a list of bodies to leave out has only live bodies of this world', () => {
  const [world, other] = [makeWorld(), makeWorld()];
  const [mine, gone] = [world.addBody(ball), world.addBody(ball)];
  const stranger = other.addBody(ball);
  gone.remove();
  const asked: readonly ((exclude: unknown) => unknown)[] = [
    (exclude) => world.raycast([0, 0, 0], [1, 0, 0], { exclude: exclude as Body }),
    (exclude) => world.castShape(ball.shape, [1, 0, 0], { exclude: exclude as Body }),
    (exclude) => world.proximity(ball.shape, { exclude: exclude as Body }),
    (exclude) => world.overlap(ball.shape, { exclude: exclude as Body }),
    (exclude) => world.bodiesAt([0, 0, 0], { exclude: exclude as Body }),
  ];
  for (const ask of asked) {
    const refused = (exclude: unknown) => {
      const { code, path } = refusal(() => ask(exclude));
      return [code, path];
    };
    expect(refused(gone)).toEqual(['stale', 'exclude']);
    expect(refused([mine, gone])).toEqual(['stale', 'exclude[1]']);
    expect(refused([mine, stranger])).toEqual(['stale', 'exclude[1]']);
    expect(refused([mine, 'me'])).toEqual(['type', 'exclude[1]']);
    expect(refused(['me'])).toEqual(['type', 'exclude[0]']);
    expect(refused(7)).toEqual(['type', 'exclude']);
    expect(refused({})).toEqual(['type', 'exclude']);
  }
});
