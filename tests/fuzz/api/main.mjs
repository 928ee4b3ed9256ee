// node tests/fuzz/api/main.mjs LIBRARY SECONDS [FIRST_SEED], or LIBRARY --seed N: random cases on the public API of a
// built package until the time is up. Prints the seed and the shortest list of operations of each that fails.
import { pathToFileURL } from 'node:url';
import { newTally, operationsOf, run } from './case.mjs';
import { minimized } from './minimize.mjs';

const mostFailures = 10;
const reportEvery = 10_000;

const [path = '', ...args] = process.argv.slice(2);
const { loadHolonom, definitions, HolonomError } = await import(pathToFileURL(path).href);

/** A module that failed is replaced. */
const library = async () => ({ holonom: await loadHolonom(), definitions, HolonomError });

const tally = newTally();

/** @param {number} seed */
async function passes(seed) {
  const list = operationsOf(seed);
  const fault = run(await library(), seed, list, tally);
  if (!fault) return true;
  console.log(`FAILED api ${seed}: ${fault}; again: npm run fuzz -- --only api --seed ${seed}`);
  const start = (/** @type {string} */ text) => text.slice(0, 40);
  const shortest = await minimized(list, async (shorter) => {
    const found = run(await library(), seed, shorter, newTally());
    return start(found) === start(fault);
  });
  console.log(`  ${shortest.map(({ name, seed }) => `${name}(${seed})`).join(' ')}`);
  return false;
}

if (args[0] === '--seed') {
  process.exitCode = (await passes(Number(args[1]))) ? 0 : 1;
  if (process.exitCode === 0) console.log('passed');
} else {
  const seconds = Number(args[0] ?? 10);
  const first = Number(args[1] ?? 0);
  const start = performance.now();
  let reported = start;
  let failures = 0;
  let seed = first;
  const report = () => {
    const { calls, steps, refusals, twins, slowest, slow } = tally;
    console.log(
      `${Math.round((performance.now() - start) / 1000)} s: ${seed - first} cases from seed ${first} on, ` +
        `${calls} calls, ${steps} steps, ${refusals} refusals, ${twins} twins, ` +
        `longest ${Math.round(slowest)} ms (${slow}), ${failures} failed`,
    );
  };
  while (failures < mostFailures && performance.now() - start < 1000 * seconds) {
    if (!(await passes(seed++))) failures++;
    if (performance.now() < reported + reportEvery) continue;
    report();
    reported = performance.now();
  }
  report();
  process.exitCode = failures > 0 ? 1 : 0;
}
