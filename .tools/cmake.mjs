// Configures and builds one CMake preset.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sourcesVariable } from './emscripten.mjs';
import { at, run, which } from './run.mjs';

/**
 * @param {'native' | 'asan' | 'sanitize' | 'wasm'} preset
 * @param {string[]} targets
 * @param {{ emcc: string, env: Record<string, string> }} compiler to WebAssembly, for the preset wasm
 */
export async function cmake(preset, targets, { emcc, env }) {
  const folder = `build/${preset}`;
  const configured = existsSync(at(folder, 'CMakeCache.txt'));
  const generator = configured ? [] : ['-G', which('ninja') ? 'Ninja' : 'Unix Makefiles'];
  const wrapper = preset === 'wasm' ? [path.join(path.dirname(emcc), 'emcmake')] : [];
  const [program = '', ...args] = [...wrapper, 'cmake', '--preset', preset, ...generator];
  await run(program, args, { env });
  const build = ['--build', folder, '--parallel', '2', '--target', ...targets];
  try {
    await run('cmake', build, { env });
  } catch (error) {
    const lacking = /undefined symbol: (.*)/.exec(String(error))?.[1];
    if (!lacking || !env[sourcesVariable]) throw error;
    console.log(
      `Compiling whole system libraries: .tools/emscripten-sources.json lacks ${lacking}.`,
    );
    await run('cmake', build, { env: { ...env, [sourcesVariable]: undefined } });
  }
}
