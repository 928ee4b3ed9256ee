// Writes dist/package: the compiled API, the module, types, schema, and a package.json with its doors.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, run } from './run.mjs';

const out = at('dist/package');

/** Inside the repository made files are called *.generated.*; users see plain names. */
const published = (/** @type {string} */ text) =>
  text
    .replaceAll('holonom.generated.', 'holonom.')
    .replaceAll('definitions.generated', 'definitions-table');

export async function writePackage() {
  rmSync(out, { recursive: true, force: true });
  rmSync(at('build/package'), { recursive: true, force: true });
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'wasm/tsconfig.json']);
  copyText(at('build/package/wasm/src'), out);
  copyText(at('build/package/web/three'), path.join(out, 'three'));
  for (const name of ['holonom.generated.mjs', 'holonom.generated.d.mts'])
    copyOne(at('wasm/src', name), path.join(out, published(name)));
  copyFileSync(at('wasm/src/holonom.generated.wasm'), path.join(out, 'holonom.wasm'));
  copyFileSync(at('build/scene.schema.json'), path.join(out, 'scene.schema.json'));
  copyFileSync(at('wasm/README.md'), path.join(out, 'README.md'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(at(name), path.join(out, name));
  const manifest = JSON.stringify(packageJson(), null, 2);
  writeFileSync(path.join(out, 'package.json'), `${manifest}\n`);
}

/** @param {string} from @param {string} to */
function copyOne(from, to) {
  writeFileSync(to, published(readFileSync(from, 'utf8')));
}

/** @param {string} from @param {string} to */
function copyText(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    copyOne(path.join(from, name), path.join(to, published(name)));
}

/** The published package.json: the repository's, without what only its developers need. */
function packageJson() {
  const {
    private: _private,
    scripts: _scripts,
    devDependencies: _dev,
    ...kept
  } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  return {
    ...kept,
    sideEffects: false,
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './three': { types: './three/index.d.ts', default: './three/index.js' },
      './holonom.wasm': './holonom.wasm',
      './scene.schema.json': './scene.schema.json',
      './package.json': './package.json',
    },
  };
}
