// The parts of a lesson as HTML, in one language. Everything can be read before a script runs.
import { say } from '../../web/tutorials/words.js';
import { colored, escaped, helpersOf, typesOfDemo } from './code.mjs';
import { LessonError, markdown } from './source.mjs';
import { displayed, marked, rendered } from './tex.mjs';

/** @typedef {import('../../web/tutorials/words.js').Language} Language */
/** @typedef {import('./source.mjs').Part} Part */
/**
 * @typedef {object} Context
 * @property {Language} language
 * @property {import('./source.mjs').Lesson} lesson
 * @property {Set<string>} used terms of the glossary that were linked already
 */

const md = markdown();
/** Words of a fence, which may have mathematics and emphasis. @param {string} text */
const inline = (text) => md.renderInline(String(text ?? ''));

/** What the scripts of the page read. @param {string} name @param {unknown} value */
const data = (name, value) =>
  `<script type="application/json" class="${name}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

/** The words of one language in a description of both. @param {any} value @param {Language} language @returns {any} */
export function localized(value, language) {
  if (Array.isArray(value)) return value.map((one) => localized(one, language));
  if (typeof value !== 'object' || value === null) return value;
  if (
    typeof value.en === 'string' &&
    typeof value.ko === 'string' &&
    Object.keys(value).length === 2
  )
    return value[language];
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, localized(one, language)]),
  );
}

/** Keeps short mathematics and the sign or the particle that follows it on one line. @param {any[]} children */
function keepTogether(children) {
  for (let i = children.length - 2; i >= 0; i--) {
    const [math, text] = [children[i], children[i + 1]];
    const tail = /^[^\s]{1,4}(?=\s|$)/.exec(text.content)?.[0];
    if (math.type !== 'math_inline' || text.type !== 'text' || !tail) continue;
    if (math.content.length > 40) continue;
    const made = (/** @type {string} */ type, /** @type {string} */ content) =>
      Object.assign(Object.create(Object.getPrototypeOf(text)), text, { type, content });
    const [open, close] = [
      made('html_inline', '<span class="together">'),
      made('html_inline', '</span>'),
    ];
    children.splice(
      i,
      2,
      open,
      math,
      made('text', tail),
      close,
      made('text', text.content.slice(tail.length)),
    );
  }
}

/** @type {Record<string, (part: Part, context: Context) => string>} */
export const writers = {
  text(part, { language, used }) {
    const tokens = part.tokens[language];
    // Only the first mention of a term is a link.
    // Keys scroll a table that is wider than the page.
    for (const token of tokens) if (token.type === 'table_open') token.attrSet('tabindex', '0');
    for (const { children } of tokens)
      for (const [i, token] of (children ?? []).entries()) {
        const term = token.meta?.glossary;
        if (!term || used.size !== used.add(term).size) continue;
        for (const [at, type] of [
          [i, 'text'],
          [i + 2, 'text'],
        ])
          Object.assign(children[/** @type {number} */ (at)], {
            type,
            tag: '',
            nesting: 0,
            attrs: null,
            content: '',
          });
      }
    for (const token of tokens) keepTogether(token.children ?? []);
    return `<section class="prose">${md.renderer.render(tokens, md.options, {})}</section>`;
  },

  equation({ name, data: said, line }, { language, lesson }) {
    const symbols = said.symbols ?? [];
    const { tex, missing } = marked(localized(said.tex, language), symbols);
    if (missing.length > 0)
      throw new LessonError(
        lesson.name,
        line,
        `equation ${name}: ${missing.join(', ')} does not stand in it as written`,
      );
    const rows = symbols.map((/** @type {any} */ symbol, /** @type {number} */ i) => {
      const unit =
        symbol.unit === '-' ? '' : ` <span class="unit">${escaped(String(symbol.unit))}</span>`;
      const mark = `<span class="symbol">${rendered(symbol.tex)}</span>`;
      const words = `<span class="meaning">${inline(symbol[language])}${unit}</span>`;
      return symbol.lights
        ? `<li><button type="button" data-symbol="${i}" data-lights="${escaped(symbol.lights)}">${mark}${words}</button></li>`
        : `<li data-symbol="${i}">${mark}${words}</li>`;
    });
    const label = say(language, 'symbols');
    const list =
      rows.length > 0 ? `<ul class="symbols" aria-label="${label}">${rows.join('')}</ul>` : '';
    return `<div class="equation" id="equation-${name}"><div class="formula" tabindex="0" role="group" aria-label="${say(language, 'equation')}">${displayed(tex)}</div>${list}</div>`;
  },

  demo({ name, data: said }, { language, lesson }) {
    const {
      title,
      camera,
      controls = {},
      settings = {},
      seconds = 5,
      repeats = false,
    } = localized(said, language);
    const plot = said.plot && {
      unit: said.plot.unit,
      series: said.plot.series.map((/** @type {any} */ one) => ({
        name: one.name,
        words: one[language],
        theory: one.theory ?? false,
      })),
    };
    const axis = escaped(said.plot?.y[language] ?? '');
    const unit =
      plot?.unit && plot.unit !== '-' ? ` <span class="unit">${escaped(plot.unit)}</span>` : '';
    const label = escaped(say(language, 'stage', { title }));
    const source =
      lesson.parts.find((one) => one.kind === 'code' && one.name === name)?.source ?? '';
    const helpers = helpersOf(lesson, name);
    const types = typesOfDemo(said, './scene.js');
    return `<figure class="demo" id="demo-${name}" data-demo="${name}">
<div class="demo-stage"><canvas role="img" aria-label="${label}"></canvas><p class="demo-unseen">${say(language, 'unseen')}</p><p class="demo-lost" role="status"></p><p class="demo-problem" role="alert" hidden></p><p class="demo-summary hidden-visually" role="status"></p></div>
<div class="demo-side">
<figcaption><h2>${escaped(title)}</h2></figcaption>
<div class="controls"></div>
${plot ? `<div class="demo-plot"><p class="plot-y">${axis}${unit}</p><div class="plot-room" role="img" aria-label="${axis}: ${escaped(plot.series.map((/** @type {{ words: string }} */ { words }) => words).join(', '))}"></div><ul class="plot-legend"></ul></div>` : ''}
</div>
<div class="demo-bar">
<button type="button" class="button demo-play">${say(language, 'play')}</button>
<button type="button" class="button demo-restart">${say(language, 'restart')}</button>
<button type="button" class="button plain demo-open">${say(language, 'inPlayground')}</button>
<button type="button" class="button plain demo-embed">${say(language, 'embed')}</button>
<a class="demo-whole" href="./${lesson.name}.html#demo-${name}" target="_top" hidden>${say(language, 'wholeLesson')}</a>
</div>
${data('demo-data', { title, camera, controls, settings, plot, seconds, repeats, source, helpers, types })}
</figure>`;
  },

  code(part, { language, lesson }) {
    const { parts } = lesson;
    const demo = /** @type {Part} */ (
      parts.find(({ kind, name }) => kind === 'demo' && name === part.name)
    );
    const linesOf = (/** @type {string} */ source) => source.trimEnd().split('\n').length;
    const title = demo.data.title[language];
    const label = escaped(say(language, 'codeOf', { title, lines: linesOf(part.source) }));
    const helpers = helpersOf(lesson, part.name);
    const folded = helpers
      ? `\n<details class="helpers"><summary>${say(language, 'helpers', { lines: linesOf(helpers) })}</summary><pre tabindex="0"><code>${colored(helpers)}</code></pre></details>`
      : '';
    // Straight below its picture it waits to be opened; in the course of the text it is open.
    const open = parts.indexOf(part) === parts.indexOf(demo) + 1 ? '' : ' open';
    return `<details class="snippet" id="code-${part.name}" data-code="${part.name}"${open}>
<summary>${label}</summary>
<div class="snippet-room"><pre tabindex="0"><code>${colored(part.source)}</code></pre></div>
<div class="snippet-bar"><p class="snippet-status" role="status"></p><button type="button" class="button snippet-edit">${say(language, 'edit')}</button></div>${folded}
</details>`;
  },

  helpers: () => '',
  numbers: () => '',

  exercise(part, { language, lesson }) {
    const said = part.data;
    const number = 1 + lesson.parts.filter(({ kind }) => kind === 'exercise').indexOf(part);
    const id = `exercise-${part.name}`;
    const head = `<h3 id="${id}-head">${say(language, 'exercise', { number })}</h3><div class="question">${inline(said[language])}</div>`;
    const hint = said.hint
      ? `<details class="hint"><summary>${say(language, 'hint')}</summary><p>${inline(said.hint[language])}</p></details>`
      : '';
    const unit = said.answer?.unit && said.answer.unit !== '-' ? said.answer.unit : '';
    const field = said.answer
      ? `<p class="answer"><label for="${id}-answer">${say(language, 'answer')}</label> <input id="${id}-answer" type="text" inputmode="decimal" autocomplete="off" spellcheck="false" /> <span class="unit">${escaped(String(unit))}</span></p>`
      : said.choice
        ? `<fieldset aria-labelledby="${id}-head">${said.choice.map((/** @type {any} */ one, /** @type {number} */ i) => `<label><input type="radio" name="${id}" value="${i}" /> <span>${inline(one[language])}</span></label>`).join('')}</fieldset>`
        : '';
    const choice = said.choice?.map((/** @type {any} */ one) => ({
      right: one.right ?? false,
      why: inline(one.why[language]),
    }));
    const code = said.code && {
      demo: said.code.demo,
      missing: inline(said.code.missing[language]),
    };
    return `<form class="exercise" id="${id}" data-exercise="${part.name}" novalidate>
${head}${field}<p class="exercise-bar"><button class="button" type="submit">${say(language, 'check')}</button></p><p class="verdict" role="status"></p>${hint}
${data('exercise-data', { answer: said.answer && { ...said.answer, unit }, choice, code })}
</form>`;
  },

  sources({ data: said }, { language }) {
    const { citations, files } = said;
    const cited = citations.map((/** @type {string} */ one) => `<li>${inline(one)}</li>`).join('');
    // The files are copied into the site, so that they can be read offline.
    const links = files
      .map(
        (/** @type {string} */ file) =>
          `<li><a href="./${language === 'ko' ? '../' : ''}source/${file}.txt">${escaped(file)}</a></li>`,
      )
      .join('');
    return `<section class="sources"><h2>${say(language, 'sources')}</h2><ul>${cited}</ul>${links ? `<h3>${say(language, 'files')}</h3><p>${say(language, 'filesText')}</p><ul class="files">${links}</ul>` : ''}</section>`;
  },
};
