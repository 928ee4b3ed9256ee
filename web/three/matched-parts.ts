import type { Object3D } from 'three';

interface Item {
  readonly id: number;
}

interface Part {
  /** Whether the part still has as many particles as its object. */
  readonly fits?: boolean;
  dispose(): void;
}

/** Parts of a drawing, one for each object of a kind. */
export class MatchedParts<Source extends Item, Drawn extends Part> {
  readonly #parent: Object3D;
  readonly #make: (item: Source) => Drawn;
  readonly #objectOf: (part: Drawn) => Object3D;
  readonly #parts = new Map<number, Drawn>();

  constructor(
    parent: Object3D,
    make: (item: Source) => Drawn,
    objectOf: (part: Drawn) => Object3D,
  ) {
    this.#parent = parent;
    this.#make = make;
    this.#objectOf = objectOf;
  }

  [Symbol.iterator](): IterableIterator<Drawn> {
    return this.#parts.values();
  }

  /** Makes parts for new objects and drops those of removed ones. */
  match(items: Iterable<Source>): void {
    const present = new Set<number>();
    for (const item of items) {
      present.add(item.id);
      const old = this.#parts.get(item.id);
      if (old && old.fits !== false) continue;
      // Split particles are more, or fewer after a return to the past.
      if (old) this.#drop(item.id, old);
      const part = this.#make(item);
      this.#parts.set(item.id, part);
      this.#parent.add(this.#objectOf(part));
    }
    if (present.size === this.#parts.size) return;
    for (const [id, part] of this.#parts) if (!present.has(id)) this.#drop(id, part);
  }

  #drop(id: number, part: Drawn): void {
    this.#parent.remove(this.#objectOf(part));
    part.dispose();
    this.#parts.delete(id);
  }
}
