// A demo on the page: its controls and buttons at once, its picture when it comes into sight.

import { errorText } from '../../language/error-text.js';
import type { CodeRun } from '../../playground/code/far-run.js';
import { controlElement } from '../../playground/controls.js';
import {
  initialValues,
  type SceneDefinition,
  type SceneRun,
  type Values,
} from '../../scenes/scene.js';
import { element } from '../../site/elements.js';
import type { Player } from './player.js';
import { say } from './words.js';

/** What a demo plots. */
export interface PlotData {
  readonly unit?: string;
  readonly series: readonly {
    readonly name: string;
    readonly words: string;
    readonly theory: boolean;
  }[];
}

/** What the page says of a demo. */
export interface DemoData
  extends Pick<SceneDefinition, 'title' | 'camera' | 'controls' | 'settings'> {
  readonly plot?: PlotData;
  /** How long the plot shows. Unit: s. */
  readonly seconds: number;
  /** Whether it starts again after that. */
  readonly repeats: boolean;
  /** The code as it was written, what stands below it when it runs, and the types it is checked against. */
  readonly source: string;
  readonly helpers: string;
  readonly types: string;
}

/** Code of a demo: that of the lesson, or the reader's in its sandbox. */
export interface DemoCode {
  build(context: Parameters<SceneDefinition['build']>[0]): SceneRun | undefined | Promise<CodeRun>;
}

/** The description inside an element. */
export function dataOf<Data>(place: HTMLElement, name: string): Data {
  return JSON.parse(place.querySelector(`.${name}`)?.textContent ?? 'null');
}

/** How long a change takes to show before it is told. Unit: ms. */
const untilTold = 1000;
/** Types of the library that helpers of a lesson may name. */
const libraryTypes = [
  'Body',
  'Cloth',
  'Grains',
  'Rod',
  'Rope',
  'SoftBody',
  'SpringNetwork',
  'World',
];

const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Demo {
  readonly name: string;
  readonly data: DemoData;
  readonly figure: HTMLElement;
  readonly #original: () => Promise<DemoCode>;
  readonly #play: HTMLButtonElement;
  readonly #problem: HTMLElement;
  readonly #summary: HTMLElement;
  #code: DemoCode | undefined;
  #values: Values;
  #player: Promise<Player> | undefined;
  #running = !calm.matches;
  #light: string | undefined;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(figure: HTMLElement, original: () => Promise<DemoCode>) {
    this.figure = figure;
    this.name = figure.dataset.demo as string;
    this.data = dataOf(figure, 'demo-data');
    this.#original = original;
    this.#values = initialValues(this.data.controls);
    this.#play = figure.querySelector('.demo-play') as HTMLButtonElement;
    this.#problem = figure.querySelector('.demo-problem') as HTMLElement;
    this.#summary = figure.querySelector('.demo-summary') as HTMLElement;
    figure.querySelector('.controls')?.replaceChildren(
      ...Object.entries(this.data.controls).map(([name, control]) =>
        controlElement(control, control.value, (value) => {
          void this.#change(name, value);
          this.#tell(untilTold);
          return undefined;
        }),
      ),
    );
    this.#play.addEventListener('click', () => {
      this.setRunning(!this.#running);
      this.#tell(this.#running ? untilTold : 0);
    });
    figure.querySelector('.demo-restart')?.addEventListener('click', () => {
      this.setRunning(true);
      void this.restart();
      this.#tell(untilTold);
    });
    this.setRunning(this.#running);
    new IntersectionObserver(([entry]) => void this.#seen(entry?.isIntersecting ?? false), {
      rootMargin: '64px',
    }).observe(figure.querySelector('canvas') as Element);
  }

  get values(): Values {
    return this.#values;
  }

  setRunning(running: boolean): void {
    this.#running = running;
    this.#play.textContent = say(running ? 'pause' : 'play');
    this.figure.dataset.running = String(running);
    void this.#player?.then((player) => {
      player.running = running;
    });
  }

  /** The player, which is fetched with the first call. */
  player(): Promise<Player> {
    this.#player ??= this.#makePlayer();
    return this.#player;
  }

  async #makePlayer(): Promise<Player> {
    const [{ Player }, code] = await Promise.all([import('./player.js'), this.#original()]);
    const player = await Player.make(this.figure, this.data, (error) => this.fail(error));
    this.#code ??= code;
    player.running = this.#running;
    await this.#open(player);
    this.figure.dataset.ready = '';
    return player;
  }

  async #seen(inSight: boolean): Promise<void> {
    if (!inSight && !this.#player) return;
    try {
      const player = await this.player();
      player.inSight = inSight;
    } catch (error) {
      this.#say(say('none', { text: messageOf(error) }));
    }
  }

  /** Shows other code. @throws what is wrong with it; what ran before goes on. */
  async show(code: DemoCode): Promise<void> {
    const player = await this.player();
    const before = this.#code;
    this.#code = code;
    try {
      await player.open(code, this.#values);
    } catch (error) {
      this.#code = before;
      throw error;
    }
    this.#say('');
  }

  /** Shows the code of the lesson again. */
  async showOriginal(): Promise<void> {
    await this.show(await this.#original());
  }

  async restart(): Promise<void> {
    await this.#open(await this.player());
  }

  async #open(player: Player): Promise<void> {
    if (!this.#code) return;
    try {
      await player.open(this.#code, this.#values);
      this.#say('');
    } catch (error) {
      this.fail(error);
    }
  }

  async #change(name: string, value: number | boolean | string): Promise<void> {
    this.#values = { ...this.#values, [name]: value };
    const player = await this.player();
    if (this.data.controls[name]?.live && player.apply(this.#values)) return;
    await this.#open(player);
  }

  /** Tells what stopped the picture; the next change starts it again. */
  fail(error: unknown): void {
    this.#say(say('failed', { text: messageOf(error) }));
  }

  #say(text: string): void {
    this.#problem.textContent = text;
    this.#problem.hidden = text === '';
  }

  /** Tells those who don't see the picture what has become of it. */
  #tell(delay: number): void {
    clearTimeout(this.#telling);
    this.#telling = setTimeout(async () => {
      const player = await this.#player;
      this.#summary.textContent = player?.summary ?? '';
    }, delay);
  }

  /** Puts a ring around a thing of this name, or takes it away. A picture out of sight comes to the edge meanwhile. */
  async light(name: string | undefined, atTop = false): Promise<void> {
    this.#light = name;
    if (name === undefined && !this.#player) return;
    const player = await this.player().catch(() => undefined);
    if (!player || name !== this.#light) return;
    player.light = name;
    const { top, bottom } = this.figure.getBoundingClientRect();
    const inSight = bottom > 0.3 * innerHeight && top < 0.7 * innerHeight;
    const isThere = name !== undefined && player.has(name);
    this.figure.classList.toggle('afloat', isThere && !inSight);
    this.figure.classList.toggle('at-top', atTop);
  }

  /** The demo as a scene of the playground. */
  scene(source: string): string {
    const { title, camera, settings = {}, controls } = this.data;
    const now = Object.fromEntries(
      Object.entries(controls).map(([name, control]) => [
        name,
        { ...control, value: this.#values[name] },
      ]),
    );
    const head = Object.entries({
      title,
      description: document.title,
      tags: [],
      camera,
      settings,
      controls: now,
    })
      .map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`)
      .join('\n');
    const opened = source.replace(/^export default \{/m, `export default defineScene({\n${head}`);
    const helpers = this.data.helpers && `\n${this.data.helpers}`;
    const types = libraryTypes.filter((name) => new RegExp(`\\b${name}\\b`).test(helpers));
    const named = types.length > 0 ? `import type { ${types.join(', ')} } from 'holonom';\n` : '';
    return `${named}import { defineScene } from './scene.js';\n\n${opened.trimEnd().replace(/\};?$/, '});')}\n${helpers}`;
  }
}

/** The message of an error, that of the library in the language of the page. */
export const messageOf = errorText;

/** A button that says for a moment what became of a press. */
export function bindCopy(button: HTMLButtonElement, text: () => string | Promise<string>): void {
  const label = button.textContent;
  button.addEventListener('click', async () => {
    let said = say('copied');
    try {
      await navigator.clipboard.writeText(await text());
    } catch {
      said = say('refused');
    }
    button.replaceChildren(element('span', { role: 'status' }, said));
    setTimeout(() => {
      button.textContent = label;
    }, 1600);
  });
}
