import { FixedStepClock, type Holonom, type World } from 'holonom';
import {
  type Nudge,
  type Picked,
  pickedObject,
  type Quality,
  qualities,
  type Stage,
  type Theme,
  WorldView,
} from 'holonom/three';
import { t } from '../language/language.js';
import { scenes } from '../scenes/index.js';
import { initialValues, isOffered, type Values } from '../scenes/scene.js';
import { findDraggable } from './find-draggable.js';
import { Hands } from './hands.js';
import { loadMeshes } from './meshes.js';
import { kindOf } from './object/selection.js';
import { isOverlay, showOverlay } from './overlays.js';
import { type Moment, Past } from './past.js';
import { Redraw } from './redraw.js';
import {
  type FarRun,
  isFar,
  type PlaygroundEvents,
  type StagePast,
  type StageRun,
  type StageScene,
} from './stage-scene.js';
import { Thrower } from './throwing.js';
import { Wind } from './wind.js';
import { longestStep } from './work.js';
import { applySetting, offeredSetting } from './world-panel.js';

/** One world on the stage at a time, and the loop that moves and draws it. */
export class Playground {
  readonly stage: Stage;
  /** What the reader blows. */
  readonly wind: Wind;
  readonly #holonom: Holonom;
  readonly #events: PlaygroundEvents;
  readonly #clock = new FixedStepClock();
  readonly #thrower = new Thrower();
  readonly #redraw: Redraw;
  readonly #changedSettings = new Map<string, unknown>();
  #world: World;
  /** The same world, where the other is but a front of it. */
  #owned: World;
  #view: WorldView;
  #hands: Hands;
  #past: StagePast;
  #scene: StageScene | undefined;
  #run: StageRun | undefined;
  #values: Record<string, number | boolean | string> = {};
  #theme: Theme = 'light';
  #paused = false;
  #lastFrame = 0;
  #opening = 0;
  /** Steps that wait for a scene whose world is elsewhere. */
  #owed = 0;
  #waiting = false;
  #toldEnd: FarRun | undefined;
  frameCount = 0;
  /** Seconds of the world in a second of the reader's. */
  pace = 1;
  sceneName = '';

  constructor(holonom: Holonom, stage: Stage, events: PlaygroundEvents) {
    this.#holonom = holonom;
    this.stage = stage;
    this.#redraw = new Redraw(stage.camera);
    this.wind = new Wind(stage, events.said);
    this.#events = events;
    this.#owned = this.#world = holonom.createWorld();
    [this.#view, this.#hands, this.#past] = this.#show(this.#world);
  }

  get world(): World {
    return this.#world;
  }
  get scene(): StageScene | undefined {
    return this.#scene;
  }
  get values(): Values {
    return this.#values;
  }
  /** The values of the scene that are not its first. */
  get changedValues(): Values {
    const first = initialValues(this.#scene?.controls ?? {});
    return Object.fromEntries(
      Object.entries(this.#values).filter(([name, value]) => value !== first[name]),
    );
  }
  /** The settings of the world that the reader made. */
  get changedSettings(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#changedSettings);
  }
  get paused(): boolean {
    return this.#paused;
  }
  /** Length of a step. Unit: s. */
  get dt(): number {
    return this.#clock.dt;
  }
  /** How the world is drawn. */
  get view(): WorldView {
    return this.#view;
  }
  /** Where the world is in what was recorded of it. */
  get moment(): Moment {
    return this.#past.moment;
  }

  /** Draws from now on. */
  start(): void {
    const frame = (now: number): void => {
      requestAnimationFrame(frame);
      this.#frame(now);
    };
    requestAnimationFrame(frame);
  }

  /** Opens a scene of the site. */
  openNamed(name: string, changed: Values = {}): Promise<boolean> {
    const scene = scenes.get(name);
    if (scene) return this.open(scene, name, changed);
    this.#events.failed(t('toast.unknown'), new Error(t('toast.unknown.text', { name })));
    return Promise.resolve(false);
  }

  /** Opens a scene; what goes wrong is told. */
  async open(scene: StageScene, name: string, changed: Values = {}): Promise<boolean> {
    const opened = await this.tryOpen(scene, name, changed);
    if (opened instanceof Error)
      this.#events.failed(t('toast.unbuilt', { title: scene.title }), opened);
    return opened === true;
  }

  /**
   * Opens a scene with its first values, or with some of them changed. If it can't be built, what runs goes on.
   * A scene of the same name is one that was edited: it keeps the view and what was set.
   * @returns true; or false if the reader chose another meanwhile; or why it can't be built.
   */
  async tryOpen(scene: StageScene, name: string, changed: Values = {}): Promise<boolean | Error> {
    const settings = new Map(this.#changedSettings);
    const edited = name === this.sceneName && scene !== this.#scene;
    if (scene !== this.#scene && !edited) this.#changedSettings.clear();
    const values = initialValues(scene.controls);
    // A link may say anything; what no control offers could take for ever to build.
    for (const [key, control] of Object.entries(scene.controls)) {
      const value = Object.hasOwn(changed, key) ? changed[key] : undefined;
      if (value !== undefined && isOffered(control, value)) values[key] = value;
    }
    const built = await this.#build(scene, values);
    if (built !== true) {
      for (const [key, value] of settings) this.#changedSettings.set(key, value);
      return built;
    }
    this.sceneName = name;
    if (!edited) this.stage.frame(scene.camera);
    this.#events.opened(scene);
    return true;
  }

  /** Builds the scene again with the values and settings there are. */
  async reset(): Promise<void> {
    if (this.#scene && (await this.#rebuild(this.#scene, this.#values)))
      this.#events.said(t('said.started'));
  }

  /** Changes a value of the scene: at once where the scene can, otherwise by building again. */
  async setValue(name: string, value: number | boolean | string): Promise<void> {
    const scene = this.#scene;
    if (!scene) return;
    const values = { ...this.#values, [name]: value };
    if (!scene.controls[name]?.live) {
      await this.#rebuild(scene, values);
      return;
    }
    try {
      await this.#run?.apply?.(values);
      this.#values = values;
    } catch (error) {
      this.#events.failed(t('toast.unchanged'), error);
    }
  }

  /** Changes a setting of the world, or what is shown of it, also after a reset. @throws what the world says against it. */
  changeSetting(name: string, value: unknown): void {
    if (isOverlay(name)) showOverlay(this.#view, name, value);
    else applySetting(this.#world, name, value);
    this.rememberSetting(name, value);
  }

  /** What of a setting from elsewhere may be given to {@link changeSetting}; undefined for nothing. */
  offeredSetting(name: string, value: unknown): unknown {
    if (isOverlay(name)) return typeof value === 'boolean' ? value : undefined;
    return offeredSetting(this.#world, name, value);
  }

  /** Remembers a setting, to do it again after a reset. */
  rememberSetting(name: string, value: unknown): void {
    this.#changedSettings.set(name, value);
  }

  /** Forgets the settings that were changed: what is opened next begins with its own. */
  forgetSettings(): void {
    this.#changedSettings.clear();
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#redraw.ask();
    this.stage.setTheme(theme);
    this.#view.theme = theme;
  }

  setPaused(paused: boolean): void {
    this.#paused = paused;
    // What was ended can only begin again.
    if (!paused && isFar(this.#run) && this.#run.ended) void this.#startAgain();
    this.#owed = 0;
    this.#clock.reset();
    this.#events.paused(paused);
  }

  /** Stands still at a recorded frame, or the nearest there is, from the next picture on. Going on from there drops what came after. */
  seek(frame: number): void {
    if (!this.#paused) this.setPaused(true);
    this.#past.ask(frame);
  }

  /** Stands still one step earlier, or where the step began that it is in. */
  stepBack(): void {
    const { frame, substep } = this.moment;
    this.seek(substep > 0 ? frame : frame - 1);
  }

  /** Stands still one substep later: a new step is made and recorded whole, then looked into. */
  substepForward(): void {
    if (!this.#paused) this.setPaused(true);
    const { frame, substep } = this.moment;
    if (!this.#past.isBack) this.step();
    this.#past.askWithin(frame, substep + 1);
  }

  /** Stands still one step later: at the recorded one, or in a new one. */
  stepForward(): void {
    if (!this.#paused) this.setPaused(true);
    if (this.#past.isBack) this.seek(this.moment.frame + 1);
    else this.step();
  }

  /** Makes one step, after the scene has said what happens before it. A world that can't be stepped is paused. */
  step(): void {
    if (this.#waiting) return;
    const world = this.#world;
    const before = performance.now();
    try {
      if (this.#past.asked) this.#seek();
      if (this.moment.substep > 0) {
        // The step that time stands in is there already.
        this.#past.ask(this.moment.frame + 1);
        this.#seek();
        return;
      }
      if (this.#past.isBack) this.#events.said(t('said.branched'));
      this.#hands.releasePast();
      if (isFar(this.#run)) {
        void this.#stepFar(this.#run);
        return;
      }
      this.#run?.beforeStep?.(world.time);
      this.wind.beforeStep(world);
      world.step(this.#clock.dt);
    } catch (error) {
      this.#stop(error);
    }
    this.wind.afterStep(world);
    const spent = performance.now() - before;
    this.#events.stepped(spent, false);
    // Else nobody could press a button any more.
    if (spent > longestStep && !this.#paused)
      this.#stop(new Error(t('toast.slow', { seconds: (spent / 1000).toFixed(1) })));
  }

  /** Has a step made where it holds nobody up. */
  async #stepFar(run: FarRun): Promise<void> {
    if (run.ended) return;
    const world = this.#world;
    this.#waiting = true;
    this.wind.beforeStep(world);
    const step = run.step(this.#clock.dt, () => {
      if (world === this.#world) this.#view.capture();
    });
    this.wind.afterStep(world);
    const spent = await step;
    // Meanwhile there may be another world.
    if (world !== this.#world) return;
    this.#waiting = false;
    if (run.ended) return;
    this.#events.stepped(spent, true);
    if (--this.#owed > 0) this.step();
  }

  async #startAgain(): Promise<void> {
    await this.reset();
    if (isFar(this.#run) && this.#run.ended) this.setPaused(true);
  }

  /** Says once why a scene was ended. */
  #tellEnd(run: FarRun): void {
    if (!run.ended || run === this.#toldEnd) return;
    this.#toldEnd = run;
    this.setPaused(true);
    this.#events.failed(t('toast.ended'), run.ended);
  }

  #stop(error: unknown): void {
    this.setPaused(true);
    this.#events.failed(t('toast.unstepped'), error);
  }

  /** Throws a ball to a place of the window, or to the middle of the stage. */
  throwBall(at?: { clientX: number; clientY: number }): void {
    const { left, top, width, height } = this.stage.canvas.getBoundingClientRect();
    const place = at ?? { clientX: left + width / 2, clientY: top + height / 2 };
    try {
      this.#thrower.throwAt(this.#world, this.stage, this.#view, place.clientX, place.clientY);
    } catch (error) {
      this.#events.failed(t('toast.unthrown'), error);
    }
  }

  /** Takes hold of the next thing, counted from the middle of the picture. */
  grabNext(): void {
    const picked = this.#hands.grabNext();
    if (picked) this.#events.picked(picked);
    this.#events.said(picked ? t('said.holding', { name: nameOf(picked) }) : t('said.nothing'));
  }

  /** Moves what is held by the keyboard, or the camera. */
  nudge(nudge: Nudge): void {
    const [right, up, away] = nudge;
    if (this.#hands.picked) this.#hands.nudge(nudge);
    else if (away) this.stage.zoom(1.1 ** away);
    else this.stage.turn(0.12 * right, 0.12 * up);
  }

  /** A place of the window where something can be dragged. */
  findDraggable(): { clientX: number; clientY: number } | undefined {
    return findDraggable(this.stage, this.#view);
  }

  /** What the stage shows, as a data URL. */
  picture(type?: string, quality?: number): string {
    this.#view.update(1);
    // A picture that is kept is worth the time of the best.
    const { quality: drawn } = this.stage;
    this.stage.quality = qualities[0] as Quality;
    const picture = this.stage.picture(type, quality);
    this.stage.quality = drawn;
    return picture;
  }

  /** Goes through the last frames, up to the one that is shown and is shown again then; what ran goes on from there. */
  visitPast(frames: number, see: (back: number) => void): void {
    this.#hands.leave();
    this.#past.visit(frames, see);
    // The time that it took is not made up for.
    this.#owed = 0;
    this.#clock.reset();
  }

  letGo(): void {
    if (this.#hands.picked) this.#events.said(t('said.released'));
    this.#hands.release();
  }

  /** Builds again; what goes wrong is told. */
  async #rebuild(
    scene: StageScene,
    values: Record<string, number | boolean | string>,
  ): Promise<boolean> {
    const built = await this.#build(scene, values);
    if (built instanceof Error)
      this.#events.failed(t('toast.unbuilt', { title: scene.title }), built);
    return built === true;
  }

  async #build(
    scene: StageScene,
    values: Record<string, number | boolean | string>,
  ): Promise<boolean | Error> {
    const turn = ++this.#opening;
    let world: World | undefined;
    let run: StageRun | undefined;
    const drop = (): void => {
      if (isFar(run)) run.dispose();
      world?.dispose();
    };
    try {
      const meshes = await loadMeshes(scene.meshes ?? []);
      // Meanwhile the reader may have chosen something else.
      if (turn !== this.#opening) return false;
      world = this.#holonom.createWorld(scene.settings ?? {});
      run = (await scene.build({ world, values, meshes })) ?? undefined;
      if (turn !== this.#opening) {
        drop();
        return false;
      }
      const front = isFar(run) ? run.world : world;
      for (const [name, value] of this.#changedSettings)
        if (!isOverlay(name)) applySetting(front, name, value);
      this.#replaceWorld(world, run);
      for (const [name, value] of this.#changedSettings)
        if (isOverlay(name)) showOverlay(this.#view, name, value);
      this.#run = run;
    } catch (error) {
      drop();
      return error instanceof Error ? error : new Error(String(error));
    }
    const sameScene = this.#scene?.title === scene.title;
    this.#scene = scene;
    this.#values = values;
    this.#events.built(sameScene);
    return true;
  }

  #replaceWorld(owned: World, run: StageRun | undefined): void {
    const old = { world: this.#owned, parts: [this.#hands, this.#view] };
    const far = isFar(run) ? run : undefined;
    const world = far?.world ?? owned;
    const shown = this.#show(world, far?.past);
    for (const part of old.parts) part.dispose();
    if (isFar(this.#run)) this.#run.dispose();
    old.world.dispose();
    this.#owned = owned;
    this.#world = world;
    [this.#view, this.#hands, this.#past] = shown;
    this.#thrower.reset();
    this.#clock.reset();
    this.#waiting = false;
  }

  #show(world: World, past: StagePast = new Past(world)): [WorldView, Hands, StagePast] {
    const view = new WorldView(world, { theme: this.#theme });
    this.stage.add(view);
    const hands = new Hands(this.stage, view, (picked) => this.#events.picked(picked));
    return [view, hands, past];
  }

  /** Goes where the reader asked to be. Hands let go first: they are not there then. */
  #seek(): void {
    this.#hands.leave();
    this.#past.seek();
    this.#events.sought();
  }

  #frame(now: number): void {
    const elapsed = this.#lastFrame ? now - this.#lastFrame : 0;
    this.#lastFrame = now;
    if (isFar(this.#run)) this.#tellEnd(this.#run);
    // What code was asked before belongs to the moment it was asked at.
    if (this.#past.asked && !this.#waiting) this.#seek();
    if (!this.#paused) {
      const due = this.#clock.advance((this.pace * elapsed) / 1000);
      this.#owed = due;
      for (let i = 1; i <= due; i++) {
        if (i === due) this.#view.capture();
        this.step();
      }
    }
    this.frameCount++;
    try {
      const isNew = this.#redraw.isDue(now, !this.#paused, this.#world);
      if (isNew) this.#view.update(this.#paused ? 1 : this.#clock.share);
      this.#hands.update();
      if (isNew) this.stage.render();
      this.#events.drawn(now, elapsed, isNew);
    } catch (error) {
      // What code tells of its world may make no sense.
      if (!isFar(this.#run)) throw error;
      this.#run.end(error as Error);
    }
  }
}

function nameOf(picked: Picked): string {
  return pickedObject(picked).name || t(`said.${kindOf(picked)}`);
}
