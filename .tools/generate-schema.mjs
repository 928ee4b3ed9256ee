// Field tables -> JSON Schema (draft 2020-12) of scene files.
import { mayOmit, plural, sceneKinds } from './definitions.mjs';

/** @typedef {import('./definitions.mjs').Definitions} Definitions */
/** @typedef {import('./definitions.mjs').Field} Field */
/** @typedef {import('./definitions.mjs').Owner} Owner */
/** @typedef {Record<string, unknown>} Schema */
/** @typedef {Pick<Field, 'min' | 'max' | 'exclusiveMin'>} Limits */

function limits(/** @type {Limits} */ field) {
  /** @type {Schema} */
  const result = {};
  if (field.min !== undefined)
    result[field.exclusiveMin ? 'exclusiveMinimum' : 'minimum'] = field.min;
  if (field.max !== undefined) result.maximum = field.max;
  return result;
}

/** @param {Limits} field @param {number} length */
const tuple = (field, length, type = 'number') => ({
  type: 'array',
  items: { type, ...limits(field) },
  minItems: length,
  maxItems: length,
});

const numbers = (/** @type {number} */ count) => tuple({}, count);

/** Rotations that are no quaternion. */
const rotation = {
  description: 'A rotation by its form. Angles in rad.',
  type: 'object',
  properties: {
    euler: {
      description: "Turns about the body's own axes, in the order of the letters.",
      type: 'object',
      properties: {
        order: { type: 'string', pattern: '^(xyz|xzy|yxz|yzx|zxy|zyx|xyx|xzx|yxy|yzy|zxz|zyz)$' },
        angles: numbers(3),
        gimbalLock: { type: 'boolean' },
      },
      required: ['order', 'angles'],
      additionalProperties: false,
    },
    axisAngle: {
      description: 'A turn about an axis of any length but zero.',
      type: 'object',
      properties: { axis: numbers(3), angle: { type: 'number' } },
      required: ['axis', 'angle'],
      additionalProperties: false,
    },
    rotationVector: { description: 'Axis times angle.', ...numbers(3) },
    matrix: { description: 'A rotation matrix, row by row.', ...numbers(9) },
    angle: { description: 'A turn about z.', type: 'number' },
  },
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
};

/** Schema of a field's value. @param {Field} field */
function valueSchema(field) {
  switch (field.type) {
    case 'number':
    case 'integer':
      return { type: field.type, ...limits(field) };
    case 'boolean':
    case 'string':
      return { type: field.type };
    case 'enum':
      return { enum: field.options };
    case 'vec2':
      return tuple(field, 2);
    case 'ivec2':
      return tuple(field, 2, 'integer');
    case 'vec3':
      return tuple(field, 3);
    case 'ivec3':
      return tuple(field, 3, 'integer');
    case 'bvec3':
      return { type: 'array', items: { type: 'boolean' }, minItems: 3, maxItems: 3 };
    case 'quat':
      return { anyOf: [tuple(field, 4), { $ref: '#/$defs/rotation' }] };
    case 'numbers':
      return { type: 'array', items: { type: 'number' } };
    case 'integers':
      return { type: 'array', items: { type: 'integer', minimum: 0 } };
    case 'pins':
      return {
        type: 'array',
        items: { anyOf: [{ type: 'integer', minimum: 0 }, { enum: field.options }] },
      };
    case 'struct':
    case 'union':
      return { $ref: `#/$defs/${field.ref}` };
    case 'structs':
      return { type: 'array', items: { $ref: `#/$defs/${field.ref}` } };
    case 'handle':
      return { type: 'integer', minimum: 0 };
    default:
      throw new Error(`definitions.json: a field of an unknown type: ${JSON.stringify(field)}`);
  }
}

function describe(/** @type {Field} */ field) {
  const parts = [field.help, field.unit && `Unit: ${field.unit}.`];
  if (field.type === 'handle') parts.push(`Index into '${plural(field.ref)}'.`);
  return parts.filter(Boolean).join(' ');
}

/** Schema of an object with these fields and no others. @param {Owner} owner */
function objectSchema(owner) {
  /** @type {Record<string, Schema>} */
  const properties = {};
  for (const field of owner.fields) {
    const entry = { description: describe(field), ...valueSchema(field) };
    properties[field.name] =
      field.default === undefined ? entry : { ...entry, default: field.default };
  }
  const grouped = new Set((owner.oneOf ?? []).flat());
  const required = owner.fields.filter(
    (field) => !mayOmit(field, owner) && !grouped.has(field.name),
  );
  /** @type {Schema} */
  const schema = {
    description: owner.help,
    type: 'object',
    properties,
    additionalProperties: false,
  };
  if (required.length > 0) schema.required = required.map((field) => field.name);
  if (owner.oneOf?.length) {
    schema.allOf = owner.oneOf.map((group) => ({
      oneOf: group.map((name) => ({ required: [name] })),
    }));
  }
  return schema;
}

/** Exactly one key, whose value is the structure of that name. @param {string} name @param {string[]} choices */
const unionSchema = (name, choices) => ({
  description: `Exactly one ${name}, under its name.`,
  type: 'object',
  properties: Object.fromEntries(choices.map((choice) => [choice, { $ref: `#/$defs/${choice}` }])),
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
});

/** @param {Definitions} definitions */
export function sceneSchema(definitions) {
  const { kinds, structs, unions, sceneVersion } = definitions;
  /** @type {Record<string, Schema>} */
  const defs = { rotation };
  for (const [name, struct] of Object.entries(structs)) defs[name] = objectSchema(struct);
  for (const [name, choices] of Object.entries(unions)) defs[name] = unionSchema(name, choices);
  defs.settings = objectSchema(kinds[0]);
  for (const kind of sceneKinds(definitions)) defs[kind.name] = objectSchema(kind);

  const lists = sceneKinds(definitions).map((kind) => [
    plural(kind.name),
    { description: kind.help, type: 'array', items: { $ref: `#/$defs/${kind.name}` } },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:holonom:scene:${sceneVersion}`,
    title: `Holonom scene, version ${sceneVersion}`,
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'Where this schema is; for editors only.' },
      holonom: { const: sceneVersion, description: 'Version of the format.' },
      title: { type: 'string', description: 'Title for people.' },
      settings: { $ref: '#/$defs/settings' },
      ...Object.fromEntries(lists),
    },
    required: ['holonom'],
    additionalProperties: false,
    $defs: defs,
  };
}
