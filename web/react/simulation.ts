// What the components of one world share: the world, and who takes part in its steps and pictures.
import type { World } from 'holonom';
import { createContext, useContext, useEffect, useRef } from 'react';

/** Something that moves in the picture. */
export interface Moving {
  /** Keeps where it is, just before a step. */
  capture(): void;
  /** Puts it between where it was and where it is. */
  draw(share: number): void;
}

export class Simulation {
  readonly world: World;
  readonly moving = new Set<Moving>();
  readonly beforeStep = new Set<(dt: number) => void>();
  readonly afterStep = new Set<(dt: number) => void>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  constructor(world: World) {
    this.world = world;
  }

  /** One step, with those who take part in it. */
  step(dt: number): void {
    for (const listener of this.beforeStep) listener(dt);
    for (const one of this.moving) one.capture();
    this.world.step(dt);
    for (const listener of this.afterStep) listener(dt);
  }

  /** Changes whenever a body comes or goes: joints look at their bodies again. */
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
  throw new Error('holonom/react: this belongs inside <Physics>');
}

/** The world of the `<Physics>` around the component. */
export const useWorld = (): World => useSimulation().world;

/** Calls before each step, as to push bodies. */
export function useBeforeStep(callback: (dt: number) => void): void {
  useCallIn(useSimulation().beforeStep, callback);
}

/** Calls after each step, as to read {@link World.contactEvents}. */
export function useAfterStep(callback: (dt: number) => void): void {
  useCallIn(useSimulation().afterStep, callback);
}

function useCallIn(callbacks: Set<(dt: number) => void>, callback: (dt: number) => void): void {
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

/** Takes part in the picture. */
export function useMoving(moving: Moving): void {
  const simulation = useSimulation();
  const latest = useRef(moving);
  useEffect(() => {
    latest.current = moving;
  });
  useEffect(() => {
    const one: Moving = {
      capture: () => latest.current.capture(),
      draw: (share) => latest.current.draw(share),
    };
    simulation.moving.add(one);
    return () => {
      simulation.moving.delete(one);
    };
  }, [simulation]);
}
