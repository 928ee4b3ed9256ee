// What the generators know about definitions.json beyond reading it.
/**
 * @typedef {object} Facts of a field of any type
 * @property {string} name
 * @property {string} [unit]
 * @property {string} [help]
 * @property {unknown} [default]
 * @property {boolean} [optional]
 * @property {boolean} [settable]
 * @property {string} [whyFixed] why it can't change after creation, where it can't
 * @property {number} [min]
 * @property {number} [max]
 * @property {boolean} [exclusiveMin]
 * @property {string[]} [options]
 * @property {string} [ref]
 * @property {number} [precision]
 * @property {boolean} [state] written by a running world, absent from a fresh description
 *
 * @typedef {'number' | 'integer' | 'boolean' | 'string' | 'numbers' | 'integers'} Plain
 * @typedef {'vec2' | 'ivec2' | 'vec3' | 'ivec3' | 'bvec3' | 'quat'} Tuple
 * @typedef {{ type: 'enum' | 'pins', options: string[] }} Choice
 * @typedef {{ type: 'struct' | 'structs' | 'union' | 'handle', ref: string }} Reference
 * @typedef {Facts & ({ type: Plain | Tuple } | Choice | Reference)} Field
 *
 * @typedef {object} Owner a kind or a struct
 * @property {string} [name]
 * @property {string} help
 * @property {Field[]} fields
 * @property {string[][]} [oneOf] groups of fields of which exactly one is given
 * @property {boolean} [transient] not part of scene files
 * @property {boolean} [union] each field is a structure, of which a description gives exactly one
 *
 * @typedef {object} Definitions
 * @property {string} version
 * @property {number} sceneVersion
 * @property {(Owner & { name: string })[]} kinds
 * @property {Record<string, Owner>} structs
 * @property {Record<string, string[]>} unions
 * @property {string[]} diagnostics
 * @property {Record<string, string>} rules text of each rule of the core
 */

export const pascal = (/** @type {string} */ name) => name[0].toUpperCase() + name.slice(1);

/** Key of a kind's list in a scene file and on a world: softBody -> softBodies, cloth -> cloths, grains -> grains. */
export const plural = (/** @type {string} */ name) => {
  if (name.endsWith('s')) return name;
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
};

/** Names of structures in TypeScript: `hinge` is HingeJoint where only joints are that. @param {Definitions} definitions */
export function structNames({ kinds, structs }) {
  const names = new Map(Object.keys(structs).map((name) => [name, pascal(name)]));
  for (const kind of kinds.filter((each) => each.union))
    for (const { ref = '' } of kind.fields) names.set(ref, pascal(ref) + pascal(kind.name));
  return names;
}

/** Lists for a whole object: a mesh needs its own, while those of state come from a running world. */
export const isBulk = (/** @type {Field} */ field) =>
  field.type === 'numbers' || field.type === 'integers' || field.type === 'structs';

/**
 * Fields that objects of a kind give as views of the module's memory: their classes declare them.
 * @param {Field} field @param {string} [kind]
 */
export const isView = ({ name }, kind) =>
  name === 'positions' ||
  name === 'velocities' ||
  (kind === 'softBody' && name === 'tetrahedra') ||
  (kind === 'rod' && (name === 'rotations' || name === 'angularVelocities'));

/**
 * Whether a description may leave the field out. Structures are made of their lists; kinds, which have a name, have others
 * to be made of.
 * @param {Field} field @param {Owner} owner
 */
export const mayOmit = (field, owner) =>
  field.default !== undefined ||
  (Boolean(field.optional) && (!isBulk(field) || owner.name !== undefined));

/** Kinds whose objects are written to scene files, in the order of their kind numbers. */
export const sceneKinds = (/** @type {Definitions} */ definitions) =>
  definitions.kinds.slice(1).filter((kind) => !kind.transient);

/** One sentence on what numbers a field takes, or an empty string. @param {Field} field */
export function rangeText(field) {
  const low = field.min === undefined ? '' : `${field.exclusiveMin ? '> ' : '≥ '}${field.min}`;
  const high = field.max === undefined ? '' : `≤ ${field.max}`;
  return [low, high].filter(Boolean).join(', ');
}
