// Parses JSON with the position of an error: engines report it differently, or not at all.
import { type Reason, refusal } from './errors.js';

const token = {
  space: /[ \t\n\r]*/y,
  quote: /"/y,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these in strings.
  characters: /[^"\\\u0000-\u001f]+/y,
  escape: /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y,
  number: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
  word: /true|false|null/y,
};

// Deeper than any scene, but far from a stack overflow.
const kDeepest = 500;

/** Index of the first character that no JSON text could have there; the length if the text ends too early. */
function findMistake(text: string): number {
  let at = 0;
  let depth = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at += match[0].length;
    return match !== null;
  };
  // Piece by piece: the stack of one pattern for a whole string grows with its length.
  const string = (): boolean => {
    const start = at;
    if (!take(token.quote)) return false;
    while (take(token.characters) || take(token.escape));
    if (take(token.quote)) return true;
    at = start; // the mistake is the string's
    return false;
  };
  const expect = (character: string): boolean => {
    take(token.space);
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const list = (close: string, item: () => boolean): boolean => {
    at++;
    if (expect(close)) return true;
    do {
      take(token.space);
      if (!item()) return false;
    } while (expect(','));
    return text[at] === close && ++at > 0;
  };
  const value = (): boolean => {
    take(token.space);
    if (depth > kDeepest) return false;
    depth++;
    const good =
      text[at] === '{'
        ? list('}', () => string() && expect(':') && value())
        : text[at] === '['
          ? list(']', value)
          : text[at] === '"'
            ? string()
            : take(token.number) || take(token.word);
    depth--;
    return good;
  };
  if (value()) take(token.space);
  return at;
}

/** Position of a JSON error and the character there; none if the text ends too early. */
export function jsonMistake(text: string): { at: Record<'line' | 'column', number>; rest: string } {
  const at = findMistake(text);
  const before = text.slice(0, at).split('\n');
  return {
    at: { line: before.length, column: (before.at(-1) ?? '').length + 1 },
    rest: text.slice(at, at + 20),
  };
}

/** `JSON.parse` whose error names line and column. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { at, rest } = jsonMistake(text);
    const character = rest[0];
    const reason: Reason =
      character === undefined ? ['json-end', at] : ['json', { ...at, character }];
    throw refusal('json', `line ${at.line}, column ${at.column}`, rest, reason, cause);
  }
}
