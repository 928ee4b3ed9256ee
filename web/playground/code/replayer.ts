// Does to a world what was done to its twin. On the page nothing is believed, and no order may take long.
import type { World } from 'holonom';
import { sizeOf } from '../work.js';
import { CodeError } from './code-error.js';
import { lists, type Names, type Thing } from './names.js';
import { reads } from './recorder.js';

/** Orders of one step, and all of one build, beyond which a scene would only stop the page. */
export const mostOrders = { build: 60_000, step: 10_000 } as const;
/** What one order may make, and all of them, by `sizeOf`: so long the page can't wait. 44,000 particles at once. */
const mostMade = { order: 400_000, all: 3_000_000 } as const;
/** Calls that make something that stays. */
const makes = /^(add|grab|load)/;
const refused = new Set([
  'constructor',
  'dispose',
  'step',
  'on',
  'addForceGenerator',
  'addUserConstraint',
  'restore',
  'record',
]);

/** What nobody asks of a twin. */
const isOffered = (name: string): boolean => !refused.has(name) && !reads.test(name);

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

const refusal = (what: unknown): CodeError => new CodeError('code-offered', { what: String(what) });

/** Lets the page do what waits. */
export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The objects of a world under the names that its twin gave them. */
export class Replayer {
  readonly #world: World;
  readonly #names: Names;
  #made = 0;
  #orders = 0;

  constructor(world: World, names: Names) {
    this.#world = world;
    this.#names = names;
  }

  /** Follows the orders of a step. @throws at the first that is not in order, or when the time is over. Unit: ms. */
  follow(orders: unknown, longest: number): void {
    const list = this.#checked(orders, mostOrders.step);
    const start = performance.now();
    for (const order of list) {
      this.#followOne(order);
      if (performance.now() - start > longest) throw new CodeError('code-time', { longest });
    }
  }

  /** Follows a part of the orders of a build, and lets others have their turn meanwhile. */
  async build(orders: unknown, slice: number): Promise<void> {
    const list = this.#checked(orders, mostOrders.build);
    this.#orders += list.length;
    if (this.#orders > mostOrders.build) throw tooMany(this.#orders, 'build');
    let start = performance.now();
    for (const order of list) {
      this.#followOne(order);
      if (performance.now() - start < slice) continue;
      await turn();
      start = performance.now();
    }
  }

  #checked(orders: unknown, most: number): readonly unknown[] {
    if (!Array.isArray(orders)) throw refusal('orders');
    if (orders.length > most) throw tooMany(orders.length, 'step');
    return orders;
  }

  #followOne(order: unknown): void {
    if (!this.#isPast(order)) this.#follow(order);
  }

  /**
   * Whether an order is about something that is gone. Time goes back for the world but not for the code, so code may
   * go on with what it made in a future that was dropped: nothing happens then.
   */
  #isPast(order: unknown): boolean {
    if (!Array.isArray(order)) return false;
    const isGone = (value: unknown): boolean => {
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
      if ('@' in value) return this.#names.thing(value['@'] as number)?.alive === false;
      if (Array.isArray(value) && typeof value[0] === 'number') return false;
      return Object.values(value).some(isGone);
    };
    if (order[0] === 'find' || !isGone([{ '@': order[1] }, order[3]])) return false;
    if (this.#names.isFree(order[4])) this.#names.set(order[4], { alive: false });
    return true;
  }

  #follow(order: unknown): void {
    if (!Array.isArray(order)) throw refusal('orders');
    const [kind, target, name] = order as [unknown, number, string];
    if (kind === 'find') {
      if (!(lists as readonly unknown[]).includes(name)) throw refusal(name);
      const found = this.#world[name as 'bodies'].at(Number(order[3]));
      if (found && this.#names.isFree(target)) this.#names.set(target, found);
      return;
    }
    const thing = this.#names.thing(target);
    if (!thing) throw refusal(target);
    const member = typeof name === 'string' ? memberOf(thing, name) : undefined;
    this.#weigh(name, order[3]);
    if (kind === 'set' && member?.set) member.set.call(thing, this.#real(order[3]));
    else if (kind === 'call' && typeof member?.value === 'function' && isOffered(name)) {
      const given = Array.isArray(order[3]) ? order[3].map((value) => this.#real(value)) : [];
      const result: unknown = member.value.apply(thing, given);
      if (this.#names.isFree(order[4]) && typeof result === 'object' && result)
        this.#names.set(order[4], result as Thing);
    } else throw refusal(name);
  }

  #weigh(name: string, given: unknown): void {
    const size = sizeOf(given);
    if (size > mostMade.order) throw tooLarge(size, mostMade.order);
    if (makes.test(name)) this.#made += size;
    if (this.#made > mostMade.all) throw tooLarge(this.#made, mostMade.all);
  }

  /** Puts objects where the twin named them. */
  #real(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value))
      return typeof value[0] === 'number' ? value : value.map((item) => this.#real(item));
    if ('@' in value) {
      const named = this.#names.thing(value['@'] as number);
      if (!named) throw refusal(value['@']);
      return named;
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#real(item)]));
  }
}

const tooMany = (count: number, during: 'build' | 'step'): CodeError =>
  new CodeError('code-calls', { count, during, most: mostOrders[during] });

const tooLarge = (size: number, most: number): CodeError =>
  new CodeError('code-numbers', { size, most });
