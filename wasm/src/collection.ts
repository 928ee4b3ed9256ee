import { kindNumbers } from './definitions.generated.js';
import { typeError } from './errors.js';
import type { NativeWorld, ObjectKind } from './native-world.js';

/** The objects of one kind in a world. The order changes only on removal. */
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
   * Iterates over the present objects. Objects removed during the iteration are skipped.
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
}
