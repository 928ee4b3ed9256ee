// holonom/gltf: files as other programs write them.
import type { Scene, World } from 'holonom';
import { type GltfOptions, readGltf, readMesh } from 'holonom/gltf';
import { describe, expect, test } from 'vitest';
import { makeWorld, run } from './fixture';
import { refusal } from './refusal';

type Json = Record<string, unknown>;

const shapes = [
  { type: 'sphere', sphere: { radius: 0.5 } },
  { type: 'box', box: { size: [1, 2, 3] } },
  { type: 'capsule', capsule: { height: 1, radiusTop: 0.25, radiusBottom: 0.25 } },
  { type: 'cylinder', cylinder: { height: 2, radiusTop: 0.5, radiusBottom: 0.5 } },
  { type: 'cylinder', cylinder: { height: 3, radiusTop: 0, radiusBottom: 1 } },
  { type: 'capsule', capsule: { height: 1, radiusTop: 0.25, radiusBottom: 0.5 } },
  { type: 'plane' },
  { type: 'cylinder', cylinder: { height: 3, radiusTop: 1, radiusBottom: 0 } },
  { type: 'cylinder', cylinder: { height: 1, radiusTop: 0.5, radiusBottom: 1 } },
];

/** Four corners of a tetrahedron and its triangles: 48 bytes of floats, 24 of shorts. */
const points = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
const corners = new Uint16Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
const buffer = new Uint8Array([
  ...new Uint8Array(points.buffer),
  ...new Uint8Array(corners.buffer),
]);
const base64 = btoa(String.fromCharCode(...buffer));

const tetrahedron = {
  buffers: [{ byteLength: 72, uri: `data:application/octet-stream;base64,${base64}` }],
  bufferViews: [
    { buffer: 0, byteLength: 48 },
    { buffer: 0, byteOffset: 48, byteLength: 24 },
  ],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' },
    { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
  ],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
};

/** A node with physics. */
const node = (physics: Json, rest: Json = {}): Json => ({
  ...rest,
  extensions: { KHR_physics_rigid_bodies: physics },
});

const file = (nodes: Json[], physics: Json = {}, rest: Json = {}): Json => ({
  asset: { version: '2.0' },
  extensions: { KHR_implicit_shapes: { shapes }, KHR_physics_rigid_bodies: physics },
  nodes,
  ...tetrahedron,
  ...rest,
});

const collider = (shape: number, rest: Json = {}): Json => ({
  collider: { geometry: { shape }, ...rest },
});

const bodies = (nodes: Json[], physics?: Json, rest?: Json) =>
  readGltf(file(nodes, physics, rest)).scene.bodies ?? [];

/** The one body of a node, in a world. */
function worldOf(json: Json): World {
  const world = makeWorld({ gravity: [0, 0, 0] });
  world.load(readGltf(json).scene as Scene);
  return world;
}

describe('shapes', () => {
  test.each([
    [0, [1, 1, 1], { sphere: { radius: 0.5 } }],
    [0, [2, 2, 2], { sphere: { radius: 1 } }],
    [0, [-2, 2, 2], { sphere: { radius: 1 } }],
    [1, [1, -2, 3], { box: { halfExtents: [0.5, 2, 4.5] } }],
    [2, [1, 1, 1], { capsule: { radius: 0.25, halfHeight: 0.5 } }],
    [2, [2, 2, 2], { capsule: { radius: 0.5, halfHeight: 1 } }],
    [0, [1, 2, 3], { ellipsoid: { radii: [0.5, 1, 1.5] } }],
    [0, [-1, 1, -2], { ellipsoid: { radii: [0.5, 0.5, 1] } }],
    [3, [1, 1, 1], { cylinder: { radius: 0.5, halfHeight: 1 } }],
    [3, [2, 3, -2], { cylinder: { radius: 1, halfHeight: 3 } }],
  ])('shape %i in a node scaled by %j', (shape, scale, expected) => {
    expect(bodies([node(collider(shape), { scale })])[0]?.shape).toEqual(expected);
  });

  /** Places of the tip and of the center of the base, in the node's axes. */
  test.each([
    [4, [1, 1, 1], [0, 1.5, 0], [0, -1.5, 0]],
    [7, [1, 1, 1], [0, -1.5, 0], [0, 1.5, 0]],
    [4, [2, 3, 2], [0, 4.5, 0], [0, -4.5, 0]],
    [4, [-1, 1, 1], [0, 1.5, 0], [0, -1.5, 0]],
    [4, [1, -2, 1], [0, -3, 0], [0, 3, 0]],
    [7, [1, -2, -1], [0, 3, 0], [0, -3, 0]],
  ])('shape %i in a node scaled by %j is a cone', (shape, scale, tip, base) => {
    const translation = [3, 4, 5];
    const json = file([node({ motion: {}, ...collider(shape) }, { scale, translation })]);
    expect(readGltf(json).notes).toEqual([]);
    const world = worldOf(json);
    const [part] = world.bodies.at(0)!.shape.compound!.parts as { shape: object }[];
    const radius = Math.abs(scale[0]!);
    const height = 3 * Math.abs(scale[1]!);
    expect(part?.shape).toEqual({ cone: { radius, height } });
    const at = (y: number, side: number) =>
      world.bodiesAt([3 + side * radius, 4 + y, 5]).length === 1;
    const up = Math.sign(tip[1]! - base[1]!);
    expect(at(tip[1]! - 0.01 * up, 0)).toBe(true);
    expect(at(tip[1]! + 0.01 * up, 0)).toBe(false);
    expect(at(base[1]! + 0.01 * up, 0.95)).toBe(true);
    expect(at(base[1]! - 0.01 * up, 0)).toBe(false);
    expect(world.bodies.at(0)!.mass / 1000).toBeCloseTo((Math.PI / 3) * radius ** 2 * height, 4);
  });

  /** Volumes of hulls of points on the surface, which lie within. */
  const frustum = (Math.PI / 3) * (1 + 0.5 + 0.25);
  test.each([
    ['cylinder that narrows', 8, [1, 1, 1], frustum],
    ['cylinder scaled to an oval', 3, [1, 1, 2], Math.PI],
    ['cone scaled to an oval', 4, [2, 1, 1], 2 * Math.PI],
    ['capsule that narrows', 5, [1, 1, 1], 0.7813],
    ['capsule scaled along y', 2, [1, 2, 1], 2 * (Math.PI / 16 + Math.PI / 48)],
  ])('a %s becomes a hull of almost its volume, and that is said', (_, shape, scale, volume) => {
    const json = file([node({ motion: {}, ...collider(shape) }, { scale })]);
    expect(readGltf(json).notes).toHaveLength(1);
    const mass = worldOf(json).bodies.at(0)!.mass / 1000;
    expect(mass / volume).toBeGreaterThan(0.88);
    expect(mass / volume).toBeLessThanOrEqual(1);
  });

  test('a ball that its parents shear becomes a hull, and one they turn and stretch an ellipsoid', () => {
    const slanted = { rotation: [0, 0, Math.sin(0.3), Math.cos(0.3)], scale: [1, 1, 1] };
    const nodes = (scale: number[]) => [
      { scale, children: [1] },
      node({ motion: {}, ...collider(0) }, slanted),
    ];
    const sheared = readGltf(file(nodes([1, 2, 1]), {}, { scenes: [{ nodes: [0] }] }));
    expect(sheared.scene.bodies?.[0]?.shape).toHaveProperty('hull');
    expect(sheared.notes).toHaveLength(1);
    const stretched = [
      { scale: [2, 2, 2], children: [1] },
      node({ motion: {}, ...collider(0) }, { ...slanted, scale: [1, 2, 3] }),
    ];
    const whole = readGltf(file(stretched, {}, { scenes: [{ nodes: [0] }] }));
    const { radii } = whole.scene.bodies?.[0]?.shape?.ellipsoid ?? {};
    expect((radii as number[]).map((r) => Math.round(1e6 * r) / 1e6)).toEqual([1, 2, 3]);
    expect(whole.notes).toEqual([]);
  });

  test('a plane faces where its node says', () => {
    const up = { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], translation: [-2, 0, 0] };
    const [body] = bodies([node(collider(6), up)]);
    expect(body?.shape?.plane).toEqual({ normal: [0, 1, 0], offset: 0 });
    const world = worldOf(file([node(collider(6), up)]));
    expect(world.raycast([-5, 1, 0], [1, 0, 0])?.distance).toBeCloseTo(3);
    expect(world.bodiesAt([-1.9, 0, 0])).toHaveLength(1);
  });

  test.each([
    ['mesh', { mesh: 0 }],
    ['node', { node: 1 }],
  ])('a %s that stands still is hollow, and mirrored it is turned outside again', (_, geometry) => {
    const nodes = [node({ collider: { geometry } }, { scale: [-1, 1, 2] }), { mesh: 0 }];
    const hit = worldOf(file(nodes)).raycast([-0.2, 0.2, 5], [0, 0, -1]);
    expect(hit?.distance).toBeCloseTo(5 - 1.2);
    expect(hit?.normal[2]).toBeGreaterThan(0);
  });

  test('a mesh that moves is its hull, which is said unless the file says so', () => {
    for (const [convexHull, count] of [
      [true, 0],
      [false, 1],
    ] as const) {
      const json = file([node({ motion: {}, collider: { geometry: { mesh: 0, convexHull } } })]);
      const { scene, notes } = readGltf(json);
      expect(scene.bodies?.[0]?.shape?.hull?.points).toEqual([...points]);
      expect(notes).toHaveLength(count);
    }
  });

  test('what hangs on a body is part of it, and another motion is another body', () => {
    const nodes = [
      node({ motion: { mass: 2 } }, { translation: [0, 5, 0], children: [1, 2], scale: [2, 2, 2] }),
      node(collider(0), { translation: [1, 0, 0] }),
      { children: [3, 4], translation: [0, 1, 0] },
      node(collider(1)),
      node({ motion: {}, ...collider(0) }, { translation: [0, 0, 1] }),
    ];
    const [whole, other] = bodies(nodes, {}, { scene: 0, scenes: [{ nodes: [0] }] });
    expect(whole).toMatchObject({ position: [0, 5, 0], mass: 2 });
    expect(whole?.shape?.compound?.parts).toEqual([
      { shape: { sphere: { radius: 1 } }, position: [2, 0, 0], rotation: [0, 0, 0, 1] },
      { shape: { box: { halfExtents: [1, 2, 3] } }, position: [0, 2, 0], rotation: [0, 0, 0, 1] },
    ]);
    expect(other).toMatchObject({ position: [0, 7, 2], shape: { sphere: { radius: 1 } } });
  });

  test('a node outside the scene, or without size, is no body', () => {
    const nodes = [node(collider(0)), node(collider(0), { scale: [0, 0, 0] }), node(collider(0))];
    const {
      scene,
      nodes: found,
      notes,
    } = readGltf(file(nodes, {}, { scene: 0, scenes: [{ nodes: [1, 2] }] }));
    expect([scene.bodies?.length, found[0]?.node]).toEqual([1, 2]);
    expect(notes).toEqual([
      'nodes[1].extensions.KHR_physics_rigid_bodies: its node has no size, so it is left out',
    ]);
  });
});

describe('motion', () => {
  test('moments about axes of their own turn the body, and the node can be told from it', () => {
    const inertiaOrientation = [0, 0, Math.sin(0.2), Math.cos(0.2)];
    const motion = { mass: 1, inertiaDiagonal: [1, 2, 3], inertiaOrientation };
    const json = file([node({ motion, ...collider(1) }, { translation: [1, 0, 0] })]);
    const { nodes } = readGltf(json);
    expect(nodes[0]?.rotation).toEqual(inertiaOrientation);
    const world = worldOf(json);
    // The box stays where the node has it.
    for (const [x, inside] of [
      [1.45, true],
      [1.55, false],
    ] as const)
      expect(world.bodiesAt([x, 0.9, 0]).length > 0).toBe(inside);
    expect(world.bodies.at(0)?.inertia).toEqual([1, 2, 3]);
  });

  test('moments about exchanged axes need no turn', () => {
    const inertiaOrientation = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const [body] = bodies([
      node({ motion: { mass: 1, inertiaDiagonal: [1, 2, 3], inertiaOrientation } }),
    ]);
    expect(body?.inertia?.map((moment) => Math.round(moment))).toEqual([2, 1, 3]);
    expect(body?.rotation).toEqual([0, 0, 0, 1]);
  });

  test('an infinite mass is that of a kinematic body, and an infinite moment a very large one', () => {
    const [heavy, stiff] = bodies([
      node({ motion: { mass: 0, angularVelocity: [0, 1, 0] }, ...collider(0) }),
      node({ motion: { mass: 2, inertiaDiagonal: [0, 4, 0] }, ...collider(0) }),
    ]);
    expect(heavy).toMatchObject({ type: 'kinematic', angularVelocity: [0, 1, 0] });
    expect(stiff).toMatchObject({ type: 'dynamic', inertia: [4e6, 4, 4e6] });
  });

  test('a center of mass is in the node, with its scale', () => {
    const motion = { mass: 1, centerOfMass: [1, 0, 0] };
    const [body] = bodies([
      node({ motion, ...collider(0) }, { translation: [5, 0, 0], scale: [2, 2, 2] }),
    ]);
    expect(body?.centerOfMass).toEqual([2, 0, 0]);
  });
});

test('a material gives both frictions, and defaults as the draft has them', () => {
  const physicsMaterials = [{ staticFriction: 0.9, restitution: 2, frictionCombine: 'maximum' }];
  const json = file([node(collider(0, { physicsMaterial: 0 }))], { physicsMaterials });
  const { scene, notes } = readGltf(json);
  expect(scene.bodies?.[0]).toMatchObject({
    friction: 0.6,
    staticFriction: 0.9,
    restitution: 1,
    frictionCombine: 'max',
  });
  expect(notes).toHaveLength(1);
});

test('static friction below that of sliding is noted', () => {
  const physicsMaterials = [{ staticFriction: 0.2, dynamicFriction: 0.4 }];
  const json = file([node(collider(0, { physicsMaterial: 0 }))], { physicsMaterials });
  const { scene, notes } = readGltf(json);
  expect(scene.bodies?.[0]?.friction).toBe(0.4);
  expect(scene.bodies?.[0]?.staticFriction).toBeUndefined();
  expect(notes).toEqual([expect.stringContaining('staticFriction')]);
});

test('filters decide by all the systems of the other', () => {
  const collisionFilters = [
    { collisionSystems: ['a'] },
    { collisionSystems: ['b'], collideWithSystems: ['a'] },
    { collisionSystems: ['a', 'b'] },
    { collisionSystems: ['c'], notCollideWithSystems: ['a'] },
  ];
  const nodes = [0, 1, 2, 3].map((collisionFilter) => node(collider(0, { collisionFilter })));
  const [a, b, ab, c] = bodies(nodes, { collisionFilters });
  const sees = (one: typeof a, other: typeof a) =>
    ((one?.collisionMask ?? 0) & (other?.collisionGroups ?? 0)) !== 0;
  expect([sees(b, a), sees(b, b), sees(b, ab), sees(b, c)]).toEqual([true, false, false, false]);
  expect([sees(c, a), sees(c, b), sees(c, ab), sees(c, c)]).toEqual([false, true, true, true]);
});

test('triggers are sensors, of several shapes where the file joins them', () => {
  const trigger = { geometry: { shape: 0 } };
  const [whole, single] = bodies([
    node({ trigger: { nodes: [1, 2] } }, { children: [1, 2] }),
    node({ trigger }),
    node({ trigger }, { translation: [3, 0, 0] }),
    node({ trigger }),
  ]);
  expect(whole).toMatchObject({ sensor: true, type: 'static' });
  expect(whole?.shape?.compound?.parts).toHaveLength(2);
  expect(single).toMatchObject({ sensor: true, shape: { sphere: { radius: 0.5 } } });
});

describe('joints', () => {
  const locked = { min: 0, max: 0 };
  const point = { linearAxes: [0, 1, 2], ...locked };
  /** A body at (0, 1, 0) whose node is joined to one in the world, or the other way round. */
  const joined = (joint: Json, connected: 'world' | 'body', motion: Json = { mass: 1 }) => {
    const own = connected === 'world' ? 1 : 2;
    const other = 3 - own;
    const nodes = [
      node({ motion, ...collider(0) }, { translation: [0, 1, 0], children: [own] }),
      {},
      {},
    ];
    nodes[connected === 'world' ? own : other] = node({
      joint: { joint: 0, connectedNode: connected === 'world' ? other : own },
    });
    return file(nodes, { physicsJoints: [joint] });
  };
  const read = (joint: Json, connected: 'world' | 'body' = 'body', motion?: Json) =>
    readGltf(joined(joint, connected, motion));

  test.each([
    ['fixed', [point, { angularAxes: [0, 1, 2], ...locked }]],
    ['ball', [point]],
    ['ball', [0, 1, 2].map((axis) => ({ linearAxes: [axis], ...locked }))],
    ['hinge', [point, { angularAxes: [0, 1], ...locked }]],
    ['hinge', [point, { angularAxes: [0], ...locked }, { angularAxes: [2], ...locked }]],
    [
      'prismatic',
      [
        { linearAxes: [0, 2], ...locked },
        { angularAxes: [0, 1, 2], ...locked },
      ],
    ],
    ['distance', [{ linearAxes: [0, 1, 2], max: 2 }]],
  ])('these limits leave what a %s joint does: %j', (type, limits) => {
    const { scene, notes } = read({ limits });
    expect(Object.keys(scene.joints?.[0] ?? {})).toEqual([type]);
    expect(notes).toEqual([]);
  });

  test('limits that no joint has are said', () => {
    const slack = [0, 1, 2].map((axis) => ({ linearAxes: [axis], min: -1, max: 1 }));
    const { scene, notes } = read({ limits: slack });
    expect(scene.joints).toEqual([]);
    expect(notes[0]).toContain(
      'nodes[1].extensions.KHR_physics_rigid_bodies.joint: there is no type',
    );
  });

  test('two equal angles are a cone', () => {
    const angles = [0, 2].map((axis) => ({ angularAxes: [axis], min: -0.5, max: 0.5 }));
    const { scene } = read({ limits: [point, ...angles, { angularAxes: [1], ...locked }] });
    expect(scene.joints?.[0]?.ball).toMatchObject({
      swingLimit: 0.5,
      twistLimits: { lower: 0, upper: 0 },
    });
  });

  const about = (axis: number) => [0, 1, 2].filter((each) => each !== axis);

  /** Whichever of the two is in the world, the connected node moves as the file says, seen from the joint's. */
  test.each(
    (['world', 'body'] as const).flatMap((connected) =>
      [0, 1, 2].map((axis) => [axis, connected] as const),
    ),
  )('a motor about axis %i turns the connected node, here the %s', (axis, connected) => {
    const drive = { type: 'angular', mode: 'acceleration', axis, velocityTarget: 2, damping: 1e6 };
    const limits = [point, { angularAxes: about(axis), ...locked }];
    const world = worldOf(joined({ limits, drives: [drive] }, connected));
    run(world, 0.5);
    const spin = world.bodies.at(0)!.angularVelocity[axis];
    expect(spin).toBeCloseTo(connected === 'body' ? 2 : -2, 3);
  });

  test.each(
    (['world', 'body'] as const).flatMap((connected) =>
      [0, 1, 2].map((axis) => [axis, connected] as const),
    ),
  )(
    'a drive along axis %i moves the connected node to its limit, here the %s',
    (axis, connected) => {
      const drive = {
        type: 'linear',
        mode: 'force',
        axis,
        positionTarget: 3,
        stiffness: 800,
        damping: 80,
      };
      const limits = [
        { linearAxes: about(axis), ...locked },
        { linearAxes: [axis], min: -0.5, max: 1.25 },
        { angularAxes: [0, 1, 2], ...locked },
      ];
      // Its joint holds the body's node where the world's is, at the origin.
      const world = worldOf(joined({ limits, drives: [drive] }, connected, { mass: 2 }));
      run(world, 2);
      expect(world.bodies.at(0)!.position[axis]).toBeCloseTo(
        connected === 'body' ? 1.25 : -1.25,
        2,
      );
    },
  );

  test('a spring of given stiffness has the rate of the masses, and the damping', () => {
    const drive = { type: 'linear', mode: 'force', axis: 0, stiffness: 32, damping: 8 };
    const limits = [
      { linearAxes: [1, 2], ...locked },
      { angularAxes: [0, 1, 2], ...locked },
    ];
    const { scene } = read({ limits, drives: [drive] }, 'body', { mass: 2 });
    const made = scene.joints?.[0]?.prismatic?.drive;
    expect(made?.frequency).toBeCloseTo(4 / (2 * Math.PI), 6);
    expect(made?.dampingRatio).toBeCloseTo(0.5, 6);
  });

  test('a joint within one body is left out', () => {
    const nodes = [
      node({ motion: {}, ...collider(0) }, { children: [1, 2] }),
      node({ joint: { joint: 0, connectedNode: 2 } }),
      {},
    ];
    const { scene, notes } = readGltf(file(nodes, { physicsJoints: [{ limits: [point] }] }));
    expect([scene.joints, notes.length]).toEqual([[], 1]);
  });
});

describe('meshes', () => {
  const mesh = (primitive: Json, rest: Json = {}) =>
    readMesh(file([{ mesh: 0 }], {}, { meshes: [{ primitives: [primitive] }], ...rest }));
  const attributes = { POSITION: 0 };

  test('a node puts its mesh in its place', () => {
    const nodes = [
      { children: [1], translation: [0, 0, 5] },
      { mesh: 0, scale: [2, 2, 2] },
    ];
    expect(readMesh(file(nodes)).vertices).toEqual(
      [...points].map((value, i) => 2 * value + (i % 3 === 2 ? 5 : 0)),
    );
    const matrix = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 5, 1];
    expect(readMesh(file([{ mesh: 0, matrix }])).vertices).toEqual(readMesh(file(nodes)).vertices);
  });

  test.each([
    [4, [0, 1, 2]],
    [5, [0, 1, 2, 2, 1, 3]],
    [6, [0, 1, 2, 0, 2, 3]],
    [1, []],
  ])('mode %i', (mode, expected) => {
    expect(mesh({ attributes, mode }).indices).toEqual(expected);
  });

  test('numbers may be of other types, spread out, and replaced one by one', () => {
    const bytes = new Uint8Array([127, 0, 129, 9, 0, 127, 0, 9, 1, 0, 64, 0]);
    const accessors = [
      {
        bufferView: 0,
        componentType: 5120,
        normalized: true,
        count: 2,
        type: 'VEC3',
        sparse: {
          count: 1,
          indices: { bufferView: 1, componentType: 5121 },
          values: { bufferView: 0, byteOffset: 4 },
        },
      },
    ];
    const bufferViews = [
      { buffer: 0, byteLength: 8, byteStride: 4 },
      { buffer: 0, byteLength: 1, byteOffset: 8 },
    ];
    const buffers = [{ byteLength: 12, uri: 'sheet.bin' }];
    const json = file(
      [{ mesh: 0 }],
      {},
      { accessors, bufferViews, buffers, meshes: [{ primitives: [{ attributes, mode: 4 }] }] },
    );
    const { vertices } = readMesh(json, { buffers: { 'sheet.bin': bytes } });
    expect(vertices.map((value) => Math.round(value * 127))).toEqual([127, 0, -127, 0, 127, 0]);
  });
});

describe('a mistake is refused by its place', () => {
  const simple = (rest: Json = {}, physics: Json = {}) =>
    file([node({ motion: {}, ...collider(0), ...physics }, { name: 'Ball', ...rest })]);
  const physics = 'nodes[0].extensions.KHR_physics_rigid_bodies';
  const cases: [path: string, json: unknown, options?: GltfOptions][] = [
    ['asset.version', { asset: { version: '1.0' } }],
    ['asset.version', {}],
    ['nodes', file(7 as never)],
    ['nodes[0].children[0]', file([{ children: [3] }])],
    ['nodes[1].children[0]', file([{ children: [2] }, { children: [2] }, {}])],
    ['nodes[0].children', file([{ children: [0] }])],
    [
      'nodes[500].children',
      file(Array.from({ length: 600 }, (_, i) => ({ children: i < 599 ? [i + 1] : [] }))),
    ],
    ['scenes[0].nodes[1]', file([{}], {}, { scenes: [{ nodes: [0, 0] }] })],
    ['scenes[0].nodes[0]', file([{ children: [1] }, {}], {}, { scenes: [{ nodes: [1] }] })],
    ['nodes[0].scale[1]', simple({ scale: [1, 'two', 1] })],
    ['nodes[0].scale', simple({ scale: [1, 0, 1] })],
    ['nodes[0].rotation', simple({ rotation: [0, 0, 0, 7] })],
    ['nodes[0].translation', simple({ translation: [1, 2] })],
    [
      'nodes[0].matrix[3]',
      simple({ matrix: [1, 0, 0, Number.NaN, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }),
    ],
    [`${physics}.motion.mass`, simple({}, { motion: { mass: -1 } })],
    [
      `${physics}.motion.inertiaDiagonal[2]`,
      simple({}, { motion: { inertiaDiagonal: [1, 1, -1] } }),
    ],
    [`${physics}.motion.isKinematic`, simple({}, { motion: { isKinematic: 'yes' } })],
    [`${physics}.motion.linearVelocity`, simple({}, { motion: { linearVelocity: 3 } })],
    [`${physics}.collider.geometry`, simple({}, { collider: {} })],
    [`${physics}.collider.geometry.shape`, simple({}, { collider: { geometry: { shape: 99 } } })],
    [`${physics}.collider.geometry.mesh`, simple({}, { collider: { geometry: {} } })],
    [`${physics}.collider.geometry.node`, simple({}, { collider: { geometry: { node: -1 } } })],
    [`${physics}.collider.physicsMaterial`, simple({}, collider(0, { physicsMaterial: 0 }))],
    [`${physics}.collider.collisionFilter`, simple({}, collider(0, { collisionFilter: 1.5 }))],
    [`${physics}.joint.connectedNode`, simple({}, { joint: { joint: 0 } })],
    [`${physics}.motion`, simple({}, collider(6))],
    [
      'extensions.KHR_implicit_shapes.shapes[0].type',
      { ...simple(), extensions: { KHR_implicit_shapes: { shapes: [{ type: 'torus' }] } } },
    ],
    [
      'extensions.KHR_implicit_shapes.shapes[0].sphere.radius',
      {
        ...simple(),
        extensions: {
          KHR_implicit_shapes: { shapes: [{ type: 'sphere', sphere: { radius: 0 } }] },
        },
      },
    ],
  ];

  test.each(cases)('%s', (path, json) => {
    const error = refusal(() => readGltf(json as object));
    expect(error.path).toBe(path);
    expect(error.message).toContain(path);
    expect(error.allowed).not.toBe('');
  });

  test('the name of the node is said too', () => {
    const { message } = refusal(() => readGltf(simple({}, { motion: { mass: -1 } })));
    expect(message).toBe(`${physics}.motion.mass ('Ball'): expected a finite number ≥ 0, got -1`);
  });

  const meshCases: [path: string, rest: Json][] = [
    [
      'accessors[0].componentType',
      { accessors: [{ ...tetrahedron.accessors[0], componentType: 1 }] },
    ],
    ['accessors[0].type', { accessors: [{ ...tetrahedron.accessors[0], type: 'VEC2' }] }],
    ['accessors[0].count', { accessors: [{ ...tetrahedron.accessors[0], count: 1e12 }] }],
    ['accessors[0]', { accessors: [{ ...tetrahedron.accessors[0], count: 5 }] }],
    ['bufferViews[0].byteLength', { bufferViews: [{ buffer: 0, byteLength: 480 }] }],
    [
      'bufferViews[0].byteOffset',
      { bufferViews: [{ buffer: 0, byteLength: 48, byteOffset: 0.5 }] },
    ],
    [
      'bufferViews[0].byteOffset',
      { bufferViews: [{ buffer: 0, byteLength: 48, byteOffset: 1e9 }] },
    ],
    [
      'bufferViews[0].byteStride',
      { bufferViews: [{ buffer: 0, byteLength: 48, byteStride: 12.5 }] },
    ],
    ['bufferViews[0].byteStride', { bufferViews: [{ buffer: 0, byteLength: 48, byteStride: 8 }] }],
    ['accessors[0].byteOffset', { accessors: [{ ...tetrahedron.accessors[0], byteOffset: 0.5 }] }],
    ['accessors[0]', { buffers: [{ byteLength: 72, uri: 'nan.bin' }] }],
    ['buffers[0].uri', { buffers: [{ byteLength: 72, uri: 'data:text/plain,hello' }] }],
    ['buffers[0].uri', { buffers: [{ byteLength: 72, uri: 'half%E0%A4%A.bin' }] }],
    ['buffers[0].uri', { buffers: [{ byteLength: 72, uri: 'missing.bin' }] }],
    ['buffers[0].uri', { buffers: [{ byteLength: 72 }] }],
    ['buffers[0].byteLength', { buffers: [{ byteLength: 720, uri: tetrahedron.buffers[0]?.uri }] }],
    [
      'accessors[1]',
      { accessors: [{ ...tetrahedron.accessors[0], count: 2 }, tetrahedron.accessors[1]] },
    ],
    [
      'meshes[0].primitives[0].attributes.POSITION',
      { meshes: [{ primitives: [{ attributes: {} }] }] },
    ],
    [
      'meshes[0].primitives[0].extensions.KHR_draco_mesh_compression',
      { meshes: [{ primitives: [{ extensions: { KHR_draco_mesh_compression: {} } }] }] },
    ],
  ];

  test.each(meshCases)('%s of a mesh', (path, rest) => {
    const buffers = { 'nan.bin': new Float32Array(18).fill(Number.NaN) };
    expect(refusal(() => readMesh(file([{ mesh: 0 }], {}, rest), { buffers })).path).toBe(path);
  });

  test('all meshes together have a bound, that a few bytes do not ask for more than there is', () => {
    const accessors = [1, 1e7].map((count) => ({ componentType: 5126, count, type: 'VEC3' }));
    const primitives = [0, 1].map((POSITION) => ({ attributes: { POSITION } }));
    const json = file([{ mesh: 0 }], {}, { accessors, meshes: [{ primitives }] });
    const error = refusal(() => readMesh(json));
    expect([error.code, error.path]).toEqual(['range', 'accessors[1].count']);
  });

  test('parts that name each other by thousands are refused or read, not read for minutes', () => {
    const many = (make: (i: number) => Json, count = 4000) =>
      Array.from({ length: count }, (_, i) => make(i));
    const below = { convexHull: true, node: 0 };
    const crowd = file([
      { children: Array.from({ length: 4000 }, (_, i) => i + 1) },
      { mesh: 0 },
      ...many(() => ({}), 3999),
      ...many(() => node({ collider: { geometry: below } })),
    ]);
    expect(refusal(() => readGltf(crowd)).code).toBe('capacity');
    const limits = many(() => ({ linearAxes: [0], min: 0, max: 0 }));
    const chain = [
      ...many(() => node({ motion: {} })),
      ...many((i) => node({ joint: { connectedNode: i, joint: 0 } })),
    ];
    expect(refusal(() => readGltf(file(chain, { physicsJoints: [{ limits }] }))).code).toBe(
      'capacity',
    );
    expect(readGltf(file(chain, { physicsJoints: [{}] })).scene.bodies).toHaveLength(4000);
    const primitives = many(() => ({ attributes: { POSITION: 0 } }));
    const accessors = many(() => ({ componentType: 5126, count: 3, type: 'VEC3' }));
    const sheets = file([{ mesh: 0 }], {}, { accessors, meshes: [{ primitives }] });
    expect(readMesh(sheets).indices).toHaveLength(12000);
  });

  test.each([
    ['not at all', 'binary glTF'],
    ['glTF', 'too early'],
    [`glTF\u0002\0\0\0\u0014\0\0\0\uffff`, 'too early'],
    ['{ "asset": ', 'JSON'],
  ])('bytes that are no file: %j', (text, message) => {
    const error = refusal(() => readGltf(new TextEncoder().encode(text)));
    expect([error.code, error.message]).toEqual(['json', expect.stringContaining(message)]);
  });

  test.each([[undefined], [7], [null], [() => {}]])('%s is no file', (value) => {
    expect(refusal(() => readGltf(value as never)).code).toBe('type');
  });
});
