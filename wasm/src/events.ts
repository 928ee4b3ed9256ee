// What a world tells after a step, to whom it concerns.
import type { Body } from './body.js';
import { checkedNumber } from './checks.js';
import type { Cloth } from './cloth.js';
import type { Contact, ContactEvent } from './contacts.js';
import { typeError } from './errors.js';
import type { Joint } from './joint.js';
import type { NativeWorld } from './native-world.js';
import { knownOptions } from './options.js';
import type { SpringNetwork } from './spring-network.js';

/** A body came into a sensor, or left it. */
export interface SensorEvent {
  /** What watches; no longer `alive` where its removal ended it. */
  readonly sensor: Body;
  /** What it watched; no longer `alive` where its removal ended it. */
  readonly body: Body;
}

/** What became of one object in the last step. */
export type ObjectEvent =
  | {
      /** A body fell asleep, or woke since the step before. */
      readonly type: 'sleep' | 'wake';
      /** Which. */
      readonly body: Body;
    }
  | {
      /** A spring network blew up, or the state of a body or cloth would have left the range of numbers: it was stopped in its last sound state. */
      readonly type: 'blowUp';
      /** The network, if it was one; its `blowUp` says where. */
      readonly springNetwork: SpringNetwork;
      readonly body?: undefined;
      readonly cloth?: undefined;
    }
  | {
      readonly type: 'blowUp';
      /** The body, if it was one. */
      readonly body: Body;
      readonly springNetwork?: undefined;
      readonly cloth?: undefined;
    }
  | {
      readonly type: 'blowUp';
      /** The cloth, if it was one. */
      readonly cloth: Cloth;
      readonly springNetwork?: undefined;
      readonly body?: undefined;
    }
  | {
      /** A joint was loaded beyond its `breakForce` or `breakTorque` and is gone. */
      readonly type: 'jointBreak';
      /** Which; no longer `alive`. */
      readonly joint: Joint;
    };

/** What {@link World.on} listens to, in the order in which it is told. */
export interface WorldEvents {
  /** Two bodies began to touch. */
  contactBegin: ContactEvent;
  /** Two bodies ceased to touch, or one of them was removed and is no longer `alive`. */
  contactEnd: ContactEvent;
  /** Two bodies met with at least the `minSpeed` of the listener, 1 m/s if not given. */
  hit: ContactEvent;
  /** A body came into a sensor. */
  sensorEnter: SensorEvent;
  /** A body left a sensor, or one of them was removed and is no longer `alive`. */
  sensorLeave: SensorEvent;
  /** Two shapes touch that did so before; in each step. */
  contactStay: Contact;
  /** A body fell asleep. */
  sleep: Extract<ObjectEvent, { type: 'sleep' | 'wake' }>;
  /** A body woke. */
  wake: Extract<ObjectEvent, { type: 'sleep' | 'wake' }>;
  /** A body, cloth or spring network was stopped in its last sound state. */
  blowUp: Extract<ObjectEvent, { type: 'blowUp' }>;
  /** A joint broke and is gone. */
  jointBreak: Extract<ObjectEvent, { joint: Joint }>;
}

const eventNames = [
  'contactBegin',
  'contactEnd',
  'hit',
  'sensorEnter',
  'sensorLeave',
  'contactStay',
  'sleep',
  'wake',
  'blowUp',
  'jointBreak',
] as const satisfies readonly (keyof WorldEvents)[];

/** What {@link World.on} may be told. */
export interface ListenOptions {
  /** Of `hit`: slower ones are not told. 1 if left out. Unit: m/s. */
  readonly minSpeed?: number | undefined;
}

/** What became of single objects, in order. */
export function readObjectEvents(native: NativeWorld): ObjectEvent[] {
  const data = native.view('world', 0, 'objectEvents').slice();
  return Array.from({ length: data.length / 2 }, (_, index): ObjectEvent => {
    const id = data[2 * index + 1] as number;
    switch (data[2 * index]) {
      case 2:
        return {
          type: 'blowUp',
          springNetwork: native.object('springNetwork', id) as SpringNetwork,
        };
      case 3:
        return { type: 'jointBreak', joint: native.object('joint', id) as Joint };
      case 4:
        return { type: 'blowUp', body: native.object('body', id) as Body };
      case 5:
        return { type: 'blowUp', cloth: native.object('cloth', id) as Cloth };
      default:
        return {
          type: data[2 * index] ? 'wake' : 'sleep',
          body: native.object('body', id) as Body,
        };
    }
  });
}

/** The lists of a world after a step, made when they are asked for. */
export interface EventLists {
  readonly contactEvents: readonly ContactEvent[];
  readonly contacts: readonly Contact[];
  readonly objectEvents: readonly ObjectEvent[];
}

interface Listener {
  readonly call: (event: never) => void;
  readonly minSpeed: number;
}

/** Who wants to hear of what. */
export class Listeners {
  readonly #all = new Map<keyof WorldEvents, Set<Listener>>();

  /** Returns what ends it. */
  add<Type extends keyof WorldEvents>(
    type: Type,
    callback: (event: WorldEvents[Type]) => void,
    options: ListenOptions,
  ): () => void {
    if (typeof type !== 'string' || !eventNames.includes(type))
      throw typeError('type', type, ['one-word', { words: eventNames }]);
    if (typeof callback !== 'function') throw typeError('callback', callback, 'function');
    const { minSpeed = 1 } = knownOptions(options, ['minSpeed']);
    checkedNumber('minSpeed', minSpeed, ['number-at-least', { low: 0 }], (speed) => speed >= 0);
    // An object of its own, so that one function may listen twice and stop once.
    const listener = { call: callback, minSpeed };
    const set = this.#all.get(type) ?? new Set();
    this.#all.set(type, set.add(listener));
    return () => {
      set.delete(listener);
    };
  }

  /** Tells everyone; what callbacks throw comes out after the last of them, the first of it, behind `errors` of before. */
  tell(lists: EventLists, errors: unknown[]): void {
    for (const [type, event] of this.#heard(lists))
      for (const listener of [...(this.#all.get(type) ?? [])]) {
        // Another one may have ended it just now.
        if (!this.#all.get(type)?.has(listener)) continue;
        if (type === 'hit' && (event as ContactEvent).approachSpeed < listener.minSpeed) continue;
        try {
          listener.call(event as never);
        } catch (error) {
          errors.push(error);
        }
      }
    if (errors.length > 0) throw errors[0];
  }

  /** What somebody listens to; all of it as the step left it, whatever callbacks do. */
  #heard(lists: EventLists): [keyof WorldEvents, unknown][] {
    const hears = (...types: (keyof WorldEvents)[]) =>
      types.some((type) => (this.#all.get(type)?.size ?? 0) > 0);
    const heard: [keyof WorldEvents, unknown][] = [];
    const tellsContacts = hears('contactBegin', 'contactEnd', 'hit', 'sensorEnter', 'sensorLeave');
    if (tellsContacts || hears('contactStay'))
      for (const event of lists.contactEvents) {
        const begins = event.type === 'begin';
        heard.push([begins ? 'contactBegin' : 'contactEnd', event]);
        if (begins && !event.sensor) heard.push(['hit', event]);
        for (const sensor of event.sensors) {
          const body = sensor === event.bodyA ? event.bodyB : event.bodyA;
          heard.push([begins ? 'sensorEnter' : 'sensorLeave', { sensor, body }]);
        }
      }
    if (hears('contactStay')) {
      const pair = ({ bodyA, bodyB }: Contact | ContactEvent) =>
        `${Math.min(bodyA.id, bodyB.id)} ${Math.max(bodyA.id, bodyB.id)}`;
      const begun = new Set(
        lists.contactEvents.filter(({ type }) => type === 'begin').map((event) => pair(event)),
      );
      for (const contact of lists.contacts)
        if (!begun.has(pair(contact))) heard.push(['contactStay', contact]);
    }
    if (hears('sleep', 'wake', 'blowUp', 'jointBreak'))
      for (const event of lists.objectEvents) heard.push([event.type, event]);
    return heard;
  }
}
