// Shared by the components of one world: the world, and the objects that take part in its steps and frames.
import type { World, WorldEvents, WorldObject } from 'holonom';
import { checked, refusal, viewReason, watchersOf } from 'holonom/internal';
import { createContext, useContext, useEffect, useRef } from 'react';

/** An object that is drawn and moves. */
export interface Moving {
  /** Stores the state just before a step. */
  capture(): void;
  /** Stores the state just after a step. */
  step(): void;
  /** Draws it interpolated between the two states. */
  draw(share: number): void;
}

export class Simulation {
  readonly world: World;
  readonly moving = new Set<Moving>();
  readonly beforeStep = new Set<(dt: number) => void>();
  readonly afterStep = new Set<(dt: number) => void>();
  readonly #listeners = new Set<() => void>();
  readonly #heard = new Map<
    keyof WorldEvents,
    { calls: Map<object, Set<(event: never) => void>>; end: () => void }
  >();
  #version = 0;

  constructor(world: World) {
    this.world = world;
    watchersOf(world).add(() => {
      for (const one of this.moving) one.step();
    });
  }

  /** Calls callbacks for the events of an object. @returns a function that removes them */
  listen(
    object: WorldObject,
    handlers: { readonly [Type in keyof WorldEvents]?: ((event: never) => void) | undefined },
  ): () => void {
    const ends = Object.entries(handlers).flatMap(([type, call]) =>
      call ? [this.#add(type as keyof WorldEvents, object, call)] : [],
    );
    return () => {
      for (const end of ends) end();
    };
  }

  #add(type: keyof WorldEvents, object: WorldObject, call: (event: never) => void): () => void {
    let heard = this.#heard.get(type);
    if (!heard) {
      const calls = new Map<object, Set<(event: never) => void>>();
      const tell = (event: object) => {
        // Each object of the event once.
        for (const one of new Set(Object.values(event)))
          for (const each of calls.get(one) ?? []) each(event as never);
      };
      heard = { calls, end: this.world.on(type, tell, { minSpeed: 0 }) };
      this.#heard.set(type, heard);
    }
    const { calls, end } = heard;
    const own = calls.get(object) ?? new Set();
    calls.set(object, own.add(call));
    return () => {
      own.delete(call);
      if (own.size === 0) calls.delete(object);
      if (calls.size > 0 || this.#heard.get(type)?.calls !== calls) return;
      this.#heard.delete(type);
      end();
    };
  }

  /** Makes one step, with the callbacks around it. */
  step(dt: number): void {
    // First, so that objects moved by a listener are interpolated too.
    for (const one of this.moving) one.capture();
    for (const listener of this.beforeStep) listener(dt);
    this.world.step(dt);
    for (const listener of this.afterStep) listener(dt);
  }

  /** Changes whenever a body is added or removed, so that joints resolve their bodies again. */
  readonly version = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  changed(): void {
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}

export const SimulationContext = createContext<Simulation | undefined>(undefined);

export function useSimulation(): Simulation {
  const simulation = useContext(SimulationContext);
  if (simulation) return simulation;
  throw refusal('missing', 'Physics', undefined, viewReason('physics-around'));
}

/**
 * Returns the world of the `<Physics>` around the component.
 * @example
 * const world = useWorld();
 * console.log(world.bodies.length);
 */
export const useWorld = (): World => useSimulation().world;

/**
 * Calls a function before each step, for example to push bodies.
 * @example useBeforeStep(() => crate.current?.applyForce([0, 20, 0]));
 */
export function useBeforeStep(callback: (dt: number) => void): void {
  useCallIn(useSimulation().beforeStep, callback);
}

/**
 * Calls a function after each step, for example to read {@link World.contactEvents}.
 * @example useAfterStep((dt) => console.log(dt, crate.current?.position));
 */
export function useAfterStep(callback: (dt: number) => void): void {
  useCallIn(useSimulation().afterStep, callback);
}

function useCallIn(callbacks: Set<(dt: number) => void>, callback: (dt: number) => void): void {
  checked('callback', callback, 'function', (it) => typeof it === 'function');
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => {
    const call = (dt: number) => latest.current(dt);
    callbacks.add(call);
    return () => {
      callbacks.delete(call);
    };
  }, [callbacks]);
}

/** Registers an object for interpolated drawing. */
export function useMoving(moving: Moving): void {
  const simulation = useSimulation();
  const latest = useRef(moving);
  useEffect(() => {
    latest.current = moving;
  });
  useEffect(() => {
    const one: Moving = {
      capture: () => latest.current.capture(),
      step: () => latest.current.step(),
      draw: (share) => latest.current.draw(share),
    };
    simulation.moving.add(one);
    return () => {
      simulation.moving.delete(one);
    };
  }, [simulation]);
}
