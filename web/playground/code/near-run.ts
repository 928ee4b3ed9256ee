// Inside the sandbox: the world that the code of a reader builds, and its steps. The page has a twin of it: see far-run.ts.
import type { Holonom, World } from 'holonom';
import { sentError } from '../../language/site-error.js';
import type { SceneContext, SceneDefinition, SceneRun, Values } from '../../scenes/scene.js';
import { Past } from '../past.js';
import { Names } from './names.js';
import { pushes, Recorder } from './recorder.js';
import { Replayer } from './replayer.js';
import { type State, stateOf, type Wanted } from './state.js';

/** What was said, and the places in the code that led to it, the nearest first. */
export function describe(error: unknown): object {
  const stack = (error instanceof Error && error.stack) || '';
  const places = [...stack.matchAll(/scene\.js:(\d+):(\d+)/g)].map(([, line, column]) => [
    Number(line),
    Number(column),
  ]);
  return { ...sentError(error), places };
}

/** What a scene is built from. */
export interface Given {
  readonly values: Values;
  readonly meshes: SceneContext['meshes'];
}

/** What a step is made of. */
export interface Step {
  readonly dt: number;
  readonly frame: number;
  readonly orders: readonly unknown[];
  readonly wanted: Wanted;
}

/** Orders in one message, so that the page can take it at once. */
const mostSent = 1000;

/** A world, what the code does to it, and what is said of it. */
export class NearRun {
  readonly #world: World;
  readonly #names: Names;
  readonly #recorder: Recorder;
  readonly #replayer: Replayer;
  readonly #past: Past;
  #run: SceneRun;

  constructor(scene: SceneDefinition, holonom: Holonom, given: Given) {
    this.#world = holonom.createWorld(scene.settings ?? {});
    this.#names = new Names(this.#world, 1);
    this.#recorder = new Recorder(this.#world, this.#names, pushes);
    this.#replayer = new Replayer(this.#world, this.#names);
    const { values, meshes } = given;
    try {
      this.#run = scene.build({ world: this.#recorder.world, values, meshes }) ?? {};
    } catch (error) {
      this.dispose();
      throw error;
    }
    this.#past = new Past(this.#world);
  }

  get applies(): boolean {
    return this.#run.apply !== undefined;
  }

  /** Some of what was done, and whether there is more. */
  take(): { readonly orders: unknown; readonly more: boolean } {
    return { orders: this.#recorder.take(mostSent), more: this.#recorder.hasOrders };
  }

  /** Stands at a moment of the past. */
  look({ frame, substep, wanted }: { frame: number; substep: number; wanted: Wanted }): object {
    this.#goTo(frame, substep);
    return { state: this.#state(wanted) };
  }

  /** Makes a step. Code that fails is asked no more; the world goes on without it. */
  step({ dt, frame, orders, wanted }: Step): object {
    this.#goTo(frame, 0);
    this.#replayer.follow(orders, Number.POSITIVE_INFINITY);
    let failure: object | undefined;
    const fail = (error: unknown): void => {
      failure ??= describe(error);
      this.#run = {};
      this.#recorder.endGenerators();
    };
    const before = this.#world.stepCount;
    const start = performance.now();
    try {
      this.#run.beforeStep?.(this.#world.time);
      this.#world.step(dt);
    } catch (error) {
      fail(error);
      if (this.#world.stepCount === before) this.#world.step(dt);
    }
    const spent = performance.now() - start;
    let measured: Readonly<Record<string, number>> | undefined;
    try {
      measured = this.#run.measure?.(this.#world.time);
    } catch (error) {
      fail(error);
    }
    // First, since it may name something.
    const state = this.#state(wanted);
    const { first } = this.#past.moment;
    return { orders: this.#recorder.take(), state, first, spent, measured, failure };
  }

  apply(values: Values): object {
    this.#run.apply?.(values);
    return { orders: this.#recorder.take() };
  }

  dispose(): void {
    this.#world.dispose();
  }

  #goTo(frame: number, substep: number): void {
    const { moment } = this.#past;
    if (moment.frame === frame && moment.substep === substep) return;
    this.#past.askWithin(frame, substep);
    this.#past.seek();
  }

  #state(wanted: Wanted): State {
    return stateOf(this.#world, this.#names, (thing) => this.#recorder.nameOf(thing), wanted);
  }
}
