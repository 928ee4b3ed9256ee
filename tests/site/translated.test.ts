// Each Korean text is recorded with a hash of the English that it translates. Where the English has changed since, somebody
// has to read both again. Then `npx vitest run --project node tests/site/translated.test.ts -u` records them anew.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { readLesson } from '../../.tools/tutorials/source.mjs';
import { errorTexts } from '../../wasm/src/error-texts.ts';
import { definitions } from '../../wasm/src/index.ts';
import { corrections, notes, texts } from '../../web/tutorials/errata/index.js';
import { words as courseWords } from '../../web/tutorials/words.js';

vi.stubGlobal('document', { documentElement: { dataset: { language: 'ko' } } });
const { en } = await import('../../web/language/en.ts');
const { ko } = await import('../../web/language/ko.ts');
const { errorsInKorean } = await import('../../web/language/errors.ko.ts');
const { fieldsInKorean } = await import('../../web/language/fields.ko.ts');
const { scenesInKorean } = await import('../../web/language/scenes.ko.ts');
const { siteErrors } = await import('../../web/language/site-error.ts');
const { siteErrorsInKorean } = await import('../../web/language/site-errors.ko.ts');
const { scenes } = await import('../../web/scenes/index.ts');
const lessonWords = await import('../../web/tutorials/page/words.ts');

interface Translation {
  source: string;
  english: string;
  korean: string;
}

const lessons = new URL('../../web/tutorials/lessons/', import.meta.url);
const course = new URL('../../web/tutorials/', import.meta.url);

/** Of two tables with the same keys, however deep. */
function between(source: string, english: unknown, korean: unknown): Translation[] {
  if (typeof korean === 'string') return [{ source, english: String(english), korean }];
  if (typeof korean !== 'object' || korean === null) return [];
  return Object.entries(korean).flatMap(([key, text]) =>
    between(`${source} ${key}`, (english as Record<string, unknown>)[key], text),
  );
}

/** All `{ en, ko }` within data. */
function pairsIn(source: string, data: unknown): Translation[] {
  if (typeof data !== 'object' || data === null) return [];
  const { en: english, ko: korean } = data as Record<string, unknown>;
  const own =
    typeof english === 'string' && typeof korean === 'string' ? [{ source, english, korean }] : [];
  return [...own, ...Object.values(data).flatMap((value) => pairsIn(source, value))];
}

/** Of fields and kinds: several share what stands under `*`. */
function ofFields(): Translation[] {
  const english: Record<string, Set<string>> = {};
  const add = (key: string, text: string): void => {
    english[key] = (english[key] ?? new Set()).add(text);
  };
  for (const { name, help, fields } of [
    ...definitions.kinds,
    ...Object.entries(definitions.structs).map(([name, table]) => ({ ...table, name })),
  ]) {
    add(name, help ?? '');
    for (const field of fields) {
      const own = `${name}.${field.name}`;
      add(fieldsInKorean[own] ? own : `*.${field.name}`, `${field.name} ${field.help ?? ''}`);
    }
  }
  return Object.entries(fieldsInKorean).map(([key, texts]) => ({
    source: `fields ${key}`,
    english: [...(english[key] ?? [])].sort().join('\n'),
    korean: texts.join('\n'),
  }));
}

function ofScenes(): Translation[] {
  return Object.entries(scenesInKorean).map(([name, texts]) => {
    const { title, description } = scenes.get(name) ?? { title: '', description: '' };
    return {
      source: `scenes ${name}`,
      english: `${title}\n${description}`,
      korean: texts.join('\n'),
    };
  });
}

/** Of a lesson: its head, its blocks of text, and what its fences say. */
function ofLesson(file: string): Translation[] {
  const { head, parts } = readLesson(file, readFileSync(new URL(file, lessons), 'utf8'));
  const blocks = parts
    .filter(({ kind }) => kind === 'text')
    .map(({ tokens }) => ({ source: file, english: textOf(tokens.en), korean: textOf(tokens.ko) }));
  return [...pairsIn(file, head), ...blocks, ...parts.flatMap(({ data }) => pairsIn(file, data))];
}

const textOf = (tokens: { content: string }[]): string =>
  tokens.map(({ content }) => content).join('\n');

const yaml = (file: string): Translation[] =>
  pairsIn(file, parse(readFileSync(new URL(file, course), 'utf8')));

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

test('no Korean text translates an English one that has changed since', async () => {
  const all = [
    ...ofFields(),
    ...ofScenes(),
    ...between('words', en, ko),
    ...between('errors', errorTexts, errorsInKorean),
    ...between('site errors', siteErrors, siteErrorsInKorean),
    ...between('course', courseWords.en, courseWords.ko),
    ...between('lesson', lessonWords.en, lessonWords.ko),
    ...pairsIn('errata', [texts, corrections, notes]),
    ...yaml('glossary.yaml'),
    ...yaml('path.yaml'),
    ...readdirSync(lessons)
      .filter((file) => file.endsWith('.md'))
      .sort()
      .flatMap(ofLesson),
  ];
  expect(all.filter(({ english }) => !english).map(({ source }) => source)).toEqual([]);
  const record = all.map((t) => `${t.source}: ${hash(t.korean)} of ${hash(t.english)}\n`).join('');
  await expect(record).toMatchFileSnapshot('translated.txt');
});
