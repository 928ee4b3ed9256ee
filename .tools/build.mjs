// npm run build: dist/package (publishable) and dist/site (static, works from any path).
// Every part is built only when what it is made from has changed.
import './node-version.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { cmake } from './cmake.mjs';
import { writeServiceWorker } from './offline.mjs';
import { writePackage } from './package.mjs';
import { pictures } from './pictures.mjs';
import { writeReference } from './reference.mjs';
import { at, Failure, isCommand, main, run, since, step } from './run.mjs';
import { setup } from './setup.mjs';
import { placeReference } from './site-facts.mjs';
import { alone, files, unlessFresh } from './stale.mjs';

/** @typedef {Awaited<ReturnType<typeof setup>>} Compiler */

const isCpp = (/** @type {string} */ name) => /\.(cpp|h)$|CMakeLists\.txt$/.test(name);
/** Whether pages of the course are made from this file of web/tutorials. */
export const isCourseSource = (/** @type {string} */ name) =>
  /\.(md|yaml|js)$/.test(name) && !name.includes('.generated.');
const isScript = (/** @type {string} */ name) => /^\.tools\/(cmake|generate)/.test(name);

/** The WebAssembly module beside the TypeScript that loads it, and what is made from the field tables. */
async function buildCore(/** @type {Compiler} */ compiler) {
  const inputs = [
    'CMakeLists.txt',
    'CMakePresets.json',
    ...files(['core', 'wasm'], isCpp),
    ...files(['.tools'], isScript),
  ];
  const outputs = [
    'wasm/src/holonom.generated.mjs',
    'wasm/src/holonom.generated.wasm',
    'wasm/src/holonom.generated.inline.mjs',
    'wasm/src/definitions.generated.ts',
    'build/definitions.json',
    'build/scene.schema.json',
  ];
  return unlessFresh('core', inputs, outputs, () =>
    step('Compiling the core to WebAssembly', async () => {
      await cmake('wasm', ['holonom', 'gen_definitions'], compiler);
      await Promise.all([writeModule(), writeDefinitions()]);
    }),
  );
}

async function writeModule() {
  const { minify } = await import('vite'); // which set-up installs
  // The loader brings the binary. For the glue's own way to find it bundlers would copy it once more.
  const glue = readFileSync(at('build/wasm/holonom.mjs'), 'utf8').replaceAll(
    'import.meta.url',
    "''",
  );
  // Emscripten leaves its names long, which costs a third of the glue's download.
  const { code } = await minify('holonom.mjs', glue);
  writeFileSync(at('wasm/src/holonom.generated.mjs'), code);
  const binary = readFileSync(at('build/wasm/holonom.wasm'));
  writeFileSync(at('wasm/src/holonom.generated.wasm'), binary);
  const text = gzipSync(binary, { level: 9 }).toString('base64');
  const inline = `export const compressed = '${text}';\n`;
  writeFileSync(at('wasm/src/holonom.generated.inline.mjs'), inline);
}

async function writeDefinitions() {
  const { stdout } = await run(process.execPath, [at('build/wasm/wasm/gen_definitions.cjs')]);
  writeFileSync(at('build/definitions.json'), stdout);
  await run(process.execPath, ['.tools/generate.mjs']);
}

function writeFreshPackage() {
  const inputs = [
    'package.json',
    'wasm/README.md',
    'LICENSE',
    'CHANGELOG.md',
    'tsconfig.json',
    'wasm/tsconfig.json',
    'build/scene.schema.json',
    '.tools/package.mjs',
    ...files(['wasm/src', 'web/three', 'web/react']),
  ];
  return unlessFresh('package', inputs, ['dist/package/index.js'], () =>
    step('Building dist/package', writePackage),
  );
}

/** The rows that the site's page of claims is made from: the experiments, run with this module. */
function measureClaims() {
  const inputs = [
    // What moves springs, and what is asked of them.
    ...files(['core/base', 'core/math', 'core/springs', 'core/world'], isCpp),
    ...files(['web/lab'], (name) => name.endsWith('.js')),
  ];
  const output = 'web/claims/measured.generated.json';
  return unlessFresh('claims', inputs, [output], () =>
    step('Running the experiments that the page of claims shows', async () => {
      // In a process of its own, beside the lessons.
      const { stdout } = await run(process.execPath, [at('.tools/claims.mjs')]);
      writeFileSync(at(output), stdout);
    }),
  );
}

/** The pages of the course: its code is compiled and run by the built package, and its claims are checked. */
function buildCourse() {
  const inputs = [
    'package-lock.json',
    'web/scenes/scene.ts',
    ...files(['web/tutorials'], isCourseSource),
    ...files(['.tools'], (name) => name.startsWith('.tools/tutorials')),
    ...files(['dist/package'], (name) => /\.(m?js|wasm|d\.ts)$/.test(name)),
  ];
  return unlessFresh('course', inputs, ['build/tutorials/pages/index.html'], () =>
    step('Running the lessons and writing their pages', async (note) => {
      const { buildTutorials } = await import('./tutorials.mjs'); // whose packages set-up installs
      await buildTutorials(note);
    }),
  );
}

function buildSite() {
  const inputs = [
    'package-lock.json',
    'vite.config.ts',
    ...files(['web', 'wasm/src', 'build/tutorials/pages']),
  ];
  return unlessFresh('site', inputs, ['dist/site/index.html'], () =>
    step('Building dist/site', () =>
      run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']),
    ),
  );
}

/** Builds what is stale of dist/package alone. @param {Compiler} compiler */
export function buildPackage(compiler) {
  return alone(async () => {
    await buildCore(compiler);
    await writeFreshPackage();
  });
}

/**
 * Builds what is stale.
 * @param {Compiler} compiler
 * @returns {Promise<boolean>} whether there was anything to do
 */
export function build(compiler) {
  return alone(async () => {
    const core = await buildCore(compiler);
    const npm = await writeFreshPackage();
    const [claims, course] = await Promise.all([measureClaims(), buildCourse()]);
    const site = await buildSite();
    await pictures();
    placeReference();
    writeServiceWorker(at('dist/site'));
    return core || npm || claims || course || site;
  });
}

/** The API reference of the site, from the types of the package. `npm start` goes without, to be there sooner. */
function buildReference() {
  const inputs = [
    'CHANGELOG.md',
    '.tools/reference.mjs',
    '.tools/docs/package-lock.json',
    '.tools/docs/reference.css',
    ...files(['wasm/docs', 'wasm/README.md']),
    ...files(['dist/package'], (name) => name.endsWith('.d.ts')),
  ];
  return unlessFresh('reference', inputs, ['dist/site/reference/index.html'], async () => {
    const complaints = await writeReference();
    if (complaints.length > 0) throw new Failure(complaints.join('\n'));
  });
}

if (isCommand(import.meta.url))
  await main(async () => {
    const start = performance.now();
    const built = await build(await setup());
    const worked = (await buildReference()) || built;
    const result = worked ? `built in ${since(start)}` : 'up to date';
    console.log(`dist/package and dist/site: ${result}`);
  });
