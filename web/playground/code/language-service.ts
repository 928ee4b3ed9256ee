// The page's side of the TypeScript worker.
import { language } from '../../language/language.js';
import type { Answers } from './language-worker.js';

// One file; pages in other languages never fetch it.
const korean = import.meta.glob<string>(
  '../../../node_modules/typescript-js/lib/ko/diagnosticMessages.generated.json',
  { query: '?raw', import: 'default' },
);

type Question = { resolve(answer: never): void; reject(error: Error): void };

/** Asks the worker; it starts with the first. */
export class LanguageService {
  readonly #worker = new Worker(new URL('./language-worker.ts', import.meta.url), {
    type: 'module',
  });
  readonly #open = new Map<number, Question>();
  #asked = 0;
  readonly #speaks = this.#learn();

  constructor() {
    this.#worker.onmessage = ({ data: { id, answer, error } }) => {
      const question = this.#open.get(id);
      this.#open.delete(id);
      if (error === undefined) question?.resolve(answer as never);
      else question?.reject(new Error(error));
    };
  }

  /** Brings the messages of the page's language. Without them the compiler speaks English. */
  async #learn(): Promise<void> {
    if (language !== 'ko') return;
    try {
      for (const table of Object.values(korean)) await this.#put('speakKorean', await table());
    } catch (error) {
      console.warn(error);
    }
  }

  async ask<Name extends keyof Answers>(
    what: Name,
    given: Parameters<Answers[Name]>[0],
  ): Promise<ReturnType<Answers[Name]>> {
    await this.#speaks;
    return this.#put(what, given);
  }

  #put<Name extends keyof Answers>(
    what: Name,
    given: Parameters<Answers[Name]>[0],
  ): Promise<ReturnType<Answers[Name]>> {
    const id = ++this.#asked;
    this.#worker.postMessage({ id, what, given });
    return new Promise((resolve, reject) =>
      this.#open.set(id, { resolve: resolve as Question['resolve'], reject }),
    );
  }
}
