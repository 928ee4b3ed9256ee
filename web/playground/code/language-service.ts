// The page's side of the TypeScript worker.
import type { Answers } from './language-worker.js';

type Question = { resolve(answer: never): void; reject(error: Error): void };

/** Asks the worker; it starts with the first. */
export class LanguageService {
  readonly #worker = new Worker(new URL('./language-worker.ts', import.meta.url), {
    type: 'module',
  });
  readonly #open = new Map<number, Question>();
  #asked = 0;

  constructor() {
    this.#worker.onmessage = ({ data: { id, answer, error } }) => {
      const question = this.#open.get(id);
      this.#open.delete(id);
      if (error === undefined) question?.resolve(answer as never);
      else question?.reject(new Error(error));
    };
  }

  ask<Name extends keyof Answers>(
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
