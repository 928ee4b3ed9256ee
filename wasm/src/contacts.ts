// Who touches whom: events and contacts, made into objects when they are asked for.
import type { Body } from './body.js';
import type { NativeWorld } from './native-world.js';
import type { Vec3 } from './types.js';

/** Two bodies began or ceased to touch in the last step. */
export interface ContactEvent {
  /** Whether they began or ceased. */
  readonly type: 'begin' | 'end';
  /** One of them; no longer `alive` where its removal ended the contact. */
  readonly bodyA: Body;
  /** The other; no longer `alive` where its removal ended the contact. */
  readonly bodyB: Body;
  /** Whether one of them is a sensor: then nothing pushed. */
  readonly sensor: boolean;
  /** Which of them are sensors, if any. */
  readonly sensors: readonly Body[];
  /** The middle of where they touch, in world axes. Unit: m. */
  readonly point: Readonly<Vec3>;
  /** Where they touch after the step, of all their shapes; none where they ceased. */
  readonly points: readonly ContactPoint[];
  /** From A to B, of unit length. */
  readonly normal: Readonly<Vec3>;
  /** Of the normal forces over the step. Unit: N·s. */
  readonly impulse: number;
  /** At which they met. Unit: m/s. */
  readonly approachSpeed: number;
}

/** One point of a {@link Contact}. */
export interface ContactPoint {
  /** In world axes. Unit: m. */
  readonly position: Readonly<Vec3>;
  /** Gap between the surfaces, negative where they overlap. Unit: m. */
  readonly separation: number;
  /** On B along the normal. Unit: N. */
  readonly normalForce: number;
}

/** Two shapes that touch: what holds them apart. Compounds and meshes may have several with one body. */
export interface Contact {
  /** One of them. */
  readonly bodyA: Body;
  /** The other. */
  readonly bodyB: Body;
  /** Whether one of them is a sensor: then nothing pushes. */
  readonly sensor: boolean;
  /** From A to B, of unit length. */
  readonly normal: Readonly<Vec3>;
  /** One to four. */
  readonly points: readonly ContactPoint[];
  /** On B, in world axes. Unit: N. */
  readonly frictionForce: Readonly<Vec3>;
}

const eventStride = 12;
const contactStride = 30;
const pointStride = 5;

/** The events of the last step, in order. */
export function readContactEvents(native: NativeWorld): ContactEvent[] {
  const data = native.view('world', 0, 'contactEvents').slice();
  const body = (at: number) => native.object('body', data[at] as number) as Body;
  const events = Array.from(
    { length: data.length / eventStride },
    (_, index) => index * eventStride,
  );
  // Kept from now, made into objects when they are asked for.
  const touching = events.some((at) => !data[at])
    ? native.view('world', 0, 'contacts').slice()
    : new Float64Array();
  return events.map((at) => {
    const [bodyA, bodyB] = [body(at + 1), body(at + 2)];
    const watching = data[at + 3] as number;
    return {
      type: data[at] ? 'end' : 'begin',
      bodyA,
      bodyB,
      sensor: watching !== 0,
      sensors: [bodyA, bodyB].filter((_, side) => watching & (1 << side)),
      point: vector(data, at + 4),
      get points() {
        return data[at]
          ? []
          : pointsBetween(touching, data[at + 1] as number, data[at + 2] as number);
      },
      normal: vector(data, at + 7),
      impulse: data[at + 10] as number,
      approachSpeed: data[at + 11] as number,
    };
  });
}

/** What touches now. */
export function readContacts(native: NativeWorld): Contact[] {
  const data = native.view('world', 0, 'contacts').slice();
  const body = (at: number) => native.object('body', data[at] as number) as Body;
  return Array.from({ length: data.length / contactStride }, (_, index) => {
    const at = index * contactStride;
    return {
      bodyA: body(at),
      bodyB: body(at + 1),
      sensor: data[at + 2] !== 0,
      normal: vector(data, at + 4),
      points: pointsAt(data, at),
      frictionForce: vector(data, at + 7),
    };
  });
}

/** Of the contact whose record begins there. */
function pointsAt(contacts: ArrayLike<number>, at: number): ContactPoint[] {
  return Array.from({ length: contacts[at + 3] as number }, (_, point) => {
    const from = at + 10 + point * pointStride;
    return {
      position: vector(contacts, from),
      separation: contacts[from + 3] as number,
      normalForce: contacts[from + 4] as number,
    };
  });
}

/** Of all contacts of two bodies. */
function pointsBetween(contacts: ArrayLike<number>, a: number, b: number): ContactPoint[] {
  const points: ContactPoint[] = [];
  for (let at = 0; at < contacts.length; at += contactStride) {
    const [first, second] = [contacts[at], contacts[at + 1]];
    if ((first === a && second === b) || (first === b && second === a))
      points.push(...pointsAt(contacts, at));
  }
  return points;
}

function vector(data: ArrayLike<number>, at: number): Vec3 {
  return [data[at] as number, data[at + 1] as number, data[at + 2] as number];
}
