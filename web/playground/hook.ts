// A handle on the page for its tests and for the console: `holonomPlayground` in the developer tools.
import type { World } from 'holonom';
import type { Stage } from 'holonom/three';
import { softObjectsOf } from '../site/soft-objects.js';
import type { Playground } from './app.js';

/** What tests and the console may use. Names here stay. */
export interface PlaygroundHook {
  /** The world on the stage; another one after each reset. */
  readonly world: World;
  /** Name of the scene, as in `?scene=`. */
  readonly scene: string;
  readonly stepCount: number;
  readonly frameCount: number;
  readonly paused: boolean;
  /** True once the first scene runs. */
  readonly ready: boolean;
  /** Whether every position and velocity is a finite number. */
  readonly finite: boolean;
  open(scene: string): Promise<boolean>;
  setPaused(paused: boolean): void;
  step(count?: number): void;
  /** What the stage shows, as a data URL. */
  picture(type?: string, quality?: number): string;
  /** A place of the window where something can be taken hold of. */
  findDraggable(): { clientX: number; clientY: number } | undefined;
  /** Where in the window a point of the world is seen; undefined behind the camera. */
  placeOf(
    position: readonly [number, number, number],
  ): { clientX: number; clientY: number } | undefined;
}

declare global {
  interface Window {
    holonomPlayground?: PlaygroundHook;
  }
}

/** Puts the hook on the window. */
export function installHook(
  playground: Playground,
  open: (scene: string) => Promise<boolean>,
): void {
  window.holonomPlayground = {
    get world() {
      return playground.world;
    },
    get scene() {
      return playground.sceneName;
    },
    get stepCount() {
      return playground.world.stepCount;
    },
    get frameCount() {
      return playground.frameCount;
    },
    get paused() {
      return playground.paused;
    },
    get ready() {
      return playground.sceneName !== '';
    },
    get finite() {
      return isFiniteWorld(playground.world);
    },
    open,
    setPaused: (paused) => playground.setPaused(paused),
    step: (count = 1) => {
      for (let i = 0; i < count; i++) playground.step();
    },
    picture: (type, quality) => playground.picture(type, quality),
    findDraggable: () => playground.findDraggable(),
    placeOf: (position) => placeOf(playground.stage, position),
  };
}

function placeOf(stage: Stage, position: readonly [number, number, number]) {
  const seen = stage.viewOf(position);
  if (!seen) return undefined;
  const { left, top, width, height } = stage.canvas.getBoundingClientRect();
  return {
    clientX: left + (0.5 + 0.5 * seen[0]) * width,
    clientY: top + (0.5 - 0.5 * seen[1]) * height,
  };
}

function isFiniteWorld(world: World): boolean {
  const lists: ArrayLike<number>[] = [];
  for (const body of world.bodies)
    lists.push(body.position, body.rotation, body.linearVelocity, body.angularVelocity);
  for (const { normals } of [...world.cloths, ...world.softBodies]) lists.push(normals);
  for (const { rotations, angularVelocities } of world.rods)
    lists.push(rotations, angularVelocities);
  for (const { positions, velocities } of softObjectsOf(world)) lists.push(positions, velocities);
  return lists.every((list) => Array.from(list).every(Number.isFinite));
}
