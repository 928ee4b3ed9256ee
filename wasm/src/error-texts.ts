// The texts of all entry points, for translators, and messages in other languages.
import { characterTexts } from './character/texts.js';
import { type AddedTexts, type HolonomErrorData, reading, typeError, worded } from './errors.js';
import { fileTexts } from './gltf/texts.js';
import * as core from './rules.js';
import { viewTexts } from './view-texts.js';

/** For the refusals of `errorMessage`. */
const messageTexts = {
  rules: {
    'error-data': 'the data of an error, as toJSON() of a HolonomError gives it',
    'error-texts': 'texts under the names of errorTexts',
  },
  sentences: {},
} as const satisfies AddedTexts;

const rules = {
  ...core.rules,
  ...messageTexts.rules,
  ...characterTexts.rules,
  ...fileTexts.rules,
  ...viewTexts.rules,
} as const;
const sentences = { ...core.sentences, ...fileTexts.sentences, ...viewTexts.sentences } as const;

/** Rule that a refused call violated, as in `number-from-to`. It is a key of `rules` of {@link errorTexts}. */
export type HolonomErrorRule = keyof typeof rules;

/**
 * Texts of one language. `{name}` stands for a parameter; `{path}`, `{value}` and `{allowed}` for parts of the error.
 */
export interface ErrorTexts {
  /** Accepted values, for each rule. */
  readonly rules: Readonly<Record<HolonomErrorRule, string>>;
  /** Complete messages, for rules that need one. */
  readonly sentences: Readonly<Record<keyof typeof sentences, string>>;
  /**
   * Message forms of the other rules: for a wrong type, for a wrong type of the whole argument, and for a wrong
   * value.
   */
  readonly forms: Readonly<Record<keyof typeof core.forms, string>>;
  /** Short forms of values that are not texts or numbers. */
  readonly pictures: Readonly<Record<keyof typeof core.pictures, string>>;
}

/** English texts of all messages; the source for translations. */
export const errorTexts: ErrorTexts = {
  rules,
  sentences,
  forms: core.forms,
  pictures: core.pictures,
};

/**
 * Formats the message of an error with the texts of a language. Default: English.
 * @example
 * const german = { ...errorTexts, forms: { ...errorTexts.forms, got: '{path}: {value} statt {allowed}' } };
 * try {
 *   crate.friction = -1;
 * } catch (error) {
 *   if (error instanceof HolonomError) console.log(errorMessage(error.toJSON(), german));
 * }
 */
export function errorMessage(data: HolonomErrorData, texts: ErrorTexts = errorTexts): string {
  if (!reading('data', data, () => isData(data)))
    throw typeError('data', data, { rule: 'error-data', texts: messageTexts });
  return reading('texts', texts, () => {
    const parts = ['rules', 'sentences', 'forms', 'pictures'] as const;
    if (!isRecord(texts) || !parts.every((part) => isRecord(texts[part])))
      throw typeError('texts', texts, { rule: 'error-texts', texts: messageTexts });
    return worded(data, texts);
  });
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isData = ({ code, path, rule, parameters, value }: HolonomErrorData): boolean =>
  [code, path].every((text) => typeof text === 'string') &&
  Object.hasOwn(rules, rule) &&
  isRecord(parameters) &&
  isRecord(value.parameters) &&
  (value.kind === 'literal' || Object.hasOwn(core.pictures, value.kind));
