// What the two READMEs show runs as it stands there, and the package's own leads nowhere but into the package.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as api from 'holonom';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

const AsyncFunction = (async () => {}).constructor as new (
  ...names: string[]
) => (...values: unknown[]) => Promise<void>;

/** The snippet under a heading. */
const snippet = (text: string, heading: string) =>
  text.split(`## ${heading}\n`)[1]?.match(/```js\n([\s\S]*?)```/)?.[1] ?? '';

/** What a snippet prints. */
async function run(code: string): Promise<unknown[][]> {
  const body = code.replace(/^import (\{.*\}) from 'holonom';$/m, 'const $1 = api;');
  const printed: unknown[][] = [];
  await new AsyncFunction('api', 'console', body)(api, {
    log: (...values: unknown[]) => printed.push(values),
  });
  return printed;
}

describe.each(['README.md', 'wasm/README.md'])('%s', (name) => {
  const text = read(name);

  test('its ten lines let a box fall to rest', async () => {
    const [[position, energy] = []] = await run(snippet(text, 'Ten lines that run'));
    expect((position as number[])[1]).toBeCloseTo(0.5, 2);
    expect(energy).toBeGreaterThan(0);
  });

  test('its thirty lines open a door, hear a crate land, see it, and switch the solver', async () => {
    const code = snippet(text, 'Rigid bodies in 30 lines');
    const lines = code.split('\n').filter((line) => line && !line.startsWith('//'));
    expect(lines.length).toBeLessThanOrEqual(30);
    const printed = await run(code);
    const landed = printed.find((values) => values[0] === 'crate' || values[1] === 'crate');
    expect([landed?.[0], landed?.[1]].sort()).toEqual(['crate', 'ground']);
    expect(landed?.[2]).toBeGreaterThan(0);
    const [door = [], seen = [], mlcp = []] = printed.slice(-3);
    expect(door[1]).toBeCloseTo(Math.PI / 2, 2);
    expect((door[3] as number[])[1]).toBeCloseTo(-20 * 9.81, 0);
    expect(seen[1]).toBe('crate');
    expect(seen[2]).toBeCloseTo(9, 2);
    expect(mlcp[0]).toBe('mlcp');
    // One step after a switch, in m/s or rad/s.
    expect(mlcp[1]).toBeLessThan(0.02);
  });
});

/** Every snippet of code, with the page and the number of the block. */
const snippets = [
  'README.md',
  'wasm/README.md',
  'wasm/docs/complaints.md',
  'wasm/docs/from-other-engines.md',
  'wasm/docs/gltf.md',
].flatMap((page) =>
  [...read(page).matchAll(/```(js|ts|tsx)\n([\s\S]*?)```/g)].map(
    ([, kind, code = ''], index) => [`${page} ${index + 1}`, kind, code] as const,
  ),
);

test('all code compiles as it stands in strict TypeScript', async () => {
  expect(new Set(snippets.map(([name]) => name.replace(/ .*/, ''))).size).toBeGreaterThan(2);
  const folder = path.join(root, 'build/examples/readme');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = snippets.map(([name, kind, code]) => {
    // A part of a program names a world that is there.
    const needsWorld = /\bworld\b/.test(code) && !/const world\b/.test(code);
    const file = `${name.replace(/[^\w]+/g, '-')}.${kind === 'tsx' ? 'tsx' : 'ts'}`;
    const given = needsWorld ? "declare const world: import('holonom').World;\n" : '';
    writeFileSync(path.join(folder, file), given + code);
    return file;
  });
  const from = (file: string) => [path.join(root, file)];
  const paths = {
    holonom: from('wasm/src/index.ts'),
    'holonom/gltf': from('wasm/src/gltf/index.ts'),
    'holonom/internal': from('wasm/src/internal.ts'),
    'holonom/react': from('web/react/index.ts'),
    'holonom/three': from('web/three/index.ts'),
  };
  const compilerOptions = {
    paths,
    strict: true,
    noUnusedLocals: false,
  };
  const config = path.join(folder, 'tsconfig.json');
  const settings = { compilerOptions, include: [], files };
  writeFileSync(config, JSON.stringify({ extends: '../../../tsconfig.json', ...settings }));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', config]).catch(
    (error) => error,
  );
  expect(stdout).toBe('');
});

test('its import map is that of the example pages, which tests open', () => {
  const mapOf = (text: string): Record<string, string> =>
    JSON.parse(text.match(/<script type="importmap">([\s\S]*?)<\/script>/)?.[1] ?? '{}').imports;
  const shown = mapOf(read('wasm/README.md'));
  expect(Object.keys(shown)).toContain('three/addons/');
  expect(mapOf(read('web/examples/pile.html'))).toMatchObject(shown);
});

test("the package's README shows no picture and no command that its readers lack", () => {
  const text = read('wasm/README.md');
  expect(text).not.toContain('![');
  expect([...text.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, word]) => word)).toEqual(['install']);
  const links = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link);
  expect(links).toEqual(['LICENSE']);
});

test('each of the twenty complaints has an answer, and the tests that it names exist', () => {
  const rows = read('wasm/docs/complaints.md')
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
  for (const [, number, , answer, shown = ''] of rows) {
    expect(answer, number).not.toBe('');
    const files = [...shown.matchAll(/`(tests\/[^`]+)`/g)].map(([, file = '']) => file);
    expect(files.length > 0 || shown.startsWith('Missing'), number).toBe(true);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  }
});

describe('coming from other engines', () => {
  const text = read('wasm/docs/from-other-engines.md');

  test('its program lets a ball bounce', async () => {
    const [landed = [], end = []] = await run(text.match(/```js\n([\s\S]*?)```/)?.[1] ?? '');
    expect([landed[0], landed[1]].sort()).toEqual(['ball', 'ground']);
    // It falls 4.4 m.
    expect(landed[2]).toBeCloseTo(Math.sqrt(2 * 9.81 * 4.4), 0);
    expect((end[0] as number[])[0]).toBeCloseTo(0.5, 1);
  });

  test('what it names is there', async () => {
    const holonom = await api.loadHolonom();
    using world = holonom.createWorld();
    const body = world.addBody({ shape: { sphere: { radius: 1 } } });
    const clock = new api.FixedStepClock();
    const objects: Record<string, object> = { world, body, holonom, clock };
    // In the second column of each table.
    const answers = text
      .split('\n')
      .flatMap((line) => line.match(/^\|.*[^\\]\|(.*)\|$/)?.[1] ?? []);
    const named = answers.flatMap((answer) => [
      ...answer.matchAll(/`[^`]*?\b(world|body|holonom|clock)\.(\w+)[^`]*`/g),
    ]);
    expect(new Set(named.map(([, , name]) => name)).size).toBeGreaterThan(35);
    const missing = named.filter(
      ([, object = '', name = '']) => !(name in (objects[object] ?? {})),
    );
    expect(missing.map(([cell]) => cell)).toEqual([]);
  });
});
