// npm run lab -- EXPERIMENT [--setup A…G --method M --json F]: the experiments on spring networks, in
// the published module, through the public interface: what a page computes is what is printed here.
import './node-version.mjs';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { experiments, methodsOf, run } from '../web/lab/experiment.js';
import { setups } from '../web/lab/net.js';
import { tableOf } from '../web/lab/table.js';
import { build } from './build.mjs';
import { at, Failure, isWritable, main, step } from './run.mjs';
import { setup as setUp } from './setup.mjs';

const names = Object.keys(experiments);
const usage = `npm run lab -- ${names.join('|')} [--setup A…G --method M --json FILE]`;

function options() {
  try {
    const text = /** @type {const} */ ({ type: 'string' });
    const { values, positionals } = parseArgs({
      options: { setup: text, method: text, json: text },
      allowPositionals: true,
    });
    return { ...values, experiments: positionals };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new Failure(`${reason}. Usage: ${usage}`);
  }
}

/** @param {string} option @param {string} value @param {string[]} allowed */
function check(option, value, allowed) {
  if (allowed.includes(value)) return;
  throw new Failure(`${option} ${JSON.stringify(value)}: must be one of ${allowed.join(', ')}.`);
}

function wanted() {
  const { setup = 'A', method, json, experiments: chosen } = options();
  if (chosen.length !== 1) throw new Failure(`One experiment, please. Usage: ${usage}`);
  const [name] = chosen;
  check('the experiment', name, names);
  check('--setup', setup, Object.keys(setups));
  const known = methodsOf(experiments[name]).map((one) => one.method);
  if (method !== undefined) check('--method', method, [...new Set(known)]);
  if (json !== undefined && !isWritable(json))
    throw new Failure(`--json ${JSON.stringify(json)}: must be a file in a folder that exists.`);
  return { name, setup, method, json };
}

await main(async () => {
  const { name, setup, method, json } = wanted();
  await build(await setUp());
  const { loadHolonom } = await import(at('dist/package/index.js'));
  const holonom = await loadHolonom();
  /** @type {object[]} */
  const rows = [];
  await step(`Running ${name}`, async (note) => {
    for (const row of run(holonom, name, { setup, method })) {
      rows.push(row);
      note(`${rows.length} rows, ${row.method}`);
      await new Promise(setImmediate); // lets the clock on the terminal run
    }
  });
  console.log(`\n${name}: ${experiments[name].title}`);
  console.log(`set-up ${setup}: ${setups[setup].title}\n`);
  console.log(tableOf(experiments[name], rows));
  if (json !== undefined) {
    writeFileSync(json, `${JSON.stringify({ experiment: name, setup, rows }, null, 2)}\n`);
    console.log(`\nWritten to ${json}`);
  }
  console.log(`\n${rows.length} rows of ${name}`);
});
