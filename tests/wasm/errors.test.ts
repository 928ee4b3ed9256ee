import type { HingeJoint, HolonomErrorCode, World } from 'holonom';
import { Body, definitions, errorTexts, type FieldDefinition, HolonomError } from 'holonom';
import { expect, test } from 'vitest';
import { characterTexts } from '../../wasm/src/character/texts';
import { fileTexts } from '../../wasm/src/gltf/texts';
import * as core from '../../wasm/src/rules';
import { viewTexts } from '../../wasm/src/view-texts';
import { ball, crate, fillWorld, holonom, makeWorld, refusal } from './fixture';

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
const sheet = { grid: { size: [1, 1], segments: [2, 2] } } as const;
const triangle = { vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1], indices: [0, 2, 1] };

/** What is called, with what (typed loosely, as from JavaScript), and the error: code, path, value, part of the message. */
type Case = [
  call: string,
  argument: unknown,
  code: HolonomErrorCode,
  path: string,
  value: unknown,
  message?: string,
];

const loop: Record<string, unknown> = { ...ball };
loop.self = loop;

const cases: Case[] = [
  // The wrong type.
  ['addBody', undefined, 'type', '', undefined],
  ['addBody', null, 'type', '', null],
  ['addBody', 42, 'type', '', 42],
  ['addBody', 'ball', 'type', '', 'ball'],
  ['addBody', { ...ball, position: 'up' }, 'type', 'position', 'up'],
  ['addBody', { ...ball, position: 5 }, 'type', 'position', 5],
  ['addBody', { ...ball, position: ['a', 0, 0] }, 'type', 'position[0]', 'a'],
  ['addBody', { ...ball, position: [0, null, 0] }, 'type', 'position[1]', null],
  ['addBody', { ...ball, position: null }, 'type', 'position', null],
  ['addBody', { ...ball, friction: '0.5' }, 'type', 'friction', '0.5'],
  ['addBody', { ...ball, friction: true }, 'type', 'friction', true],
  ['addBody', { ...ball, name: 7 }, 'type', 'name', 7],
  ['addBody', { shape: 'sphere' }, 'type', 'shape', 'sphere'],
  ['addBody', { shape: { sphere: 1 } }, 'type', 'shape.sphere', 1],
  ['addBody', { ...ball, friction: 1n }, 'type', 'friction', 1n],
  ['addBody', { ...ball, friction: Math.sin }, 'type', 'friction', Math.sin, 'function sin'],
  ['addSpringNetwork', { ...sheet, shearSprings: 1 }, 'type', 'shearSprings', 1],
  ['addCloth', { grid: { size: [1, 1], segments: [2.5, 2] } }, 'range', 'grid.segments[0]', 2.5],
  ['addCloth', { ...sheet, pins: ['middle'] }, 'range', 'pins[0]', 'middle'],
  ['addCloth', { ...sheet, pins: [1.5] }, 'range', 'pins[0]', 1.5],
  ['addBody', loop, 'type', 'self', loop, 'contain itself'],
  ['addBody', { shape: new Map() }, 'type', 'shape', new Map(), 'a Map'],
  ['step', '1/60', 'type', 'dt', '1/60'],
  ['step', undefined, 'type', 'dt', undefined],
  ['bodyFromId', 'one', 'type', 'id', 'one'],
  ['remove', {}, 'type', 'object', {}],

  // Not finite.
  ['addBody', { ...ball, position: [0, nan, 0] }, 'finite', 'position[1]', nan],
  ['addBody', { ...ball, rotation: [0, 0, 0, infinity] }, 'finite', 'rotation[3]', infinity],
  ['addBody', { ...ball, position: { x: 0, y: 0, z: nan } }, 'finite', 'position[2]', nan],
  ['addBody', { ...ball, mass: infinity }, 'finite', 'mass', infinity],
  [
    'addBody',
    { shape: { box: { halfExtents: [1, 1, nan] } } },
    'finite',
    'shape.box.halfExtents[2]',
    nan,
  ],
  ['addCloth', { ...sheet, stretchCompliance: nan }, 'finite', 'stretchCompliance', nan],
  ['addSpringNetwork', { ...sheet, stiffness: -infinity }, 'finite', 'stiffness', -infinity],
  ['step', nan, 'finite', 'dt', nan],
  ['step', infinity, 'finite', 'dt', infinity],
  ['createWorld', { gravity: [0, nan, 0] }, 'finite', 'gravity[1]', nan],

  // Out of range.
  ['addBody', { ...ball, mass: -1 }, 'range', 'mass', -1, 'greater than 0'],
  ['addBody', { ...ball, mass: 0 }, 'range', 'mass', 0],
  ['addBody', { ...ball, density: -5 }, 'range', 'density', -5],
  ['addBody', { ...ball, restitution: 1.5 }, 'range', 'restitution', 1.5],
  ['addBody', { shape: { sphere: { radius: 0 } } }, 'range', 'shape.sphere.radius', 0],
  [
    'addBody',
    { shape: { box: { halfExtents: [1, -1, 1] } } },
    'range',
    'shape.box.halfExtents[1]',
    -1,
  ],
  ['addBody', { ...ball, position: [1, 2] }, 'type', 'position', [1, 2]],
  ['addBody', { ...ball, position: [1, 2, 3, 4] }, 'type', 'position', [1, 2, 3, 4]],
  ['addBody', { ...ball, rotation: [0, 0, 0, 0] }, 'range', 'rotation', [0, 0, 0, 0]],
  ['addBody', { ...ball, mass: 1e300 }, 'finite', 'mass', 1e300],
  ['addCloth', { grid: { size: [1, 1], segments: [0, 2] } }, 'range', 'grid.segments[0]', 0],
  ['addCloth', { ...sheet, pins: [0, 9] }, 'range', 'pins[1]', 9],
  ['addCloth', { ...sheet, pins: [-1] }, 'range', 'pins[0]', -1],
  ['step', -0.1, 'range', 'dt', -0.1],
  ['createWorld', { substeps: 0 }, 'range', 'substeps', 0],

  // Unknown fields and names, with the likely one.
  ['addBody', { ...ball, positon: [0, 0, 0] }, 'unknown-field', 'positon', [0, 0, 0], 'position'],
  [
    'addBody',
    { shape: { sphere: { raduis: 1 } } },
    'unknown-field',
    'shape.sphere.raduis',
    1,
    'radius',
  ],
  [
    'addBody',
    { shape: { spere: { radius: 1 } } },
    'unknown-field',
    'shape.spere',
    { radius: 1 },
    'sphere',
  ],
  ['addCloth', { ...sheet, stretch: 1 }, 'unknown-field', 'stretch', 1],
  ['createWorld', { gravitation: [0, -9, 0] }, 'unknown-field', 'gravitation', [0, -9, 0]],
  ['addBody', { ...ball, type: 'dynamik' }, 'range', 'type', 'dynamik', 'dynamic'],
  ['createWorld', { solver: 'softstep' }, 'range', 'solver', 'softstep', 'soft-step'],

  // Missing parts.
  ['addBody', { shape: {} }, 'type', 'shape', {}],
  ['addCloth', {}, 'missing', 'grid', undefined],
  ['addAttachment', { point: 0 }, 'missing', 'cloth', undefined],
  ['grab', { target: [0, 0, 0] }, 'missing', 'body', undefined],

  // Objects that are not there.
  ['grab', { body: 0xfffff, target: [0, 0, 0] }, 'stale', 'body', 0xfffff],
  ['bodyFromId', 0xfffff, 'stale', 'body', 0xfffff],
  ['bodyFromId', 0, 'stale', 'body', 0],

  // Unusable meshes.
  ['addCloth', { mesh: { vertices: [], indices: [] } }, 'geometry', 'mesh.vertices', 0],
  ['addCloth', { mesh: { ...triangle, indices: [] } }, 'geometry', 'mesh.indices', 0],
  ['addCloth', { mesh: { ...triangle, indices: [0, 1, 3] } }, 'geometry', 'mesh.indices[2]', 3],
  ['addCloth', { mesh: { ...triangle, indices: [0, 1, -1] } }, 'range', 'mesh.indices[2]', -1],
  ['addCloth', { mesh: { ...triangle, indices: [0, 1] } }, 'geometry', 'mesh.indices', 2],
  ['addCloth', { mesh: { ...triangle, indices: [0, 1, 1] } }, 'geometry', 'mesh.indices[0]', 0],
  ['addCloth', { mesh: { ...triangle, vertices: [0, 0, 0, 1] } }, 'geometry', 'mesh.vertices', 4],
  [
    'addCloth',
    { mesh: { ...triangle, vertices: [0, 0, 0, 1, nan, 0, 0, 0, 1] } },
    'finite',
    'mesh.vertices[4]',
    nan,
  ],
  [
    'addCloth',
    {
      mesh: {
        vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 2],
        indices: [0, 1, 2, 0, 1, 3, 0, 1, 4],
      },
    },
    'geometry',
    'mesh.indices[6]',
    0,
    'at most two triangles',
  ],
  [
    'addSpringNetwork',
    { mesh: { ...triangle, indices: [0, 1, 3] } },
    'geometry',
    'mesh.indices[2]',
    3,
  ],

  // Scene files.
  ['load', undefined, 'type', '', undefined],
  ['load', [], 'type', '', []],
  ['load', '', 'json', 'line 1, column 1', ''],
  ['load', '{"holonom": 3,\n "bodies": [}', 'json', 'line 2, column 13', '}', "unexpected '}'"],
  ['load', '{"holonom": 3', 'json', 'line 1, column 14', '', 'too early'],
  ['load', '"text"', 'type', '', 'text'],
  ['load', {}, 'missing', 'holonom', undefined],
  ['load', { holonom: 99 }, 'version', 'holonom', 99, 'a later release of holonom'],
  ['load', { holonom: '1' }, 'version', 'holonom', '1'],
  ['load', { holonom: 3, boddies: [] }, 'unknown-field', 'boddies', [], 'bodies'],
  ['load', { holonom: 3, bodies: {} }, 'type', 'bodies', {}],
  ['load', { holonom: 3, bodies: [null] }, 'type', 'bodies[0]', null],
  ['load', { holonom: 3, bodies: [ball, { ...ball, mass: -2 }] }, 'range', 'bodies[1].mass', -2],
  ['load', { holonom: 3, settings: { gravity: 9.81 } }, 'type', 'settings.gravity', 9.81],
  ['load', { holonom: 3, cloths: [{ ...sheet, pins: [99] }] }, 'range', 'cloths[0].pins[0]', 99],
  [
    'load',
    { holonom: 3, cloths: [sheet], attachments: [{ cloth: 1, point: 0 }] },
    'range',
    'attachments[0].cloth',
    1,
  ],
  [
    'load',
    { holonom: 3, cloths: [sheet], attachments: [{ cloth: 0, point: 99 }] },
    'range',
    'attachments[0].point',
    99,
  ],
];

function call(world: World, name: string, argument: unknown): unknown {
  if (name === 'createWorld') return holonom.createWorld(argument as object);
  return (world as unknown as Record<string, (argument: unknown) => unknown>)[name]?.(argument);
}

test.each(cases)('%s(%o) is refused: %s at %j', (name, argument, code, path, value, message) => {
  const world = makeWorld();
  fillWorld(world);
  world.step(1 / 60);
  const hash = world.hash();
  const error = refusal(() => call(world, name, argument));
  expect({ code: error.code, path: error.path, value: error.value }).toEqual({ code, path, value });
  expect(error.message).toContain(message ?? path);
  expect(error.name).toBe('HolonomError');
  expect(world.hash(), 'a refused call changes nothing').toBe(hash);
  world.step(1 / 60);
  expect(world.hash(), 'the world goes on').not.toBe(hash);
});

const assignments: [
  object: 'world' | 'body' | 'cloth' | 'net',
  field: string,
  value: unknown,
  code: HolonomErrorCode,
  path: string,
  named: unknown,
][] = [
  ['world', 'gravity', [0, nan, 0], 'finite', 'gravity[1]', nan],
  ['world', 'gravity', 'down', 'type', 'gravity', 'down'],
  ['world', 'gravity', undefined, 'type', 'gravity', undefined],
  ['world', 'substeps', 0, 'range', 'substeps', 0],
  ['world', 'substeps', 2.5, 'range', 'substeps', 2.5],
  ['world', 'continuous', 'off', 'type', 'continuous', 'off'],
  ['world', 'solver', 'magic', 'range', 'solver', 'magic'],
  ['body', 'position', [0, infinity, 0], 'finite', 'position[1]', infinity],
  ['body', 'position', new Date(0), 'type', 'position', new Date(0)],
  ['body', 'friction', -1, 'range', 'friction', -1],
  ['body', 'staticFriction', -1, 'range', 'staticFriction', -1],
  ['body', 'staticFriction', '1', 'type', 'staticFriction', '1'],
  ['body', 'rollingFriction', -0.1, 'range', 'rollingFriction', -0.1],
  ['body', 'rollingFriction', nan, 'finite', 'rollingFriction', nan],
  ['body', 'torsionalFriction', -0.1, 'range', 'torsionalFriction', -0.1],
  ['body', 'torsionalFriction', infinity, 'finite', 'torsionalFriction', infinity],
  ['body', 'surfaceVelocity', [0, nan, 0], 'finite', 'surfaceVelocity[1]', nan],
  ['body', 'surfaceVelocity', 2, 'type', 'surfaceVelocity', 2],
  ['body', 'surfaceVelocity', [1e6, 0, 0], 'range', 'surfaceVelocity[0]', 1e6],
  ['body', 'continuous', 1, 'type', 'continuous', 1],
  ['body', 'mass', -1, 'range', 'mass', -1],
  ['body', 'shape', { sphere: { radius: 1 } }, 'fixed', 'shape', { sphere: { radius: 1 } }],
  [
    'cloth',
    'grid',
    { size: [1, 1], segments: [3, 3] },
    'fixed',
    'grid',
    { size: [1, 1], segments: [3, 3] },
  ],
  ['cloth', 'damping', -1, 'range', 'damping', -1],
  ['net', 'stiffness', nan, 'finite', 'stiffness', nan],
  ['net', 'integrator', 'euler', 'range', 'integrator', 'euler'],
];

test.each(assignments)(
  '%s.%s = %o is refused: %s at %s',
  (owner, field, value, code, path, named) => {
    const world = makeWorld();
    fillWorld(world);
    const object = {
      world,
      body: world.bodies.at(1),
      cloth: world.cloths.at(0),
      net: world.springNetworks.at(0),
    }[owner];
    const hash = world.hash();
    const error = refusal(() => Object.assign(object as object, { [field]: value }));
    expect({ code: error.code, path: error.path, value: error.value }).toEqual({
      code,
      path,
      value: named,
    });
    expect(world.hash()).toBe(hash);
  },
);

test('every field that can not change after creation says why', () => {
  const world = makeWorld();
  fillWorld(world);
  const bodyA = world.bodies.at(1)!;
  const objects: Record<string, object> = {
    world,
    body: bodyA,
    cloth: world.cloths.at(0)!,
    rope: world.addRope({}),
    grains: world.addGrains({}),
    softBody: world.addSoftBody({ lattice: {} }),
    rod: world.addRod({}),
    springNetwork: world.springNetworks.at(0)!,
    attachment: world.attachments.at(0)!,
    grab: world.grab({ body: bodyA, target: [0, 4, 0] }),
    fixed: world.addJoint({ fixed: { bodyA } }),
    ball: world.addJoint({ ball: { bodyA } }),
    hinge: world.addJoint({ hinge: { bodyA, axis: [0, 1, 0] } }),
    prismatic: world.addJoint({ prismatic: { bodyA, axis: [0, 1, 0] } }),
    distance: world.addJoint({ distance: { bodyA, anchorB: [0, 1, 0] } }),
    gear: world.addJoint({ gear: { bodyA, axisA: [0, 0, 1], anchorB: [9, 9, 9] } }),
    rackAndPinion: world.addJoint({
      rackAndPinion: { bodyA, axis: [0, 0, 1], direction: [1, 0, 0], radius: 1 },
    }),
    pulley: world.addJoint({
      pulley: { bodyA, anchorB: [0, 1, 0], groundA: [0, 5, 0], groundB: [1, 5, 0] },
    }),
    point: world.addForce({ point: { body: bodyA } }),
    torque: world.addForce({ torque: { body: bodyA } }),
    field: world.addForce({ field: {} }),
    spring: world.addForce({ spring: { bodyA } }),
    drag: world.addForce({ drag: {} }),
  };
  const tables = definitions.kinds.flatMap(
    ({ name, union, fields }): [string, FieldDefinition[]][] =>
      union
        ? fields.map(({ ref = '' }) => [ref, [...definitions.structs[ref]!.fields]])
        : [[name, [...fields]]],
  );
  expect(tables.map(([name]) => name)).toEqual(Object.keys(objects));
  const reasons = new Set<string>();
  for (const [owner, fields] of tables)
    for (const { name, settable, whyFixed } of fields) {
      if (settable) {
        expect(whyFixed, `${owner}.${name}`).toBeUndefined();
        continue;
      }
      const error = refusal(() => Object.assign(objects[owner]!, { [name]: 0 }));
      const allowed = `no change after creation: ${whyFixed}`;
      expect(error, `${owner}.${name}`).toMatchObject({ code: 'fixed', path: name, allowed });
      reasons.add(whyFixed!);
    }
  expect(reasons.size).toBe(4);
});

test('a change of what is tied names the object that was given', () => {
  const world = makeWorld();
  const bodyA = world.addBody(crate);
  const joint = world.addJoint({ fixed: { bodyA } });
  const error = refusal(() => Object.assign(joint, { bodyA }));
  expect(error.value).toBe(bodyA);
  expect(error.message).toBe(
    'bodyA: got a Body, expected no change after creation: it defines the connection, so add another',
  );
});

test('which constraints hold a cloth can not change, and says why', () => {
  const cloth = makeWorld().addCloth(sheet);
  for (const change of [
    { areaCompliance: 0 },
    { strain: {} },
    { volume: {} },
    { bend: { model: 'isometric' } },
  ])
    expect(refusal(() => Object.assign(cloth, change))).toMatchObject({
      code: 'fixed',
      allowed: 'no change after creation: its constraints are created then, so add another',
    });
});

test('an object of the wrong kind is named', () => {
  const world = makeWorld();
  const body = world.addBody(crate);
  const cloth = world.addCloth(sheet);
  const error = refusal(() => world.grab({ body: cloth as never, target: [0, 0, 0] }));
  expect(error).toMatchObject({
    code: 'type',
    path: 'body',
    value: cloth,
    message: 'body: expected a body, got a Cloth',
  });
  expect(refusal(() => world.addBody(body as never))).toMatchObject({ code: 'type', value: body });
  expect(refusal(() => world.load({ holonom: 3, attachments: [{ cloth }] })).path).toBe(
    'attachments[0].cloth',
  );
});

test('a message says field, value and what is allowed', () => {
  const error = refusal(() => makeWorld().addBody({ shape: { box: { halfExtents: [1, -1, 1] } } }));
  expect(error.message).toContain('shape.box.halfExtents[1]');
  expect(error.message).toContain('-1');
  expect(error.allowed).toContain('0');
  expect(error.message).toContain(error.allowed);
});

test('a field named __proto__ is only a field', () => {
  const scene = '{"holonom": 3, "bodies": [{"__proto__": {"type": "static"}}]}';
  expect(refusal(() => makeWorld().load(scene))).toMatchObject({
    code: 'unknown-field',
    path: 'bodies[0].__proto__',
  });
});

test('a misspelt name with an object as its value is named, with the likely one', () => {
  const world = makeWorld();
  const body = world.addBody(crate);
  const refused: [() => unknown, path: string, likely: string][] = [
    [() => world.addJoint({ hinge: { bodya: body } } as never), 'hinge.bodya', 'bodyA'],
    [() => world.addJoint({ hings: { bodyA: body } } as never), 'hings', 'hinge'],
    [() => world.addForce({ point: { bodyA: body } } as never), 'point.bodyA', 'body'],
    [() => world.grab({ bodi: body, target: [0, 0, 0] } as never), 'bodi', 'body'],
  ];
  for (const [call, path, likely] of refused) {
    const error = refusal(call);
    expect(error).toMatchObject({ code: 'unknown-field', path });
    expect(error.message).toContain(likely);
  }
});

test('an object is no number of a list', () => {
  const world = makeWorld();
  const body = world.addBody(crate);
  for (const position of [[body, 0, 0], { x: body, y: 0, z: 0 }])
    expect(refusal(() => world.addBody({ ...crate, position } as never)).code).toBe('type');
});

test.each([2 ** 32, -(2 ** 32), 2 ** 53])('an id beyond 32 bits is nobody: %d', (more) => {
  const world = makeWorld();
  const { id } = world.addBody(crate);
  expect(refusal(() => world.bodyFromId(more + id))).toMatchObject({
    code: 'stale',
    path: 'body',
    value: more + id,
  });
});

test('a misspelt setting is an error', () => {
  const world = makeWorld();
  for (const object of [world, holonom, world.bodies])
    expect(() => Object.assign(object, { solvr: 'pgs' })).toThrow(TypeError);
});

test('a part of what a field returned cannot be assigned, for it would be lost', () => {
  const world = makeWorld();
  const body = world.addBody(crate);
  const joint = world.addJoint({
    hinge: { bodyA: body, axis: [0, 1, 0], drive: { target: 1, frequency: 2, dampingRatio: 1 } },
  });
  expect(() => Object.assign(joint.drive as object, { target: 2 })).toThrow(TypeError);
  expect(() =>
    Object.assign((body.shape as { box: object }).box, { halfExtents: [2, 2, 2] }),
  ).toThrow(TypeError);
  joint.drive = { ...joint.drive, target: 2 } as never;
  expect((joint as HingeJoint).drive).toMatchObject({ target: 2 });
});

test.each([0, '', null, false])('%o is no point to push at', (point) => {
  const body = makeWorld().addBody(crate);
  for (const call of ['applyForce', 'applyImpulse'] as const)
    expect(refusal(() => body[call]([1, 0, 0], point as never))).toMatchObject({
      code: 'type',
      path: 'point',
    });
});

test('every use of a removed object says its kind and id in the same words', () => {
  const world = makeWorld();
  const body = world.addBody(crate);
  body.remove();
  const message = `body: got ${body.id}, expected a handle of a body that still exists`;
  const uses = [
    () => body.remove(),
    () => body.describe(),
    () => body.position,
    () => body.friction,
    () => {
      body.friction = 1;
    },
    () => body.applyForce([1, 0, 0]),
    () => world.bodyFromId(body.id),
    () => world.grab({ body, target: [0, 0, 0] }),
  ];
  for (const use of uses) expect(refusal(use)).toMatchObject({ code: 'stale', message });
});

test('what only looks like an object of a world is refused by name', () => {
  const world = makeWorld();
  for (const forged of [Object.create(Body.prototype), {}, 7])
    for (const use of [() => world.remove(forged), () => world.describe(forged)])
      expect(refusal(use)).toMatchObject({ code: 'type', path: 'object' });
});

test('messages hold numbers as JavaScript writes them', () => {
  const world = makeWorld();
  const said = (mass: number) => refusal(() => world.addBody({ ...crate, mass })).message;
  expect(said(nan)).toContain('got NaN,');
  expect(refusal(() => world.addBody({ ...crate, rotation: [0, 0, 0, 0] })).message).toContain(
    'got [0, 0, 0, 0],',
  );
  const misspelt = { sphere: { raduis: 1 } };
  expect(refusal(() => world.addBody({ shape: misspelt } as never)).message).toContain(
    "got 'raduis',",
  );
  expect(said(-infinity)).toContain('got -Infinity,');
  expect(said(1e300)).toContain('got 1e+300,');
  expect(said(1e300)).toContain('3.4e38');
  expect(refusal(() => world.step(1e300)).message).toContain('got 1e+300,');
});

test('each entry point brings its own texts, and all are in errorTexts, once', () => {
  const entryPoints = [core, characterTexts, fileTexts, viewTexts];
  for (const part of ['rules', 'sentences'] as const) {
    const names = entryPoints.flatMap((texts) => Object.keys(texts[part]));
    const ofMessages = part === 'rules' ? ['error-data', 'error-texts'] : [];
    expect([...names, ...ofMessages].sort()).toEqual(Object.keys(errorTexts[part]).sort());
    for (const texts of entryPoints) expect(errorTexts[part]).toMatchObject(texts[part]);
  }
  for (const { rules, sentences } of entryPoints)
    expect(Object.keys(rules)).toEqual(expect.arrayContaining(Object.keys(sentences)));
});

test('an error that a program makes of a rule of another entry point names the rule', () => {
  const error = new HolonomError({ code: 'type', path: 'text', value: 7, rule: 'obj-text' });
  expect(error).toMatchObject({ allowed: 'obj-text', message: 'text: expected obj-text, got 7' });
});
