// One method: its world, its picture and what it measures.
import type { FixedStepClock, Holonom } from 'holonom';
import { PointerDragger, Stage, type Theme, WorldView } from 'holonom/three';
import { initialValues, type SceneDefinition, type SceneRun } from '../scenes/scene.js';
import { element } from '../site/elements.js';

/** What is compared: solvers of contacts and joints, or integrators of springs. */
export type MethodKind = 'solver' | 'integrator';

export class Lane {
  readonly method: string;
  readonly figure: HTMLElement;
  readonly stage: Stage;
  readonly times: number[] = [];
  readonly energies: number[] = [];
  /** Smoothed. Unit: ms. */
  cost = 0;
  readonly #view: WorldView;
  readonly #dragger: PointerDragger;
  readonly #run: SceneRun | undefined;

  /** @throws what the scene or the method says against it. */
  constructor(
    holonom: Holonom,
    scene: SceneDefinition,
    { kind, method, series }: { kind: MethodKind; method: string; series: number },
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
    const world = holonom.createWorld(scene.settings ?? {});
    this.#run = scene.build({ world, values: initialValues(scene.controls), meshes: {} });
    if (kind === 'solver') Object.assign(world, { solver: method });
    else for (const net of world.springNetworks) Object.assign(net, { integrator: method });
    this.stage = new Stage(canvas);
    this.stage.frame(scene.camera);
    this.#view = new WorldView(world);
    this.stage.add(this.#view);
    const { camera, controls } = this.stage;
    this.#dragger = new PointerDragger(this.#view, camera, canvas, controls ? { controls } : {});
    this.#note();
  }

  get overlap(): number {
    return 1000 * this.#view.world.statistics.deepestPenetration;
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
