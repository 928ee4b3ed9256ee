// The snippets of lessons: colored for reading, checked against the types of the package, and made runnable.
import { mkdirSync, writeFileSync } from 'node:fs';
import { typescriptLanguage } from '@codemirror/lang-javascript';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import ts from 'typescript-js';
import { at } from '../run.mjs';
import { LessonError } from './source.mjs';

/** @typedef {import('./source.mjs').Lesson} Lesson */
/** @typedef {import('./source.mjs').Part} Part */

/** @param {string} text */
export const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The snippet as HTML, its words in classes. @param {string} source */
export function colored(source) {
  let html = '';
  highlightCode(
    source,
    typescriptLanguage.parser.parse(source),
    classHighlighter,
    (text, classes) => {
      html += classes ? `<span class="${classes}">${escaped(text)}</span>` : escaped(text);
    },
    () => {
      html += '\n';
    },
  );
  return html.trimEnd();
}

/** Types that helpers may name without an import. */
const libraryTypes = [
  'Body',
  'Cloth',
  'Grains',
  'Rod',
  'Rope',
  'SoftBody',
  'SpringNetwork',
  'World',
];

const begins = /^export default (?=[{(])/m;

/** The TypeScript type of a control's value. @param {any} control */
const controlType = ({ value, options }) =>
  options ? 'ChoiceControl' : typeof value === 'boolean' ? 'SwitchControl' : 'NumberControl';

/** What the code of a demo calls, which stands below it when it runs. @param {Lesson} lesson @param {string} name */
const helpersIn = ({ parts }, name) =>
  parts.find((one) => one.kind === 'helpers' && one.name === name);
/** The text of it. @param {Lesson} lesson @param {string} name */
export const helpersOf = (lesson, name) => helpersIn(lesson, name)?.source ?? '';

/**
 * What stands after a demo's code and helpers for their check: the type D of what the code exports, and the types of the
 * library that helpers may name. The editor on the page adds the same.
 * @param {any} data of the demo @param {string} scene where the types of scenes are
 */
export function typesOfDemo(data, scene) {
  const controls = Object.entries(data.controls ?? {}).map(
    ([name, one]) => `${name}: ${controlType(one)}`,
  );
  return `\nimport type { ${libraryTypes.join(', ')} } from 'holonom';\nimport type { SceneDefinition, NumberControl, ChoiceControl, SwitchControl } from '${scene}';\ntype D = Pick<SceneDefinition<{ ${controls.join('; ')} }>, 'build'>;\n`;
}

/** @param {Lesson} lesson */
function typesOfNumbers({ parts }) {
  const demos = parts.filter(({ kind }) => kind === 'demo').map(({ name }) => `'${name}'`);
  return `\nimport type { Holonom, World } from 'holonom';
type N = (tools: {
  run(demo: ${demos.join(' | ') || 'never'}, values?: Record<string, number | string | boolean>, seconds?: number): { world: World; series: Record<string, number[]> };
  claim(words: string, value: number | undefined, check: { near: number; within: number } | { below: number } | { above: number }): void;
  holonom: Holonom;
  library: typeof import('holonom');
}) => Record<string, unknown> | Promise<Record<string, unknown>>;\n`;
}

const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  allowImportingTsExtensions: true,
  paths: { holonom: [at('dist/package/index.d.ts')] },
};

/**
 * Checks the code of lessons against the types that the package ships.
 * @param {readonly Lesson[]} lessons
 * @returns {LessonError[]}
 */
export function typeMistakes(lessons) {
  const folder = at('build/tutorials/check');
  mkdirSync(folder, { recursive: true });
  /** @type {Map<string, { lesson: string, part: Part, helpers: Part | undefined }>} */
  const places = new Map();
  for (const lesson of lessons)
    for (const part of lesson.parts) {
      if (part.kind !== 'code' && part.kind !== 'numbers') continue;
      if (!begins.test(part.source)) {
        const error = new LessonError(
          lesson.name,
          part.line,
          'the code says export default { … at the beginning of a line',
        );
        return [error];
      }
      const file = `${folder}/${lesson.name}.${part.name}.ts`;
      const demo = lesson.parts.find(({ kind, name }) => kind === 'demo' && name === part.name);
      // As long as what it replaces, so that places stay where they are.
      const typed = part.source.replace(begins, `const lesson:${demo ? 'D' : 'N'}=`);
      const helpers = helpersIn(lesson, part.name);
      const types = demo
        ? (helpers?.source ?? '') + typesOfDemo(demo.data, at('web/scenes/scene.ts'))
        : typesOfNumbers(lesson);
      writeFileSync(file, typed + types);
      places.set(file, { lesson: lesson.name, part, helpers });
    }
  const program = ts.createProgram([...places.keys()], options);
  return [...places].flatMap(([file, { lesson, part, helpers }]) => {
    const source = program.getSourceFile(file);
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    return found.map(({ start = 0, messageText }) => {
      const inside = source?.getLineAndCharacterOfPosition(start).line ?? 0;
      const own = part.source.split('\n').length - 1;
      const line = inside < own ? part.line + inside : (helpers?.line ?? part.line) + inside - own;
      return new LessonError(lesson, line + 1, ts.flattenDiagnosticMessageText(messageText, ' '));
    });
  });
}

/** JavaScript that gives what the snippet exports. @param {Part} part @param {Lesson} lesson */
export function runnable({ source, name }, lesson) {
  const text = `${source.replace(begins, 'const exported = ')}${helpersOf(lesson, name)}return exported;\n`;
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return `(() => {\n${outputText}})(), // ${lesson.name} ${name}\n`;
}

/** What an exercise asks of the reader's demo, as a function. @param {Part} exercise */
const passesOf = ({ name, data }) =>
  `  ${name}: ({ series, values, world }) => ${data.code.passes},\n`;

/** The module of a lesson's code, for the page and for runs. @param {Lesson} lesson */
export function moduleOf(lesson) {
  const { name, parts } = lesson;
  const list = (/** @type {Part[]} */ all, /** @type {(one: Part) => string} */ write) =>
    all.map(write).join('');
  const code = parts.filter(({ kind }) => kind === 'code');
  const asked = parts.filter(({ kind, data }) => kind === 'exercise' && data.code);
  const numbers = parts.find(({ kind }) => kind === 'numbers');
  const text = `// Made from ${name}.md.
export const demos = {
${list(code, (one) => `  ${one.name}: ${runnable(one, lesson)}`)}};
export const passes = {
${list(asked, passesOf)}};
`;
  return {
    page: text,
    numbers: numbers
      ? `export default ${runnable(numbers, lesson).replace(/, \/\/ .*\n$/, ';\n')}`
      : undefined,
  };
}
