// The code of a demo in the page's editor. What the reader writes runs in the playground's sandbox.
import { CodeError, CodeTimeout } from '../../playground/code/code-error.js';
import { CodeScene } from '../../playground/code/code-scene.js';
import { type Editor, makeEditor } from '../../playground/code/editor.js';
import { LanguageService } from '../../playground/code/language-service.js';
import { element } from '../../site/elements.js';
import { type Demo, messageOf } from './demo.js';
import { say } from './words.js';

/** How long a person has to stop typing. Unit: ms. */
const pause = 400;

export class Snippet {
  readonly #demo: Demo;
  readonly #language = new LanguageService();
  readonly #editor: Editor;
  readonly #status: HTMLElement;
  readonly #restore: HTMLButtonElement;
  #running: CodeScene | undefined;
  #timer = 0;
  #turn = 0;

  constructor(place: HTMLElement, demo: Demo) {
    this.#demo = demo;
    this.#status = place.querySelector('.snippet-status') as HTMLElement;
    const { helpers, types } = demo.data;
    void this.#language.ask('expect', { helpers, types });
    const room = element('div', { class: 'snippet-editor' });
    place.querySelector('.snippet-room')?.replaceChildren(room);
    this.#editor = makeEditor(room, say('editor'), this.#language, () => this.#edited());
    this.#editor.load(this.#original);
    this.#restore = element('button', { class: 'button', type: 'button' }, say('restore'));
    this.#restore.disabled = true;
    this.#restore.addEventListener('click', () => void this.#goBack());
    place.querySelector('.snippet-edit')?.replaceWith(this.#restore);
    this.#say(say('ready'));
    this.#editor.focus();
  }

  get #original(): string {
    return this.#demo.data.source.trimEnd();
  }

  get text(): string {
    return this.#editor.text;
  }

  #edited(): void {
    clearTimeout(this.#timer);
    this.#restore.disabled = this.text === this.#original;
    this.#timer = window.setTimeout(() => void this.#run(), pause);
  }

  async #goBack(): Promise<void> {
    clearTimeout(this.#timer);
    this.#turn++;
    this.#editor.replace(this.#original);
    this.#restore.disabled = true;
    await this.#demo.showOriginal();
    this.#keep(undefined);
    this.#say(say('ready'));
  }

  async #run(): Promise<void> {
    const turn = ++this.#turn;
    const isLate = (): boolean => turn !== this.#turn;
    let made: CodeScene | undefined;
    try {
      const compiled = await this.#language.ask('compile', this.#editor.text);
      if (isLate()) return;
      if ('mistakes' in compiled) {
        const [first] = compiled.mistakes;
        this.#fail(
          this.#editor.text.slice(0, first?.from ?? 0).split('\n').length,
          first?.text ?? '',
        );
        return;
      }
      made = await CodeScene.start(compiled.code, (error) => {
        if (!isLate()) void this.#report(error);
      });
      if (!isLate()) await this.#demo.show(made);
      if (isLate()) {
        made.dispose();
        return;
      }
      this.#keep(made);
      this.#demo.setRunning(true);
      this.#say(say('runs'));
    } catch (error) {
      made?.dispose();
      if (!isLate()) await this.#report(error);
    }
  }

  #keep(running: CodeScene | undefined): void {
    this.#running?.dispose();
    this.#running = running;
  }

  /** Says what went wrong by the line that the reader wrote. */
  async #report(error: unknown): Promise<void> {
    if (error instanceof CodeTimeout) {
      this.#fail(undefined, say('stopped', { seconds: error.seconds }));
      // Its sandbox is gone, so the picture goes back to code that runs.
      await this.#demo.showOriginal();
      return;
    }
    const places = error instanceof CodeError ? error.places : [];
    this.#fail(await this.#language.ask('lineOf', places), messageOf(error));
  }

  #fail(line: number | undefined, text: string): void {
    this.#say(line === undefined ? text : say('line', { line, text }), true);
    if (line !== undefined) this.#editor.mark(line, text);
  }

  #say(text: string, wrong = false): void {
    this.#status.textContent = text;
    this.#status.classList.toggle('wrong', wrong);
  }
}
