// Reads a lesson: its head, its text in pairs of languages, and its named fences. Complains by file and line.
import { container } from '@mdit/plugin-container';
import { katex } from '@mdit/plugin-katex';
import MarkdownIt from 'markdown-it';
import { parse } from 'yaml';
import { languages } from '../../web/tutorials/words.js';
import { Failure } from '../run.mjs';

/** @typedef {import('../../web/tutorials/words.js').Language} Language */
/** @typedef {Record<Language, string>} Both words in both languages */
/**
 * A part of a lesson in its order.
 * @typedef {object} Part
 * @property {'text' | 'equation' | 'demo' | 'code' | 'helpers' | 'numbers' | 'exercise' | 'sources'} kind
 * @property {string} name of a fence; '' otherwise
 * @property {number} line
 * @property {any} data what the YAML of a fence says
 * @property {string} source the text of a fence
 * @property {Record<Language, any[]>} tokens of text
 */
/** @typedef {{ name: string, head: any, parts: Part[] }} Lesson */

/** What is wrong in a lesson, each with its line. */
export class LessonError extends Failure {
  /** @param {string} lesson @param {number} line @param {string} text */
  constructor(lesson, line, text) {
    super(`web/tutorials/lessons/${lesson}.md:${line}: ${text}`);
  }
}

/** Markdown with mathematics, links to the glossary, and a container for each language. */
export function markdown() {
  const md = new MarkdownIt({ html: false, typographer: false });
  for (const name of languages) md.use(container, { name });
  md.use(katex, { throwOnError: true, output: 'htmlAndMathml', strict: 'ignore' });
  md.inline.ruler.before('link', 'glossary', (state, silent) => {
    const found = /^\[\[([\w-]+)(?:\|([^\]]+))?\]\]/.exec(state.src.slice(state.pos));
    if (!found) return false;
    if (!silent) {
      const [, id = '', text = id] = found;
      const open = state.push('link_open', 'a', 1);
      open.attrs = [
        ['class', 'term'],
        ['href', `./glossary.html#${id}`],
      ];
      open.meta = { glossary: id };
      state.push('text', '', 0).content = text;
      state.push('link_close', 'a', -1);
    }
    state.pos += found[0].length;
    return true;
  });
  md.core.ruler.push('lines', ({ tokens }) => {
    for (const { children } of tokens)
      children?.forEach((token, i) => {
        if (token.type !== 'text') return;
        token.content = token.content
          .replace(beforeUnit, '$1\u00a0')
          .replace(children[i - 1]?.type === 'link_close' ? /^(?=[가-힣])/ : particle, '\u2060');
      });
  });
  return md;
}

// No line ends between a number and its unit, nor between a sign and the Korean particle after it.
const beforeUnit = /([\d⁰¹²³⁴⁵⁶⁷⁸⁹]) (?=(?:[kcm]?m|s|kg|N|J|rad|%)(?![A-Za-z]))/g;
const particle = /(?<=[)°%])(?=[가-힣])/g;

const blank = /\{\{([a-zA-Z]\w*(?:\.\w+)*)(?::([.%]\d+))?\}\}/g;

/** A number as words: `.3` three significant digits, `%1` per cent with one digit. @param {unknown} value @param {string | undefined} format */
export function formatted(value, format = '.3') {
  if (typeof value !== 'number') return String(value);
  return `${value < 0 ? '−' : ''}${unsigned(Math.abs(value), format)}`;
}

/** @param {number} value @param {string} format */
function unsigned(value, format) {
  const digits = Number(format.slice(1));
  if (format.startsWith('%')) return `${(100 * value).toFixed(digits)}`;
  if (Number.isInteger(value) && format === '.3' && value < 1e6) return grouped(value);
  if (value === 0 || (value >= 1e-3 && value < 1e6))
    return grouped(Number(value.toPrecision(digits)));
  const [mantissa, power = ''] = value.toExponential(digits - 1).split('e');
  const raised = [...power.replace('+', '')].map(
    (sign) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(sign)],
  );
  const factor = Number(mantissa) === 1 ? '' : `${Number(mantissa)}\u00a0×\u00a0`;
  return `${factor}10${raised.join('')}`;
}

const grouped = (/** @type {number} */ value) =>
  value.toLocaleString('en', { maximumFractionDigits: 20 });

/**
 * Fills the places of numbers in a lesson's text.
 * @param {string} name @param {string} text @param {Record<string, any>} numbers
 */
export function filled(name, text, numbers) {
  let exercise = false;
  return text
    .split('\n')
    .map((line, i) => {
      if (/^```/.test(line)) exercise = /^```exercise/.test(line);
      return line.replace(blank, (all, path, format) => {
        const value = path
          .split('.')
          .reduce((/** @type {any} */ at, /** @type {string} */ key) => at?.[key], numbers);
        if (value === undefined || (typeof value === 'number' && !Number.isFinite(value)))
          throw new LessonError(
            name,
            i + 1,
            `${all}: the numbers of the lesson give ${value} for it`,
          );
        // An answer is checked against the number itself.
        return exercise && format === undefined ? String(value) : formatted(value, format);
      });
    })
    .join('\n');
}

/**
 * @param {string} name of the lesson
 * @param {string} text of its file
 * @returns {Lesson}
 */
export function readLesson(name, text) {
  const fail = (/** @type {number} */ line, /** @type {string} */ words) => {
    throw new LessonError(name, line, words);
  };
  const front = /^---\n([\s\S]*?)\n---\n/.exec(text);
  if (!front) return fail(1, 'begins with --- and its head');
  const head = yaml(front[1] ?? '', 1, fail);
  for (const field of ['title', 'question']) both(head[field], `head: ${field}`, 1, fail);
  if (!Number.isInteger(head.minutes)) fail(1, 'head: minutes is a whole number');
  const body = '\n'.repeat(front[0].split('\n').length - 1) + text.slice(front[0].length);
  const tokens = markdown().parse(body, {});
  /** @type {Part[]} */
  const parts = [];
  /** @type {Part | undefined} */
  let open;
  for (let i = 0; i < tokens.length; i++) {
    const token = /** @type {any} */ (tokens[i]);
    const line = (token.map?.[0] ?? 0) + 1;
    const language = /^container_(en|ko)_open$/.exec(token.type)?.[1];
    if (language) {
      const end = closing(tokens, i);
      const inside = tokens.slice(i + 1, end);
      if (language === 'en') {
        if (open) fail(line, `the block above (line ${open.line}) has no ::: ko after it`);
        open = part('text', '', line, '');
        open.tokens.en = inside;
      } else {
        if (!open) return fail(line, '::: ko without ::: en before it');
        open.tokens.ko = inside;
        parts.push(open);
        open = undefined;
      }
      i = end;
    } else if (token.type === 'fence') {
      if (open) fail(line, `the block above (line ${open.line}) has no ::: ko after it`);
      parts.push(fence(token, line, fail));
    } else fail(line, 'text outside ::: en and ::: ko');
  }
  if (open) fail(open.line, 'this ::: en has no ::: ko after it');
  checkParts(parts, fail);
  return { name, head, parts };
}

/** @returns {Part} */
function part(
  /** @type {Part['kind']} */ kind,
  /** @type {string} */ name,
  /** @type {number} */ line,
  /** @type {string} */ source,
) {
  return { kind, name, line, source, data: undefined, tokens: { en: [], ko: [] } };
}

/** The place of the token that closes the one at i. */
function closing(/** @type {any[]} */ tokens, /** @type {number} */ i) {
  const close = tokens[i].type.replace('open', 'close');
  for (let at = i; at < tokens.length; at++) if (tokens[at].type === close) return at;
  return tokens.length;
}

/** @typedef {(line: number, words: string) => any} Fail */

function fence(/** @type {any} */ token, /** @type {number} */ line, /** @type {Fail} */ fail) {
  const [kind = '', name = '', second = ''] = token.info.trim().split(/\s+/);
  if (kind === 'ts') {
    const helps = second === 'helpers' ? 'helpers' : 'code';
    return part(name === 'numbers' ? 'numbers' : helps, name, line, token.content);
  }
  if (!['equation', 'demo', 'exercise', 'sources'].includes(kind))
    return fail(line, `a fence is one of equation, demo, ts, exercise, sources; not '${kind}'`);
  if (kind !== 'sources' && !/^[a-z][a-zA-Z0-9]*$/.test(name))
    fail(line, `a fence has a name of letters after its kind: ${kind} ${name}`);
  const made = part(/** @type {Part['kind']} */ (kind), name, line, token.content);
  made.data =
    kind === 'sources' ? sources(token.content, line, fail) : yaml(token.content, line, fail);
  return made;
}

/** A list of citations, then `files:`. @param {string} text @param {number} line @param {Fail} fail */
function sources(text, line, fail) {
  const at = /^files:/m.exec(text)?.index ?? text.length;
  const citations = yaml(text.slice(0, at), line, fail) ?? [];
  const files = yaml(text.slice(at), line, fail)?.files ?? [];
  if (![citations, files].every(Array.isArray))
    fail(line, 'sources: a list of citations, then files: and a list');
  return { citations, files };
}

/** @param {string} text @param {number} line @param {Fail} fail */
function yaml(text, line, fail) {
  try {
    return parse(text, { prettyErrors: true });
  } catch (error) {
    const at = /** @type {any} */ (error).linePos?.[0]?.line ?? 0;
    return fail(line + at, /** @type {Error} */ (error).message.split('\n')[0] ?? '');
  }
}

/** @param {any} value @param {string} what @param {number} line @param {Fail} fail */
export function both(value, what, line, fail) {
  for (const language of languages)
    if (typeof value?.[language] !== 'string' || value[language].trim() === '')
      fail(line, `${what} has no words in '${language}'`);
  // In { en: One, two } the comma ends the words.
  for (const [key, one] of Object.entries(value))
    if (one === null) fail(line, `${what}: '${key}' is cut off; words with a comma are quoted`);
}

const known = {
  equation: ['tex', 'symbols'],
  demo: ['title', 'camera', 'controls', 'settings', 'plot', 'seconds', 'repeats'],
  exercise: ['en', 'ko', 'answer', 'choice', 'code', 'hint'],
};

/** @param {Part[]} parts @param {Fail} fail */
function checkParts(parts, fail) {
  const named = (/** @type {string} */ kind, /** @type {string} */ name) =>
    parts.find((one) => one.kind === kind && one.name === name);
  const seen = new Set();
  for (const { kind, name, line, data, source } of parts) {
    if (kind !== 'text' && seen.size === seen.add(`${kind} ${name}`).size)
      fail(line, `there are two: ${kind} ${name}`);
    for (const field of Object.keys(kind === 'sources' ? {} : (data ?? {})))
      if (!known[/** @type {'demo'} */ (kind)].includes(field))
        fail(
          line,
          `${kind} ${name}: unknown '${field}'; there are ${known[/** @type {'demo'} */ (kind)].join(', ')}`,
        );
    if (kind === 'equation') checkEquation(name, data, line, fail);
    if (kind === 'demo') {
      checkDemo(name, data, line, fail);
      if (!named('code', name)) fail(line, `demo ${name} has no code: \`\`\`ts ${name}`);
    }
    if ((kind === 'code' || kind === 'helpers') && !named('demo', name))
      fail(line, `ts ${name}: there is no demo ${name}`);
    if (kind === 'code') checkLength(name, source, line, fail);
    if (kind === 'exercise')
      checkExercise(name, data, line, fail, (demo) => Boolean(named('demo', demo)));
  }
}

/** What a reader is to read and change is short. The rest goes into helpers. */
const lengths = { least: 10, most: 30, columns: 100 };

/** @param {string} name @param {string} source @param {number} line @param {Fail} fail */
function checkLength(name, source, line, fail) {
  const lines = source.trimEnd().split('\n');
  if (lines.length < lengths.least || lines.length > lengths.most)
    fail(line, `ts ${name}: ${lines.length} lines; ${lengths.least} to ${lengths.most} are shown`);
  const wide = lines.findIndex((one) => one.length > lengths.columns);
  if (wide >= 0) fail(line + 1 + wide, `ts ${name}: more than ${lengths.columns} signs in a line`);
}

/** @param {string} name @param {any} data @param {number} line @param {Fail} fail */
function checkEquation(name, data, line, fail) {
  if (!data.tex) fail(line, `equation ${name} has no tex`);
  if (typeof data.tex !== 'string') both(data.tex, `equation ${name}: tex`, line, fail);
  for (const symbol of data.symbols ?? []) {
    both(symbol, `equation ${name}: symbol ${symbol.tex}`, line, fail);
    if (!symbol.tex || symbol.unit === undefined)
      fail(line, `equation ${name}: a symbol has tex and unit ('-' if none)`);
  }
}

/** @param {string} name @param {any} data @param {number} line @param {Fail} fail */
function checkDemo(name, data, line, fail) {
  both(data.title, `demo ${name}: title`, line, fail);
  for (const field of ['position', 'target'])
    if (data.camera?.[field]?.length !== 3)
      fail(line, `demo ${name}: camera.${field} is three numbers`);
  for (const [key, control] of Object.entries(data.controls ?? {})) {
    both(/** @type {any} */ (control).label, `demo ${name}: controls.${key}.label`, line, fail);
    for (const text of Object.values(/** @type {any} */ (control).options ?? {}))
      both(text, `demo ${name}: controls.${key}.options`, line, fail);
  }
  if (!data.plot) return;
  both(data.plot.y, `demo ${name}: plot.y`, line, fail);
  for (const series of data.plot.series ?? [])
    both(series, `demo ${name}: plot series ${series.name}`, line, fail);
}

/** @param {string} name @param {any} data @param {number} line @param {Fail} fail @param {(demo: string) => boolean} hasDemo */
function checkExercise(name, data, line, fail, hasDemo) {
  const what = `exercise ${name}`;
  both(data, what, line, fail);
  if (data.hint) both(data.hint, `${what}: hint`, line, fail);
  if ([data.answer, data.choice, data.code].filter(Boolean).length !== 1)
    fail(line, `${what}: one of answer, choice and code`);
  if (data.answer && !(data.answer.within >= 0))
    fail(line, `${what}: answer has value, within and unit`);
  for (const option of data.choice ?? []) {
    both(option, `${what}: a choice`, line, fail);
    both(option.why, `${what}: why of a choice`, line, fail);
  }
  if (data.choice && data.choice.filter((/** @type {any} */ one) => one.right).length !== 1)
    fail(line, `${what}: one choice is right`);
  if (!data.code) return;
  if (!hasDemo(data.code.demo)) fail(line, `${what}: there is no demo ${data.code.demo}`);
  both(data.code.missing, `${what}: code.missing`, line, fail);
}
