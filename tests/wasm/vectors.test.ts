// Vectors and rotations are taken in every form wherever one is taken: lists, typed arrays and objects with x, y, z.
import {
  type Body,
  definitions,
  type FieldDefinition,
  type World,
  type WorldObject,
} from 'holonom';
import { CharacterController } from 'holonom/character';
import { Quaternion, Vector2, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { everyKind } from './every-kind';
import { ball, crate, fillWorld, holonom, makeWorld } from './fixture';
import { owners } from './places';

const typedArrays = [
  Float32Array,
  Float64Array,
  Int8Array,
  Int16Array,
  Int32Array,
  Uint8Array,
  Uint8ClampedArray,
  Uint16Array,
  Uint32Array,
];

/** The forms of a vector of two, three or four integers. */
function formsOf(numbers: readonly number[]): readonly [name: string, form: unknown][] {
  const [x = 0, y = 0, z = 0, w = 0] = numbers;
  const objects =
    numbers.length === 2
      ? [{ x, y }, new Vector2(x, y)]
      : numbers.length === 3
        ? [{ x, y, z }, new Vector3(x, y, z)]
        : [{ x, y, z, w }, new Quaternion(x, y, z, w)];
  return [
    ...typedArrays.map((List) => [List.name, List.from(numbers)] as [string, unknown]),
    ...objects.map((object) => [object.constructor.name, object] as [string, unknown]),
  ];
}

/** A value for each type of field. */
const samples: Readonly<Record<string, readonly number[]>> = {
  vec2: [1, 2],
  ivec2: [1, 2],
  vec3: [1, 2, 3],
  quat: [0, 0, 1, 0],
};
const isVector = ({ type }: FieldDefinition) => type in samples;

/** What a call gives, or why it is refused. */
function outcome(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return (error as { rule?: string }).rule ?? error;
  }
}

describe.each(owners.filter(([, fields]) => fields.some(isVector)))(
  'in a description of %s',
  (_, fields, place) => {
    test.each(fields.filter(isVector).map((field) => [field.name, field]))('%s', (name, field) => {
      const numbers = samples[field.type] as number[];
      const made = (value: unknown) =>
        outcome(() => place?.(makeWorld(), { [name]: value })[name] ?? 'none');
      for (const [form, value] of formsOf(numbers))
        expect(made(value), form).toEqual(made(numbers));
    });
  },
);

/** The fields of an object, from the table of its kind or type. */
function fieldsOf(object: WorldObject): readonly FieldDefinition[] {
  const { type } = object as { type?: string };
  const struct = type === undefined ? undefined : definitions.structs[type];
  const title = object.constructor.name.toLowerCase();
  const kind = definitions.kinds.find(({ name }) => name.toLowerCase() === title);
  return (struct ?? kind)?.fields ?? [];
}

test('an assignment takes every form, of all fields that can be assigned', () => {
  const assigned: string[] = [];
  const assign = (object: object, title: string, fields: readonly FieldDefinition[]) => {
    const values = object as Record<string, unknown>;
    for (const { name, type } of fields.filter((field) => isVector(field) && field.settable)) {
      const numbers = samples[type] as number[];
      const read = (value: unknown) =>
        outcome(() => {
          values[name] = value;
          return values[name];
        });
      const expected = read(numbers);
      for (const [form, value] of formsOf(numbers))
        expect(read(value), `${title}.${name} = ${form}`).toEqual(expected);
      if (Array.isArray(expected)) assigned.push(`${title}.${name}`);
    }
  };
  for (const make of Object.values(everyKind)) {
    const object: WorldObject = make(makeWorld());
    expect(fieldsOf(object).length, object.constructor.name).toBeGreaterThan(0);
    assign(object, object.constructor.name, fieldsOf(object));
  }
  assign(makeWorld(), 'World', definitions.kinds[0]?.fields ?? []);
  expect(new Set(assigned).size).toBeGreaterThan(30);
});

type Call = (
  stage: { world: World; body: Body; lift: Body },
  form: never,
  rotation: never,
) => unknown;
const sphere = { sphere: { radius: 1 } };
const calls: Readonly<Record<string, Call>> = {
  'body.applyForce': ({ body }, v) => body.applyForce(v, v),
  'body.applyTorque': ({ body }, v) => body.applyTorque(v),
  'body.applyImpulse': ({ body }, v) => body.applyImpulse(v, v),
  'body.velocityAt': ({ body }, v) => body.velocityAt(v),
  'body.accelerationAt': ({ body }, v) => body.accelerationAt(v),
  'body.moveTo': ({ lift }, v, q) => lift.moveTo(v, q),
  'world.raycast': ({ world }, v) => world.raycast(v, v, { all: true }).map(({ point }) => point),
  'world.castShape': ({ world }, v, q) =>
    world.castShape(sphere, v, { position: v, rotation: q, all: true }).map(({ point }) => point),
  'world.proximity': ({ world }, v, q) =>
    world.proximity(sphere, { position: v, rotation: q }).map(({ distance }) => distance),
  'world.overlap': ({ world }, v, q) => world.overlap(sphere, { position: v, rotation: q }).length,
  'world.bodiesAt': ({ world }, v) => world.bodiesAt(v).length,
  'grab.moveTo': ({ world, body }, v) => world.grab({ body, target: v }).moveTo(v),
  'holonom.convertRotation': (_, v, q) => [
    holonom.convertRotation(q, 'matrix'),
    holonom.convertRotation({ rotationVector: v }, 'matrix'),
    holonom.convertRotation({ axisAngle: { axis: v, angle: 1 } }, 'matrix'),
    holonom.convertRotation({ euler: { order: 'xyz', angles: v } }, 'matrix'),
  ],
  'holonom.massProperties': (_, v) => holonom.massProperties({ box: { halfExtents: v } }).mass,
  'character.move': ({ world }, v, q) => {
    const character = new CharacterController(world, { position: v, rotation: q, up: v });
    character.up = v;
    character.position = v;
    character.move(v, 1 / 60);
    return character.position;
  },
};

test.each(Object.entries(calls))('%s takes every form', (_, call) => {
  const result = (form: unknown, rotation: unknown) => {
    const world = makeWorld();
    fillWorld(world);
    const body = world.addBody({ ...ball, position: [1, 2, 3] });
    const lift = world.addBody({ ...crate, type: 'kinematic', position: [9, 9, 9] });
    const told = call({ world, body, lift }, form as never, rotation as never);
    world.step(1 / 60);
    return [told, world.hash()];
  };
  const rotations = formsOf([0, 0, 1, 0]);
  const expected = result([1, 2, 3], [0, 0, 1, 0]);
  formsOf([1, 2, 3]).forEach(([form, value], index) => {
    expect(result(value, rotations[index]?.[1]), form).toEqual(expected);
  });
});
