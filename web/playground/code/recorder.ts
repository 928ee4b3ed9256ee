// A front of a world that writes down what is done to it, so that it can be done again to its twin: in the sandbox for
// the code of the reader, on the page for panels, hands and drawing.

import type { ForceGenerator, World } from 'holonom';
import { SiteError } from '../../language/site-error.js';
import { lists, type Names, placeOf, type Thing } from './names.js';
import { isReading } from './readings.js';
import type { State, Wanted } from './state.js';

/** Something that was done: a call, an assignment, or the naming of an object by its place in a list. */
export type Order =
  | readonly ['call', target: number, name: string, given: readonly unknown[], result: number]
  | readonly ['set', target: number, name: string, value: unknown]
  | readonly ['find', found: number, list: string, index: number];

/** Calls that only read: they need no repetition. */
export const reads =
  /^(raycast|castShape|proximity|overlap|bodiesAt|describe|save|snapshot|hash|geometry|constraints|instances|\w+FromId|to\w+|valueOf)$/;
/** Calls whose effect is in the next state anyway. */
export const pushes = /^apply(Force|ForceAt|Torque|Impulse|ImpulseAt)$/;

/** Longer lists of numbers are sent as one piece. */
const shortList = 32;
/** Steps for which something is told after it was last read. */
const wantedFor = 30;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isOfWorld = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && 'alive' in value && 'world' in value;

/** Stands in front of a world and its objects and keeps a list of orders. */
export class Recorder {
  /** What whoever uses the world sees. */
  readonly world: World;
  readonly #real: World;
  readonly #names: Names;
  readonly #unsaid: RegExp | undefined;
  readonly #fronts = new Map<object, object>();
  readonly #reals = new Map<object, object>();
  readonly #ends: (() => void)[] = [];
  #orders: Order[] = [];
  /** Places of assignments in the list that a later one replaces. */
  readonly #sets = new Map<string, number>();
  #within = false;
  #state: State | undefined;
  #told: ReadonlyMap<number, Record<string, unknown>> = new Map();
  /** Who reads what, and how many times it is told still. */
  readonly #wanted = new Map<number, Map<string, number>>();

  /** @param unsaid calls that are made but not written down. */
  constructor(world: World, names: Names, unsaid?: RegExp) {
    this.#real = world;
    this.#names = names;
    this.#unsaid = unsaid;
    this.world = this.#front(world) as World;
  }

  /** Whether anything was done since the last time. */
  get hasOrders(): boolean {
    return this.#orders.length > 0;
  }

  /** What was done since the last time, at most so many. */
  take(most = Number.POSITIVE_INFINITY): Order[] {
    this.#sets.clear();
    return this.#orders.splice(0, most);
  }

  /** What was read of late. */
  takeWanted(): Wanted {
    const wanted: [number, string[]][] = [];
    for (const [name, readings] of this.#wanted) {
      wanted.push([name, [...readings.keys()]]);
      for (const [reading, left] of readings)
        if (left > 1) readings.set(reading, left - 1);
        else readings.delete(reading);
      if (readings.size === 0) this.#wanted.delete(name);
    }
    return wanted;
  }

  /** From now on tells the time and the readings of this state. */
  tell(state: State): void {
    this.#state = state;
    this.#told = new Map(state.told);
  }

  /** Tells of objects what they say themselves. */
  forgetTold(): void {
    this.#told = new Map();
  }

  /** The number of an object; one that was not made by a call is named by its place. */
  nameOf(real: object): number {
    const known = this.#names.nameOf(real);
    if (known !== undefined) return known;
    const name = this.#names.fresh();
    const place = placeOf(this.#real, real);
    if (place) this.#say(['find', name, place.list, place.index]);
    this.#names.set(name, real);
    return name;
  }

  /** Ends the force generators. */
  endGenerators(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  #say(order: Order): void {
    if (this.#within && order[0] !== 'find') return;
    // What is shown of debug lines is set one by one.
    if (order[0] === 'set' && order[2] !== 'debug') {
      const key = `${order[1]} ${order[2]}`;
      const at = this.#sets.get(key);
      if (at !== undefined) {
        this.#orders[at] = order;
        return;
      }
      this.#sets.set(key, this.#orders.length);
    } else this.#sets.clear();
    this.#orders.push(order);
  }

  #front(real: object): object {
    const known = this.#fronts.get(real);
    if (known) return known;
    // A stand-in: the real ones are frozen, and have parts that only they can reach.
    const front = new Proxy(Object.create(Object.getPrototypeOf(real)) as Thing, {
      get: (_, key) => this.#get(real as Thing, key),
      set: (_, key, value) => {
        (real as Thing)[key] = this.#inward(value);
        const name = this.nameOf(real);
        const told = this.#told.get(name);
        if (told) delete told[String(key)];
        this.#say(['set', name, String(key), this.#plain(value)]);
        return true;
      },
      has: (_, key) => key in real,
    });
    this.#fronts.set(real, front);
    this.#reals.set(front, real);
    return front;
  }

  #get(real: Thing, key: string | symbol): unknown {
    if (real === (this.#real as unknown)) {
      const state = this.#state;
      if (state && (key === 'time' || key === 'stepCount')) return state[key];
      if (state && typeof key === 'string' && Object.hasOwn(state.readings, key))
        return state.readings[key];
      if ((lists as readonly unknown[]).includes(key)) return this.#list(key as 'bodies');
      if (key === 'addForceGenerator') return this.#addGenerator;
      if (key === 'debug') return this.#debug();
      if (['step', 'dispose', 'on', 'restore', 'record'].includes(String(key)))
        return () => {
          throw new SiteError('code-page', { name: String(key) });
        };
    }
    if (this.#state && isReading(real, key)) {
      const name = this.nameOf(real);
      this.#want(name, key);
      const told = this.#told.get(name);
      if (told && Object.hasOwn(told, key)) {
        const said = this.#named(told[key]);
        return key === 'constraints' ? (kind: string) => (said as Thing)[kind] : said;
      }
    }
    const value = real[key];
    if (typeof value !== 'function' || key === 'constructor') return this.#outward(value);
    return (...given: unknown[]) => this.#call(real, String(key), value as never, given);
  }

  /** The switches of the debug lines, each of which is an assignment to the world. */
  #debug(): object {
    return new Proxy(this.#real.debug, {
      get: (switches, key) => Reflect.get(switches, key),
      set: (_, key, on) => {
        this.world.debug = { [key]: on };
        return true;
      },
    });
  }

  #want(name: number, reading: string): void {
    const readings = this.#wanted.get(name) ?? new Map<string, number>();
    this.#wanted.set(name, readings.set(reading, wantedFor));
  }

  /** A list of the world, as a `Collection`. */
  #list(name: 'bodies'): object {
    const real = this.#real[name];
    const outward = (item: unknown) => this.#outward(item);
    return {
      get length() {
        return real.length;
      },
      at: (index: number) => outward(real.at(index)),
      *[Symbol.iterator]() {
        for (const item of real) yield outward(item);
      },
    };
  }

  #call(
    real: Thing,
    name: string,
    method: (...given: unknown[]) => unknown,
    given: unknown[],
  ): unknown {
    if (name === 'addUserConstraint') return this.#addConstraint(real, method, given);
    const target = this.nameOf(real);
    const inward = given.map((value) => this.#inward(value));
    if (reads.test(name) || this.#unsaid?.test(name))
      return this.#outward(method.apply(real, inward));
    // Before the call: it may be about something that it removes.
    const plain = given.map((value) => this.#plain(value));
    const result = method.apply(real, inward);
    const fresh = isOfWorld(result) && this.#names.nameOf(result) === undefined;
    const made = fresh ? this.#names.fresh() : 0;
    if (fresh) this.#names.set(made, result);
    this.#say(['call', target, name, plain, made]);
    // What a scene file brings has names on both sides at once.
    if (name === 'load')
      for (const list of lists) for (const item of this.#real[list]) this.nameOf(item);
    return this.#outward(result);
  }

  /** Acts where the world is stepped; its twin need not know. */
  #addConstraint(
    real: Thing,
    method: (...given: unknown[]) => unknown,
    given: readonly unknown[],
  ): unknown {
    return method.apply(
      real,
      given.map((value) => this.#mapped(value, (front) => this.#reals.get(front), true)),
    );
  }

  readonly #addGenerator = (generator: ForceGenerator, options?: object): (() => void) => {
    const apply = (_: World, dt: number): void => {
      this.#within = true;
      try {
        generator(this.world, dt);
      } finally {
        this.#within = false;
      }
    };
    // What is no function is refused by the world itself.
    const given = typeof generator === 'function' ? apply : generator;
    const end = this.#real.addForceGenerator(given, options);
    this.#ends.push(end);
    return end;
  };

  /** What the user of the front may see. */
  #outward(value: unknown): unknown {
    if (value === this.#real) return this.world;
    if (isOfWorld(value)) {
      this.nameOf(value);
      return this.#front(value);
    }
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
      const { '@': at, index = 0 } = value as { '@': unknown; index?: number };
      if (typeof at === 'number') return this.#outward(this.#names.thing(at));
      if (!(lists as readonly unknown[]).includes(at)) return undefined;
      return this.#outward(this.#real[at as 'bodies'].at(Number(index)));
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
      if (real) return { '@': this.nameOf(real) };
      // A view would take all of the module's memory along.
      if (ArrayBuffer.isView(front)) return (front as Float32Array).slice();
      return isLongList(front) ? Float64Array.from(front) : undefined;
    });
  }

  #mapped(value: unknown, find: (front: object) => unknown, functions = false): unknown {
    if (typeof value === 'function' && !functions) throw new SiteError('code-function');
    if (typeof value !== 'object' || value === null) return value;
    const found = find(value);
    if (found !== undefined) return found;
    if (ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value))
      return typeof value[0] === 'number'
        ? value
        : value.map((item) => this.#mapped(item, find, functions));
    if ('x' in value && 'y' in value) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.#mapped(item, find, functions)]),
    );
  }
}

const isLongList = (value: object): value is number[] =>
  Array.isArray(value) && value.length > shortList && value.every((one) => typeof one === 'number');
