// node .tools/tutorials.mjs [LESSON…]: checks lessons and writes their pages. Code is compiled and run, claims are checked.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { languages } from '../web/tutorials/words.js';
import { at, Failure, isCommand, main } from './run.mjs';
import { files, forget } from './stale.mjs';
import { moduleOf, typeMistakes } from './tutorials/code.mjs';
import { checkedCorrections, checkedNotes } from './tutorials/errata.mjs';
import { errataPage, glossaryPage, lessonPage, mapPage } from './tutorials/pages.mjs';
import { filled, LessonError, readLesson } from './tutorials/source.mjs';

/** @typedef {import('./tutorials/source.mjs').Lesson} Lesson */

const folder = 'web/tutorials';
const made = at('build/tutorials');

const read = (/** @type {string} */ name) => readFileSync(at(folder, name), 'utf8');
const sourceOf = (/** @type {string} */ name) => read(`lessons/${name}.md`);

/** Names of the lessons that are written. */
export const lessonNames = () =>
  files([`${folder}/lessons`], (name) => name.endsWith('.md')).map((name) =>
    path.basename(name, '.md'),
  );

/**
 * The path through the course: its parts and its stops.
 * @param {string[]} written names of the lessons that are written
 */
export function readPath(written) {
  const parts = parse(read('path.yaml'));
  const stops = parts.flatMap((/** @type {any} */ part, /** @type {number} */ i) =>
    part.lessons.map((/** @type {any} */ stop) => ({ ...stop, part: i })),
  );
  for (const name of written)
    if (!stops.some((/** @type {any} */ stop) => stop.name === name))
      throw new Failure(`${folder}/path.yaml has no lesson '${name}'`);
  return {
    parts: parts.map((/** @type {any} */ { part }) => part),
    stops,
    written: new Set(written),
  };
}

/** The glossary. @returns {any[]} */
export const readGlossary = () => parse(read('glossary.yaml'));

/** Links of a lesson to terms and files that are not there. @param {Lesson} lesson @param {any[]} glossary */
export function brokenLinks(lesson, glossary) {
  const ids = new Set(glossary.map(({ id }) => id));
  const wrong = (/** @type {number} */ line, /** @type {string} */ text) =>
    new LessonError(lesson.name, line, text);
  const terms = (/** @type {any[]} */ tokens) =>
    tokens.flatMap(({ children }) => children ?? []).flatMap(({ meta }) => meta?.glossary ?? []);
  return [
    ...(lesson.head.glossary ?? [])
      .filter((/** @type {string} */ id) => !ids.has(id))
      .map((/** @type {string} */ id) => wrong(1, `the glossary has no '${id}'`)),
    ...lesson.parts.flatMap(({ line, tokens }) =>
      [...terms(tokens.en), ...terms(tokens.ko)]
        .filter((id) => !ids.has(id))
        .map((id) => wrong(line, `the glossary has no '${id}'`)),
    ),
    ...lesson.parts.flatMap(({ kind, line, data }) =>
      (kind === 'sources' ? (data.files ?? []) : [])
        .filter((/** @type {string} */ file) => !existsSync(at(file)))
        .map((/** @type {string} */ file) => wrong(line, `there is no file ${file}`)),
    ),
  ];
}

/**
 * Checks and runs a lesson, and gives it with its numbers filled in.
 * @param {string} name @param {string} text
 */
export async function playLesson(name, text) {
  const { play } = await import('./tutorials/play.mjs'); // needs the built package
  const raw = readLesson(name, text);
  const code = moduleOf(raw);
  const load = async (/** @type {string} */ kind, /** @type {string} */ source) => {
    mkdirSync(made, { recursive: true });
    const file = path.join(made, `${name}.${kind}.mjs`);
    writeFileSync(file, source);
    return import(`${pathToFileURL(file)}?${Date.now()}${Math.random()}`);
  };
  const numbers = code.numbers ? (await load('numbers', code.numbers)).default : undefined;
  const played = await play(raw, await load('demos', code.page), numbers);
  const lesson = readLesson(name, filled(name, text, played.numbers));
  return { lesson, claims: played.claims, page: code.page };
}

/** Writes what has changed: the server of the sources loads pages again at each write. */
const write = (/** @type {string} */ file, /** @type {string} */ text) => {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/**
 * Makes the pages of the course in build/tutorials, and the code of its demos beside the lessons.
 * @param {(text: string) => void} [note]
 * @param {string[]} [only] names of the lessons to check and write, without the pages around them
 */
export async function buildTutorials(note = () => {}, only = []) {
  const written = lessonNames();
  const names = only.length > 0 ? only : written;
  const glossary = readGlossary();
  for (const { id, en, ko, meaning } of glossary)
    if (!id || !en || !ko || !meaning?.en || !meaning?.ko)
      throw new Failure(
        `${folder}/glossary.yaml: '${id ?? en}' has id, en, ko and meaning in both`,
      );
  const raw = names.map((name) => readLesson(name, sourceOf(name)));
  const mistakes = [
    ...raw.flatMap((lesson) => brokenLinks(lesson, glossary)),
    ...typeMistakes(raw),
  ];
  if (mistakes.length > 0) throw new Failure(mistakes.map(({ message }) => message).join('\n'));
  /** @type {Lesson[]} */
  const lessons = [];
  /** What is to be written, by file. @type {Map<string, string>} */
  const texts = new Map();
  let claims = 0;
  for (const name of names) {
    note(name);
    const played = await playLesson(name, sourceOf(name));
    lessons.push(played.lesson);
    claims += played.claims;
    texts.set(at(folder, `lessons/${name}.generated.js`), played.page);
  }
  const course = readPath(written);
  const pages = path.join(made, 'pages');
  for (const language of languages)
    for (const lesson of lessons)
      texts.set(
        path.join(pages, language === 'en' ? '' : language, `${lesson.name}.html`),
        lessonPage(lesson, course, language),
      );
  if (only.length === 0) {
    const errata = { corrections: checkedCorrections(), notes: checkedNotes() };
    for (const language of languages) {
      const place = path.join(pages, language === 'en' ? '' : language);
      texts.set(path.join(place, 'index.html'), mapPage(lessons, course, language));
      texts.set(path.join(place, 'errata.html'), errataPage(errata, course, language));
      texts.set(path.join(place, 'glossary.html'), glossaryPage(glossary, language));
    }
    rmSync(pages, { recursive: true, force: true });
  }
  // The build's stamp is of pages that are written over now.
  forget('course');
  for (const [file, text] of texts) write(file, text);
  copySources(lessons);
  return { lessons: names.length, claims };
}

/** @param {Lesson[]} lessons */
function copySources(lessons) {
  // What lessons point at in the library goes into the site, so that it can be read without a net.
  for (const { parts } of lessons)
    for (const { data } of parts.filter(({ kind }) => kind === 'sources'))
      for (const file of data.files) {
        const copy = path.join(made, 'source', `${file}.txt`);
        mkdirSync(path.dirname(copy), { recursive: true });
        copyFileSync(at(file), copy);
      }
}

if (isCommand(import.meta.url))
  await main(async () => {
    const { lessons, claims } = await buildTutorials(console.log, process.argv.slice(2));
    console.log(`${lessons} lessons compile and run, ${claims} claims hold`);
  });
