// npm run lab -- EXPERIMENT [--setup A…G --method M --json F]: the experiments on spring networks, in
// the published module, through the public interface: what a page computes is what is printed here.
// --json F writes { experiment, setup, rows }, the rows as web/lab/json.js says.
// npm run lab -- claims: what they say about the claims of the study, as on the page.
import './node-version.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { claims } from '../web/lab/claims.js';
import { experiments, methodsOf, run } from '../web/lab/experiment.js';
import { jsonOf } from '../web/lab/json.js';
import { setups } from '../web/lab/net.js';
import { show, tableOf } from '../web/lab/table.js';
import { build } from './build.mjs';
import { at, Failure, isWritable, main, step } from './run.mjs';
import { setup as setUp } from './setup.mjs';

const names = Object.keys(experiments);
const usage = `npm run lab -- ${names.join('|')}|claims [--setup A…G --method M --json FILE]`;

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
  const { setup, method, json, experiments: chosen } = options();
  if (chosen.length !== 1) throw new Failure(`One experiment, please. Usage: ${usage}`);
  const [name] = chosen;
  check('the experiment', name, [...names, 'claims']);
  const withSetup = names.filter((one) => experiments[one].needsSetup);
  if (setup !== undefined && !withSetup.includes(name))
    throw new Failure(
      `--setup ${JSON.stringify(setup)}: ${name} has set-ups of its own; only ${withSetup.join(', ')} take one.`,
    );
  if (setup !== undefined) check('--setup', setup, Object.keys(setups));
  if (method !== undefined && name === 'claims')
    throw new Failure('--method: the claims are judged by all methods.');
  if (method !== undefined)
    check('--method', method, [...new Set(methodsOf(experiments[name]).map((one) => one.method))]);
  if (json !== undefined && !isWritable(json))
    throw new Failure(`--json ${JSON.stringify(json)}: must be a file in a folder that exists.`);
  return { name, setup: setup ?? 'A', method, json };
}

/** Judges the claims by the rows that the build has measured. @param {string | undefined} json */
function showClaims(json) {
  const measured = JSON.parse(readFileSync(at('web/claims/measured.generated.json'), 'utf8'));
  const rows = claims.map((claim) => ({
    claim: claim.title,
    where: claim.where,
    verdict: claim.judge(measured),
    figures: claim.figures(measured),
  }));
  for (const { claim, where, verdict, figures } of rows) {
    console.log(`\n${claim} (${where})\n  ${verdict}`);
    for (const { name, published, measured: value, unit = '' } of figures) {
      const beside = published === undefined ? '' : `, published ${show(published)}`;
      console.log(`  ${name}: ${show(value)} ${unit}`.trimEnd() + beside);
    }
  }
  writeJson(json, `${JSON.stringify({ experiment: 'claims', rows }, null, 2)}\n`);
  console.log(`\n${rows.length} claims`);
}

/** @param {string | undefined} file @param {string} content */
function writeJson(file, content) {
  if (file === undefined) return;
  writeFileSync(file, content);
  console.log(`\nWritten to ${file}`);
}

await main(async () => {
  const { name, setup, method, json } = wanted();
  await build(await setUp());
  if (name === 'claims') return showClaims(json);
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
  console.log(
    experiments[name].needsSetup
      ? `set-up ${setup}: ${setups[setup].title}\n`
      : 'a net of its own\n',
  );
  console.log(tableOf(experiments[name], rows));
  writeJson(json, jsonOf(name, setup, rows));
  console.log(`\n${rows.length} rows of ${name}`);
});
