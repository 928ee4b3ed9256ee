// The pages of the course as HTML: a lesson, the map of the path, and the glossary.
import { texts } from '../../web/tutorials/errata/index.js';
import { say } from '../../web/tutorials/words.js';
import { escaped } from './code.mjs';
import { localized, writers } from './parts.mjs';
import { formatted, markdown } from './source.mjs';
import { displayed } from './tex.mjs';

/** @typedef {import('../../web/tutorials/words.js').Language} Language */
/** @typedef {import('./source.mjs').Lesson} Lesson */
/** @typedef {{ name: string, title: Record<Language, string>, question: Record<Language, string>, part: number }} Stop a place on the path */
/** @typedef {{ parts: { en: string, ko: string }[], stops: Stop[], written: Set<string> }} Path */

const mark = `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M3 3h14M8 3l4.6 9.6" /><circle cx="13.7" cy="14.7" r="3" fill="var(--accent)" stroke="none" /></svg>`;
const themeIcon = `<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5" /><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" /></svg>`;
const inline = (/** @type {string} */ text) => markdown().renderInline(text);

/**
 * A page of the course.
 * @param {object} page
 * @param {Language} page.language
 * @param {string} page.file its name in its folder
 * @param {string} page.title
 * @param {string} page.description
 * @param {string} page.kind for styles and scripts
 * @param {string} page.main
 * @param {string} [page.lesson]
 */
function page({ language, file, title, description, kind, main, lesson }) {
  // Pages in English stand in tutorials/, those in Korean in tutorials/ko/.
  const up = language === 'en' ? '..' : '../..';
  const other = language === 'en' ? `./ko/${file}` : `../${file}`;
  const current = (/** @type {string} */ name) => (name === file ? ' aria-current="page"' : '');
  return `<!doctype html>
<html lang="${language}" data-language="${language}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escaped(title)} · Holonom</title>
<meta name="description" content="${escaped(description)}" />
<meta name="color-scheme" content="light dark" />
<link rel="icon" href="${up}/images/mark.svg" type="image/svg+xml" />
<link rel="alternate" hreflang="${language === 'en' ? 'ko' : 'en'}" href="${other}" />
<script type="module" src="${up}/site/theme.ts"></script>
<script type="module" src="${up}/site/offline.ts"></script>
<link rel="stylesheet" href="${up}/styles/tutorial.css" />
<script type="module" src="${up}/tutorials/page/main.ts"></script>
</head>
<body data-page="${kind}"${lesson ? ` data-lesson="${lesson}"` : ''}>
<a class="skip" href="#main">${say(language, 'skip')}</a>
<header class="top">
<a class="wordmark" href="${up}/index.html">${mark} Holonom</a>
<nav aria-label="${say(language, 'site')}">
<a href="./index.html"${current('index.html')}>${say(language, 'course')}</a>
<a href="./glossary.html"${current('glossary.html')}>${say(language, 'glossary')}</a>
<a class="wide" href="${up}/playground.html">${say(language, 'playground')}</a>
<a class="wider" href="${up}/compare.html">${say(language, 'compare')}</a>
<a class="wider" href="${up}/lab.html">${say(language, 'lab')}</a>
<a class="wider" href="${up}/claims.html">${say(language, 'claims')}</a>
<a class="button" id="language" href="${other}" lang="${language === 'en' ? 'ko' : 'en'}">${say(language, 'other')}</a>
<button class="button icon-button" id="theme" type="button" aria-label="${say(language, 'dark')}" aria-pressed="false">${themeIcon}</button>
</nav>
</header>
<main id="main">
${main}
</main>
<footer class="bottom"><p>${say(language, 'footer')}</p></footer>
</body>
</html>
`;
}

/** @param {Lesson} lesson @param {Path} path @param {Language} language */
export function lessonPage(lesson, path, language) {
  const title = lesson.head.title[language];
  const question = lesson.head.question[language];
  const written = path.stops.filter(({ name }) => path.written.has(name));
  const index = written.findIndex(({ name }) => name === lesson.name);
  const number = 1 + path.stops.findIndex(({ name }) => name === lesson.name);
  const used = new Set();
  const parts = lesson.parts.map(
    (part) => writers[part.kind]?.(part, { language, lesson, used }) ?? '',
  );
  const exercises = lesson.parts.filter(({ kind }) => kind === 'exercise').length;
  const link = (/** @type {Stop | undefined} */ stop, /** @type {'previous' | 'next'} */ way) =>
    stop
      ? `<a class="${way}" rel="${way === 'next' ? 'next' : 'prev'}" href="./${stop.name}.html"><span>${say(language, way)}</span>${escaped(stop.title[language])}</a>`
      : '';
  const main = `<article class="lesson" data-exercises="${exercises}">
<header class="lesson-head"><p class="where">${say(language, 'lesson', { number })} · ${say(language, 'minutes', { minutes: lesson.head.minutes })}</p><h1>${escaped(title)}</h1><p class="question">${escaped(question)}</p><noscript><p>${say(language, 'nojs')}</p></noscript></header>
${parts.join('\n')}
<nav class="around" aria-label="${say(language, 'course')}">${link(written[index - 1], 'previous')}<a class="path-link" href="./index.html">${say(language, 'wholePath')}</a>${link(written[index + 1], 'next')}</nav>
</article>`;
  return page({
    language,
    file: `${lesson.name}.html`,
    title,
    description: question,
    kind: 'lesson',
    main,
    lesson: lesson.name,
  });
}

/** @param {Lesson[]} lessons that are written @param {Path} path @param {Language} language */
export function mapPage(lessons, path, language) {
  let number = 0;
  const groups = path.parts.map((part, i) => {
    const rows = path.stops
      .filter((stop) => stop.part === i)
      .map((stop) => {
        number++;
        const lesson = lessons.find(({ name }) => name === stop.name);
        const words = `<span class="stop-number number">${number}</span><span class="stop-title">${escaped(stop.title[language])}</span><span class="stop-question">${escaped(stop.question[language])}</span>`;
        if (!lesson)
          return `<li class="stop to-come"><div>${words}<span class="stop-state">${say(language, 'toCome')}</span></div></li>`;
        const count = lesson.parts.filter(({ kind }) => kind === 'exercise').length;
        return `<li class="stop" data-stop="${stop.name}" data-exercises="${count}"><a href="./${stop.name}.html">${words}<span class="stop-state">${say(language, 'minutes', { minutes: lesson.head.minutes })}</span></a></li>`;
      });
    return `<section><h2>${escaped(part[language])}</h2><ol class="stops">${rows.join('\n')}</ol></section>`;
  });
  const main = `<div class="page-head"><h1>${say(language, 'course')}</h1><p>${say(language, 'courseText')}</p><p class="map-links"><a href="./glossary.html">${say(language, 'glossary')}</a> <a href="./errata.html">${say(language, 'errata')}</a></p></div>
<div class="path">${groups.join('\n')}</div>`;
  return page({
    language,
    file: 'index.html',
    title: say(language, 'course'),
    description: say(language, 'courseText'),
    kind: 'map',
    main,
  });
}

/** @param {any[]} entries @param {Language} language */
export function glossaryPage(entries, language) {
  const other = language === 'en' ? 'ko' : 'en';
  const sorted = [...entries].sort((a, b) => a[language].localeCompare(b[language], language));
  const rows = sorted.map(
    (entry) =>
      `<div id="${entry.id}"><dt>${escaped(entry[language])} <span lang="${other}">${escaped(entry[other])}</span></dt><dd>${inline(localized(entry.meaning, language))}</dd></div>`,
  );
  const main = `<div class="page-head"><h1>${say(language, 'glossary')}</h1><p>${say(language, 'glossaryText')}</p></div><dl class="glossary">${rows.join('\n')}</dl>`;
  return page({
    language,
    file: 'glossary.html',
    title: say(language, 'glossary'),
    description: say(language, 'glossaryText'),
    kind: 'glossary',
    main,
  });
}

/**
 * @param {{ corrections: ReturnType<typeof import('./errata.mjs').checkedCorrections>, notes: import('../../web/tutorials/errata/index.js').Note[] }} errata
 * @param {Path} path @param {Language} language
 */
export function errataPage({ corrections, notes }, path, language) {
  const groups = Object.entries(texts).map(([text, title]) => {
    const items = corrections
      .filter((one) => one.text === text)
      .map(({ id, what, printed, corrected, measured, errors, lesson }) => {
        const stop = path.stops.find(({ name }) => name === lesson && path.written.has(name));
        const link = stop
          ? `<p><a href="./${stop.name}.html">${escaped(stop.title[language])}</a></p>`
          : '';
        const formula = (/** @type {string} */ tex) =>
          `<div class="formula" tabindex="0" role="group" aria-label="${say(language, 'equation')}">${displayed(tex)}</div>`;
        return `<article class="correction" id="${id}"><p>${escaped(what[language])}</p>
<div class="both"><div><h3>${say(language, 'printed')}</h3>${formula(printed)}<p class="error">${formatted(errors.printed, '.2')}</p></div>
<div><h3>${say(language, 'corrected')}</h3>${formula(corrected)}<p class="error">${formatted(errors.corrected, '.2')}</p></div></div>
<p class="measured">${say(language, 'below', { measured: measured[language] })}</p>${link}</article>`;
      });
    const remarks = notes
      .filter((one) => one.text === text)
      .map(({ id, what }) => `<li id="${id}">${inline(what[language])}</li>`);
    const list =
      remarks.length > 0
        ? `<h3>${say(language, 'remarks')}</h3><ul class="remarks">${remarks.join('\n')}</ul>`
        : '';
    return `<section class="corrections"><h2>${escaped(title[language])}</h2>${items.join('\n')}${list}</section>`;
  });
  const main = `<div class="page-head"><h1>${say(language, 'errata')}</h1><p>${say(language, 'errataText')}</p></div>${groups.join('\n')}`;
  return page({
    language,
    file: 'errata.html',
    title: say(language, 'errata'),
    description: say(language, 'errataText'),
    kind: 'errata',
    main,
  });
}
