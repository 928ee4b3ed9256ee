// Notes on what a format can't represent, one sentence each, with the path.
import { Place } from './place.js';

export class Notes {
  readonly #sentences = new Set<string>();

  add(where: Place | string, sentence: string): void {
    this.#sentences.add(`${where instanceof Place ? where.title : where}: ${sentence}`);
  }

  get all(): string[] {
    return [...this.#sentences];
  }
}
