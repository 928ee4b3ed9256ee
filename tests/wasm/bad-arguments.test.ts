// Every public function, called with everything that may be given by mistake: what is refused is refused by a
// HolonomError, and the world goes on as one that was not called.
import * as api from 'holonom';
import { definitions, HolonomError, type World } from 'holonom';
import { CharacterController, type CharacterOptions } from 'holonom/character';
import { expect, test } from 'vitest';
import { badValues } from './bad-arguments';
import { crate, fillWorld, holonom, makeWorld, refusal } from './fixture';
import { publicCalls } from './public-types';

const sheet = { grid: { size: [1, 1], segments: [2, 2] } };
const sphere = { sphere: { radius: 1 } };
const cube = { lattice: { cells: [1, 1, 1] } } as const;

/** One of every kind and type. */
function filled(world: World) {
  fillWorld(world);
  const [, box, ball] = world.bodies;
  if (!box || !ball) throw new Error('the fixture has two bodies besides the floor');
  box.canSleep = false;
  const hull = { points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] };
  const pebble = world.addBody({ position: [5, 5, 5], shape: { hull } });
  const joined = () => world.addBody({ ...crate, position: [10 + 3 * world.bodies.length, 2, 0] });
  const axis = [0, 0, 1] as const;
  return {
    world,
    holonom,
    body: pebble,
    cloth: world.cloths.at(0)!,
    rope: world.addRope({ segments: 3, position: [50, 9, 0] }),
    grains: world.addGrains({ base: [2, 1], layers: 1, position: [60, 9, 0] }),
    softBody: world.addSoftBody({ ...cube, position: [70, 9, 0] }),
    rod: world.addRod({ segments: 3, clamps: ['left'], position: [80, 9, 0] }),
    springNetwork: world.springNetworks.at(0)!,
    attachment: world.attachments.at(0)!,
    bodies: world.bodies,
    recording: world.record(),
    clock: new api.FixedStepClock(),
    character: new CharacterController(world, { position: [40, 40, 0] }),
    debug: world.debug,
    grab: world.grab({ body: box, target: [0, 4, 0] }),
    userConstraint: world.addUserConstraint({
      particles: [{ cloth: world.cloths.at(0)!, point: 3 }],
      value: () => 0,
    }),
    fixed: world.addJoint({ fixed: { bodyA: joined() } }),
    ball: world.addJoint({ ball: { bodyA: joined(), swingLimit: 1 } }),
    hinge: world.addJoint({
      hinge: { bodyA: joined(), axis, motor: { velocity: 1, maxTorque: 1 } },
    }),
    prismatic: world.addJoint({ prismatic: { bodyA: joined(), axis } }),
    distance: world.addJoint({ distance: { bodyA: joined(), anchorB: [0, 1, 0] } }),
    gear: world.addJoint({ gear: { bodyA: joined(), axisA: [0, 0, 1], anchorB: [9, 9, 9] } }),
    rackAndPinion: world.addJoint({
      rackAndPinion: { bodyA: joined(), axis: [0, 0, 1], direction: [1, 0, 0], radius: 1 },
    }),
    pulley: world.addJoint({
      pulley: { bodyA: joined(), anchorB: [0, 1, 0], groundA: [0, 5, 0], groundB: [1, 5, 0] },
    }),
    point: world.addForce({ point: { body: box, force: [0, 1, 0] } }),
    torque: world.addForce({ torque: { body: box, torque: [0, 1, 0] } }),
    field: world.addForce({ field: { acceleration: [0, 1, 0] } }),
    spring: world.addForce({ spring: { bodyA: box, anchorB: [0, 5, 0], stiffness: 1 } }),
    drag: world.addForce({ drag: { body: box, linear: 1 } }),
  };
}

type Stage = ReturnType<typeof filled>;
type Owner = keyof Stage;

interface Call {
  readonly name: string;
  readonly owner: Owner;
  /** What would be accepted. */
  readonly good: readonly unknown[];
  /** Calls it with other arguments. */
  call(stage: Stage, args: readonly unknown[]): unknown;
}

const method = (owner: Owner, name: string, ...good: readonly unknown[]): Call => ({
  name: `${owner}.${name}`,
  owner,
  good,
  call: (stage, args) =>
    (stage[owner] as unknown as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args),
});

const setter = (owner: Owner, name: string): Call => ({
  name: `${owner}.${name} =`,
  owner,
  good: [undefined],
  call: (stage, [value]) => {
    (stage[owner] as unknown as Record<string, unknown>)[name] = value;
  },
});

/** A method whose description has one of its fields replaced. @param type of joints and forces */
const described = (
  owner: Owner,
  name: string,
  field: string,
  needs: (stage: Stage) => object,
  type?: string,
): Call => ({
  name: `${owner}.${name} { ${type ? `${type}.` : ''}${field} }`,
  owner,
  good: [undefined],
  call: (stage, [value]) => {
    const description = { ...needs(stage), [field]: value };
    return method(owner, name).call(stage, [type ? { [type]: description } : description]);
  },
});

const methods: readonly Call[] = [
  method('holonom', 'createWorld', {}),
  method('holonom', 'convertRotation', [0, 0, 0, 1], 'euler', 'xyz'),
  method('holonom', 'massProperties', { sphere: { radius: 1 } }),
  method('world', 'addBody', crate),
  method('world', 'addJoint', { fixed: {} }),
  method('world', 'addForce', { field: {} }),
  method('world', 'addForceGenerator', () => {}),
  method('world', 'addUserConstraint', { particles: [], value: () => 0 }),
  method('world', 'addCloth', sheet),
  method('world', 'addRope', {}),
  method('world', 'addGrains', {}),
  method('world', 'addSoftBody', cube),
  method('world', 'addRod', {}),
  method('world', 'addSpringNetwork', sheet),
  method('world', 'addAttachment', {}),
  method('world', 'grab', {}),
  method('world', 'remove', {}),
  method('world', 'describe', {}),
  method('world', 'step', 1 / 60),
  method('world', 'on', 'contactBegin', () => {}, {}),
  method('world', 'restore', new Uint8Array()),
  method('world', 'record', {}),
  method('recording', 'seek', 0),
  {
    name: 'recording.replay',
    owner: 'recording',
    good: [0, 0],
    call: ({ recording }, args) => [...recording.replay(...(args as [number, number]))],
  },
  method('world', 'raycast', [0, 10, 0], [0, -1, 0], {}),
  method('world', 'castShape', sphere, [0, -1, 0], {}),
  method('world', 'proximity', sphere, {}),
  method('world', 'overlap', sphere, {}),
  method('world', 'bodiesAt', [0, 0, 0], {}),
  method('world', 'load', { holonom: 3 }),
  method('world', 'bodyFromId', 1),
  method('world', 'jointFromId', 1),
  method('world', 'forceFromId', 1),
  method('world', 'clothFromId', 1),
  method('world', 'ropeFromId', 1),
  method('world', 'grainsFromId', 1),
  method('world', 'softBodyFromId', 1),
  method('world', 'rodFromId', 1),
  method('world', 'springNetworkFromId', 1),
  method('world', 'attachmentFromId', 1),
  method('world', 'grabFromId', 1),
  method('world', 'instances', 'box'),
  method('bodies', 'at', 0),
  method('bodies', 'byName', 'crate'),
  method('character', 'move', [0, -1, 0], 1 / 60),
  {
    name: 'character.constructor',
    owner: 'world',
    good: [undefined, {}],
    call: ({ world }, [given = world, options]) =>
      new CharacterController(given as World, options as CharacterOptions),
  },
  method('clock', 'advance', 0),
  {
    name: 'clock.constructor',
    owner: 'clock',
    good: [1 / 60, 4],
    call: (_, args) => new api.FixedStepClock(...(args as [number, number])),
  },
  method('body', 'applyForce', [1, 0, 0], [0, 0, 0]),
  method('body', 'applyTorque', [1, 0, 0]),
  method('body', 'applyImpulse', [1, 0, 0], [0, 0, 0]),
  {
    name: 'body.moveTo',
    owner: 'body',
    good: [
      [1, 0, 0],
      [0, 0, 0, 1],
    ],
    call: ({ world }, [position, rotation]) =>
      [...world.bodies]
        .find(({ type }) => type === 'kinematic')
        ?.moveTo(position as never, rotation as never),
  },
  method('character', 'setHeight', 1.2),
  method('body', 'getPosition', [0, 0, 0]),
  method('body', 'getRotation', [0, 0, 0, 0]),
  method('body', 'getLinearVelocity', [0, 0, 0]),
  method('body', 'getAngularVelocity', [0, 0, 0]),
  method('body', 'getWorldCenterOfMass', [0, 0, 0]),
  method('body', 'velocityAt', [0, 0, 0]),
  method('body', 'accelerationAt', [0, 0, 0]),
  method('body', 'geometry', 0),
  method('hinge', 'getReactionForce', [0, 0, 0]),
  method('hinge', 'getReactionTorque', [0, 0, 0]),
  method('cloth', 'constraints', 'distance'),
  method('cloth', 'split', 5, [0]),
  method('rope', 'split', 1),
  method('rod', 'turnClamp', 'left', [0, 0, 0, 1]),
  method('grab', 'moveTo', [0, 0, 0]),
];

const options: readonly Call[] = [
  ...['maxDistance', 'all', 'mask', 'sensors', 'exclude'].map(
    (name): Call => ({
      ...method('world', 'raycast', undefined),
      name: `world.raycast { ${name} }`,
      call: ({ world }, [value]) => world.raycast([0, 10, 0], [0, -1, 0], { [name]: value }),
    }),
  ),
  ...[
    'position',
    'rotation',
    'maxDistance',
    'all',
    'stopAtPenetration',
    'mask',
    'sensors',
    'exclude',
  ].map(
    (name): Call => ({
      ...method('world', 'castShape', undefined),
      name: `world.castShape { ${name} }`,
      call: ({ world }, [value]) => world.castShape(sphere, [0, -1, 0], { [name]: value }),
    }),
  ),
  ...['position', 'rotation', 'maxDistance', 'mask', 'sensors', 'exclude'].map(
    (name): Call => ({
      ...method('world', 'proximity', undefined),
      name: `world.proximity { ${name} }`,
      call: ({ world }, [value]) => world.proximity(sphere, { [name]: value }),
    }),
  ),
  ...[
    'shape',
    'position',
    'rotation',
    'up',
    'offset',
    'maxSlope',
    'stepHeight',
    'stepWidth',
    'snapDistance',
    'strength',
    'inheritVelocity',
    'mask',
    'body',
  ].map(
    (name): Call => ({
      ...method('world', 'castShape', undefined),
      name: `new CharacterController { ${name} }`,
      call: ({ world }, [value]) => new CharacterController(world, { [name]: value }),
    }),
  ),
  ...[
    'position',
    'shape',
    'rotation',
    'up',
    'offset',
    'maxSlope',
    'stepHeight',
    'stepWidth',
    'snapDistance',
    'strength',
    'inheritVelocity',
    'mask',
    'body',
  ].map((name) => setter('character', name)),
  setter('userConstraint', 'compliance'),
  ...['particles', 'value', 'gradient', 'compliance', 'inequality'].map((name) =>
    described('world', 'addUserConstraint', name, ({ cloth }) => ({
      particles: [{ cloth }],
      value: () => 0,
    })),
  ),
  ...['mask', 'sensors', 'exclude'].map(
    (name): Call => ({
      ...method('world', 'bodiesAt', undefined),
      name: `world.bodiesAt { ${name} }`,
      call: ({ world }, [value]) => world.bodiesAt([0, 0, 0], { [name]: value }),
    }),
  ),
  ...['position', 'rotation', 'mask', 'sensors', 'exclude'].map(
    (name): Call => ({
      ...method('world', 'overlap', undefined),
      name: `world.overlap { ${name} }`,
      call: ({ world }, [value]) => world.overlap({ sphere: { radius: 1 } }, { [name]: value }),
    }),
  ),
];

/** The fields of every kind and type, assigned. */
const setters: readonly Call[] = definitions.kinds.flatMap((kind) =>
  kind.union
    ? kind.fields.flatMap(({ name, ref }) =>
        definitions.structs[ref ?? name]!.fields.map((field) => setter(name as Owner, field.name)),
      )
    : kind.fields.map((field) => setter(kind.name as Owner, field.name)),
);

const fieldsOf = (kind: string) => definitions.kinds.find(({ name }) => name === kind)!.fields;

/** The fields of every kind and type, in a description. */
const describedFields: readonly Call[] = [
  ...fieldsOf('world').map(({ name }) => described('holonom', 'createWorld', name, () => ({}))),
  ...fieldsOf('body').map(({ name }) => described('world', 'addBody', name, () => crate)),
  ...fieldsOf('cloth').map(({ name }) => described('world', 'addCloth', name, () => sheet)),
  ...fieldsOf('rope').map(({ name }) => described('world', 'addRope', name, () => ({}))),
  ...fieldsOf('grains').map(({ name }) => described('world', 'addGrains', name, () => ({}))),
  ...fieldsOf('softBody').map(({ name }) => described('world', 'addSoftBody', name, () => cube)),
  ...fieldsOf('rod').map(({ name }) => described('world', 'addRod', name, () => ({}))),
  ...fieldsOf('springNetwork').map(({ name }) =>
    described('world', 'addSpringNetwork', name, () => sheet),
  ),
  ...fieldsOf('attachment').map(({ name }) =>
    described('world', 'addAttachment', name, ({ cloth }) => ({ cloth, point: 0 })),
  ),
  ...fieldsOf('grab').map(({ name }) =>
    described('world', 'grab', name, ({ body }) => ({ body, target: [0, 0, 0] })),
  ),
  ...(['joint', 'force'] as const).flatMap((kind) =>
    fieldsOf(kind).flatMap(({ name: type, ref }) =>
      definitions.structs[ref ?? type]!.fields.map(({ name }) =>
        described(
          'world',
          kind === 'joint' ? 'addJoint' : 'addForce',
          name,
          ({ body }) =>
            kind === 'joint' || type === 'spring'
              ? { bodyA: body }
              : type === 'field'
                ? {}
                : { body },
          type,
        ),
      ),
    ),
  ),
];

const debug: readonly Call[] = [
  setter('world', 'debug'),
  ...['contacts', 'aabbs', 'axes', 'attachments', 'joints'].map((name) => setter('debug', name)),
];

/** A stage and one beside it on which nothing is called. */
function pair() {
  const [called, spared] = [makeWorld(), makeWorld()].map((world) => filled(world));
  return { called: called!, spared: spared! };
}

/** Calls with every bad value in the place of each argument; gives the number of kinds that were refused. */
function refusals({ name, good, call }: Call): number {
  let { called, spared } = pair();
  const bad = badValues(makeWorld());
  const refused = new Set<string>();
  for (const [kind, value] of bad) {
    for (let place = 0; place < good.length; place++) {
      const args = good.map((argument, index) => (index === place ? value : argument));
      let accepted = true;
      try {
        call(called, args);
      } catch (error) {
        accepted = false;
        const what = `${name} with ${kind} for argument ${place}: ${error}`;
        expect(error, what).toBeInstanceOf(HolonomError);
        const { code, message } = error as HolonomError;
        expect([code, message], what).not.toContain('');
        refused.add(kind);
      }
      if (accepted) ({ called, spared } = pair());
    }
  }
  for (let step = 0; step < 3; step++) for (const { world } of [called, spared]) world.step(1 / 60);
  expect(called.world.hash(), `${name}: the world goes on`).toBe(spared.world.hash());
  return refused.size;
}

test.each(methods.map((call) => [call.name, call] as const))('%s refuses by name', (_, call) => {
  expect(refusals(call)).toBeGreaterThanOrEqual(20);
});

test.each(
  [...options, ...setters, ...describedFields, ...debug].map((call) => [call.name, call] as const),
)('%s refuses by name', (_, call) => {
  expect(refusals(call)).toBeGreaterThanOrEqual(20);
});

test.each(methods.map((call) => [call.name, call] as const))(
  '%s of a disposed world is refused',
  (_, { owner, good, call }) => {
    const stage = filled(makeWorld());
    const { world } = stage;
    if (owner === 'holonom' || owner === 'clock') return;
    world.dispose();
    expect(refusal(() => call(stage, good))).toBeInstanceOf(HolonomError);
  },
);

test.each<[string, (stage: Stage, trap: never) => unknown]>([
  ['addBody', ({ world }, trap) => world.addBody(trap)],
  ['overlap', ({ world }, trap) => world.overlap(trap)],
  ['castShape', ({ world }, trap) => world.castShape(trap, [0, 1, 0])],
  ['proximity', ({ world }, trap) => world.proximity(trap)],
  ['bodiesAt', ({ world }, trap) => world.bodiesAt(trap)],
  ['raycast', ({ world }, trap) => world.raycast([0, 1, 0], trap)],
  ['load', ({ world }, trap) => world.load(trap)],
  ['applyForce', ({ body }, trap) => body.applyForce([0, 1, 0], trap)],
  ['applyTorque', ({ body }, trap) => body.applyTorque(trap)],
  ['an assignment', ({ body }, trap) => Object.assign(body, { position: trap })],
])('a world disposed of while the argument of %s is read says so', (_, call) => {
  const stage = filled(makeWorld());
  const dispose = () => {
    stage.world.dispose();
    return 1;
  };
  const trap = {
    get x() {
      return dispose();
    },
    y: 1,
    z: 1,
  };
  expect(refusal(() => call(stage, trap as never)).code).toBe('disposed');
});

test('what is only read is not assigned', () => {
  const stage = filled(makeWorld());
  const names: readonly [Owner, string][] = [
    ['world', 'time'],
    ['world', 'contacts'],
    ['body', 'worldCenterOfMass'],
    ['body', 'alive'],
    ['cloth', 'indices'],
    ['cloth', 'normals'],
    ['softBody', 'indices'],
    ['softBody', 'tetrahedra'],
    ['softBody', 'volume'],
    ['springNetwork', 'edges'],
    ['hinge', 'coordinate'],
    ['hinge', 'reaction'],
    ['bodies', 'length'],
  ];
  for (const [owner, name] of names)
    expect(refusal(() => setter(owner, name).call(stage, [1]))).toMatchObject({
      code: 'fixed',
      path: name,
    });
});

test('the tables have everything public that takes something', () => {
  const stage = filled(makeWorld());
  /** The class that has a member, as the types name it. */
  const declared = ({ name, owner }: Call) => {
    const [, member = '', assigned] = name.match(/^\w+\.(\w+)( =)?$/) ?? [];
    let kind = Object.getPrototypeOf(stage[owner]);
    while (kind && !(Object.hasOwn(kind, member) && kind.constructor.name !== 'Base'))
      kind = Object.getPrototypeOf(kind);
    return kind ? `${kind.constructor.name}.${member}${assigned ?? ''}` : '';
  };
  const made = new Set([
    ...[...methods, ...setters, ...options, ...debug].map(declared),
    'CharacterController.constructor',
    'FixedStepClock.constructor',
    'loadHolonom', // below
    'errorMessage', // below
    'HolonomError.constructor', // for those who throw one
    'WorldObject.userData =', // takes anything
    // In collections.test.ts: they call any function at once, also a class.
    ...['find', 'some', 'filter', 'map', 'forEach'].map((name) => `Collection.${name}`),
  ]);
  const calls = [
    ...publicCalls('wasm/src/index.ts'),
    ...publicCalls('wasm/src/character/index.ts'),
  ];
  expect(calls.length).toBeGreaterThan(60);
  expect(calls.filter((call) => !made.has(call))).toEqual([]);
});

test('errorMessage refuses bad data and texts by name', () => {
  const data = new HolonomError({ code: 'type', rule: 'value' }).toJSON();
  for (const [kind, value] of badValues(makeWorld())) {
    const ask = (...args: unknown[]) => api.errorMessage(...(args as [never, never]));
    expect(refusal(() => ask(value, api.errorTexts)).path, kind).toMatch(/^data/);
    // Without any texts it is English.
    if (value !== undefined) expect(refusal(() => ask(data, value)).path, kind).toMatch(/^texts/);
  }
});

test.each([
  ['options', (value: never) => value],
  ['wasmUrl', (value: never) => ({ wasmUrl: value })],
  ['wasmBinary', (value: never) => ({ wasmBinary: value })],
])('loadHolonom refuses bad %s by name', async (place, optionsOf) => {
  let refused = 0;
  for (const [kind, value] of badValues(makeWorld())) {
    const error = await api.loadHolonom(optionsOf(value as never) as never).catch((it) => it);
    if (error === holonom) continue;
    expect(error, `loadHolonom with ${kind} for ${place}: ${error}`).toBeInstanceOf(HolonomError);
    expect([error.code, error.message, error.path]).not.toContain('');
    refused++;
  }
  expect(refused).toBeGreaterThanOrEqual(20);
});
