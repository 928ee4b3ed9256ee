// What the page and its worker say to each other.
import type { SentError } from '../../language/site-error.js';

/** What to run. */
export interface Request {
  readonly experiment: string;
  readonly setup: string;
  /** Names of the chosen methods, as in the tables. */
  readonly variants: readonly string[];
}

/** A row of an experiment: method, options and what its columns name. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly method: string;
  readonly options: object;
};

/** What the worker tells. */
export type Message =
  | { readonly row: Row }
  /** How many rows beyond the last are as good as done. */
  | { readonly beyond: number }
  | { readonly failed: SentError }
  | { readonly done: true };
