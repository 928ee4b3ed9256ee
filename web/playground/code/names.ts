// Numbers for the objects of a world that exists twice: in the sandbox, where it is stepped, and on the page.
import type { World } from 'holonom';

/** An object of the library, by the names of its properties. */
export type Thing = Record<string | symbol, unknown>;

/** The lists of a world. */
export const lists = [
  'bodies',
  'joints',
  'forces',
  'cloths',
  'ropes',
  'grains',
  'softBodies',
  'rods',
  'springNetworks',
  'attachments',
  'grabs',
] as const;

/** Which number means which object. The sandbox gives positive numbers, the page negative ones, so they never clash. */
export class Names {
  readonly #sign: 1 | -1;
  readonly #things = new Map<number, Thing>();
  readonly #names = new Map<object, number>();
  #count = 0;

  constructor(world: World, sign: 1 | -1) {
    this.#sign = sign;
    this.set(0, world);
  }

  thing(name: number): Thing | undefined {
    return this.#things.get(name);
  }

  nameOf(thing: object): number | undefined {
    return this.#names.get(thing);
  }

  set(name: number, thing: object): void {
    this.#things.set(name, thing as Thing);
    this.#names.set(thing, name);
  }

  /** A number that this side has not given yet. */
  fresh(): number {
    this.#count++;
    return this.#sign * this.#count;
  }

  /** Whether the other side may give this number to something new. */
  isFree(name: number): boolean {
    return Number.isInteger(name) && this.#sign * name < 0 && !this.#things.has(name);
  }

  /** All objects but the world. */
  *[Symbol.iterator](): Iterator<[number, Thing]> {
    for (const entry of this.#things) if (entry[0] !== 0) yield entry;
  }
}

/** Those lists of a world that have an object, and its place there. */
export function placeOf(
  world: World,
  thing: object,
): { readonly list: (typeof lists)[number]; readonly index: number } | undefined {
  for (const list of lists) {
    const index = [...(world[list] as Iterable<object>)].indexOf(thing);
    if (index >= 0) return { list, index };
  }
  return undefined;
}
