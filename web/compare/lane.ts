// One method: its world, its picture and what it measures.
import type { FixedStepClock, Holonom } from 'holonom';
import { PointerDragger, Stage, type Theme, WorldView } from 'holonom/three';
import type { SceneDefinition, SceneRun } from '../scenes/scene.js';
import { element } from '../site/elements.js';
import { buildScene, type MethodKind } from './build-scene.js';
import { placesOf, squaresBetween } from './places.js';
import { referenceSteps } from './reference-order.js';

/** How a method is shown. */
export interface LaneOptions {
  readonly kind: MethodKind;
  readonly method: string;
  /** Which of the colors of series is its own, from 0. */
  readonly series: number;
  /** Drawn over another lane: only what moves, on nothing. */
  readonly ghost: boolean;
}

/** The browser draws nothing in three dimensions, or not that many pictures at once. */
export class NoGraphics extends Error {}

export class Lane {
  readonly method: string;
  readonly figure: HTMLElement;
  readonly stage: Stage;
  readonly times: number[] = [];
  readonly energies: number[] = [];
  /** Smoothed. Unit: ms. */
  cost = 0;
  /** Whether somebody pulled at it, which the scene alone does not know of. */
  touched = false;
  /** Whether the browser has taken the picture away for now. */
  lost = false;
  readonly #noted = new Map<number, readonly number[]>();
  readonly #view: WorldView;
  readonly #dragger: PointerDragger;
  readonly #run: SceneRun | undefined;

  /** @throws what the scene or the method says against it, or {@link NoGraphics}. */
  constructor(
    holonom: Holonom,
    scene: SceneDefinition,
    { kind, method, series, ghost }: LaneOptions,
    lostChanged: () => void,
  ) {
    this.method = method;
    const canvas = element('canvas', { role: 'img', 'aria-label': method });
    const mark = element('i', { class: 'line-mark', 'aria-hidden': 'true' });
    mark.style.borderTopColor = `var(--series-${series + 1})`;
    this.figure = element(
      'figure',
      { class: 'lane' },
      canvas,
      element('figcaption', {}, mark, method),
    );
    const { world, run } = buildScene(holonom, scene, kind, method);
    this.#run = run;
    this.figure.style.setProperty('--lane', String(series));
    const onContextLost = (lost: boolean): void => {
      this.lost = lost;
      lostChanged();
    };
    try {
      this.stage = new Stage(canvas, { transparent: ghost, onContextLost });
    } catch (cause) {
      world.dispose();
      throw new NoGraphics('no WebGL', { cause });
    }
    this.stage.frame(scene.camera);
    this.#view = new WorldView(world, ghost ? { shows: ({ type }) => type !== 'static' } : {});
    this.stage.add(this.#view);
    const { camera, controls } = this.stage;
    this.#dragger = new PointerDragger(this.#view, camera, canvas, {
      ...(controls ? { controls } : {}),
      onGrab: () => {
        this.touched = true;
      },
    });
    this.#note();
  }

  get overlap(): number {
    return 1000 * this.#view.world.statistics.deepestPenetration;
  }

  /** How far its things are from those of another lane, as the root of the mean square. Unit: mm. */
  apartFrom(other: Lane): number {
    const [mine, theirs] = [placesOf(this.#view.world), placesOf(other.#view.world)];
    return 1000 * Math.sqrt(squaresBetween(mine, theirs) / (mine.length / 3));
  }

  /** Where everything was after one of the first steps, once. Unit: m. */
  takeNoted(step: number): readonly number[] | undefined {
    const places = this.#noted.get(step);
    this.#noted.delete(step);
    return places;
  }

  setTheme(theme: Theme): void {
    this.stage.setTheme(theme);
    this.#view.theme = theme;
  }

  step(clock: FixedStepClock): void {
    const { world } = this.#view;
    const before = performance.now();
    this.#run?.beforeStep?.(world.time);
    this.#view.capture();
    world.step(clock.dt);
    const spent = performance.now() - before;
    this.cost += (this.cost === 0 ? 1 : 0.05) * (spent - this.cost);
    this.#note();
    if (world.stepCount <= referenceSteps) this.#noted.set(world.stepCount, placesOf(world));
  }

  draw(share: number): void {
    this.#view.update(share);
    this.#dragger.update();
    this.stage.render();
  }

  dispose(): void {
    this.#dragger.dispose();
    this.#view.dispose();
    this.stage.dispose();
    this.#view.world.dispose();
    this.figure.remove();
  }

  #note(): void {
    const { world } = this.#view;
    this.times.push(world.time);
    this.energies.push(world.energy.total);
    // Half a minute is enough to see what is lost.
    if (this.times.length > 1800) {
      this.times.shift();
      this.energies.shift();
    }
  }
}
