// The course: every snippet compiles and runs, every claim holds, and what is wrong in a lesson is told by its line.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { colored, typeMistakes } from '../.tools/tutorials/code.mjs';
import { checkedCorrections, checkedNotes } from '../.tools/tutorials/errata.mjs';
import { formatted, markdown, readLesson } from '../.tools/tutorials/source.mjs';
import { displayed, marked, rendered } from '../.tools/tutorials/tex.mjs';
import {
  brokenLinks,
  lessonNames,
  playLesson,
  readGlossary,
  readPath,
} from '../.tools/tutorials.mjs';
import { corrections, texts } from '../web/tutorials/errata/index.js';
import { judge, readNumber } from '../web/tutorials/page/answer.ts';

const textOf = (name: string): string =>
  readFileSync(new URL(`../web/tutorials/lessons/${name}.md`, import.meta.url), 'utf8');

const all = lessonNames().map((name) => readLesson(name, textOf(name)));

test('the code of all lessons fits the types of the package', () => {
  expect(typeMistakes(all).map(({ message }) => message)).toEqual([]);
});

test('equations of one display part between each other, not within', () => {
  const displays = (tex: string) => displayed(tex).split('katex-display').length - 1;
  expect(displays(String.raw`a = \frac{b}{c} \qquad b = 1 \qquad c = 2`)).toBe(3);
  expect(displays(String.raw`\begin{gathered} a \qquad b \\ c \end{gathered}`)).toBe(1);
  expect(displays(String.raw`\underbrace{a \qquad b}_{c}`)).toBe(1);
});

describe.each(all)('the lesson $name', ({ name, ...lesson }) => {
  test('links to terms and files that are there', () => {
    expect(brokenLinks({ name, ...lesson }, readGlossary())).toEqual([]);
  });

  test('runs, and what it claims holds', async () => {
    const { lesson, claims } = await playLesson(name, textOf(name));
    expect(claims).toBeGreaterThan(0);
    const exercises = lesson.parts.filter(({ kind }) => kind === 'exercise');
    expect(exercises.length).toBeGreaterThanOrEqual(2);
  });
});

test('the path has its lessons once each, and every term of the glossary both languages', () => {
  const { stops } = readPath([]);
  const names = stops.map(({ name }: { name: string }) => name);
  expect(names.length).toBeGreaterThanOrEqual(24);
  expect(new Set(names).size).toBe(names.length);
  const ids = readGlossary().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

const demo = `\`\`\`demo ball
title: { en: A ball, ko: 공 }
camera: { position: [0, 0, 9], target: [0, 0, 0] }
controls: { speed: { label: { en: Speed, ko: 속도 }, value: 1, min: 0, max: 2, step: 0.1 } }
seconds: 1
plot: { y: { en: Height, ko: 높이 }, unit: m, series: [{ name: y, en: Height, ko: 높이 }] }
\`\`\`
`;
const code = (more = '', measured = 'ball.position[1]') => `\`\`\`ts ball
export default {
  build({ world, values }) {
    const ball = addBall(world, values.speed);
    ${more}
    return {
      measure() {
        return { y: ${measured} };
      },
    };
  },
};
\`\`\`

\`\`\`ts ball helpers
/** A ball with a speed. */
const addBall = (world: World, speed: number) =>
  world.addBody({ name: 'ball', linearVelocity: [speed, 0, 0] });
\`\`\`
`;
const both = (en = 'Words.', ko = '말.') => `::: en\n${en}\n:::\n::: ko\n${ko}\n:::\n`;
const lessonOf = (...parts: string[]) =>
  [
    '---',
    'title: { en: A, ko: 가 }',
    'question: { en: B, ko: 나 }',
    'minutes: 8',
    '---',
    ...parts,
  ].join('\n');
const numbers = (body: string) =>
  `\`\`\`ts numbers\nexport default ({ run, claim }) => {\n${body}\n};\n\`\`\`\n`;

/** What is said against a lesson. */
async function refusal(text: string): Promise<string> {
  try {
    const [first] = typeMistakes([readLesson('made', text)]);
    if (first) throw first;
    await playLesson('made', text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
}

describe('a lesson is refused', () => {
  test('when nothing is wrong with it: not', async () => {
    const height = `const { series } = run('ball', { speed: 2 }, 1);
      claim('it falls', series.y.at(-1), { near: -4.9, within: 0.1 });
      return { a: { b: series.y.at(-1) } };`;
    const text = lessonOf(
      demo,
      code(),
      both('It falls {{a.b:.2}} m.', '{{a.b}} m'),
      numbers(height),
    );
    expect(await refusal(text)).toBe('nothing');
    const { lesson } = await playLesson('made', text);
    const [words] = lesson.parts.filter(({ kind }) => kind === 'text');
    expect(JSON.stringify(words?.tokens.en)).toContain('It falls −4.9\u00a0m.');
  });

  test.each([
    ['a text in one language', lessonOf('::: en\nOnly.\n:::'), /made\.md:6: .*no ::: ko/],
    ['text outside', lessonOf('Words.'), /made\.md:6: text outside/],
    ['YAML that cannot be read', lessonOf('```equation e', 'tex: [1', '```'), /made\.md:\d: /],
    ['code of 31 lines', lessonOf(demo, code('\n'.repeat(20))), /ts ball: 31 lines; 10 to 30/],
    ['code of three lines', lessonOf(demo, '```ts ball\n1;\n2;\n3;\n```'), /ts ball: 3 lines/],
    [
      'a line that is too wide',
      lessonOf(demo, code(`// ${'long '.repeat(20)}`)),
      /made\.md:18: ts ball: more than 100/,
    ],
    [
      'helpers of a wrong type',
      lessonOf(demo, code().replace("name: 'ball'", 'name: 1')),
      /made\.md:31: Type 'number'/,
    ],
    ['helpers of nothing', lessonOf('```ts ball helpers', '```'), /there is no demo ball/],
    [
      'words that a comma cuts off',
      lessonOf('```exercise e', 'en: Q', 'ko: 문', 'hint: { en: One, two, ko: 하나 }', '```'),
      /hint: 'two' is cut off/,
    ],
    ['an unknown fence', lessonOf('```film a', '```'), /a fence is one of/],
    ['a demo without code', lessonOf(demo), /demo ball has no code/],
    [
      'a wrong type',
      lessonOf(demo, code("world.substeps = 'many';")),
      /made\.md:\d+: Type 'string'/,
    ],
    ['code that throws', lessonOf(demo, code('world.substeps = -1;')), /demo ball: .*substeps/],
    ['a measure that is not finite', lessonOf(demo, code('', '1 / 0')), /no finite 'y'/],
    ['a number that nobody gives', lessonOf(both('{{a.b}}')), /made\.md:7: .*\{\{a\.b\}\}/],
    [
      'a claim that does not hold',
      lessonOf(
        demo,
        code(),
        numbers("claim('it stands', run('ball').series.y.at(-1), { above: -1 });\nreturn {};"),
      ),
      /claim “it stands” does not hold: -4\.\d+, asked for \{"above":-1\}/,
    ],
    [
      'an exercise that is solved already',
      lessonOf(
        demo,
        code(),
        '```exercise e',
        'en: Q',
        'ko: 문',
        'code: { demo: ball, passes: series.y.length > 5, missing: { en: M, ko: 엠 } }',
        '```',
      ),
      /passes before the reader does anything/,
    ],
    [
      'a symbol that lights nothing',
      lessonOf(
        demo,
        code(),
        '```equation e',
        'tex: y',
        'symbols: [{ tex: y, unit: m, en: h, ko: 높이, lights: apple }]',
        '```',
      ),
      /lights 'apple', which no demo has/,
    ],
  ])('for %s', async (_, text, words) => {
    expect(await refusal(text)).toMatch(words);
  });

  test('for a term or a file that is not there', () => {
    const text = lessonOf(
      both('[[nothing|words]]'),
      '```sources',
      '- A book.',
      'files: [core/none.cpp]',
      '```',
    );
    const broken = brokenLinks(readLesson('made', text), []).map(({ message }) => message);
    expect(broken).toEqual([
      expect.stringMatching(/the glossary has no 'nothing'/),
      expect.stringMatching(/there is no file core\/none\.cpp/),
    ]);
  });
});

test('each corrected formula is right where the printed one is not', () => {
  for (const { id, errors } of checkedCorrections()) {
    expect(errors.printed, id).toBeGreaterThan(1e-3);
    expect(errors.corrected, id).toBeLessThan(1e-6);
  }
});

test('what is said beside the formulas holds where it can be computed', () => {
  for (const { id, off } of checkedNotes()) expect(off?.() ?? 0, id).toBeLessThan(1e-9);
});

test('each text has its corrections or remarks, and each is in both languages, once', () => {
  const all = [...corrections, ...checkedNotes()];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map(({ text }) => text))).toEqual(new Set(Object.keys(texts)));
  for (const { what } of all) for (const words of [what.en, what.ko]) expect(words).toMatch(/\.$/);
});

test('symbols are marked where they stand, the longer ones first', () => {
  const { tex, missing } = marked('v_{n+1} = v_n + \\text{v} \\frac{h}{2}', [
    { tex: 'v_n' },
    { tex: 'v_{n+1}' },
    { tex: 'h' },
    { tex: 'q' },
  ]);
  expect(tex).toContain('{\\htmlData{symbol=1}{v_{n+1}}}');
  expect(tex).toContain('\\text{v}');
  expect(missing).toEqual(['q']);
  expect(rendered(tex)).toContain('data-symbol="2"');
});

test('no line ends between a number and its unit, or a sign and its particle', () => {
  const line = (text: string) => markdown().renderInline(text);
  expect(line('2 m, 0.5 s, 10⁶ N/m and 1 %')).toBe(
    '2\u00a0m, 0.5\u00a0s, 10⁶\u00a0N/m and 1\u00a0%',
  );
  expect(line('20 m의 가지, 25°에서')).toBe('20\u00a0m의 가지, 25°\u2060에서');
  expect(line('반력(force)을 [[drift|드리프트(drift)]]라고')).toBe(
    '반력(force)\u2060을 <a class="term" href="./glossary.html#drift">드리프트(drift)</a>\u2060라고',
  );
  expect(line('3 more, 2 springs')).toBe('3 more, 2 springs');
});

test('code is colored and its signs are escaped', () => {
  expect(colored('const a = 1 < 2;')).toMatch(/tok-keyword">const<.*&lt;/);
});

test.each([
  [0.981, '.3', '0.981'],
  [7.012e-8, '.2', '7\u00a0×\u00a010⁻⁸'],
  [0.1107, '%1', '11.1'],
  [1234567, '.3', '1.23\u00a0×\u00a010⁶'],
  [4, undefined, '4'],
  [12345.67, '.6', '12,345.7'],
  [1e7, '.2', '10⁷'],
  [-0.6667, '.2', '−0.67'],
  [-4e-4, '.1', '−4\u00a0×\u00a010⁻⁴'],
])('%d as %s is %s', (value, format, text) => {
  expect(formatted(value, format)).toBe(text);
});

describe('an answer', () => {
  const asked = { value: 0.2943, within: 0.003, unit: 'm' };
  test.each([
    ['0.294', 'right'],
    ['0,2943', 'right'],
    ['  .2943 m', 'right'],
    ['2943/10000', 'right'],
    ['2.943e-1', 'right'],
    ['2.943 × 10⁻¹', 'right'],
    ['2.943*10^-1', 'right'],
    ['1/2 * 9.81 * 0.02 * 3', 'right'],
    ['0.5·9.81·0.06 m', 'right'],
    ['29.43 cm', 'right'],
    ['294.3 mm', 'right'],
    ['0.0002943 km', 'right'],
    ['9.81 / 0', 'answer.unread'],
    ['', 'answer.empty'],
    ['about a third', 'answer.unread'],
    ['0.294 kg', 'answer.unit'],
    ['−0.294', 'answer.sign'],
    ['29.4', 'answer.power'],
    ['0.5886', { factor: 2 }],
    ['0.3', 'answer.near'],
    ['7', 'answer.far'],
  ])('%s', (text, verdict) => {
    expect(judge(text, asked)).toEqual(verdict);
  });

  test.each([
    ['35', 'right'],
    ['35 degrees', 'right'],
    ['35도', 'right'],
    ['0.6109 rad', 'right'],
    ['0.6109', 'answer.far'],
    ['35 m', 'answer.unit'],
  ])('in degrees: %s', (text, verdict) => {
    expect(judge(text, { value: 35, within: 0.2, unit: '°' })).toEqual(verdict);
  });

  test('of a product with 105 is no power of ten', () => {
    expect(readNumber('2*105')).toEqual({ value: 210, rest: '' });
  });

  test('is not read from what only begins like a number', () => {
    expect(readNumber('1.2.3')).toMatchObject({ rest: '.3' });
    expect(readNumber('e5')).toBeUndefined();
  });
});
