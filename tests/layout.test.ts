// The shape of the repository: what lies at the top, and which way the arrows point.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type SourceFile, wrongArrows } from './layers';

const root = fileURLToPath(new URL('..', import.meta.url));

const topLevel = [
  'CHANGELOG.md',
  'CMakeLists.txt',
  'CMakePresets.json',
  'LICENSE',
  'README.md',
  'biome.json',
  'core',
  'package-lock.json',
  'package.json',
  'tests',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
  'wasm',
  'web',
];
const made = ['build', 'dist', 'node_modules'];

function sources(): SourceFile[] {
  return ['core', 'wasm', 'web'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(cpp|h|tsx?|m?js)$/.test(name) && !name.includes('.generated.'))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
      .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') })),
  );
}

test('the top level holds the agreed names only', () => {
  const names = readdirSync(root).filter((name) => !name.startsWith('.') && !made.includes(name));
  expect(names.sort()).toEqual([...topLevel].sort());
});

test('the lock file names no host to download from', () => {
  expect(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).not.toMatch(
    /https?:\/\/[^"]*\.tgz/,
  );
});

test('every include and import points down', () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(100);
  expect(wrongArrows(files)).toEqual([]);
});

test('no command imports, at once or later, a file that imports it: it would wait for itself', () => {
  const folder = path.join(root, '.tools');
  const names = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const imports = new Map(
    names.map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8');
      const found = text.matchAll(/^import .*'\.\/([^'/]+)';|import\('\.\/([^'/]+)'\)/gm);
      return [name, [...found].map(([, first, later]) => first ?? later ?? '')];
    }),
  );
  const reached = (name: string, seen = new Set<string>()): Set<string> => {
    for (const next of imports.get(name) ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  expect(reached('build.mjs')).toContain('run.mjs');
  expect(names.filter((name) => reached(name).has(name))).toEqual([]);
});

describe('the check of the arrows', () => {
  const file = (name: string, text = ''): SourceFile => ({ file: name, text });

  test('sees an include that is turned round', () => {
    const upward = file('core/math/vec3.h', '#include "collision/manifold.h"\n');
    const manifold = file('core/collision/manifold.h', '#include "math/vec3.h"\n');
    expect(wrongArrows([upward, manifold])).toEqual([
      'core/math/vec3.h includes "collision/manifold.h": core/math must not see core/collision',
    ]);
  });

  test('keeps bodies, particles and springs apart', () => {
    const springs = file('core/springs/network.h', '#include "particles/particles.h"\n');
    expect(wrongArrows([springs, file('core/particles/particles.h')])).toHaveLength(1);
  });

  test('keeps the core free of the bindings', () => {
    const world = file('core/world/world.cpp', '#include "../../wasm/views.h"\n');
    expect(wrongArrows([world, file('wasm/views.h')])).toHaveLength(1);
  });

  test('sees an include of nothing and a file without a layer', () => {
    expect(wrongArrows([file('core/math/a.h', '#include "math/gone.h"')])).toHaveLength(1);
    expect(wrongArrows([file('core/extra/a.h')])).toHaveLength(1);
  });

  test.each([
    ['wasm/src/world.ts', "import { Vector3 } from 'three';"],
    ['wasm/src/world.ts', "import { scenes } from '../../web/scenes/index.js';"],
    ['web/scenes/flag.ts', "import type { Mesh } from 'three';"],
    ['web/scenes/flag.ts', "import { loop } from '../playground/loop.js';"],
    ['web/scenes/flag.ts', "import {\n  WorldView,\n} from 'holonom/three';"],
    ['web/playground/app.ts', "import 'three';"],
    ['web/playground/app.ts', "const three = await import('three/addons/a.js');"],
    ['web/playground/app.ts', "export * from '../three/index.js';"],
    ['web/playground/app.ts', "import { World } from '../../wasm/src/world.js';"],
    ['web/react/cloth.tsx', "import { Motion } from '../three/motion.js';"],
    ['web/three/world-view.ts', "import { theme } from '../site/theme.js';"],
  ])('refuses in %s: %s', (name, text) => {
    expect(wrongArrows([file(name, text)])).toHaveLength(1);
  });

  test.each([
    ['wasm/src/world.ts', "import { Body } from './body.js'; // from 'three'"],
    ['wasm/src/index.ts', "/* import x from 'three' */\n// import 'three';"],
    ['web/three/world-view.ts', "import { Group } from 'three';\nimport { World } from 'holonom';"],
    ['web/playground/app.ts', "import { Pane } from 'tweakpane';\nimport '../site/theme.js';"],
    ['web/playground/app.ts', "import { WorldView } from 'holonom/three';"],
  ])('accepts in %s: %s', (name, text) => {
    expect(wrongArrows([file(name, text)])).toEqual([]);
  });
});
