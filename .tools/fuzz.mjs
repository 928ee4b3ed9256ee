// npm run fuzz -- SECONDS: random worlds, calls, scene files and shapes, half of the time in C++ under
// sanitizers, half through the JavaScript API of the built package; --only core or api for one of
// them. A failure prints its seed, and --seed N runs that one alone.
import './node-version.mjs';
import { parseArgs } from 'node:util';
import { buildPackage } from './build.mjs';
import { cmake } from './cmake.mjs';
import { at, Failure, isCommand, main, run, step } from './run.mjs';
import { setup } from './setup.mjs';
import { alone } from './stale.mjs';

const usage =
  'npm run fuzz -- SECONDS [--only core|api], or npm run fuzz -- [--only core|api] --seed N';
const mostSeconds = 86400;

function options() {
  try {
    const { values, positionals } = parseArgs({
      options: { seed: { type: 'string' }, only: { type: 'string' } },
      allowPositionals: true,
    });
    return { ...values, positionals };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new Failure(`${reason}. Usage: ${usage}`);
  }
}

/** What to run, and with which arguments. @returns {{ parts: Part[], args: string[] }} */
function wanted() {
  const { seed, only, positionals } = options();
  if (only !== undefined && only !== 'core' && only !== 'api')
    throw new Failure(`--only ${JSON.stringify(only)}: must be core or api. Usage: ${usage}`);
  if (seed !== undefined) {
    if (!/^\d{1,19}$/.test(seed) || positionals.length > 0)
      throw new Failure(`--seed ${JSON.stringify(seed)}: must be a whole number. Usage: ${usage}`);
    return { parts: [only ?? 'core'], args: ['--seed', seed] };
  }
  const [seconds = '60', ...more] = positionals;
  if (!/^\d+$/.test(seconds) || Number(seconds) < 1 || Number(seconds) > mostSeconds || more.length)
    throw new Failure(
      `${JSON.stringify(positionals.join(' '))}: must be whole seconds from 1 to ${mostSeconds}. Usage: ${usage}`,
    );
  const parts = /** @type {Part[]} */ (only ? [only] : ['core', 'api']);
  // New cases in every run: time itself is the first seed.
  return { parts, args: [String(Math.ceil(Number(seconds) / parts.length)), String(Date.now())] };
}

/** @typedef {'core' | 'api'} Part */
/** @typedef {Awaited<ReturnType<typeof setup>>} Compiler */

/** Builds what a part runs. @param {Part} part @param {Compiler} compiler @returns {Promise<[string, ...string[]]>} its command */
async function built(part, compiler) {
  if (part === 'core') {
    await alone(() => step('Building fuzz', () => cmake('sanitize', ['fuzz'], compiler)));
    return [at('build/sanitize/tests/fuzz')];
  }
  await buildPackage(compiler);
  return [process.execPath, at('tests/fuzz/api/main.mjs'), at('dist/package/index.js')];
}

/** @param {Part} part @param {string[]} args @param {Compiler} compiler */
export async function fuzz(part, args, compiler) {
  const [program, ...first] = await built(part, compiler);
  const what = part === 'core' ? 'the C++ core' : 'the JavaScript API';
  console.log(
    args[0] === '--seed' ? `Seed ${args[1]} of ${what} …` : `Fuzzing ${what} for ${args[0]} s …`,
  );
  const { code } = await run(program, [...first, ...args], { check: false, show: true });
  if (code !== 0) console.log('Run a failed seed alone, under a debugger, by the line above.');
  return code === 0;
}

if (isCommand(import.meta.url))
  await main(async () => {
    const { parts, args } = wanted();
    const compiler = await setup({ native: true });
    let passed = true;
    for (const part of parts) passed = (await fuzz(part, args, compiler)) && passed;
    return passed ? 0 : 1;
  });
