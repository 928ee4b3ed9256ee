// Inside the sandbox: a world that writes down what is done to it, so that it can be done again elsewhere.
import type { ForceGenerator, World } from 'holonom';

/** Something that was done: a call, an assignment, or the naming of an object by its place in a list. */
export type Order =
  | readonly ['call', target: number, name: string, given: readonly unknown[], result: number]
  | readonly ['set', target: number, name: string, value: unknown]
  | readonly ['find', found: number, list: string, index: number];

/** How things stand on the stage before a step. */
export interface State {
  readonly time: number;
  readonly dt: number;
  readonly stepCount: number;
  /** What the world says of its last step. */
  readonly readings: Readonly<Pick<World, 'energy' | 'momentum' | 'statistics'>>;
  /** What else the world and its objects tell of it, as far as the code reads it, by their names. */
  readonly told: readonly (readonly [name: number, told: Readonly<Record<string, unknown>>])[];
  /** Names of bodies, with 13 numbers each: position, rotation, velocities. */
  readonly bodies: readonly number[];
  readonly motions: Float32Array;
  /** Names of cloths and spring networks, with what moves in them. */
  readonly soft: readonly (readonly [
    name: number,
    positions: Float32Array,
    velocities: ArrayLike<number>,
  ])[];
}

/** The lists of a world. */
export const lists = [
  'bodies',
  'joints',
  'forces',
  'cloths',
  'springNetworks',
  'attachments',
  'grabs',
] as const;

/** Calls that only read: they need no repetition. */
export const reads =
  /^(raycast|castShape|proximity|overlap|bodiesAt|describe|save|snapshot|hash|geometry|constraints|instances|\w+FromId|to\w+|valueOf)$/;

type Thing = Record<string | symbol, unknown>;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isOfWorld = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && 'alive' in value && 'world' in value;

/** Stands in front of a world and its objects and keeps a list of orders. */
export class Recorder {
  /** What the code of the reader sees. */
  readonly world: World;
  readonly #real: World;
  readonly #fronts = new Map<object, object>();
  readonly #reals = new Map<object, object>();
  readonly #names = new Map<object, number>();
  readonly #things = new Map<number, Thing>();
  readonly #generators = new Set<ForceGenerator>();
  #orders: Order[] = [];
  #clock: Pick<State, 'time' | 'stepCount'> = { time: 0, stepCount: 0 };
  #readings: Partial<State['readings']> = {};
  #told: ReadonlyMap<number, Readonly<Record<string, unknown>>> = new Map();

  constructor(world: World) {
    this.#real = world;
    this.world = this.#front(world, 0) as World;
  }

  get hasGenerators(): boolean {
    return this.#generators.size > 0;
  }

  /** What was done since the last time. */
  take(): Order[] {
    const orders = this.#orders;
    this.#orders = [];
    return orders;
  }

  /** Puts everything where it is on the stage. */
  stand(state: State): void {
    this.#clock = state;
    this.#readings = state.readings;
    this.#told = new Map(state.told);
    state.bodies.forEach((name, i) => {
      const body = this.#things.get(name);
      if (!body?.alive) return;
      const at = (from: number, count: number) =>
        Array.from(state.motions.subarray(13 * i + from, 13 * i + from + count));
      Object.assign(body, {
        position: at(0, 3),
        rotation: at(3, 4),
        linearVelocity: at(7, 3),
        angularVelocity: at(10, 3),
      });
    });
    for (const [name, positions, velocities] of state.soft) {
      const thing = this.#things.get(name);
      if (!thing?.alive) continue;
      const own = thing as unknown as { positions: Float32Array; velocities: Float32Array };
      if (own.positions.length === positions.length) own.positions.set(positions);
      if (own.velocities.length === velocities.length) own.velocities.set(velocities);
    }
  }

  /** Lets the force generators of the code act. */
  generate(dt: number): void {
    for (const generator of this.#generators) generator(this.world, dt);
  }

  dispose(): void {
    this.#real.dispose();
  }

  #front(real: object, name: number): object {
    const known = this.#fronts.get(real);
    if (known) return known;
    // A stand-in: the real ones are frozen, and have parts that only they can reach.
    const front = new Proxy(Object.create(Object.getPrototypeOf(real)) as Thing, {
      get: (_, key) => this.#get(real as Thing, key),
      set: (_, key, value) => {
        (real as Thing)[key] = this.#inward(value);
        this.#orders.push(['set', this.#nameOf(real), String(key), this.#plain(value)]);
        return true;
      },
      has: (_, key) => key in real,
    });
    this.#fronts.set(real, front);
    this.#reals.set(front, real);
    this.#names.set(real, name);
    this.#things.set(name, real as Thing);
    return front;
  }

  #get(real: Thing, key: string | symbol): unknown {
    if (real === (this.#real as unknown)) {
      if (key === 'time' || key === 'stepCount') return this.#clock[key];
      if (key in this.#readings) return this.#readings[key as keyof State['readings']];
      if ((lists as readonly unknown[]).includes(key))
        return [...(real[key] as Iterable<object>)].map((item) => this.#outward(item));
      if (key === 'addForceGenerator') return (generator: ForceGenerator) => this.#add(generator);
      if (['step', 'dispose', 'on', 'restore', 'record'].includes(String(key)))
        return () => {
          throw new Error(`world.${String(key)} is the playground's business; use beforeStep`);
        };
    }
    const told = this.#told.get(this.#names.get(real) ?? -1);
    if (told && typeof key === 'string' && Object.hasOwn(told, key)) {
      const said = this.#named(told[key]);
      return key === 'constraints' ? (kind: string) => (said as Thing)[kind] : said;
    }
    const value = real[key];
    if (typeof value !== 'function' || key === 'constructor') return this.#outward(value);
    return (...given: unknown[]) => this.#call(real, String(key), value as never, given);
  }

  #call(
    real: Thing,
    name: string,
    method: (...given: unknown[]) => unknown,
    given: unknown[],
  ): unknown {
    const target = this.#nameOf(real);
    const result = method.apply(
      real,
      given.map((value) => this.#inward(value)),
    );
    if (reads.test(name)) return this.#outward(result);
    const plain = given.map((value) => this.#plain(value));
    // Named after the call, so that it is not looked for before it exists.
    const fresh = isOfWorld(result) && !this.#names.has(result) ? this.#things.size : -1;
    this.#orders.push(['call', target, name, plain, fresh]);
    return fresh >= 0 ? this.#front(result as Thing, fresh) : this.#outward(result);
  }

  #add(generator: ForceGenerator): () => void {
    this.#generators.add(generator);
    return () => this.#generators.delete(generator);
  }

  /** The number of an object; one that was not made by a call is named by its place. */
  #nameOf(real: object): number {
    const known = this.#names.get(real);
    if (known !== undefined) return known;
    const name = this.#things.size;
    for (const list of lists) {
      const index = [...(this.#real[list] as Iterable<object>)].indexOf(real);
      if (index >= 0) this.#orders.push(['find', name, list, index]);
    }
    this.#front(real, name);
    return name;
  }

  /** What the code may see. */
  #outward(value: unknown): unknown {
    if (value === this.#real) return this.world;
    if (isOfWorld(value)) return this.#front(value, this.#nameOf(value));
    if (Array.isArray(value))
      return typeof value[0] === 'object' ? value.map((item) => this.#outward(item)) : value;
    if (!isPlain(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.#outward(item)]),
    );
  }

  /** What was told, with the objects of this world in it. */
  #named(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value)) return value.map((item) => this.#named(item));
    if ('@' in value) {
      const { '@': at, index = 0 } = value as {
        '@': number | (typeof lists)[number];
        index?: number;
      };
      const thing =
        typeof at === 'number'
          ? this.#things.get(at)
          : [...(this.#real[at] as Iterable<object>)][index];
      return this.#outward(thing);
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#named(item)]));
  }

  /** What the real world takes. */
  #inward(value: unknown): unknown {
    return this.#mapped(value, (front) => this.#reals.get(front));
  }

  /** What can be sent. */
  #plain(value: unknown): unknown {
    return this.#mapped(value, (front) => {
      const real = this.#reals.get(front);
      return real && { '@': this.#nameOf(real) };
    });
  }

  #mapped(value: unknown, find: (front: object) => unknown): unknown {
    if (typeof value === 'function') throw new TypeError("a function can't be given here");
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    const found = find(value);
    if (found !== undefined) return found;
    if (Array.isArray(value))
      return typeof value[0] === 'number' ? value : value.map((item) => this.#mapped(item, find));
    if ('x' in value && 'y' in value) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.#mapped(item, find)]),
    );
  }
}
