// npm run fuzz -- SECONDS: random worlds, calls, scene files and shapes under sanitizers; a failure
// prints its seed, and --seed N runs that one alone.
import './node-version.mjs';
import { parseArgs } from 'node:util';
import { cmake } from './cmake.mjs';
import { at, Failure, main, run, step } from './run.mjs';
import { setup } from './setup.mjs';
import { alone } from './stale.mjs';

const usage = 'npm run fuzz -- SECONDS, or npm run fuzz -- --seed N';
const mostSeconds = 86400;

function options() {
  try {
    const { values, positionals } = parseArgs({
      options: { seed: { type: 'string' } },
      allowPositionals: true,
    });
    return { seed: values.seed, positionals };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new Failure(`${reason}. Usage: ${usage}`);
  }
}

/** The arguments of the program. @returns {string[]} */
function wanted() {
  const { seed, positionals } = options();
  if (seed !== undefined) {
    if (!/^\d{1,19}$/.test(seed) || positionals.length > 0)
      throw new Failure(`--seed ${JSON.stringify(seed)}: must be a whole number. Usage: ${usage}`);
    return ['--seed', seed];
  }
  const [seconds = '60', ...more] = positionals;
  if (!/^\d+$/.test(seconds) || Number(seconds) < 1 || Number(seconds) > mostSeconds || more.length)
    throw new Failure(
      `${JSON.stringify(positionals.join(' '))}: must be whole seconds from 1 to ${mostSeconds}. Usage: ${usage}`,
    );
  // New cases in every run: time itself is the first seed.
  return [seconds, String(Date.now())];
}

await main(async () => {
  const args = wanted();
  const compiler = await setup();
  await alone(() => step('Building fuzz', () => cmake('asan', ['fuzz'], compiler)));
  console.log(args[0] === '--seed' ? `Running seed ${args[1]} …` : `Fuzzing for ${args[0]} s …`);
  const { code } = await run(at('build/asan/tests/fuzz'), args, { check: false, show: true });
  if (code !== 0) console.log('Run a failed seed alone, under a debugger, by the line above.');
  return code === 0 ? 0 : 1;
});
