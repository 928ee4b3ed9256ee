// Turns descriptions of users into values of the core: arrays, numbers, strings and plain objects.
// Vectors of other libraries become arrays, and objects of the world their ids. Everything is copied and each value read
// once, so that no getter or proxy of the caller runs while the core works. The core checks the numbers and names the
// field.
import { structFields, unionFields } from './definitions.generated.js';
import type { FieldTrait, FieldTraits } from './definitions.js';
import { type HolonomError, type Reason, reading, reasoned, refusal, typeError } from './errors.js';
import type { Vec3 } from './types.js';

/** Marks the objects of a world with their kind. */
export const kindOf: unique symbol = Symbol('holonom.kind');

interface Marked {
  readonly [kindOf]: string;
  readonly world: object;
  readonly id: number;
}

/** Target of a description. */
export interface Destination {
  /** World that objects must belong to; absent for scene files, which have indices instead. */
  readonly world?: object;
  /** The fields of the description. */
  readonly fields: FieldTraits;
}

// Deeper than any description, but far from a stack overflow.
const kDeepest = 64;

// More numbers than fit the memory of the module, and more objects than a world can have of a kind: a longer list is
// refused before it is read.
const kMostNumbers = 2 ** 27;
export const kMostItems = 2 ** 20;

// From this length a typed array is faster to pass than a list.
const kLong = 16;

const axes = ['x', 'y', 'z', 'w'];

/** Whether it is an object of a world. */
export const isMarked = (value: object): value is Marked => kindOf in value;

function join(path: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path ? `${path}.${key}` : key;
}

/** Returns a copy of a description that the core can read. Fields that are undefined count as absent. */
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
export function plainField(
  name: string,
  value: unknown,
  destination: Destination = { fields: noFields },
): unknown {
  return new Converter(destination).value(value, name, destination.fields[name]);
}

/**
 * Returns the value at a path such as `shape.box.halfExtents[1]`, as it was passed, or undefined if there is none or
 * if it can't be read a second time.
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

/** Returns a copy of a vector, for a call with three numbers. */
export function plainVector(name: string, value: unknown): Vec3 {
  const three = reading(name, value, () => threeOf(value));
  if (three && isVector(three)) return three;
  const plain = plainField(name, three ?? value);
  if (Array.isArray(plain) && isVector(plain)) return plain;
  throw typeError(name, value, 'three-numbers');
}

/** Items of an array of three, each read once; the usual form of a vector. */
function threeOf(value: unknown): unknown[] | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  return [value[0], value[1], value[2]];
}

/** Whether a copied list is a vector. */
const isVector = (list: readonly unknown[]): list is Vec3 =>
  list.length === 3 &&
  typeof list[0] === 'number' &&
  typeof list[1] === 'number' &&
  typeof list[2] === 'number';

const noFields: FieldTraits = {};

/** Trait of an unknown field: its value is passed to the core, which suggests a field name. */
const unknownField: FieldTrait = {};

/** The fields inside a value. */
function fieldsOf(trait: FieldTrait | undefined): FieldTraits {
  if (trait?.struct) return structFields[trait.struct] ?? noFields;
  if (trait?.union) return unionFields[trait.union] ?? noFields;
  return noFields;
}

/** Copies the numbers of a typed array, whatever properties were added to it. */
function numbersOf(list: ArrayBufferView): Float64Array | number[] {
  const numbers = new Float64Array(list as unknown as ArrayLike<number>);
  // Long lists are passed as a whole, not number by number.
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
      // No prototype, so that __proto__ is an ordinary field.
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

  /** Copies a list. Each item is read once: getters and proxies of the caller may return different values each time. */
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
    // A long list with a hole is refused without reading to its end.
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
