// The tab with the source of the scene: edits run by themselves, and what fails leaves the last good scene running.
import { errorText } from '../../language/error-text.js';
import { sentence, t } from '../../language/language.js';
import { scenes } from '../../scenes/index.js';
import { element } from '../../site/elements.js';
import type { Playground } from '../app.js';
import { keepCode, keptCode } from '../session.js';
import { CodeError, CodeTimeout } from './code-error.js';
import { CodeScene } from './code-scene.js';
import { type Editor, makeEditor } from './editor.js';
import { LanguageService } from './language-service.js';

const sources = import.meta.glob<string>(
  ['../../scenes/*.ts', '!../../scenes/scene.ts', '!../../scenes/index.ts'],
  { query: '?raw', import: 'default' },
);

/** How long a person has to stop typing. Unit: ms. */
const pause = 350;

/** The source of a scene of the site, or undefined for scenes of the reader. */
export async function sourceOf(name: string): Promise<string | undefined> {
  return sources[`../../scenes/${name}.ts`]?.();
}

/** Where edited code of what is open is kept, and whether it runs at once. */
export interface CodePlace {
  readonly key: string;
  readonly restores: boolean;
}

export class CodePanel {
  readonly #playground: Playground;
  readonly #place: CodePlace;
  readonly #language = new LanguageService();
  readonly #editor: Editor;
  readonly #status = element('p', { class: 'code-status', role: 'status' });
  readonly #notice = element('div', { class: 'code-notice' });
  readonly #restore = element('button', { class: 'button', type: 'button' }, t('code.restore'));
  #name = '';
  #key = '';
  #original = '';
  #running: CodeScene | undefined;
  #timer = 0;
  #turn = 0;

  constructor(place: HTMLElement, playground: Playground, codePlace: CodePlace) {
    this.#playground = playground;
    this.#place = codePlace;
    const run = element('button', { class: 'button primary', type: 'button' }, t('code.run'));
    run.addEventListener('click', () => void this.run());
    this.#restore.addEventListener('click', () => {
      keepCode(this.#key, undefined);
      void playground.openNamed(this.#name);
    });
    const room = element('div', { class: 'code-editor' });
    const bar = element('div', { class: 'code-bar' }, this.#status, this.#restore, run);
    this.#notice.hidden = true;
    place.replaceChildren(this.#notice, room, bar);
    this.#editor = makeEditor(room, t('code.editor'), this.#language, () => this.#edited());
  }

  /** The code, if it is not what the scene came with. */
  get changedCode(): string | undefined {
    const { text } = this.#editor;
    return text === this.#original ? undefined : text;
  }

  /** Shows the source of the scene on the stage, if that is another than before; what was edited of it runs again. */
  async showScene(): Promise<void> {
    const { sceneName, scene } = this.#playground;
    if (scene === this.#running?.scene) return;
    const { key, restores } = this.#place;
    this.#end();
    const source = await sourceOf(sceneName);
    if (scene !== this.#playground.scene) return;
    const original = source ?? `// ${t('code.only-here')}\n`;
    // Code from a link that never ran does not come back by an undo: edits run by themselves.
    const isRestored = key === this.#key && this.#notice.hidden;
    const kept = restores ? keptCode(key) : undefined;
    const text = kept ?? original;
    this.#name = sceneName;
    this.#key = key;
    this.#original = original;
    if (!isRestored) this.#editor.load(original);
    if (this.#editor.text !== text) this.#editor.replace(text);
    this.#offerOriginal();
    this.#notice.hidden = true;
    this.#say(t('code.ready'));
    if (kept !== undefined) void this.run();
  }

  /** Shows code that came with a link. It runs when the reader says so. */
  offer(code: string): void {
    this.#editor.load(keptCode(this.#key) ?? code);
    const run = element('button', { class: 'button primary', type: 'button' }, t('code.run'));
    run.addEventListener('click', () => {
      this.#notice.hidden = true;
      this.#editor.focus();
      void this.run();
    });
    this.#notice.replaceChildren(
      element('h2', {}, t('code.foreign.title')),
      element('p', {}, t('code.foreign')),
      run,
    );
    this.#notice.hidden = false;
    this.#offerOriginal();
    this.#say('');
  }

  /** Runs what is in the editor. */
  async run(): Promise<void> {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    this.#notice.hidden = true;
    keepCode(this.#key, this.changedCode);
    const start = performance.now();
    this.#say(t('code.running'));
    let candidate: CodeScene | undefined;
    try {
      const compiled = await this.#language.ask('compile', this.#editor.text);
      if (turn !== this.#turn) return;
      if ('mistakes' in compiled) {
        const [first] = compiled.mistakes;
        this.#fail(lineAt(this.#editor.text, first?.from ?? 0), first?.text ?? '');
        return;
      }
      candidate = await CodeScene.start(compiled.code, (error) => void this.#report(error));
      await this.#show(candidate, turn, start);
    } catch (error) {
      candidate?.dispose();
      if (turn === this.#turn) await this.#report(error as Error);
    }
  }

  async #show(candidate: CodeScene, turn: number, start: number): Promise<void> {
    const before = this.#running;
    this.#running = candidate;
    const { values, paused } = this.#playground;
    const opened =
      turn === this.#turn &&
      (await this.#playground.tryOpen(candidate.scene, this.#name || 'code', values));
    if (opened !== true) {
      this.#running = before;
      throw opened || new CodeError('code-ended');
    }
    before?.dispose();
    if (paused) this.#playground.setPaused(true);
    this.#say(t('code.ran', { time: Math.round(performance.now() - start) }));
  }

  #edited(): void {
    clearTimeout(this.#timer);
    this.#offerOriginal();
    // Code of others is not run by a slip of the keyboard.
    if (!this.#notice.hidden) return;
    keepCode(this.#key, this.changedCode);
    this.#timer = window.setTimeout(() => void this.run(), pause);
  }

  /** Also where nothing that was written since could run. */
  #offerOriginal(): void {
    this.#restore.disabled = !scenes.has(this.#name) || this.changedCode === undefined;
  }

  /** Says what went wrong, by the line that the reader wrote. */
  async #report(error: Error): Promise<void> {
    if (error instanceof CodeTimeout) {
      this.#fail(undefined, t('code.stopped', { seconds: error.seconds }));
      return;
    }
    const places = error instanceof CodeError ? error.places : [];
    this.#fail(await this.#language.ask('lineOf', places), errorText(error));
  }

  #fail(line: number | undefined, text: string): void {
    const words = line === undefined ? text : t('code.error', { line, text });
    const next = t(this.#running?.ended ? 'code.ended' : 'code.kept');
    this.#say(`${sentence(words)} ${next}`, true);
    if (line !== undefined) this.#editor.mark(line, text);
  }

  #say(text: string, wrong = false): void {
    this.#status.textContent = text;
    this.#status.classList.toggle('wrong', wrong);
  }

  #end(): void {
    this.#turn++;
    clearTimeout(this.#timer);
    this.#running?.dispose();
    this.#running = undefined;
  }
}

const lineAt = (text: string, place: number): number => text.slice(0, place).split('\n').length;
