// The error class of the package, and messages made from its data.
import type { HolonomErrorRule } from './error-texts.js';
import { forms, pictures, rules, sentences } from './rules.js';

/**
 * Why a call was refused.
 * - `type`: a value of the wrong type
 * - `range`: a number outside its range
 * - `finite`: NaN or infinite
 * - `unknown-field`: no such field
 * - `missing`: a required field is absent
 * - `stale`: an object that was removed, or that belongs to another world
 * - `geometry`: an unusable mesh or shape
 * - `version`: a scene file of another version
 * - `fixed`: a field that can't change after creation
 * - `capacity`: too many objects
 * - `memory`: the memory of the module, or the call stack, is exhausted; a call that names a field changed nothing
 * - `trap`: an internal error of Holonom: please report it; `cause` is the `WebAssembly.RuntimeError`. Call
 *   `loadHolonom()` again to load another module
 * - `broken`: a world in which a call was aborted; only `dispose()` works
 * - `busy`: a call that is not allowed inside another
 * - `disposed`: a world after `dispose()`
 * - `json`: text that is not JSON
 * - `load`: the WebAssembly module can't be loaded
 */
export type HolonomErrorCode =
  | 'type'
  | 'range'
  | 'finite'
  | 'unknown-field'
  | 'missing'
  | 'stale'
  | 'geometry'
  | 'version'
  | 'fixed'
  | 'capacity'
  | 'memory'
  | 'trap'
  | 'broken'
  | 'busy'
  | 'disposed'
  | 'json'
  | 'load';

/** Parameter of a message: a number, text or list. */
export type HolonomErrorParameter = number | string | readonly string[];

/** Arguments of a {@link HolonomError}. */
export interface HolonomErrorDetails {
  /** Why the call was refused. */
  readonly code: HolonomErrorCode;
  /** Path of the field, as in `shape.box.halfExtents[1]`. */
  readonly path?: string;
  /** Value that was passed. */
  readonly value?: unknown;
  /** Rule that the call violated. */
  readonly rule: HolonomErrorRule;
  /** Parameters of the rule, as in `{ low: 0, high: 1 }`. */
  readonly parameters?: Readonly<Record<string, HolonomErrorParameter>>;
  /** Original error. */
  readonly cause?: unknown;
  /** Texts of the entry point that refused the call, if not `holonom` itself. @internal */
  readonly texts?: AddedTexts;
}

/** Texts that an entry point adds to those of `holonom`. @internal */
export interface AddedTexts {
  /** Accepted values, by rule. */
  readonly rules: Texts;
  /** Complete messages, for rules that need one. */
  readonly sentences: Texts;
}

type Texts = Readonly<Record<string, string>>;

/** Short form of a value in a message: one of the `pictures` of {@link errorTexts}, or `literal` with `text`. */
export interface HolonomErrorPicture {
  /** Name of the picture. */
  readonly kind: keyof typeof pictures | 'literal';
  /** Parameters of its text. */
  readonly parameters: Readonly<Record<string, number | string>>;
}

/** An error as plain data: it can be stored, sent to another thread and formatted in any language. */
export interface HolonomErrorData {
  /** Why the call was refused. */
  readonly code: HolonomErrorCode;
  /** Path of the field, as in `shape.box.halfExtents[1]`. Empty for the whole argument. */
  readonly path: string;
  /** Value that was passed. */
  readonly value: HolonomErrorPicture;
  /** Rule that the call violated. */
  readonly rule: HolonomErrorRule;
  /** Parameters of the rule. */
  readonly parameters: Readonly<Record<string, HolonomErrorParameter>>;
}

/** What a message is made of: the texts of its rule, and forms. */
interface Wording extends AddedTexts {
  readonly forms: Readonly<Record<keyof typeof forms, string>>;
  readonly pictures: Readonly<Record<keyof typeof pictures, string>>;
}

/** The texts of `holonom`, with those that an entry point adds. */
const english = (added?: AddedTexts): Wording => ({
  rules: { ...rules, ...added?.rules },
  sentences: { ...sentences, ...added?.sentences },
  forms,
  pictures,
});

/**
 * Error of a refused call. The call changed nothing, and the world can still be used.
 * @example
 * try {
 *   crate.friction = -1;
 * } catch (error) {
 *   if (error instanceof HolonomError) console.log(error.code, error.path, error.rule, error.parameters, error.allowed);
 * }
 */
export class HolonomError extends Error {
  /** Always `HolonomError`. */
  override readonly name = 'HolonomError';
  /** Why the call was refused. */
  readonly code: HolonomErrorCode;
  /** Path of the field, as in `shape.box.halfExtents[1]`. Empty for the whole argument. */
  readonly path: string;
  /** Value that was passed. */
  readonly value: unknown;
  /** Rule that the call violated, as in `number-at-least`. */
  readonly rule: HolonomErrorRule;
  /** Parameters of the rule, as in `{ low: 0 }`. */
  readonly parameters: Readonly<Record<string, HolonomErrorParameter>>;
  /** Accepted values, in English. */
  readonly allowed: string;

  constructor(details: HolonomErrorDetails) {
    const { code, path = '', value, rule, parameters = {}, cause } = details;
    const data = { code, path, value: pictureOf(value), rule, parameters };
    const texts = english(details.texts);
    super(worded(data, texts), cause === undefined ? undefined : { cause });
    this.code = code;
    this.path = path;
    this.value = value;
    this.rule = rule;
    this.parameters = parameters;
    this.allowed = allowedBy(data, texts);
  }

  /** Returns the error as plain data. */
  toJSON(): HolonomErrorData {
    const { code, path, rule, parameters } = this;
    return { code, path, value: pictureOf(this.value), rule, parameters };
  }
}

/** Accepted values. A rule without a text is called by its name. */
const allowedBy = ({ rule, parameters }: HolonomErrorData, { rules }: Wording): string =>
  filled(rules[rule] ?? rule, parameters);

/** Formats a message. @internal */
export function worded(data: HolonomErrorData, texts: Wording): string {
  const { code, rule, parameters } = data;
  const { kind, parameters: inside } = data.value;
  const value = kind === 'literal' ? String(inside.text) : filled(texts.pictures[kind], inside);
  const { owner } = parameters;
  const named = owner ? `${data.path} ('${owner}')` : data.path;
  const usual = code === 'type' || owner !== undefined ? (named ? 'wrong' : 'whole') : 'got';
  const form = texts.sentences[rule] ?? texts.forms[usual];
  const allowed = allowedBy(data, texts);
  return filled(form, { ...parameters, path: named || 'value', value, allowed });
}

/** Fills the parameters into a text. A list within quotation marks gives each item its own. */
function filled(text: string, parameters: Readonly<Record<string, HolonomErrorParameter>>): string {
  return text.replace(/('?)\{(\w+)\}/g, (all, quote: string, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (value === undefined) return all;
    if (typeof value === 'number') return quote + decimal(value);
    return quote + (typeof value === 'string' ? value : value.join(quote ? "' '" : ', '));
  });
}

/** Formats a number: integers exactly, others to seven digits. */
function decimal(value: number): string {
  const short = Number(value.toPrecision(7));
  if (Number.isSafeInteger(value) && short !== value) return String(value);
  const size = Math.abs(short);
  if (size === 0 || (size >= 1e-5 && size < 1e7) || !Number.isFinite(short)) return String(short);
  return short.toExponential().replace('+', '');
}

/** Short form of a value for messages. */
function pictureOf(value: unknown): HolonomErrorPicture {
  try {
    return picture(value);
  } catch {
    return { kind: 'unreadable', parameters: {} };
  }
}

function picture(value: unknown): HolonomErrorPicture {
  const literal = (text: string) => ({ kind: 'literal', parameters: { text } }) as const;
  if (value === undefined) return { kind: 'nothing', parameters: {} };
  if (typeof value === 'string')
    return literal(value.length > 40 ? `'${value.slice(0, 37)}…'` : `'${value}'`);
  if (typeof value === 'bigint') return literal(`${value}n`);
  if (typeof value === 'function') {
    const { name } = value;
    return name
      ? { kind: 'named-function', parameters: { name } }
      : { kind: 'function', parameters: {} };
  }
  if (Array.isArray(value)) {
    const short = value.length > 0 && value.length <= 4;
    if (short && value.every((item) => typeof item === 'number'))
      return literal(`[${value.join(', ')}]`);
    return { kind: 'array', parameters: { count: value.length } };
  }
  if (typeof value === 'object' && value !== null) {
    const name = value.constructor?.name;
    return name && name !== 'Object'
      ? { kind: 'instance', parameters: { name: String(name) } }
      : { kind: 'object', parameters: {} };
  }
  return literal(String(value));
}

/** Names of the parameters of a text. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` ? never : Name) | NamesIn<Rest>
  : never;
type Said<Added extends AddedTexts, Rule extends keyof Added['rules']> =
  | Added['rules'][Rule]
  | (Rule extends keyof Added['sentences'] ? Added['sentences'][Rule] : never);
type Names<Added extends AddedTexts, Rule extends keyof Added['rules']> = Exclude<
  NamesIn<Said<Added, Rule>>,
  'path' | 'value' | 'allowed'
>;

/** A rule of an entry point, with the parameters of its text if it has some. @internal */
export type ReasonOf<Added extends AddedTexts> = {
  [Rule in keyof Added['rules'] & string]: [Names<Added, Rule>] extends [never]
    ? Rule
    : readonly [
        rule: Rule,
        parameters: Readonly<Record<Names<Added, Rule>, HolonomErrorParameter>>,
      ];
}[keyof Added['rules'] & string];

/** A rule with its parameters, and the texts of its entry point. @internal */
export type AddedReason = Pick<HolonomErrorDetails, 'rule' | 'parameters' | 'texts'>;

/** Why a call is refused: a rule of `holonom`, or of another entry point with its texts. @internal */
export type Reason = ReasonOf<{ rules: typeof rules; sentences: typeof sentences }> | AddedReason;

type Parameters = NonNullable<HolonomErrorDetails['parameters']>;

/** Splits a reason into rule and parameters. @internal */
export function reasoned(
  reason: string | readonly [rule: string, parameters: Parameters] | AddedReason,
): AddedReason {
  if (typeof reason === 'string') return { rule: reason as HolonomErrorRule };
  if ('rule' in reason) return reason;
  return { rule: reason[0] as HolonomErrorRule, parameters: reason[1] };
}

/** Makes the error of a refused call. @internal */
export function refusal(
  code: HolonomErrorCode,
  path: string,
  value: unknown,
  reason: Reason,
  cause?: unknown,
): HolonomError {
  return new HolonomError({ code, path, value, ...reasoned(reason), cause });
}

/** Reads a value. An error thrown by its getters or proxy traps becomes the cause of a refusal. @internal */
export function reading<Result>(path: string, value: unknown, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw unreadable(path, value, cause);
  }
}

/** Error of a value whose getter or proxy trap has thrown. A `HolonomError` is returned unchanged. */
export function unreadable(path: string, value: unknown, cause: unknown): HolonomError {
  if (cause instanceof HolonomError) return cause;
  return refusal('type', path, value, ['readable', { reason: wordsOf(cause) }], cause);
}

/** Message of a thrown value. */
function wordsOf(cause: unknown): string {
  try {
    return String(cause).slice(0, 200);
  } catch {
    return '…';
  }
}

/** Error of a value of the wrong type. */
export const typeError = (path: string, value: unknown, reason: Reason): HolonomError =>
  refusal('type', path, value, reason);
