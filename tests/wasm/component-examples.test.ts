// What the doc comments of `holonom/react` show is compiled and mounted as it stands there, and each shows something.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { act } from '@react-three/fiber';
import { type Body, type Cloth, loadHolonom } from 'holonom';
import * as door from 'holonom/react';
import { createElement, createRef } from 'react';
import { expect, test } from 'vitest';
import { usePage } from './canvas';
import { Boundary, makeRoot } from './react-root';

usePage();

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.join(root, 'build/examples');
const sources = path.join(root, 'web/react');
const text = readdirSync(sources)
  .map((name) => readFileSync(path.join(sources, name), 'utf8'))
  .join('\n');

/** By the name of what shows them. */
const examples = new Map(
  [...text.matchAll(/\* @example((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:function|const) (\w+)/g)].map(
    ([, code = '', name = '']) => [name, code.replace(/^\s*\* ?/gm, '').trim()],
  ),
);

// An element is what a component gives; other lines are what it does.
const bodyOf = (code: string) =>
  code.startsWith('<') ? `return (${code});` : `${code}\nreturn null;`;

mkdirSync(folder, { recursive: true });
const file = path.join(folder, 'components.tsx');
writeFileSync(
  file,
  `import type { Body, Cloth as ClothObject } from 'holonom';
import { ${Object.keys(door).join(', ')} } from 'holonom/react';
import type { RefObject } from 'react';
import { DoubleSide } from 'three';
import '@react-three/fiber';
const console = { log: (..._: unknown[]) => {} };
void [${Object.keys(door).join(', ')}, DoubleSide, console];
interface Refs { crate: RefObject<Body | null>; cloth: RefObject<ClothObject | null> }
export const examples = {
${[...examples].map(([name, code]) => `${name}({ crate, cloth }: Refs) {\nvoid [crate, cloth];\n${bodyOf(code)}\n},`).join('\n')}
};
`,
);

test('the examples compile', async () => {
  const config = path.join(folder, 'components.tsconfig.json');
  const paths = {
    holonom: [path.join(root, 'wasm/src/index.ts')],
    'holonom/internal': [path.join(root, 'wasm/src/internal.ts')],
    'holonom/react': [path.join(sources, 'index.ts')],
  };
  const settings = { compilerOptions: { paths }, include: [], files: [file] };
  writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.json', ...settings }));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', config]).catch(
    (error) => error,
  );
  expect(stdout).toBe('');
});

test('every component and hook shows an example, which can be mounted', async () => {
  const all = await import(file);
  expect(Object.keys(all.examples).sort()).toEqual(Object.keys(door).sort());
  await loadHolonom();
  const mounted = await makeRoot();
  const thrown: unknown[] = [];
  for (const example of Object.values(all.examples)) {
    const refs = { crate: createRef<Body>(), cloth: createRef<Cloth>() };
    const sheet = { grid: { size: [1, 1], segments: [2, 2] }, position: [0, 6, 0] } as const;
    await act(async () =>
      mounted.render(
        createElement(
          Boundary,
          { fail: (error) => thrown.push(error) },
          createElement(
            door.Physics,
            null,
            createElement(door.RigidBody, { ref: refs.crate }),
            createElement(door.Cloth, { ref: refs.cloth, ...sheet }),
            createElement(example as never, refs as never),
          ),
        ),
      ),
    );
    expect(thrown).toEqual([]);
    expect(refs.crate.current?.alive).toBe(true);
  }
  await act(async () => mounted.unmount());
  expect(thrown).toEqual([]);
});
