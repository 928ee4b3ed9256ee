// npm run bench [-- --scene S,… --engine E,… --json F --rounds N]: times a step beside the peers, one
// thread each, interleaved in one run, with the quality of the result next to the time.
// npm run bench -- --pages [--json F --rounds N]: how quickly the built site can be read and moves.
import './node-version.mjs';
import { readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measurePages, legend as pagesLegend } from '../tests/bench/pages.mjs';
import { runRounds } from '../tests/bench/rounds.mjs';
import { scenes } from '../tests/bench/scenes.mjs';
import { legend, ratios, tableOf, tableOfRows } from '../tests/bench/table.mjs';
import { build } from './build.mjs';
import { launchChromium } from './chromium.mjs';
import { at, Failure, isWritable, main, step } from './run.mjs';
import { serve } from './serve.mjs';
import { nodeModules, setup } from './setup.mjs';

const usage = 'npm run bench [-- --pages | --scene S,… --engine E,… --json FILE --rounds N]';
const mostRounds = 100;
const allScenes = Object.keys(scenes);
const allEngines = readdirSync(at('tests/bench/engines'))
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => path.parse(name).name);

function options() {
  try {
    const text = /** @type {const} */ ({ type: 'string' });
    const pages = /** @type {const} */ ({ type: 'boolean', default: false });
    const own = { pages, scene: text, engine: text, json: text, rounds: text };
    return parseArgs({ options: own }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new Failure(`${reason}. Usage: ${usage}`);
  }
}

/** @param {string} option @param {string | undefined} value names with commas between @param {string[]} all */
function choose(option, value, all) {
  const names = value === undefined ? all : value.split(',');
  const unknown = names.find((name) => !all.includes(name));
  if (unknown === undefined) return all.filter((name) => names.includes(name));
  throw new Failure(`--${option} ${JSON.stringify(unknown)}: must be of ${all.join(', ')}.`);
}

function wanted() {
  const { pages, scene, engine, json, rounds = '3' } = options();
  if (pages && (scene ?? engine) !== undefined)
    throw new Failure('--pages: has neither --scene nor --engine.');
  const count = Number(rounds);
  if (!/^\d+$/.test(rounds) || count < 1 || count > mostRounds)
    throw new Failure(
      `--rounds ${JSON.stringify(rounds)}: must be a whole number from 1 to ${mostRounds}.`,
    );
  if (json !== undefined && !isWritable(json))
    throw new Failure(`--json ${JSON.stringify(json)}: must be a file in a folder that exists.`);
  return {
    pages,
    names: choose('scene', scene, allScenes),
    engines: choose('engine', engine, allEngines),
    json,
    rounds: count,
  };
}

const machine = () => ({
  node: process.version,
  v8: process.versions.v8,
  platform: `${process.platform} ${process.arch}`,
  cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
  cores: os.cpus().length,
});

/** What else runs here: the mean number of programs that wanted a core in the last minute, and in the last five. */
const load = () =>
  os
    .loadavg()
    .slice(0, 2)
    .map((mean) => mean.toFixed(1))
    .join(', ');

/** @param {string | undefined} json @param {object} report */
function write(json, report) {
  if (json === undefined) return;
  writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\nWritten to ${json}`);
}

/** @param {ReturnType<typeof wanted>} options */
async function benchEngines({ names, engines, json, rounds }) {
  if (engines.includes('holonom')) await build(await setup());
  else await nodeModules();
  const { rows, gaps } = await step('Running the scenes', (note) =>
    runRounds(engines, names, rounds, note),
  );
  const facts = machine();
  console.log(
    `\nNode ${facts.node}, ${facts.cpu}; 1 thread, dt 1/60 s, friction 0.5, sleeping in asleep4k only,`,
  );
  console.log(`median step of ${rounds} interleaved round${rounds > 1 ? 's' : ''}`);
  console.log(legend);
  const groups = names.map((name) => ({
    name,
    own: rows.filter((row) => row.scene === name),
    missing: gaps.filter((gap) => gap.scene === name),
  }));
  for (const { name, own, missing } of groups) console.log(`\n${tableOf(name, own, missing)}`);
  const summary = Object.fromEntries(groups.map(({ name, own }) => [name, ratios(own)]));
  write(json, { machine: facts, rounds, ratios: summary, rows, gaps });
  console.log(`\n${rows.length} results of ${engines.length} engines in ${names.length} scenes`);
}

/** @param {ReturnType<typeof wanted>} options */
async function benchPages({ json, rounds }) {
  await build(await setup());
  const before = load();
  const folder = at('dist/site');
  const site = await serve(folder);
  const browser = await launchChromium();
  const version = `Chromium ${browser.version()}`;
  /** @type {import('../tests/bench/pages.mjs').Table[]} */
  const tables = [];
  try {
    await step('Measuring the pages', async (note) => {
      const bench = { folder, url: site.url, browser, rounds, note };
      for await (const table of measurePages(bench)) tables.push(table);
    });
  } finally {
    await browser.close();
    await site.close();
  }
  const facts = { ...machine(), browser: version, loadBefore: before, loadAfter: load() };
  console.log(`\n${version}, ${facts.cpu}, ${facts.cores} cores; load of the last minute and`);
  console.log(`five: ${before} before, ${facts.loadAfter} after; ${rounds} loads of each page`);
  console.log(pagesLegend);
  for (const { title, rows } of tables) console.log(`\n${title}\n${tableOfRows(rows)}`);
  write(json, { machine: facts, rounds, tables });
  console.log(`\n${tables.length} tables of dist/site`);
}

await main(() => {
  const options = wanted();
  return options.pages ? benchPages(options) : benchEngines(options);
});
