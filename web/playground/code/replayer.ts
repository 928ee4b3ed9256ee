// On the page: does to the world on the stage what the code in the sandbox did to its own. Nothing is believed.
import type { Body, Cloth, SpringNetwork, World } from 'holonom';
import { offeredSetting } from '../world-panel.js';
import { type Reading, readingsOf } from './readings.js';
import { lists, reads, type State } from './recorder.js';
import { CodeError } from './sandbox.js';

/** Orders of one build, and of one step, beyond which a scene would only stop the page. */
const mostOrders = { build: 60_000, step: 10_000 } as const;
/** The time in which orders are followed: a page that waits longer seems dead. Unit: ms. */
const longest = { build: 5000, step: 500 } as const;
const refused = new Set([
  'constructor',
  'dispose',
  'step',
  'on',
  'addForceGenerator',
  'restore',
  'record',
]);

/** What no scene's code asks of the stage. */
const isOffered = (name: string): boolean => !refused.has(name) && !reads.test(name);
const costs = new Set(['substeps', 'iterations', 'particleIterations']);

type Thing = Record<string, unknown>;

/** The property that a class of the library gives its objects; nothing of plain objects. */
function memberOf(thing: object, name: string): PropertyDescriptor | undefined {
  for (
    let prototype = Object.getPrototypeOf(thing);
    prototype && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    const member = Object.getOwnPropertyDescriptor(prototype, name);
    if (member) return member;
  }
  return undefined;
}

const refusal = (what: unknown): CodeError =>
  new CodeError(`the code asks for something that is not offered: ${String(what)}`);

/** The objects of a world under the names that the sandbox gave them. */
export class Replayer {
  readonly #world: World;
  readonly #things = new Map<number, Thing>();
  readonly #wanted: readonly Reading[];

  constructor(world: World, wanted: readonly Reading[] = []) {
    this.#world = world;
    this.#wanted = wanted;
    this.#things.set(0, world as unknown as Thing);
  }

  /** Follows orders. @throws at the first that is not in order. */
  follow(orders: unknown, during: keyof typeof mostOrders): void {
    if (!Array.isArray(orders)) throw refusal('orders');
    const most = mostOrders[during];
    if (orders.length > most)
      throw new CodeError(`${orders.length} calls in one ${during}; at most ${most} are followed`);
    const start = performance.now();
    for (const order of orders) {
      if (!this.#isPast(order)) this.#follow(order);
      if (performance.now() - start > longest[during])
        throw new CodeError(`the calls in one ${during} take more than ${longest[during]} ms`);
    }
  }

  /** How things stand now. */
  state(dt: number): State {
    const bodies: number[] = [];
    const soft: [number, Float32Array, ArrayLike<number>][] = [];
    for (const [name, thing] of this.#things) {
      if (name === 0 || !thing.alive) continue;
      if ('angularVelocity' in thing) bodies.push(name);
      else if ('positions' in thing) {
        const { positions, velocities } = thing as unknown as Cloth | SpringNetwork;
        // Copies: a view would take all of the module's memory along.
        soft.push([name, positions.slice(), velocities.slice()]);
      }
    }
    const motions = new Float32Array(13 * bodies.length);
    bodies.forEach((name, i) => {
      const body = this.#things.get(name) as unknown as Body;
      motions.set(body.position, 13 * i);
      motions.set(body.rotation, 13 * i + 3);
      motions.set(body.linearVelocity, 13 * i + 7);
      motions.set(body.angularVelocity, 13 * i + 10);
    });
    const { time, stepCount, energy, momentum, statistics } = this.#world;
    const readings = { energy, momentum, statistics };
    const told = this.#wanted.length > 0 ? this.#told() : [];
    return { time, dt, stepCount, readings, told, bodies, motions, soft };
  }

  /** What everything tells of the last step. */
  #told(): State['told'] {
    const names = new Map([...this.#things].map(([name, thing]) => [thing as object, name]));
    const plain = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      if (ArrayBuffer.isView(value)) return (value as Float32Array).slice();
      const name = names.get(value);
      if (name !== undefined) return { '@': name };
      if ('alive' in value) return this.#placeOf(value);
      if (Array.isArray(value)) return value.map(plain);
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
    };
    return [...this.#things]
      .filter(([name, thing]) => name === 0 || thing.alive)
      .map(([name, thing]) => [
        name,
        plain(readingsOf(thing, this.#wanted)) as Record<string, unknown>,
      ]);
  }

  /** An object that the code has no name for, by its place in a list. */
  #placeOf(thing: object): object | undefined {
    for (const list of lists) {
      const index = [...(this.#world[list] as Iterable<object>)].indexOf(thing);
      if (index >= 0) return { '@': list, index };
    }
    return undefined;
  }

  /**
   * Whether an order is about something that is gone. Time goes back on the stage but not in the sandbox, so code may
   * go on with what it made in a future that was dropped: nothing happens then.
   */
  #isPast(order: unknown): boolean {
    if (!Array.isArray(order)) return false;
    const isGone = (value: unknown): boolean => {
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
      if ('@' in value) return this.#things.get(value['@'] as number)?.alive === false;
      if (Array.isArray(value) && typeof value[0] === 'number') return false;
      return Object.values(value).some(isGone);
    };
    if (order[0] === 'find' || !isGone([{ '@': order[1] }, order[3]])) return false;
    if (Number.isInteger(order[4]) && order[4] > 0) this.#things.set(order[4], { alive: false });
    return true;
  }

  #follow(order: unknown): void {
    if (!Array.isArray(order)) throw refusal('orders');
    const [kind, target, name] = order as [unknown, number, string];
    if (kind === 'find') {
      if (!(lists as readonly unknown[]).includes(name)) throw refusal(name);
      const found = this.#world[name as 'bodies'].at(Number(order[3]));
      if (found) this.#things.set(target, found as unknown as Thing);
      return;
    }
    const thing = this.#things.get(target);
    if (!thing) throw refusal(target);
    const member = typeof name === 'string' ? memberOf(thing, name) : undefined;
    if (kind === 'set' && member?.set) member.set.call(thing, this.#within(target, name, order[3]));
    else if (kind === 'call' && typeof member?.value === 'function' && isOffered(name)) {
      const given = Array.isArray(order[3]) ? order[3].map((value) => this.#real(value)) : [];
      const result: unknown = member.value.apply(thing, given);
      if (Number.isInteger(order[4]) && order[4] > 0 && typeof result === 'object' && result)
        this.#things.set(order[4], result as Thing);
    } else throw refusal(name);
  }

  /** Settings of the world stay within what the panel offers: each step of the stage takes them up. */
  #within(target: number, name: string, value: unknown): unknown {
    const isCost = target === 0 && costs.has(name);
    return isCost ? offeredSetting(this.#world, name, value) : this.#real(value);
  }

  /** Puts objects where the sandbox named them. */
  #real(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value))
      return typeof value[0] === 'number' ? value : value.map((item) => this.#real(item));
    if ('@' in value) {
      const named = this.#things.get(value['@'] as number);
      if (!named) throw refusal(value['@']);
      return named;
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#real(item)]));
  }
}
