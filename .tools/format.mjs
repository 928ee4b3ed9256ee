// npm run format: rewrites all sources in the project's format. npm run lint: only says what is wrong.
import './node-version.mjs';
import { isCommand, main, run, which } from './run.mjs';
import { nodeModules } from './setup.mjs';
import { files } from './stale.mjs';

const biome = 'node_modules/@biomejs/biome/bin/biome';
// Other versions of clang-format break lines differently.
const clangVersion = 14;

async function clangFormat() {
  for (const name of [`clang-format-${clangVersion}`, 'clang-format']) {
    const program = which(name);
    if (!program) continue;
    const { stdout } = await run(program, ['--version']);
    if (stdout.includes(`version ${clangVersion}.`)) return program;
  }
  return undefined;
}

/**
 * @param {boolean} write
 * @returns {Promise<string>} what was not checked, or nothing
 */
export async function lint(write) {
  const cpp = files(['core', 'wasm', 'tests'], (name) => /\.(cpp|h)$/.test(name));
  await run(process.execPath, [
    biome,
    'check',
    '--error-on-warnings',
    ...(write ? ['--write'] : []),
  ]);
  const program = await clangFormat();
  if (!program) return `C++ not checked: clang-format ${clangVersion} is not here`;
  await run(program, [...(write ? ['-i'] : ['--dry-run', '-Werror']), ...cpp]);
  return '';
}

if (isCommand(import.meta.url))
  await main(async () => {
    const write = process.argv.includes('--write');
    await nodeModules();
    const note = await lint(write);
    console.log(`${write ? 'Formatted.' : 'Format and lint are fine.'}${note ? ` ${note}.` : ''}`);
  });
