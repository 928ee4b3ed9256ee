// npm run bench [-- --scene S,… --engine E,… --json F --rounds N]: times a step beside the peers, one
// thread each, interleaved in one run, with the quality of the result next to the time.
import './node-version.mjs';
import { readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runRounds } from '../tests/bench/rounds.mjs';
import { scenes } from '../tests/bench/scenes.mjs';
import { legend, ratios, tableOf } from '../tests/bench/table.mjs';
import { build } from './build.mjs';
import { at, Failure, isWritable, main, step } from './run.mjs';
import { nodeModules, setup } from './setup.mjs';

const usage = 'npm run bench [-- --scene S,… --engine E,… --json FILE --rounds N]';
const mostRounds = 100;
const allScenes = Object.keys(scenes);
const allEngines = readdirSync(at('tests/bench/engines'))
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => path.parse(name).name);

function options() {
  try {
    const text = /** @type {const} */ ({ type: 'string' });
    return parseArgs({ options: { scene: text, engine: text, json: text, rounds: text } }).values;
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
  const { scene, engine, json, rounds = '3' } = options();
  const count = Number(rounds);
  if (!/^\d+$/.test(rounds) || count < 1 || count > mostRounds)
    throw new Failure(
      `--rounds ${JSON.stringify(rounds)}: must be a whole number from 1 to ${mostRounds}.`,
    );
  if (json !== undefined && !isWritable(json))
    throw new Failure(`--json ${JSON.stringify(json)}: must be a file in a folder that exists.`);
  return {
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

await main(async () => {
  const { names, engines, json, rounds } = wanted();
  if (engines.includes('holonom')) await build(await setup());
  else await nodeModules();
  const { rows, gaps } = await step('Running the scenes', (note) =>
    runRounds(engines, names, rounds, note),
  );
  const facts = machine();
  console.log(
    `\nNode ${facts.node}, ${facts.cpu}; 1 thread, dt 1/60 s, friction 0.5, no sleeping,`,
  );
  console.log(`median step of ${rounds} interleaved round${rounds > 1 ? 's' : ''}`);
  console.log(legend);
  const groups = names.map((name) => ({
    name,
    own: rows.filter((row) => row.scene === name),
    missing: gaps.filter((gap) => gap.scene === name),
  }));
  for (const { name, own, missing } of groups) console.log(`\n${tableOf(name, own, missing)}`);
  if (json !== undefined) {
    const summary = Object.fromEntries(groups.map(({ name, own }) => [name, ratios(own)]));
    const report = { machine: facts, rounds, ratios: summary, rows, gaps };
    writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`\nWritten to ${json}`);
  }
  console.log(`\n${rows.length} results of ${engines.length} engines in ${names.length} scenes`);
});
