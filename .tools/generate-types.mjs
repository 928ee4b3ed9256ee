// Field tables -> wasm/src/definitions.generated.ts: descriptions, scene types, properties and run-time tables.
import {
  isBulk,
  isView,
  mayOmit,
  pascal,
  plural,
  rangeText,
  sceneKinds,
  structNames,
} from './definitions.mjs';

/** @typedef {import('./definitions.mjs').Definitions} Definitions */
/** @typedef {import('./definitions.mjs').Field} Field */
/** @typedef {import('./definitions.mjs').Owner} Owner */
/** @typedef {'input' | 'scene' | 'property'} Mode what the user gives, what a file holds, what a getter returns */

/** Names of structures and unions where they differ from their keys in descriptions. @type {Map<string, string>} */
let names = new Map();
const typeName = (/** @type {string} */ ref) => names.get(ref) ?? pascal(ref);

const literals = (/** @type {string[]} */ options) =>
  options.map((option) => `'${option}'`).join(' | ');

/** TypeScript type of a field's value. @param {Field} field @param {Mode} mode */
function typeOf(field, mode) {
  const input = mode === 'input';
  const property = mode === 'property';
  const copy = (/** @type {string} */ type) => (property ? `DeepReadonly<${type}>` : type);
  switch (field.type) {
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
    case 'string':
      return field.type;
    case 'enum':
      return literals(field.options);
    case 'ivec2':
      return input ? 'Vec2Like' : copy('Vec2');
    case 'ivec3':
      return input ? 'Vec3Like' : copy('Vec3');
    case 'vec2':
    case 'vec3':
      return input ? `${pascal(field.type)}Like` : copy(pascal(field.type));
    case 'bvec3':
      // TypeScript infers lists, not tuples.
      if (input) return 'readonly boolean[]';
      return `${property ? 'readonly ' : ''}[boolean, boolean, boolean]`;
    case 'quat':
      return input ? 'RotationLike' : copy('Quat');
    case 'numbers':
    case 'integers':
      if (input) return 'ArrayLike<number>';
      return property ? 'readonly number[]' : 'number[]';
    case 'pins':
      return input || property ? 'readonly (number | PinName)[]' : '(number | PinName)[]';
    case 'struct':
    case 'union':
      return input ? `${typeName(field.ref)}Description` : copy(`Scene${typeName(field.ref)}`);
    case 'structs':
      return input
        ? `readonly ${typeName(field.ref)}Description[]`
        : copy(`Scene${typeName(field.ref)}[]`);
    case 'handle':
      if (mode === 'scene') return 'number';
      return input ? `${pascal(field.ref)} | ${pascal(field.ref)}Id` : pascal(field.ref);
    default:
      throw new Error(`definitions.json: a field of an unknown type: ${JSON.stringify(field)}`);
  }
}

/** Doc comment with meaning, unit, range and default. @param {Field} field @param {Mode} mode @param {string} indent */
function fieldDoc(field, mode, indent) {
  const facts = [];
  if (field.unit) facts.push(`Unit: ${field.unit}.`);
  const range = rangeText(field);
  if (range) facts.push(`Range: ${range}.`);
  if (field.type === 'handle' && mode === 'scene')
    facts.push(`Index into \`${plural(field.ref)}\` of the file.`);
  if (mode === 'property' && !field.settable) facts.push(`Fixed at creation: ${field.whyFixed}.`);
  const text = [field.help, ...facts].filter(Boolean).join(' ');
  const lines = [text];
  if (mode !== 'property' && field.default !== undefined)
    lines.push(`@default ${JSON.stringify(field.default)}`);
  if (lines.length === 1) return `${indent}/** ${text} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

/** One member of a description. @param {Field} field @param {Mode} mode @param {string} indent @param {boolean} required */
function member(field, mode, indent, required) {
  const readonly = mode === 'input' ? 'readonly ' : '';
  const type = typeOf(field, mode);
  const optional = mode === 'input' ? `?: ${type} | undefined` : `?: ${type}`;
  return `${fieldDoc(field, mode, indent)}${indent}${readonly}${field.name}${required ? `: ${type}` : optional};\n`;
}

/**
 * A description as an interface, or as a union where exactly one field of a group is given.
 * @param {string} name @param {Owner} owner @param {Mode} mode @param {string} doc
 */
function description(name, owner, mode, doc) {
  const groups = owner.oneOf ?? [];
  const grouped = new Set(groups.flat());
  const plain = owner.fields.filter((field) => !grouped.has(field.name));
  const body = plain.map((field) => member(field, mode, '  ', !mayOmit(field, owner))).join('');
  const head = `/** ${doc} */\n`;
  if (groups.length === 0) return `${head}export interface ${name} {\n${body}}\n`;

  const readonly = mode === 'input' ? 'readonly ' : '';
  const unions = groups.map((group) =>
    group
      .map((chosen) => {
        const field = owner.fields.find(({ name: fieldName }) => fieldName === chosen);
        if (!field)
          throw new Error(`definitions.json: oneOf of '${owner.name}' names no field '${chosen}'`);
        const others = group.filter((other) => other !== chosen);
        const never = others.map((other) => `      ${readonly}${other}?: never;\n`).join('');
        return `  | {\n${member(field, mode, '      ', true)}${never}    }`;
      })
      .join('\n'),
  );
  if (plain.length === 0) return `${head}export type ${name} =\n${unions.join(' &')};\n`;
  const fields = `${head}export interface ${name}Fields {\n${body}}\n`;
  const parts = unions.map((union) => ` & (\n${union}\n)`).join('');
  return `${fields}\n${head}export type ${name} = ${name}Fields${parts};\n`;
}

/**
 * Exactly one of the structs, under its own key.
 * @param {string} name @param {string[]} choices @param {Mode} mode @param {string} doc
 */
function union(name, choices, mode, doc) {
  const readonly = mode === 'input' ? 'readonly ' : '';
  const suffix = (/** @type {string} */ choice) =>
    mode === 'input' ? `${typeName(choice)}Description` : `Scene${typeName(choice)}`;
  const lines = choices.map((choice) => {
    const others = choices
      .filter((other) => other !== choice)
      .map((other) => ` ${readonly}${other}?: never;`);
    return `  | { ${readonly}${choice}: ${suffix(choice)};${others.join('')} }`;
  });
  return `/** ${doc} */\nexport type ${name} =\n${lines.join('\n')};\n`;
}

/** Getters and setters of an object, one per field. @param {string} name @param {Owner} kind */
function properties(name, kind) {
  const members = kind.fields
    .filter((field) => (field.settable || !isBulk(field)) && !isView(field, kind.name))
    .map((field) => {
      const hasEmpty = field.type === 'string' || isBulk(field);
      const empty = field.optional && !hasEmpty ? ' | undefined' : '';
      const type = typeOf(field, 'property') + empty;
      const doc = fieldDoc(field, 'property', '  ');
      if (!field.settable) return `${doc}  readonly ${field.name}: ${type};\n`;
      return `${doc}  get ${field.name}(): ${type};\n  set ${field.name}(value: ${typeOf(field, 'input')}${empty});\n`;
    });
  return `/** Fields of a ${name}: reading gives a copy, so assign whole values; writing takes effect at once${
    kind.fields.some(isRemovable) ? ', and writing undefined takes an optional one away' : ''
  }. */
export interface ${name}Properties {\n${members.join('')}}\n`;
}

/** The scene file. @param {Definitions} definitions */
function scene(definitions) {
  const lists = sceneKinds(definitions).map(
    (kind) => `  /** ${kind.help} */\n  ${plural(kind.name)}?: Scene${pascal(kind.name)}[];\n`,
  );
  return `/** A scene file: plain JSON. References between objects are indices into the file's own lists. */
export interface Scene {
  /** Where the schema of the file is; for editors only. */
  $schema?: string;
  /** Version of the format. */
  holonom: ${definitions.sceneVersion};
  /** Title for people. */
  title?: string;
  /** Settings of the world. */
  settings?: SceneSettings;
${lists.join('')}}\n`;
}

/** Whether assigning undefined takes the value away. */
const isRemovable = (/** @type {Field} */ field) =>
  Boolean(field.optional && field.settable) && field.type !== 'string' && !isBulk(field);

/** Only what the code needs at run time: keeps the field tables out of bundles that don't show them. */
function traits(/** @type {Field} */ field) {
  const parts = [];
  if (field.type === 'handle') parts.push(`handle: '${field.ref}'`);
  if (field.type === 'struct') parts.push(`struct: '${field.ref}'`);
  if (field.type === 'structs') parts.push(`structs: '${field.ref}'`);
  if (field.type === 'union') parts.push(`union: '${field.ref}'`);
  if (isRemovable(field)) parts.push('optional: true');
  if (field.precision === 64) parts.push('double: true');
  return `    ${field.name}: {${parts.length ? ` ${parts.join(', ')} ` : ''}},\n`;
}

/** @param {[string, { fields: Field[] }][]} entries */
const traitTable = (entries) =>
  `{\n${entries.map(([name, owner]) => `  ${name}: {\n${owner.fields.map(traits).join('')}  },\n`).join('')}}`;

/** A union is like a structure all of whose fields are optional. @param {string[]} choices @returns {Field[]} */
const unionTraits = (choices) =>
  choices.map((ref) => ({ name: ref, type: 'struct', ref, settable: true }));

function tables(/** @type {Definitions} */ definitions) {
  const { kinds, structs, unions, diagnostics, rules } = definitions;
  const quoted = (/** @type {string[]} */ names) => names.map((name) => `  '${name}',\n`).join('');
  const stages = diagnostics.filter((name) => name.startsWith('ms.')).map((name) => name.slice(3));
  return `/** Version of the package. */
export const version = '${definitions.version}';

/** Version of the scene format. */
export const sceneVersion = ${definitions.sceneVersion};

/** Kinds of things in a world, by the number that crosses the boundary. @internal */
export const kindNumbers = { ${kinds.map((kind, number) => `${kind.name}: ${number}`).join(', ')} } as const;

/** Keys of the lists of a scene file and their kinds. @internal */
export const sceneLists = { ${sceneKinds(definitions)
    .map((kind) => `${plural(kind.name)}: '${kind.name}'`)
    .join(', ')} } as const;

/** Fields of each kind. @internal */
export const kindFields: Readonly<Record<keyof typeof kindNumbers, FieldTraits>> = ${traitTable(
    kinds.map((kind) => [kind.name, kind]),
  )};

/** Fields of the structures inside descriptions. @internal */
export const structFields: Readonly<Record<string, FieldTraits>> = ${traitTable(Object.entries(structs))};

/** The structures that a union may be. @internal */
export const unionFields: Readonly<Record<string, FieldTraits>> = ${traitTable(
    Object.entries(unions).map(([name, choices]) => [name, { fields: unionTraits(choices) }]),
  )};

/** What each entry of \`world.diagnostics\` is. */
export const diagnosticNames = [\n${quoted(diagnostics)}] as const;

/** Times of the stages of the last step, in milliseconds. */
export interface Timings {
${stages.map((stage) => `  /** Unit: ms. */\n  readonly ${stage}: number;\n`).join('')}}

/** Every field with its unit, help, default and range: what panels and forms are built from. */
export const definitions: Definitions = ${JSON.stringify({ ...definitions, rules: undefined })};

/** What the core would accept, by the names of its rules, in its own order; \`{name}\` stands for a parameter. @internal */
export const coreRules = ${JSON.stringify(rules)} as const;
`;
}

/** @param {Definitions} definitions */
export function typescriptSource(definitions) {
  const { kinds, structs, unions } = definitions;
  names = structNames(definitions);
  const objects = kinds.slice(1);
  const pins = kinds.flatMap((kind) => kind.fields).find((field) => field.type === 'pins');
  const parts = [
    `// Made from the field tables of the C++ core by .tools/generate.mjs. Do not edit.
import type { BodyId, ClothId, DeepReadonly, GrainsId, RodId, RopeId, SoftBodyId, SpringNetworkId, Vec2, Vec2Like, Vec3, Vec3Like, Quat, RotationLike } from './types.js';
import type { Body } from './body.js';
import type { Cloth } from './cloth.js';
import type { Grains } from './grains.js';
import type { Rod } from './rod.js';
import type { Rope } from './rope.js';
import type { SoftBody } from './soft-body.js';
import type { SpringNetwork } from './spring-network.js';
import type { Definitions, FieldTraits } from './definitions.js';
`,
    `/** Names for groups of particles of a grid. */\nexport type PinName = ${literals(pins?.options ?? ['corners'])};\n`,
  ];
  for (const [name, struct] of Object.entries(structs)) {
    parts.push(description(`${typeName(name)}Description`, struct, 'input', struct.help));
    parts.push(
      description(`Scene${typeName(name)}`, struct, 'scene', `${struct.help} As in a scene file.`),
    );
  }
  for (const [name, choices] of Object.entries(unions)) {
    const doc = `Exactly one ${name}, under its name.`;
    parts.push(union(`${pascal(name)}Description`, choices, 'input', doc));
    parts.push(union(`Scene${pascal(name)}`, choices, 'scene', `${doc} As in a scene file.`));
  }
  parts.push(description('WorldSettings', kinds[0], 'input', kinds[0].help));
  parts.push(
    description('SceneSettings', kinds[0], 'scene', `${kinds[0].help} As in a scene file.`),
  );
  parts.push(properties('World', kinds[0]));
  for (const kind of objects) {
    parts.push(description(`${pascal(kind.name)}Description`, kind, 'input', kind.help));
    if (!kind.transient)
      parts.push(
        description(`Scene${pascal(kind.name)}`, kind, 'scene', `${kind.help} As in a scene file.`),
      );
    if (kind.union) {
      parts.push(
        `/** Which ${kind.name} it is. */\nexport type ${pascal(kind.name)}Type = ${literals(kind.oneOf?.[0] ?? [])};\n`,
      );
      for (const { ref = '' } of kind.fields)
        parts.push(properties(typeName(ref), { ...structs[ref], name: ref }));
    } else {
      parts.push(properties(pascal(kind.name), kind));
    }
  }
  parts.push(scene(definitions), tables(definitions));
  return parts.join('\n');
}
