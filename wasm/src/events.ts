// Events of a world and their listeners.
import type { Body } from './body.js';
import { checkedNumber } from './checks.js';
import type { Cloth } from './cloth.js';
import type { Contact, ContactEvent } from './contacts.js';
import { typeError } from './errors.js';
import type { Grains } from './grains.js';
import type { Joint } from './joint.js';
import type { NativeWorld } from './native-world.js';
import { knownOptions } from './options.js';
import type { Rod } from './rod.js';
import type { Rope } from './rope.js';
import type { SoftBody } from './soft-body.js';
import type { SpringNetwork } from './spring-network.js';

/** A body entered or left a sensor. */
export interface SensorEvent {
  /** Sensor. No longer `alive` if its removal ended the overlap. */
  readonly sensor: Body;
  /** Body that entered or left. No longer `alive` if its removal ended the overlap. */
  readonly body: Body;
}

/** Event of one object in the last step. */
export type ObjectEvent =
  | {
      /** A body fell asleep, or woke since the previous step. */
      readonly type: 'sleep' | 'wake';
      /** The body. */
      readonly body: Body;
    }
  | {
      /**
       * An object was stopped in its last valid state: a spring network blew up, or the state of a body, cloth, rope,
       * grains, soft body or rod would have overflowed.
       */
      readonly type: 'blowUp';
      /** The network; its `blowUp` tells when and where. */
      readonly springNetwork: SpringNetwork;
      readonly body?: undefined;
      readonly cloth?: undefined;
      readonly rope?: undefined;
      readonly grains?: undefined;
      readonly softBody?: undefined;
      readonly rod?: undefined;
    }
  | {
      readonly type: 'blowUp';
      /** The body. */
      readonly body: Body;
      readonly springNetwork?: undefined;
      readonly cloth?: undefined;
      readonly rope?: undefined;
      readonly grains?: undefined;
      readonly softBody?: undefined;
      readonly rod?: undefined;
    }
  | {
      readonly type: 'blowUp';
      /** The cloth. */
      readonly cloth: Cloth;
      readonly springNetwork?: undefined;
      readonly body?: undefined;
      readonly rope?: undefined;
      readonly grains?: undefined;
      readonly softBody?: undefined;
      readonly rod?: undefined;
    }
  | {
      readonly type: 'blowUp';
      /** The rope. */
      readonly rope: Rope;
      readonly springNetwork?: undefined;
      readonly body?: undefined;
      readonly cloth?: undefined;
      readonly grains?: undefined;
      readonly softBody?: undefined;
      readonly rod?: undefined;
    }
  | {
      readonly type: 'blowUp';
      /** The grains. */
      readonly grains: Grains;
      readonly springNetwork?: undefined;
      readonly body?: undefined;
      readonly cloth?: undefined;
      readonly rope?: undefined;
      readonly softBody?: undefined;
      readonly rod?: undefined;
    }
  | {
      readonly type: 'blowUp';
      /** The soft body. */
      readonly softBody: SoftBody;
      readonly springNetwork?: undefined;
      readonly body?: undefined;
      readonly cloth?: undefined;
      readonly rope?: undefined;
      readonly grains?: undefined;
      readonly rod?: undefined;
    }
  | {
      readonly type: 'blowUp';
      /** The rod. */
      readonly rod: Rod;
      readonly springNetwork?: undefined;
      readonly body?: undefined;
      readonly cloth?: undefined;
      readonly rope?: undefined;
      readonly grains?: undefined;
      readonly softBody?: undefined;
    }
  | {
      /** A joint exceeded its `breakForce` or `breakTorque` and was removed. */
      readonly type: 'jointBreak';
      /** The joint, no longer `alive`. */
      readonly joint: Joint;
    };

/** Events of {@link World.on}, in the order in which they are reported. */
export interface WorldEvents {
  /** Two bodies began to touch. */
  contactBegin: ContactEvent;
  /** Two bodies ceased to touch, or one of them was removed and is no longer `alive`. */
  contactEnd: ContactEvent;
  /** Two bodies collided with at least the `minSpeed` of the listener. Default: 1 m/s. */
  hit: ContactEvent;
  /** A body entered a sensor. */
  sensorEnter: SensorEvent;
  /** A body left a sensor, or one of them was removed and is no longer `alive`. */
  sensorLeave: SensorEvent;
  /** Two shapes still touch; reported in each step after the first. */
  contactStay: Contact;
  /** A body fell asleep. */
  sleep: Extract<ObjectEvent, { type: 'sleep' | 'wake' }>;
  /** A body woke. */
  wake: Extract<ObjectEvent, { type: 'sleep' | 'wake' }>;
  /** A body, cloth, rope, grains, soft body, rod or spring network was stopped in its last valid state. */
  blowUp: Extract<ObjectEvent, { type: 'blowUp' }>;
  /** A joint broke and was removed. */
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

/** Options of {@link World.on}. */
export interface ListenOptions {
  /** Minimum approach speed of `hit`. Default: 1. Unit: m/s. */
  readonly minSpeed?: number | undefined;
}

/** Types of object events and the kinds of their objects, by the number in the core. */
const objectEvents = [
  ['sleep', 'body'],
  ['wake', 'body'],
  ['blowUp', 'springNetwork'],
  ['jointBreak', 'joint'],
  ['blowUp', 'body'],
  ['blowUp', 'cloth'],
  ['blowUp', 'rope'],
  ['blowUp', 'grains'],
  ['blowUp', 'softBody'],
  ['blowUp', 'rod'],
] as const;

/** Reads the object events of the last step, in order. */
export function readObjectEvents(native: NativeWorld): ObjectEvent[] {
  const data = native.view('world', 0, 'objectEvents').slice();
  return Array.from({ length: data.length / 2 }, (_, index) => {
    const [type, kind] = objectEvents[data[2 * index] as number] as (typeof objectEvents)[number];
    const object = native.object(kind, data[2 * index + 1] as number);
    return { type, [kind]: object } as unknown as ObjectEvent;
  });
}

/** Events of a step, made on demand. */
export interface EventLists {
  readonly contactEvents: readonly ContactEvent[];
  readonly contacts: readonly Contact[];
  readonly objectEvents: readonly ObjectEvent[];
}

interface Listener {
  readonly call: (event: never) => void;
  readonly minSpeed: number;
}

/** Listeners by event name. */
export class Listeners {
  readonly #all = new Map<keyof WorldEvents, Set<Listener>>();

  /** Adds a listener; returns a function that removes it. */
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
    // A separate object, so that one function can be added twice and removed once.
    const listener = { call: callback, minSpeed };
    const set = this.#all.get(type) ?? new Set();
    this.#all.set(type, set.add(listener));
    return () => {
      set.delete(listener);
    };
  }

  /** Calls all listeners. Then throws the first error, of `errors` or of a listener. */
  tell(lists: EventLists, errors: unknown[]): void {
    for (const [type, event] of this.#heard(lists))
      for (const listener of [...(this.#all.get(type) ?? [])]) {
        // Another listener may have removed it.
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

  /** Events with a listener, copied as the step left them: listeners can't change them. */
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
