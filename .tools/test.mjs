// npm test [-- --only STAGE,…]: everything a change must pass, one stage after the other.
import './node-version.mjs';
import { readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { cmake } from './cmake.mjs';
import { docs } from './docs.mjs';
import { lint } from './format.mjs';
import { hashes } from './hash.mjs';
import { at, Failure, main, run, since } from './run.mjs';
import { setup } from './setup.mjs';
import { alone } from './stale.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, note?: string, output?: string }} Result
 * @typedef {Awaited<ReturnType<typeof setup>>} Compiler
 */

/** A stage that is one test: it passes unless it throws. @param {() => Promise<string | void>} check */
const single = (check) => async () => ({
  passed: 1,
  failed: 0,
  note: (await check()) || undefined,
});

/** @param {string} program @param {string[]} args @param {Record<string, string>} [env] @returns {Promise<Result>} */
async function googleTest(program, args, env = {}) {
  const { output } = await run(program, [...args, '--gtest_brief=1'], { check: false, env });
  const count = (/** @type {RegExp} */ line) => Number(line.exec(output)?.[1] ?? 0);
  const ran = count(/^\[=+\] (\d+) tests? from .* ran\./m);
  const passed = count(/^\[ {2}PASSED {2}\] (\d+) test/m);
  const skipped = count(/^\[ {2}SKIPPED \] (\d+) test/m);
  // A program that ends early (a sanitizer's report) has no closing lines: that is a failure too.
  const failed = ran === 0 ? 1 : ran - passed - skipped;
  // Tables that tests print.
  for (const line of output.split('\n')) if (line.startsWith('| ')) console.log(line);
  return { passed, failed, skipped, output };
}

/** @param {string} project @returns {Promise<Result>} */
async function vitest(project) {
  const report = at('build', `vitest-${project}.json`);
  rmSync(report, { force: true });
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json'];
  const { code, output } = await run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...args, `--outputFile.json=${report}`],
    { check: false },
  );
  const counts = readReport(report);
  // Files that can't be loaded count no test; they must not pass for that.
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  return { ...counts, failed, output };
}

/** @param {string} file */
function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/** In order: what fails soonest comes first. @type {Record<string, { title: string, work: (compiler: Compiler) => Promise<Result> }>} */
const stages = {
  lint: { title: 'Format and lint', work: single(() => lint(false)) },
  build: {
    title: 'Build of module, package and site',
    work: (compiler) => single(() => build(compiler).then(() => {}))(),
  },
  types: {
    title: 'Types',
    work: single(async () => {
      await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.']);
    }),
  },
  native: {
    title: 'C++ tests, native with sanitizers',
    work: async (compiler) => {
      await alone(() => cmake('asan', ['core_tests'], compiler));
      const table = { HOLONOM_MATRIX: at('build/solver-matrix.json') };
      return googleTest(at('build/asan/tests/core_tests'), [], table);
    },
  },
  wasm: {
    title: 'C++ tests, WebAssembly',
    work: async (compiler) => {
      await alone(() => cmake('wasm', ['core_tests'], compiler));
      return googleTest(process.execPath, [at('build/wasm/tests/core_tests.cjs')]);
    },
  },
  hash: {
    title: 'State hashes, native and WebAssembly',
    work: async (compiler) => {
      const rows = await hashes(compiler);
      const different = rows.filter((row) => row.native !== row.wasm);
      const output = different.map((row) => `${row.scene}: ${row.native} ≠ ${row.wasm}`).join('\n');
      return { passed: rows.length - different.length, failed: different.length, output };
    },
  },
  node: { title: 'API, layers and package in Node', work: () => vitest('node') },
  docs: {
    title: 'API reference',
    work: async () => {
      const complaints = await docs();
      const failed = complaints.length;
      return { passed: Number(failed === 0), failed, output: complaints.join('\n') };
    },
  },
  bundlers: { title: 'Package in bundlers, in Chromium', work: () => vitest('bundlers') },
  web: { title: 'Site in Chromium and Firefox', work: () => vitest('web') },
};

/** @returns {string[]} names of the stages to run */
function chosen() {
  const all = Object.keys(stages);
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const names = values.only?.split(',') ?? all;
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new Failure(`--only ${unknown}: the stages are ${all.join(', ')}.`);
  return all.filter((name) => names.includes(name));
}

/** @param {string} name @param {Compiler} compiler @returns {Promise<Result>} */
async function runStage(name, compiler) {
  const { title, work } = /** @type {typeof stages[string]} */ (stages[name]);
  const start = performance.now();
  console.log(`\n== ${title} (${name})`);
  /** @type {Result} */
  let result;
  try {
    result = await work(compiler);
  } catch (error) {
    const output =
      error instanceof Failure
        ? error.message
        : String(error instanceof Error ? error.stack : error);
    result = { passed: 0, failed: 1, output };
  }
  const { passed, failed, skipped = 0, note, output } = result;
  if (failed > 0 && output) console.log(output.trimEnd());
  const empty = passed + failed === 0;
  const parts = [`${passed} passed`, `${failed} failed`, skipped && `${skipped} skipped`, note];
  console.log(
    `== ${name}: ${empty ? 'no test ran' : parts.filter(Boolean).join(', ')} in ${since(start)}`,
  );
  return empty ? { passed: 0, failed: 1 } : result;
}

await main(async () => {
  const start = performance.now();
  const names = chosen();
  const compiler = await setup({ tests: true });
  let passed = 0;
  let failed = 0;
  for (const name of names) {
    const result = await runStage(name, compiler);
    passed += result.passed;
    failed += result.failed;
    // Without a build the other stages would only repeat its failure.
    if (name === 'build' && result.failed > 0) break;
  }
  console.log(`\nAll stages took ${since(start)}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
});
