import { kindNumbers } from './definitions.generated.js';
import { typeError } from './errors.js';
import type { NativeWorld, ObjectKind } from './native-world.js';

/**
 * The objects of one kind in a world. The order changes only on removal.
 * Iteration and the methods with a callback visit the objects that exist when they start, in order. An object
 * that is removed before its turn is skipped, and an added one is not visited.
 */
export class Collection<Item> implements Iterable<Item> {
  readonly #native: NativeWorld;
  readonly #kind: ObjectKind;

  /** @internal */
  constructor(native: NativeWorld, kind: ObjectKind) {
    this.#native = native;
    this.#kind = kind;
    Object.freeze(this);
  }

  /** Number of objects. */
  get length(): number {
    return this.#native.raw.count(kindNumbers[this.#kind]);
  }

  /**
   * Returns the object at an index, counted from the end if negative, or undefined if out of range.
   * @example const last = world.bodies.at(-1);
   */
  at(index: number): Item | undefined {
    if (typeof index !== 'number') throw typeError('index', index, 'number');
    const place = index < 0 ? this.length + index : index;
    if (!Number.isInteger(place) || place < 0 || place >= this.length) return undefined;
    return this.#native.object(
      this.#kind,
      this.#native.raw.handleAt(kindNumbers[this.#kind], place),
    ) as Item;
  }

  /**
   * Returns the first object with a name, or undefined. Joints, forces, attachments and grabs have no names. Reads the
   * names one after another: keep the object rather than searching for it in each step.
   * @example const crate = world.bodies.byName('crate');
   */
  byName(name: Item extends { readonly name: string } ? string : never): Item | undefined {
    if (typeof name !== 'string') throw typeError('name', name, 'string');
    return this.find((object) => (object as { name?: string }).name === name);
  }

  /**
   * Returns the first object that a test accepts, or undefined. The test is not called for those after it.
   * @example const fallen = world.bodies.find((body) => body.position[1] < -10);
   */
  find<Found extends Item>(
    callback: (object: Item, index: number) => object is Found,
  ): Found | undefined;
  find(callback: (object: Item, index: number) => unknown): Item | undefined;
  find(callback: (object: Item, index: number) => unknown): Item | undefined {
    for (const [object, accepted] of this.#called(callback)) if (accepted) return object;
    return undefined;
  }

  /**
   * Returns whether a test accepts an object.
   * @example const moves = world.bodies.some((body) => !body.asleep);
   */
  some(callback: (object: Item, index: number) => unknown): boolean {
    return this.find(callback) !== undefined;
  }

  /**
   * Returns the objects that a test accepts, as an array.
   * @example const hinges = world.joints.filter(({ type }) => type === 'hinge');
   */
  filter<Found extends Item>(callback: (object: Item, index: number) => object is Found): Found[];
  filter(callback: (object: Item, index: number) => unknown): Item[];
  filter(callback: (object: Item, index: number) => unknown): Item[] {
    return Array.from(this.#called(callback)).flatMap(([object, accepted]) =>
      accepted ? [object] : [],
    );
  }

  /**
   * Returns what a function returns for each object, as an array.
   * @example const names = world.bodies.map((body) => body.name);
   */
  map<Result>(callback: (object: Item, index: number) => Result): Result[] {
    return Array.from(this.#called(callback), ([, result]) => result);
  }

  /**
   * Calls a function for each object.
   * @example world.bodies.forEach((body) => body.wake());
   */
  forEach(callback: (object: Item, index: number) => void): void {
    this.map(callback);
  }

  /**
   * Iterates over the objects.
   * @example for (const body of world.bodies) console.log(body.position);
   */
  *[Symbol.iterator](): Iterator<Item> {
    const { raw } = this.#native;
    const kind = kindNumbers[this.#kind];
    const ids = Array.from({ length: this.length }, (_, index) => raw.handleAt(kind, index));
    for (const id of ids) {
      if (this.#native.alive(this.#kind, id)) yield this.#native.object(this.#kind, id) as Item;
    }
  }

  /** Each object with what a callback returns for it. The index counts the calls. */
  *#called<Result>(
    callback: (object: Item, index: number) => Result,
  ): Generator<[object: Item, result: Result]> {
    if (typeof callback !== 'function') throw typeError('callback', callback, 'function');
    let index = 0;
    for (const object of this) yield [object, callback(object, index++)];
  }
}
