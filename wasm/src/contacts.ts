// Contacts and contact events, made into objects on demand.
import type { Body } from './body.js';
import type { NativeWorld } from './native-world.js';
import type { Vec3 } from './types.js';

/** Begin or end of contact between two bodies in the last step. */
export interface ContactEvent {
  /** Whether the contact began or ended. */
  readonly type: 'begin' | 'end';
  /** First body. No longer `alive` if its removal ended the contact. */
  readonly bodyA: Body;
  /** Second body. No longer `alive` if its removal ended the contact. */
  readonly bodyB: Body;
  /** Whether one of the bodies is a sensor: no force acts then. */
  readonly sensor: boolean;
  /** Those of the two bodies that are sensors. */
  readonly sensors: readonly Body[];
  /** Center of the contact, in world axes. Unit: m. */
  readonly point: Readonly<Vec3>;
  /** Contact points after the step, of all shapes of the two bodies. Empty for `end`. */
  readonly points: readonly ContactPoint[];
  /** Unit normal from A to B, in world axes. */
  readonly normal: Readonly<Vec3>;
  /** Impulse of the normal forces over the step. Unit: N·s. */
  readonly impulse: number;
  /** Approach speed at impact, of the fastest contact point. Unit: m/s. */
  readonly approachSpeed: number;
}

/** One point of a {@link Contact}. */
export interface ContactPoint {
  /** Position, in world axes. Unit: m. */
  readonly position: Readonly<Vec3>;
  /** Separation of the surfaces; negative in penetration. Unit: m. */
  readonly separation: number;
  /** Normal force on B. Unit: N. */
  readonly normalForce: number;
}

/** Contact between two shapes. Compounds and meshes may have several with one body. */
export interface Contact {
  /** First body. */
  readonly bodyA: Body;
  /** Second body. */
  readonly bodyB: Body;
  /** Whether one of the bodies is a sensor: no force acts then. */
  readonly sensor: boolean;
  /** Unit normal from A to B, in world axes. */
  readonly normal: Readonly<Vec3>;
  /** One to four contact points. */
  readonly points: readonly ContactPoint[];
  /** Friction force on B, in world axes. Unit: N. */
  readonly frictionForce: Readonly<Vec3>;
}

const eventStride = 12;
const contactStride = 30;
const pointStride = 5;

/** Reads the events of the last step, in order. */
export function readContactEvents(native: NativeWorld): ContactEvent[] {
  const data = native.view('world', 0, 'contactEvents').slice();
  const body = (at: number) => native.object('body', data[at] as number) as Body;
  const events = Array.from(
    { length: data.length / eventStride },
    (_, index) => index * eventStride,
  );
  // Copied now, made into objects on demand.
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

/** Reads the present contacts. */
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

/** Points of the contact whose record begins at `at`. */
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

/** Points of all contacts of two bodies. */
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
