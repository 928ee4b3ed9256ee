// npm run hash: the state hashes of the fixed scenes, native and as WebAssembly, which must be equal.
import './node-version.mjs';
import { cmake } from './cmake.mjs';
import { at, Failure, isCommand, main, run, step } from './run.mjs';
import { setup } from './setup.mjs';
import { alone } from './stale.mjs';

/** @param {string} text lines of a scene's name and its hash */
const table = (text) =>
  new Map([...text.matchAll(/^(\S+) +(\S+)$/gm)].map(([, name, hash]) => [name, hash]));

/**
 * @param {Awaited<ReturnType<typeof setup>>} compiler
 * @returns {Promise<{ scene: string, native: string, wasm: string }[]>}
 */
export async function hashes(compiler) {
  const programs = () =>
    Promise.all([cmake('native', ['hash_main'], compiler), cmake('wasm', ['hash_main'], compiler)]);
  await alone(() => step('Building hash_main', programs));
  const [native, wasm] = await step('Running the fixed scenes', () =>
    Promise.all([
      run(at('build/native/tests/hash_main')),
      run(process.execPath, [at('build/wasm/tests/hash_main.cjs')]),
    ]),
  );
  const [nativeHashes, wasmHashes] = [table(native.stdout), table(wasm.stdout)];
  const scenes = [...new Set([...nativeHashes.keys(), ...wasmHashes.keys()])];
  if (scenes.length === 0) throw new Failure('hash_main printed no hashes.');
  return scenes.map((scene) => ({
    scene,
    native: nativeHashes.get(scene) ?? 'missing',
    wasm: wasmHashes.get(scene) ?? 'missing',
  }));
}

if (isCommand(import.meta.url))
  await main(async () => {
    const rows = await hashes(await setup({ native: true }));
    const width = Math.max(...rows.map((row) => row.scene.length));
    for (const { scene, native, wasm } of rows)
      console.log(
        `${scene.padEnd(width)}  native ${native}  wasm ${wasm}  ${native === wasm ? 'equal' : 'DIFFERENT'}`,
      );
    const different = rows.filter((row) => row.native !== row.wasm).length;
    console.log(
      different
        ? `${different} of ${rows.length} scenes differ`
        : `${rows.length} scenes, all equal`,
    );
    return different ? 1 : 0;
  });
