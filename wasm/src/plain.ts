// Turns what users write into what the core reads: arrays, numbers, strings and plain objects.
// Vectors of other libraries become arrays and objects of the world their ids. Everything is copied, each part read once:
// no getter or proxy of the caller's runs while the core works. Numbers are not judged here: the core checks every value
// and names the field.
import { structFields, unionFields } from './definitions.generated.js';
import type { FieldTrait, FieldTraits } from './definitions.js';
import { type HolonomError, type Reason, reading, reasoned, refusal, typeError } from './errors.js';
import type { Vec3 } from './types.js';

/** Marks the objects of a world and says their kind. */
export const kindOf: unique symbol = Symbol('holonom.kind');

interface Marked {
  readonly [kindOf]: string;
  readonly world: object;
  readonly id: number;
}

/** Where a description is going. */
export interface Destination {
  /** The world that objects must belong to; absent for scene files, which hold indices instead. */
  readonly world?: object;
  /** The fields of the description. */
  readonly fields: FieldTraits;
}

// Deeper than any description, far from the end of the stack.
const kDeepest = 64;

// More numbers than the memory of the module has room for, and more objects than a world holds of a kind: a list that
// only says it is this long is refused before it is read.
const kMostNumbers = 2 ** 27;
export const kMostItems = 2 ** 20;

// From here on a typed array is quicker to hand over than a list.
const kLong = 16;

const axes = ['x', 'y', 'z', 'w'];

/** Whether it is an object of a world. */
export const isMarked = (value: object): value is Marked => kindOf in value;

function join(path: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path ? `${path}.${key}` : key;
}

/** A description whose every part the core can read. Fields that are undefined count as left out. */
export function plainDescription(
  description: unknown,
  destination: Destination,
  what: Reason,
): object {
  return reading('', description, () => {
    if (typeof description !== 'object' || description === null || Array.isArray(description)) {
      throw typeError('', description, what);
    }
    if (isMarked(description)) {
      const { rule, parameters: { kind } = {} } = reasoned(what);
      const isKind = rule === 'description' && kind !== undefined;
      throw typeError('', description, isKind ? ['description-not-object', { kind }] : what);
    }
    return new Converter(destination).object(description, '', destination.fields);
  });
}

/** The value of one field. */
export function plainField(name: string, value: unknown, destination: Destination): unknown {
  return new Converter(destination).value(value, name, destination.fields[name]);
}

/**
 * What stands at a path such as `shape.box.halfExtents[1]`, as it was given; undefined where there is nothing, or what
 * can't be read a second time.
 */
export function valueAt(given: unknown, path: string): unknown {
  try {
    let value = given;
    for (const step of path.match(/[^.[\]]+/g) ?? []) {
      if (typeof value !== 'object' || value === null) return undefined;
      const fields = value as Readonly<Record<string, unknown>>;
      value = step in fields ? fields[step] : fields[axes[Number(step)] ?? step];
    }
    return value;
  } catch {
    return undefined;
  }
}

/** Three numbers for a call that takes them one by one: a copy. */
export function plainVector(name: string, value: unknown): Vec3 {
  const three = reading(name, value, () => threeOf(value));
  if (three && isVector(three)) return three;
  const plain = new Converter({ fields: {} }).value(three ?? value, name, undefined);
  if (Array.isArray(plain) && isVector(plain)) return plain;
  throw typeError(name, value, 'three-numbers');
}

/** The items of an array of three, each read once; most vectors are such. */
function threeOf(value: unknown): unknown[] | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  return [value[0], value[1], value[2]];
}

/** Of a copy. */
const isVector = (list: readonly unknown[]): list is Vec3 =>
  list.length === 3 &&
  typeof list[0] === 'number' &&
  typeof list[1] === 'number' &&
  typeof list[2] === 'number';

const noFields: FieldTraits = {};

/** Of a name that is no field: what is in it goes on to the core, which suggests another name. */
const unknownField: FieldTrait = {};

/** The fields inside a value. */
function fieldsOf(trait: FieldTrait | undefined): FieldTraits {
  if (trait?.struct) return structFields[trait.struct] ?? noFields;
  if (trait?.union) return unionFields[trait.union] ?? noFields;
  return noFields;
}

/** A copy of a typed array, by what is in it, whatever properties were put on it. */
function numbersOf(list: ArrayBufferView): Float64Array | number[] {
  const numbers = new Float64Array(list as unknown as ArrayLike<number>);
  // Long lists cross in one piece rather than number by number.
  return numbers.length > kLong ? numbers : Array.from(numbers);
}

/** The error for a list that is too long to be read. */
export function tooLong(path: string, list: unknown, most: number): HolonomError {
  return refusal('range', path, list, ['list-length', { most }]);
}

class Converter {
  readonly #destination: Destination;
  readonly #ancestors: object[] = [];

  constructor(destination: Destination) {
    this.#destination = destination;
  }

  value(value: unknown, path: string, trait: FieldTrait | undefined): unknown {
    return reading(path, value, () => this.#value(value, path, trait));
  }

  #value(value: unknown, path: string, trait: FieldTrait | undefined): unknown {
    switch (typeof value) {
      case 'function':
      case 'symbol':
      case 'bigint':
        throw typeError(
          path,
          value,
          trait?.handle ? ['object-of-kind', { kind: trait.handle }] : 'plain-value',
        );
      case 'object':
        if (value === null) return null;
        if (isMarked(value)) return this.#id(value, path, trait);
        if (Array.isArray(value)) return this.#list(value, path, trait);
        if (value instanceof BigInt64Array || value instanceof BigUint64Array)
          throw typeError(`${path}[0]`, value[0], 'number');
        if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return numbersOf(value);
        return this.object(value, path, fieldsOf(trait));
      default:
        return value;
    }
  }

  object(source: object, path: string, traits: FieldTraits): object {
    // Maps, dates and the like have no fields of their own: as a description they would read as empty.
    if (Object.prototype.toString.call(source) !== '[object Object]')
      throw typeError(path, source, 'plain-object');
    return this.#inside(source, path, () => {
      const fields = source as Readonly<Record<string, unknown>>;
      if (path !== '' && 'x' in fields && 'y' in fields) {
        return axes
          .filter((axis) => axis in fields)
          .map((axis) => this.value(fields[axis], join(path, axis), undefined));
      }
      // No prototype, so that a field named __proto__ is only a field.
      const result: Record<string, unknown> = Object.create(null);
      for (const key of Object.keys(fields)) {
        const field = fields[key];
        if (field === undefined) continue;
        const trait = Object.hasOwn(traits, key) ? traits[key] : unknownField;
        result[key] = this.value(field, join(path, key), trait);
      }
      return result;
    });
  }

  /** A copy of a list. Each item is read once: the caller's getters and proxies may answer differently each time. */
  #list(list: readonly unknown[], path: string, trait: FieldTrait | undefined): unknown {
    const { length } = list;
    if (length > kMostNumbers) throw tooLong(path, list, kMostNumbers);
    const numbers: number[] = [];
    let next: unknown;
    for (let index = 0; index < length; index++) {
      next = list[index];
      if (typeof next !== 'number') break;
      numbers.push(next);
    }
    if (numbers.length === length) return length > kLong ? new Float64Array(numbers) : numbers;
    if (length > kMostItems) throw tooLong(path, list, kMostItems);
    // No long list has holes: it need not be read to its end.
    if (length > kLong && next === undefined)
      throw typeError(`${path}[${numbers.length}]`, next, 'value');
    const inside = trait?.structs ? { struct: trait.structs } : undefined;
    const each = trait === unknownField ? trait : inside;
    return this.#inside(list, path, () => {
      const items: unknown[] = numbers;
      items.push(this.value(next, `${path}[${items.length}]`, each));
      while (items.length < length) {
        const index = items.length;
        items.push(this.value(list[index], `${path}[${index}]`, each));
      }
      return items;
    });
  }

  #id(object: Marked, path: string, trait: FieldTrait | undefined): number {
    const { world } = this.#destination;
    if (!world) throw typeError(path, object, 'own-lists');
    if (trait !== unknownField && trait?.handle !== object[kindOf]) {
      throw typeError(
        path,
        object,
        trait?.handle ? ['object-of-kind', { kind: trait.handle }] : 'plain-value',
      );
    }
    if (object.world !== world) {
      throw refusal('stale', path, object, 'this-world');
    }
    const { id } = object;
    if (typeof id !== 'number')
      throw typeError(
        path,
        object,
        trait?.handle ? ['object-of-kind', { kind: trait.handle }] : 'number',
      );
    return id;
  }

  #inside<Result>(container: object, path: string, convert: () => Result): Result {
    if (this.#ancestors.includes(container)) throw typeError(path, container, 'acyclic');
    if (this.#ancestors.length >= kDeepest)
      throw typeError(path, container, ['nesting', { most: kDeepest }]);
    this.#ancestors.push(container);
    const result = convert();
    this.#ancestors.pop();
    return result;
  }
}
