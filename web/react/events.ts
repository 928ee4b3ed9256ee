// What happened to the object of a component, told to the component's properties.
import type { Body, Contact, ContactEvent, SensorEvent, WorldEvents, WorldObject } from 'holonom';
import { checkedCallback, checkedNumber } from 'holonom/internal';
import { useEffect } from 'react';
import { useSimulation } from './simulation.js';

/** What a body's component may be told after a step; the body is one of those in the event. */
export interface BodyEvents {
  /** It began to touch another body. */
  readonly onContactBegin?: ((event: ContactEvent) => void) | undefined;
  /** It touches another body, as it did before; in each step. */
  readonly onContactStay?: ((contact: Contact) => void) | undefined;
  /** It ceased to touch another body. */
  readonly onContactEnd?: ((event: ContactEvent) => void) | undefined;
  /** It met another body with at least `hitSpeed`. */
  readonly onHit?: ((event: ContactEvent) => void) | undefined;
  /** Slower hits are not told. 1 if left out. Unit: m/s. */
  readonly hitSpeed?: number | undefined;
  /** It came into a sensor, or something came into it. */
  readonly onSensorEnter?: ((event: SensorEvent) => void) | undefined;
  /** It left a sensor, or something left it. */
  readonly onSensorLeave?: ((event: SensorEvent) => void) | undefined;
  /** It fell asleep. */
  readonly onSleep?: ((body: Body) => void) | undefined;
  /** It woke. */
  readonly onWake?: ((body: Body) => void) | undefined;
}

type Type = keyof WorldEvents;
/** Callbacks by the events of the world that they hear. */
export type Handlers = {
  readonly [Each in Type]?: ((event: WorldEvents[Each]) => void) | undefined;
};

/** Takes a body's events out of its component's properties. */
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

/** Tells an object's events to the callbacks of the latest rendering. */
export function useEvents(
  object: { readonly current: WorldObject | undefined },
  handlers: Handlers,
): void {
  const simulation = useSimulation();
  // Without dependencies: it follows an object that is made anew, and callbacks that are.
  useEffect(() => object.current && simulation.listen(object.current, handlers));
}
