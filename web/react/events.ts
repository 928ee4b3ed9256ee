// Events of the object of a component, passed to its properties.
import type { Body, Contact, ContactEvent, SensorEvent, WorldEvents, WorldObject } from 'holonom';
import { checkedCallback, checkedNumber } from 'holonom/internal';
import { useEffect } from 'react';
import { useSimulation } from './simulation.js';

/** Events of the body of a component, called after a step. The body is one of those in the event. */
export interface BodyEvents {
  /** The body began to touch another body. */
  readonly onContactBegin?: ((event: ContactEvent) => void) | undefined;
  /** The body still touches another body; in each step after the first. */
  readonly onContactStay?: ((contact: Contact) => void) | undefined;
  /** The body ceased to touch another body. */
  readonly onContactEnd?: ((event: ContactEvent) => void) | undefined;
  /** The body hit another body with at least `hitSpeed`. */
  readonly onHit?: ((event: ContactEvent) => void) | undefined;
  /** Minimum approach speed of `onHit`. Default: 1. Unit: m/s. */
  readonly hitSpeed?: number | undefined;
  /** The body entered a sensor, or a body entered this sensor. */
  readonly onSensorEnter?: ((event: SensorEvent) => void) | undefined;
  /** The body left a sensor, or a body left this sensor. */
  readonly onSensorLeave?: ((event: SensorEvent) => void) | undefined;
  /** The body fell asleep. */
  readonly onSleep?: ((body: Body) => void) | undefined;
  /** The body woke. */
  readonly onWake?: ((body: Body) => void) | undefined;
}

type Type = keyof WorldEvents;
/** Callbacks by event name. */
export type Handlers = {
  readonly [Each in Type]?: ((event: WorldEvents[Each]) => void) | undefined;
};

/** Separates the events of a body from the other properties of its component. */
export function bodyEvents<Props extends BodyEvents>(props: Props) {
  const {
    onContactBegin,
    onContactStay,
    onContactEnd,
    onHit,
    hitSpeed = 1,
    onSensorEnter,
    onSensorLeave,
    onSleep,
    onWake,
    ...rest
  } = props;
  const given = { onContactBegin, onContactStay, onContactEnd, onHit };
  const others = { onSensorEnter, onSensorLeave, onSleep, onWake };
  for (const [name, call] of Object.entries({ ...given, ...others })) checkedCallback(name, call);
  checkedNumber('hitSpeed', hitSpeed, ['number-at-least', { low: 0 }], (speed) => speed >= 0);
  const handlers: Handlers = {
    contactBegin: onContactBegin,
    contactStay: onContactStay,
    contactEnd: onContactEnd,
    hit: onHit && ((event) => event.approachSpeed >= hitSpeed && onHit(event)),
    sensorEnter: onSensorEnter,
    sensorLeave: onSensorLeave,
    sleep: onSleep && (({ body }) => onSleep(body)),
    wake: onWake && (({ body }) => onWake(body)),
  };
  return [handlers, rest] as const;
}

/** Calls the callbacks of the latest render for the events of an object. */
export function useEvents(
  object: { readonly current: WorldObject | undefined },
  handlers: Handlers,
): void {
  const simulation = useSimulation();
  // Without dependencies: object and callbacks may be recreated in any render.
  useEffect(() => object.current && simulation.listen(object.current, handlers));
}
