import { checkedTold, SiteError } from '../../language/site-error.js';

/** A place in the compiled text, counted from 1. */
export type Place = readonly [line: number, column: number];

const isPlace = (said: unknown): said is Place =>
  Array.isArray(said) && said.length === 2 && said.every(Number.isInteger);

/** What went wrong in the code of a reader, and where: the innermost place first, then those that called it. */
export class CodeError extends SiteError {
  places: readonly Place[] = [];

  /** What the sandbox says of an error. */
  static of(said: unknown): CodeError {
    const { message, places, told } = Object(said) as Record<string, unknown>;
    const words = checkedTold(told);
    const error =
      words && 'site' in words
        ? new CodeError(words.site, words.values)
        : new CodeError('code-other', { message: String(message).slice(0, 2000) });
    error.told = words;
    if (Array.isArray(places)) error.places = places.slice(0, 20).filter(isPlace);
    return error;
  }
}

/** The code took too long; its worker is gone. */
export class CodeTimeout extends CodeError {
  readonly seconds: number;
  constructor(seconds: number) {
    super('code-timeout', { seconds });
    this.seconds = seconds;
  }
}
