// npm test [-- --only STAGE,…]: what every change must pass. npm run test:all: this and all the rest.
// tests/README.md says what runs where.
import './node-version.mjs';
import { readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { cmake } from './cmake.mjs';
import { lint } from './format.mjs';
import { hashes } from './hash.mjs';
import { writeReference } from './reference.mjs';
import { at, Failure, main, run, since } from './run.mjs';
import { setup } from './setup.mjs';
import { alone } from './stale.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, note?: string, output?: string }} Result
 * @typedef {Awaited<ReturnType<typeof setup>>} Compiler
 * @typedef {Record<string, string | undefined>} Environment
 */

/** A stage that is one test: it passes unless it throws. @param {() => Promise<string | void>} check */
const single = (check) => async () => ({
  passed: 1,
  failed: 0,
  note: (await check()) || undefined,
});

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, all: { type: 'boolean', default: false } },
});
const everything = options.all;

/** Suites of long sweeps are named so; they run in `npm run test:all`. */
const campaigns = 'Campaign*';
/** Suites whose long sweeps take the paths of shorter suites, but hours with sanitizers. */
const sweeps = [
  ...['WreckingBall', 'TurningJoints', 'MotorsWithoutBound', 'FullTrays', 'RollingVehicle'],
  ...['ThinBodies', 'UnevenSteps', 'EnclosedVolume'],
].map((suite) => `*${suite}*`);
/** Prints one table of all its tests, so one process runs them all. */
const matrix = 'CampaignEvery/SolverMatrix*';
const matrixTable = { HOLONOM_MATRIX: at('build/solver-matrix.json') };
/** Has sweeps within tests take every case. */
const longRuns = { HOLONOM_TESTS: everything ? 'all' : undefined };
/** As many processes as `npm test` is made for has cores. */
const shards = 2;

/**
 * Runs GoogleTest in several processes.
 * @param {string} program @param {string[]} args @param {string} suites filter of GoogleTest
 * @param {Environment} [env]
 * @param {[string, Environment][]} [tables] filters and variables of processes besides
 * @returns {Promise<Result>}
 */
async function googleTest(program, args, suites, env = {}, tables = []) {
  const results = await Promise.all([
    ...Array.from({ length: shards }, (_, i) =>
      googleTestProcess(program, [...args, `--gtest_filter=${suites}`], {
        ...env,
        GTEST_TOTAL_SHARDS: `${shards}`,
        GTEST_SHARD_INDEX: `${i}`,
      }),
    ),
    ...tables.map(([filter, own]) =>
      googleTestProcess(program, [...args, `--gtest_filter=${filter}`], { ...env, ...own }),
    ),
  ]);
  return {
    passed: sum(results.map((each) => each.passed)),
    failed: sum(results.map((each) => each.failed)),
    skipped: sum(results.map((each) => each.skipped)),
    output: results.map((each) => each.output).join(''),
  };
}

const sum = (/** @type {number[]} */ all) => all.reduce((total, each) => total + each, 0);

/** @param {string} program @param {string[]} args @param {Environment} env */
async function googleTestProcess(program, args, env) {
  // Browsers go first: their tests wait for pictures.
  const options = { check: false, env, nice: 10 };
  const { output } = await run(program, [...args, '--gtest_brief=1'], options);
  const count = (/** @type {RegExp} */ line) => Number(line.exec(output)?.[1] ?? 0);
  const ran = count(/^\[=+\] (\d+) tests? from .* ran\./m);
  const passed = count(/^\[ {2}PASSED {2}\] (\d+) test/m);
  const skipped = count(/^\[ {2}SKIPPED \] (\d+) test/m);
  // A program that ends early (a sanitizer's report) has no closing lines: that is a failure too.
  const failed = /^\[=+\] \d+ tests? from .* ran\./m.test(output) ? ran - passed - skipped : 1;
  showTables(output);
  return { passed, failed, skipped, output: failed > 0 ? output : '' };
}

/** Tables that tests print. @param {string} output */
function showTables(output) {
  for (const line of output.split('\n')) if (line.startsWith('| ')) console.log(line);
}

/** The tests of the core, but for campaigns. @param {'native' | 'asan'} preset */
const coreTests = (preset) => async (/** @type {Compiler} */ compiler) => {
  await alone(() => cmake(preset, ['core_tests'], compiler));
  const program = at('build', preset, 'tests/core_tests');
  if (preset === 'native') return googleTest(program, [], `-${campaigns}`, longRuns);
  // Sanitizers look for faults of each path of the code: more cases have no more paths.
  return googleTest(program, [], `-${[campaigns, ...sweeps].join(':')}`);
};

/** @param {string} project @returns {Promise<Result>} */
async function vitest(project) {
  const report = at('build', `vitest-${project}.json`);
  rmSync(report, { force: true });
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json'];
  const { code, output } = await run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...args, `--outputFile.json=${report}`],
    { check: false, env: longRuns },
  );
  showTables(output);
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

/** @param {Awaited<ReturnType<typeof hashes>>} rows @returns {Result} */
function compared(rows) {
  const different = rows.filter((row) => row.native !== row.wasm);
  const output = different.map((row) => `${row.scene}: ${row.native} ≠ ${row.wasm}`).join('\n');
  return { passed: rows.length - different.length, failed: different.length, output };
}

/**
 * @typedef {object} Stage
 * @property {string} title
 * @property {(compiler: Compiler) => Promise<Result>} work
 * @property {boolean} [all] runs in `npm run test:all` only
 * @property {boolean} [built] needs what the stage `build` makes
 */

/** Two rows of stages run beside each other, each in its order: the site and the core. @type {Record<string, Stage>} */
const site = {
  lint: { title: 'Format and lint', work: single(() => lint(false)) },
  build: {
    title: 'Build of module, package and site',
    work: (compiler) => single(() => build(compiler).then(() => {}))(),
  },
  types: {
    title: 'Types',
    built: true,
    work: single(async () => {
      for (const project of ['.', '.tools'])
        await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project]);
    }),
  },
  docs: {
    title: 'API reference',
    built: true,
    work: async () => {
      const complaints = await writeReference();
      const failed = complaints.length;
      return { passed: Number(failed === 0), failed, output: complaints.join('\n') };
    },
  },
  web: { title: 'Site in Chromium and Firefox', built: true, work: () => vitest('web') },
  bundlers: {
    title: 'Package in bundlers, in Chromium',
    all: true,
    built: true,
    work: () => vitest('bundlers'),
  },
};

/** @type {Record<string, Stage>} */
const core = {
  native: {
    title: 'C++ tests, native',
    work: coreTests('native'),
  },
  hash: {
    title: 'State hashes, native and WebAssembly',
    built: true,
    work: async (compiler) => compared(await hashes(compiler)),
  },
};

/** Then either row, when it has ended, takes the next of these. @type {Record<string, Stage>} */
const either = {
  node: { title: 'API, layers and package in Node', built: true, work: () => vitest('node') },
  sanitized: {
    title: 'C++ tests, native with sanitizers',
    all: true,
    work: coreTests('asan'),
  },
  campaigns: {
    title: 'C++ campaigns, native',
    all: true,
    work: async (compiler) => {
      await alone(() => cmake('native', ['core_tests'], compiler));
      const program = at('build/native/tests/core_tests');
      return googleTest(program, [], `${campaigns}-${matrix}`, longRuns, [[matrix, matrixTable]]);
    },
  },
  wasm: {
    title: 'C++ tests, WebAssembly',
    all: true,
    built: true,
    work: async (compiler) => {
      await alone(() => cmake('wasm', ['core_tests'], compiler));
      return googleTest(process.execPath, [at('build/wasm/tests/core_tests.cjs')], `-${campaigns}`);
    },
  },
  fuzz: {
    title: 'New random cases, native with sanitizers',
    all: true,
    work: async (compiler) => {
      await alone(() => cmake('sanitize', ['fuzz'], compiler));
      const first = Date.now(); // new cases in every run
      const args = ['--cases', '10000', `${first}`];
      const { code, output } = await run(at('build/sanitize/tests/fuzz'), args, { check: false });
      const note = `seeds from ${first} on`;
      return { passed: Number(code === 0), failed: Number(code !== 0), note, output };
    },
  },
  calls: {
    title: 'New random calls of the JavaScript API',
    all: true,
    built: true,
    work: async () => {
      const first = Date.now(); // new cases in every run
      const args = [at('tests/fuzz/api/main.mjs'), at('dist/package/index.js'), '180', `${first}`];
      const { code, output } = await run(process.execPath, args, { check: false });
      const note = output.trimEnd().split('\n').at(-1);
      return { passed: Number(code === 0), failed: Number(code !== 0), note, output };
    },
  },
};
const stages = { ...site, ...core, ...either };

/** @returns {string[]} names of the stages to run */
function chosen() {
  const names = Object.keys(stages);
  const wanted =
    options.only?.split(',') ?? names.filter((name) => everything || !stages[name]?.all);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Failure(`--only ${unknown}: the stages are ${names.join(', ')}.`);
  return wanted;
}

/** @param {string} name @param {Compiler} compiler @returns {Promise<Result>} */
async function runStage(name, compiler) {
  const { title, work } = /** @type {Stage} */ (stages[name]);
  const start = performance.now();
  console.log(`-- ${title} (${name}) begins`);
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
  let tellBuilt = (/** @type {boolean} */ _done) => {};
  /** @type {Promise<boolean>} */
  const built = new Promise((resolve) => {
    tellBuilt = resolve;
  });
  if (!names.includes('build')) tellBuilt(true);
  /** @type {Result[]} */
  const results = [];
  const chosenOf = (/** @type {Record<string, Stage>} */ row) =>
    Object.keys(row).filter((name) => names.includes(name));
  const left = chosenOf(either);
  const runRow = async (/** @type {Record<string, Stage>} */ row) => {
    const own = chosenOf(row);
    const next = () => own.shift() ?? left.shift();
    for (let name = next(); name !== undefined; name = next()) {
      // Without a build the other stages would only repeat its failure.
      if (stages[name]?.built && !(await built)) continue;
      const result = await runStage(name, compiler);
      if (name === 'build') tellBuilt(result.failed === 0);
      results.push(result);
    }
  };
  await Promise.all([runRow(site), runRow(core)]);
  console.log(`\nAll stages took ${since(start)}`);
  const passed = sum(results.map((each) => each.passed));
  const failed = sum(results.map((each) => each.failed));
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
});
