// Untrusted values of a file: each is read with its path, so that a refusal names it.
import { HolonomError, type HolonomErrorCode, type Reason, reasoned } from '../errors.js';
import { type FileRule, fileTexts } from './texts.js';

/** Bounds of a number. */
interface Bounds {
  readonly least?: number;
  readonly above?: number;
  readonly most?: number;
}

// Far more than any scene needs; nodes that refer to each other could be read for hours.
const kMostReads = 10_000_000;

function within(least: number, above: number, most: number): Reason | FileRule {
  if (above > -Infinity) return ['file-above', { low: above }];
  if (least === -Infinity) return 'finite-number';
  return most < Infinity
    ? ['number-from-to', { low: least, high: most }]
    : ['file-at-least', { low: least }];
}

/** Remaining number of reads of a file. */
interface Budget {
  reads: number;
}

/** A value and its path, as in `nodes[3].extensions.KHR_physics_rigid_bodies.motion.mass`. */
export class Place {
  readonly value: unknown;
  readonly path: string;
  /** Name of the node around it. */
  readonly owner: string;
  readonly #budget: Budget;

  constructor(value: unknown, path = '', owner = '', budget: Budget = { reads: kMostReads }) {
    this.value = value;
    this.path = path;
    this.owner = owner;
    this.#budget = budget;
  }

  /** The same value, owned by a node of this name. */
  ownedBy(owner: string): Place {
    return new Place(this.value, this.path, owner, this.#budget);
  }

  #part(value: unknown, path: string): Place {
    if (--this.#budget.reads < 0)
      throw this.#refusal(['gltf-reads', { count: kMostReads }], 'capacity');
    return new Place(value, path, this.owner, this.#budget);
  }

  get given(): boolean {
    return this.value !== undefined;
  }

  /** Path with the name of the node. */
  get title(): string {
    return this.owner ? `${this.path} ('${this.owner}')` : this.path;
  }

  refuse(reason: Reason | FileRule, code: HolonomErrorCode = 'type'): never {
    throw this.#refusal(reason, this.value === undefined ? 'missing' : code);
  }

  #refusal(reason: Reason | FileRule, code: HolonomErrorCode): HolonomError {
    const { path, value, owner } = this;
    const { rule, parameters } = reasoned(reason);
    const texts = fileTexts;
    return new HolonomError({
      code,
      path,
      value,
      rule,
      parameters: { ...parameters, owner },
      texts,
    });
  }

  /** A member by its name. Members of an absent value are absent. */
  at(name: string): Place {
    const path = this.path ? `${this.path}.${name}` : name;
    if (!this.given) return this.#part(undefined, path);
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.refuse('object');
    const part = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return this.#part(part, path);
  }

  /** Items of a list; empty if absent. */
  items(): Place[] {
    if (!this.given) return [];
    if (!Array.isArray(this.value)) return this.refuse('list');
    return this.value.map((item, i) => this.#part(item, `${this.path}[${i}]`));
  }

  number({ least = -Infinity, above = -Infinity, most = Infinity }: Bounds = {}): number {
    const { value } = this;
    const reason = within(least, above, most);
    if (typeof value !== 'number') return this.refuse(reason);
    if (!Number.isFinite(value)) return this.refuse(reason, 'finite');
    if (value < least || value <= above || value > most) return this.refuse(reason, 'range');
    return value;
  }

  numberOr(otherwise: number, bounds?: Bounds): number {
    return this.given ? this.number(bounds) : otherwise;
  }

  /** An integer of at least 0. */
  count(most?: number): number {
    const value = this.number({ least: 0, ...(most === undefined ? {} : { most }) });
    return Number.isInteger(value) ? value : this.refuse('whole-number');
  }

  numbers(length: number, bounds?: Bounds): number[] {
    const items = this.items();
    if (items.length !== length) this.refuse(['count', { count: length }]);
    return items.map((item) => item.number(bounds));
  }

  vector(): [number, number, number] {
    return this.numbers(3) as [number, number, number];
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.refuse('text');
  }

  flag(): boolean {
    if (!this.given) return false;
    return typeof this.value === 'boolean' ? this.value : this.refuse('boolean');
  }

  oneOf<Name extends string>(names: readonly Name[]): Name {
    const name = names.find((each) => each === this.value);
    return name ?? this.refuse(['one-word', { words: names }]);
  }

  /** Item of a list at this index. */
  of<Item>(list: readonly Item[], what: string): Item {
    const item = list[this.count()];
    return item ?? this.refuse(['number-of', { count: list.length, list: what }], 'range');
  }
}
