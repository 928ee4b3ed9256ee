// The picture of a demo: a world, its stage, and the loop that runs while it is in sight.
import { FixedStepClock, type Holonom, loadHolonom, type World } from 'holonom';
import { PointerDragger, Stage, WorldView } from 'holonom/three';
import type { CodeRun } from '../../playground/code/far-run.js';
import { isFar } from '../../playground/stage-scene.js';
import type { SceneRun, Values } from '../../scenes/scene.js';
import { softObjectsOf } from '../../site/soft-objects.js';
import { onTheme } from '../../site/theme.js';
import type { DemoCode, DemoData } from './demo.js';
import { Light } from './lights.js';
import { Lost } from './lost.js';
import { Series, SeriesPlot, seriesColor, seriesInWords } from './series.js';
import { say } from './words.js';

let library: Promise<Holonom> | undefined;

/** One world, as the code of the demo built it. */
interface Shown {
  readonly world: World;
  /** The same world, where the other is but a front of it. */
  readonly owned: World;
  readonly view: WorldView;
  readonly dragger: PointerDragger;
  readonly run: SceneRun | CodeRun;
}

export class Player {
  readonly #holonom: Holonom;
  readonly #stage: Stage;
  readonly #figure: HTMLElement;
  readonly #data: DemoData;
  readonly #failed: (error: unknown) => void;
  readonly #clock = new FixedStepClock();
  readonly #plot: SeriesPlot | undefined;
  readonly #light: Light;
  readonly #lost: Lost;
  #shown: Shown | undefined;
  #code: DemoCode | undefined;
  #values: Values = {};
  #turn = 0;
  #busy = false;
  #stopped = false;
  #inSight = false;
  #frame = 0;
  #last = 0;
  series = new Series();
  running = true;

  private constructor(
    holonom: Holonom,
    figure: HTMLElement,
    data: DemoData,
    failed: (error: unknown) => void,
  ) {
    this.#holonom = holonom;
    this.#figure = figure;
    this.#data = data;
    this.#failed = failed;
    const canvas = figure.querySelector('canvas') as HTMLCanvasElement;
    this.#stage = new Stage(canvas, { transparent: true });
    // The wheel and a vertical swipe belong to the page.
    if (this.#stage.controls) this.#stage.controls.enableZoom = false;
    canvas.style.touchAction = 'pan-y';
    this.#stage.frame(data.camera);
    this.#light = new Light(this.#stage);
    this.#lost = new Lost(this.#stage, figure.querySelector('.demo-lost') as HTMLElement);
    const place = figure.querySelector<HTMLElement>('.demo-plot');
    if (place && data.plot) this.#plot = new SeriesPlot(place, data.plot, data.seconds);
    onTheme((theme) => {
      this.#stage.setTheme(theme);
      if (this.#shown) this.#shown.view.theme = theme;
    });
  }

  /** Fetches the library and makes the picture. @throws where there is no WebGL 2. */
  static async make(
    figure: HTMLElement,
    data: DemoData,
    failed: (error: unknown) => void,
  ): Promise<Player> {
    library ??= loadHolonom();
    return new Player(await library, figure, data, failed);
  }

  get world(): World | undefined {
    return this.#shown?.world;
  }

  get values(): Values {
    return this.#values;
  }

  /** What there is to see, in words. */
  get summary(): string {
    const { world } = this;
    if (!world) return '';
    const time = say('after', { seconds: world.time.toFixed(1) });
    const { plot } = this.#data;
    return plot ? `${time}: ${seriesInWords(plot, this.series)}` : time;
  }

  set light(name: string | undefined) {
    this.#light.show(name);
  }

  /** Whether there is something of this name. */
  has(name: string): boolean {
    if (!this.world) return false;
    return [...this.world.bodies, ...softObjectsOf(this.world)].some(
      (thing) => thing.name === name,
    );
  }

  /** Runs in sight and rests out of it. */
  set inSight(inSight: boolean) {
    if (inSight === this.#inSight) return;
    this.#inSight = inSight;
    this.#figure.dataset.inSight = String(inSight);
    cancelAnimationFrame(this.#frame);
    this.#clock.reset();
    this.#last = performance.now();
    if (inSight) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  /** Builds a world by this code and shows it. @throws what the code throws; what is shown stays. */
  async open(code: DemoCode, values: Values): Promise<void> {
    const turn = ++this.#turn;
    const world = this.#holonom.createWorld(this.#data.settings ?? {});
    let run: SceneRun | CodeRun | undefined;
    try {
      run = await code.build({ world, values, meshes: {} });
    } catch (error) {
      world.dispose();
      throw error;
    }
    if (turn !== this.#turn) {
      if (isFar(run)) run.dispose();
      world.dispose();
      return;
    }
    this.#code = code;
    this.#values = values;
    this.#show(world, run ?? {});
  }

  /** Tells the code of changed values. @returns whether it takes them without building again. */
  apply(values: Values): boolean {
    if (!this.#shown?.run.apply || this.#stopped) return false;
    this.#values = values;
    try {
      void this.#shown.run.apply(values);
    } catch (error) {
      this.#stop(error);
    }
    return true;
  }

  #show(owned: World, run: SceneRun | CodeRun): void {
    const before = this.#shown;
    const world = isFar(run) ? run.world : owned;
    const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
    const view = new WorldView(world, { theme, color: (body) => this.#colorOf(body.name) });
    this.#stage.add(view);
    const { camera, canvas, controls } = this.#stage;
    const dragger = new PointerDragger(view, camera, canvas, controls ? { controls } : {});
    this.#shown = { world, owned, view, dragger, run };
    before?.dragger.dispose();
    before?.view.dispose();
    if (isFar(before?.run)) before.run.dispose();
    before?.owned.dispose();
    this.series = new Series();
    this.#stopped = false;
    this.#busy = false;
    this.#clock.reset();
  }

  /** What is plotted by the name of a body has the body's color. */
  #colorOf(name: string): string | undefined {
    const index = this.#data.plot?.series.findIndex((it) => it.name === name && !it.theory) ?? -1;
    return index < 0 ? undefined : seriesColor(this.#figure, index);
  }

  #draw(now: number): void {
    this.#frame = requestAnimationFrame((next) => this.#draw(next));
    const elapsed = (now - this.#last) / 1000;
    this.#last = now;
    const shown = this.#shown;
    if (!shown) return;
    const moves = this.running && !this.#stopped;
    if (moves && !this.#busy) void this.#advance(shown, this.#clock.advance(elapsed));
    shown.view.update(moves ? this.#clock.share : 1);
    shown.dragger.update();
    this.#light.update(shown.world);
    this.#stage.render();
    this.#lost.update(now, shown.world);
    this.#plot?.update(now, this.series);
    if (moves && this.#data.repeats && shown.world.time >= this.#data.seconds) this.#again();
  }

  #again(): void {
    if (this.#busy || !this.#code) return;
    this.#busy = true;
    void this.open(this.#code, this.#values).catch((error: unknown) => this.#stop(error));
  }

  /** Makes steps. Code in a sandbox takes its time; meanwhile the picture is drawn and no step is owed. */
  async #advance(shown: Shown, due: number): Promise<void> {
    const { world, run, view } = shown;
    this.#busy = true;
    try {
      for (let i = 1; i <= due; i++) {
        const capture = (): void => {
          if (i === due && shown === this.#shown) view.capture();
        };
        if (isFar(run)) {
          await run.step(this.#clock.dt, capture);
          // Why it was ended has been told.
          if (run.ended || shown !== this.#shown) return;
        } else {
          run.beforeStep?.(world.time);
          capture();
          world.step(this.#clock.dt);
        }
        const numbers = run.measure?.(world.time);
        if (numbers) this.series.add(world.time, numbers);
      }
    } catch (error) {
      if (shown === this.#shown) this.#stop(error);
    }
    if (shown === this.#shown) this.#busy = false;
  }

  #stop(error: unknown): void {
    this.#stopped = true;
    this.#failed(error);
  }
}
