// The one error class of the package, and the sentences that are made of its data.
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
 * - `memory`: the memory of the module, or the call stack, is used up; a call that names a field changed nothing
 * - `trap`: an internal error, a fault of Holonom to be reported; `cause` is the `WebAssembly.RuntimeError`. Call `loadHolonom()`
 *   again: it loads another module
 * - `broken`: a world in which a call did not come to its end; only `dispose()` works
 * - `busy`: a call that may not be made inside another
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

/** What a refused call broke, as in `number-from-to`: the name of a text of {@link errorTexts}. */
export type HolonomErrorRule = keyof typeof rules;

/** A number, text or list in a message. */
export type HolonomErrorParameter = number | string | readonly string[];

/** What an error is made of. */
export interface HolonomErrorDetails {
  /** Why the call was refused. */
  readonly code: HolonomErrorCode;
  /** The field, as in `shape.box.halfExtents[1]`. */
  readonly path?: string;
  /** The value that was given. */
  readonly value?: unknown;
  /** What the call broke. */
  readonly rule: HolonomErrorRule;
  /** The numbers and names in its text, as in `{ low: 0, high: 1 }`. */
  readonly parameters?: Readonly<Record<string, HolonomErrorParameter>>;
  /** What was thrown first. */
  readonly cause?: unknown;
}

/** A short picture of a value: one of the texts `pictures` of {@link errorTexts}, or `literal` with `text`. */
export interface HolonomErrorPicture {
  /** Its name. */
  readonly kind: keyof typeof pictures | 'literal';
  /** What stands in it. */
  readonly parameters: Readonly<Record<string, number | string>>;
}

/** An error as plain data, which can be stored, sent to another thread and put into words in any language. */
export interface HolonomErrorData {
  /** Why the call was refused. */
  readonly code: HolonomErrorCode;
  /** The field, as in `shape.box.halfExtents[1]`; empty for the whole. */
  readonly path: string;
  /** What was given. */
  readonly value: HolonomErrorPicture;
  /** What the call broke. */
  readonly rule: HolonomErrorRule;
  /** The numbers and names in its text. */
  readonly parameters: Readonly<Record<string, HolonomErrorParameter>>;
}

/** The words of one language. `{name}` stands for a parameter, `{path}`, `{value}` and `{allowed}` for the rest. */
export interface ErrorTexts {
  /** What would be accepted, of each rule. */
  readonly rules: Readonly<Record<HolonomErrorRule, string>>;
  /** Whole messages of rules that the forms do not suit. */
  readonly sentences: Readonly<Record<keyof typeof sentences, string>>;
  /** Messages of the other rules: for a wrong type, the same of the whole, and for a wrong value. */
  readonly forms: Readonly<Record<keyof typeof forms, string>>;
  /** What was given, where it is no text or number. */
  readonly pictures: Readonly<Record<keyof typeof pictures, string>>;
}

/** The English of all messages: what to translate for another language. */
export const errorTexts: ErrorTexts = { rules, sentences, forms, pictures };

/**
 * A refused call. The call changed nothing, and the world goes on.
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
  /** The field, as in `shape.box.halfExtents[1]`; empty for the whole. */
  readonly path: string;
  /** The value that was given. */
  readonly value: unknown;
  /** What the call broke, as in `number-at-least`. */
  readonly rule: HolonomErrorRule;
  /** The numbers and names of the rule, as in `{ low: 0 }`. */
  readonly parameters: Readonly<Record<string, HolonomErrorParameter>>;
  /** What would be accepted, in English. */
  readonly allowed: string;

  constructor(details: HolonomErrorDetails) {
    const { code, path = '', value, rule, parameters = {}, cause } = details;
    const data = { code, path, value: pictureOf(value), rule, parameters };
    super(worded(data, errorTexts), cause === undefined ? undefined : { cause });
    this.code = code;
    this.path = path;
    this.value = value;
    this.rule = rule;
    this.parameters = parameters;
    this.allowed = filled(rules[rule], parameters);
  }

  /** The error as plain data. */
  toJSON(): HolonomErrorData {
    const { code, path, rule, parameters } = this;
    return { code, path, value: pictureOf(this.value), rule, parameters };
  }
}

/**
 * The message of an error in the words of a language; English without any.
 * @example
 * const german = { ...errorTexts, forms: { ...errorTexts.forms, got: '{path}: {value} statt {allowed}' } };
 * try {
 *   crate.friction = -1;
 * } catch (error) {
 *   if (error instanceof HolonomError) console.log(errorMessage(error.toJSON(), german));
 * }
 */
export function errorMessage(data: HolonomErrorData, texts: ErrorTexts = errorTexts): string {
  if (!reading('data', data, () => isData(data))) throw typeError('data', data, 'error-data');
  return reading('texts', texts, () => {
    const parts = ['rules', 'sentences', 'forms', 'pictures'] as const;
    if (!isRecord(texts) || !parts.every((part) => isRecord(texts[part])))
      throw typeError('texts', texts, 'error-texts');
    return worded(data, texts);
  });
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isData = ({ code, path, rule, parameters, value }: HolonomErrorData): boolean =>
  [code, path].every((text) => typeof text === 'string') &&
  Object.hasOwn(rules, rule) &&
  isRecord(parameters) &&
  isRecord(value.parameters) &&
  (value.kind === 'literal' || Object.hasOwn(pictures, value.kind));

function worded(data: HolonomErrorData, texts: ErrorTexts): string {
  const { code, rule, parameters } = data;
  const { kind, parameters: inside } = data.value;
  const value = kind === 'literal' ? String(inside.text) : filled(texts.pictures[kind], inside);
  const { owner } = parameters;
  const named = owner ? `${data.path} ('${owner}')` : data.path;
  const usual = code === 'type' || owner !== undefined ? (named ? 'wrong' : 'whole') : 'got';
  const form =
    rule in texts.sentences ? texts.sentences[rule as keyof typeof sentences] : texts.forms[usual];
  const allowed = filled(texts.rules[rule], parameters);
  return filled(form, { ...parameters, path: named || 'value', value, allowed });
}

/** A text with its parameters. Of a list within quotation marks each item has its own. */
function filled(text: string, parameters: Readonly<Record<string, HolonomErrorParameter>>): string {
  return text.replace(/('?)\{(\w+)\}/g, (all, quote: string, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (value === undefined) return all;
    if (typeof value === 'number') return quote + decimal(value);
    return quote + (typeof value === 'string' ? value : value.join(quote ? "' '" : ', '));
  });
}

/** A short decimal: whole numbers exactly, others to seven digits. */
function decimal(value: number): string {
  const short = Number(value.toPrecision(7));
  if (Number.isSafeInteger(value) && short !== value) return String(value);
  const size = Math.abs(short);
  if (size === 0 || (size >= 1e-5 && size < 1e7) || !Number.isFinite(short)) return String(short);
  return short.toExponential().replace('+', '');
}

/** A short picture of a value for messages. */
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
type Said<Rule extends HolonomErrorRule> = Rule extends keyof typeof sentences
  ? (typeof rules)[Rule] | (typeof sentences)[Rule]
  : (typeof rules)[Rule];
type Names<Rule extends HolonomErrorRule> = Exclude<
  NamesIn<Said<Rule>>,
  'path' | 'value' | 'allowed'
>;

/** A rule, with its parameters where its texts have some. @internal */
export type Reason = {
  [Rule in HolonomErrorRule]: [Names<Rule>] extends [never]
    ? Rule
    : readonly [rule: Rule, parameters: Readonly<Record<Names<Rule>, HolonomErrorParameter>>];
}[HolonomErrorRule];

/** The rule and parameters of a reason. @internal */
export function reasoned(reason: Reason): Pick<HolonomErrorDetails, 'rule' | 'parameters'> {
  return typeof reason === 'string'
    ? { rule: reason }
    : { rule: reason[0], parameters: reason[1] as Record<string, HolonomErrorParameter> };
}

/** The error for a call. @internal */
export function refusal(
  code: HolonomErrorCode,
  path: string,
  value: unknown,
  reason: Reason,
  cause?: unknown,
): HolonomError {
  return new HolonomError({ code, path, value, ...reasoned(reason), cause });
}

/** What reading a value gives; what its getters and traps throw becomes the cause of a refusal. @internal */
export function reading<Result>(path: string, value: unknown, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw unreadable(path, value, cause);
  }
}

/** The error for a value of which a getter or a trap has thrown; a refusal stays what it is. */
export function unreadable(path: string, value: unknown, cause: unknown): HolonomError {
  if (cause instanceof HolonomError) return cause;
  return refusal('type', path, value, ['readable', { reason: wordsOf(cause) }], cause);
}

/** What something thrown says of itself. */
function wordsOf(cause: unknown): string {
  try {
    return String(cause).slice(0, 200);
  } catch {
    return '…';
  }
}

/** The error for a value of the wrong type. */
export const typeError = (path: string, value: unknown, reason: Reason): HolonomError =>
  refusal('type', path, value, reason);
