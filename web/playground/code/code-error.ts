/** A place in the compiled text, counted from 1. */
export type Place = readonly [line: number, column: number];

const isPlace = (said: unknown): said is Place =>
  Array.isArray(said) && said.length === 2 && said.every(Number.isInteger);

/** What went wrong in the code of a reader, and where: the innermost place first, then those that called it. */
export class CodeError extends Error {
  readonly places: readonly Place[];
  constructor(message: string, places: unknown = []) {
    super(message);
    this.places = Array.isArray(places) ? places.slice(0, 20).filter(isPlace) : [];
  }

  /** What the sandbox says of an error. */
  static of(said: unknown): CodeError {
    const { message, places } = Object(said) as Record<string, unknown>;
    return new CodeError(String(message).slice(0, 2000), places);
  }
}

/** The code took too long; its worker is gone. */
export class CodeTimeout extends CodeError {
  readonly seconds: number;
  constructor(seconds: number) {
    super(`The code took longer than ${seconds} s and was stopped.`);
    this.seconds = seconds;
  }
}
