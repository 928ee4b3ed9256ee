// What is open goes by the address: a link that carries a scene, a file of the reader, or a scene of the gallery.

import { t } from '../language/language.js';
import { SiteError } from '../language/site-error.js';
import { scenes } from '../scenes/index.js';
import { type SceneDefinition, sceneOfFile, type Values } from '../scenes/scene.js';
import type { Playground } from './app.js';
import { ask } from './question.js';
import { type Carried, carry, keepFile, keptFile, takeCarried } from './session.js';
import { unpack } from './share/link.js';
import { sizeBudget, sizeOf, workBudget, workOf } from './work.js';

export const firstScene = 'pyramid';
const defaultView = { position: [4, 3, 6], target: [0, 1, 0] } as const;

/** What an address asks for. */
export interface Place {
  /** Under which edited code is kept. */
  readonly key: string;
  readonly scene: string;
  /** Name of a file of the reader. */
  readonly file?: string;
  /** Fragment that carries a scene. */
  readonly link?: string;
}

/** What an address asks for; the first scene, if nothing. */
export function placeIn({ search, hash }: Pick<URL, 'search' | 'hash'>): Place {
  const query = new URLSearchParams(search);
  const scene = query.get('scene') ?? firstScene;
  if (hash.startsWith('#s=')) return { key: `link:${hash}`, scene, link: hash };
  const file = query.get('file');
  if (file === null) return placeOf(scene);
  return { key: `file:${file}`, scene: firstScene, file };
}

const placeOf = (scene: string): Place => ({ key: `scene:${scene}`, scene });

/** The same address with another scene or file, and without what belonged to the one before. */
function addressOf(name: string, kind: 'scene' | 'file'): string {
  const search = new URLSearchParams(location.search);
  search.delete('scene');
  search.delete('file');
  search.set(kind, name);
  return `?${search}`;
}

/** What the page does for the navigation. */
export interface NavigationEvents {
  failed(title: string, error: unknown): void;
  /** Removes the messages about what was open before. */
  clear(): void;
  said(text: string): void;
  /** Settings were changed from elsewhere. */
  refresh(): void;
  /** A link carries code, which runs when the reader says so. */
  offered(code: string): Promise<void>;
  /** Reads a scene from a file; undefined if the reader does not want it. */
  read(file: File): Promise<SceneDefinition | undefined>;
}

export class Navigation {
  readonly #playground: Playground;
  readonly #events: NavigationEvents;
  #place: Place = placeOf(firstScene);
  #offers = false;
  #turn = 0;

  constructor(playground: Playground, events: NavigationEvents) {
    this.#playground = playground;
    this.#events = events;
  }

  /** Under which edited code of what is open is kept. */
  get key(): string {
    return this.#place.key;
  }

  /** Whether edited code runs as soon as its scene is open: not if a link brings code of others. */
  get restores(): boolean {
    return !this.#offers && document.body.dataset.embed === undefined;
  }

  /** Opens what the address asks for when the page is loaded, or else a scene; then follows the address. */
  async start(showTab: (name: string) => void): Promise<void> {
    const carried = takeCarried();
    const place = placeIn(location);
    const matching = carried?.key === place.key ? carried : undefined;
    const opened =
      (await this.#open(place, matching?.values)) ||
      ((place.link ?? place.file) !== undefined && (await this.#open(placeOf(place.scene)))) ||
      (place.scene !== firstScene && (await this.#open(placeOf(firstScene))));
    if (opened && matching) this.#restore(matching, showTab);
    // A change of the fragment alone does not load the page.
    for (const event of ['popstate', 'hashchange'])
      addEventListener(event, () => void this.#follow());
  }

  /** Opens a scene of the gallery and puts it into the address. */
  async goTo(scene: string): Promise<void> {
    this.#events.clear();
    if (await this.openScene(scene)) history.pushState(null, '', addressOf(scene, 'scene'));
  }

  /** Opens a scene of the gallery; the address stays. */
  openScene(scene: string): Promise<boolean> {
    return this.#open(placeOf(scene));
  }

  /** Opens a file of the reader and puts its name into the address. */
  async openFile(file: File): Promise<void> {
    const { name } = file;
    const place = { key: `file:${name}`, scene: firstScene, file: name };
    if (!(await this.#open(place, {}, file))) return;
    const address = addressOf(name, 'file');
    if (location.search !== address) history.pushState(null, '', address);
    this.#events.said(t('file.opened', { name }));
    await keepFile(file).catch(() => {});
  }

  /** Keeps what the reader changed for the same page in another language. */
  carryOver(): void {
    const { changedValues, changedSettings, stage, paused } = this.#playground;
    carry({
      key: this.key,
      values: changedValues,
      settings: changedSettings,
      view: stage.view,
      paused,
      tab: document.body.dataset.tab ?? 'scene',
    });
  }

  #restore({ settings, view, paused, tab }: Carried, showTab: (name: string) => void): void {
    for (const [name, value] of Object.entries(settings)) {
      try {
        this.#playground.changeSetting(name, value);
      } catch {} // An older page may have kept what this one does not take.
    }
    this.#events.refresh();
    this.#playground.stage.frame(view);
    if (paused) this.#playground.setPaused(true);
    showTab(tab);
  }

  async #follow(): Promise<void> {
    const place = placeIn(location);
    if (place.key === this.key) return;
    this.#events.clear();
    await this.#open(place);
  }

  /** @returns whether something of it is on the stage. */
  async #open(place: Place, values: Values = {}, file?: File): Promise<boolean> {
    const before = { place: this.#place, offers: this.#offers };
    const turn = ++this.#turn;
    let opened = false;
    try {
      if (place.link !== undefined) opened = await this.#openLink(place, place.link, values, turn);
      else if (place.file !== undefined)
        opened = await this.#openKept(place, place.file, values, turn, file);
      else {
        this.#enter(place);
        opened = await this.#playground.openNamed(place.scene, values);
      }
    } finally {
      if (!opened && turn === this.#turn) {
        this.#place = before.place;
        this.#offers = before.offers;
      }
    }
    return opened;
  }

  #enter(place: Place, offers = false): void {
    this.#place = place;
    this.#offers = offers;
  }

  async #openKept(
    place: Place,
    name: string,
    values: Values,
    turn: number,
    given?: File,
  ): Promise<boolean> {
    try {
      const file = given ?? (await keptFile(name));
      if (!file) throw new Error(t('file.gone'));
      const scene = await this.#events.read(file);
      if (!scene || turn !== this.#turn) return false;
      // What other messages say is over once a file could be read.
      this.#events.clear();
      this.#enter(place);
      if (!(await this.#playground.open(scene, name, values))) return false;
      this.#askIfHeavy();
      return true;
    } catch (error) {
      if (turn === this.#turn) this.#events.failed(t('file.refused', { name }), error);
      return false;
    }
  }

  /** Opens what a link carries, but runs no code of it. */
  async #openLink(place: Place, link: string, more: Values, turn: number): Promise<boolean> {
    const playground = this.#playground;
    let opened = false;
    try {
      const shared = await unpack(link);
      if (!shared || turn !== this.#turn) return false;
      const { scene, values, settings, view, code, file } = shared;
      if (file && !(await isWanted(file))) return false;
      if (turn !== this.#turn) return false;
      this.#enter(place, code !== undefined);
      playground.forgetSettings();
      opened = file
        ? await playground.open(sceneOfFile(scene, file, view ?? defaultView), scene)
        : // Code may be of a scene that only its writer has.
          await playground.openNamed(code === undefined || scenes.has(scene) ? scene : firstScene, {
            ...values,
            ...more,
          });
      if (!opened) return false;
      for (const [name, value] of Object.entries(settings ?? {})) {
        const offered = playground.offeredSetting(name, value);
        if (offered === undefined) throw new SiteError('link-damaged');
        playground.changeSetting(name, offered);
      }
      if (file) this.#holdToSliders();
      this.#events.refresh();
      this.#askIfHeavy();
      if (view) playground.stage.frame(view);
      if (code !== undefined) await this.#events.offered(code);
      return true;
    } catch (error) {
      if (turn === this.#turn) this.#events.failed(t('share.unreadable'), error);
      return opened;
    }
  }

  /** Asks before a scene from elsewhere runs where a step of it may take long. It stands still meanwhile. */
  #askIfHeavy(): void {
    const playground = this.#playground;
    const { world } = playground;
    const seconds = workOf(world);
    if (seconds <= workBudget) return;
    playground.setPaused(true);
    const shown = seconds < 10 ? seconds.toFixed(1) : seconds.toFixed(0);
    void ask('ask.heavy', { seconds: shown }).then((runs) => {
      // Meanwhile a link may have brought another.
      if (runs && world === playground.world) playground.setPaused(false);
    });
  }

  /** Brings what costs time within what the sliders offer. */
  #holdToSliders(): void {
    for (const name of ['substeps', 'iterations', 'particleIterations'] as const) {
      const value = this.#playground.world[name];
      const offered = this.#playground.offeredSetting(name, value);
      if (offered !== value) this.#playground.changeSetting(name, offered);
    }
  }
}

/** Asks before a scene file is built that may take long. */
export async function isWanted(file: unknown): Promise<boolean> {
  const size = sizeOf(file);
  return size <= sizeBudget || ask('ask.large', { count: Math.round(size / 1000) });
}
