// Writes what is made from the core's field tables: the TypeScript descriptions and the scene schema.
// Usage: node .tools/generate.mjs [--check] [definitions.json]   (default: build/definitions.json)
// With --check nothing is written, and files that are not current are an error.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sceneSchema } from './generate-schema.mjs';
import { typescriptSource } from './generate-types.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Writes only what changed, so that watchers and incremental builds stay quiet. Says whether it did.
 * @param {string} file @param {string} text
 */
async function writeIfChanged(file, text) {
  const before = await readFile(file, 'utf8').catch(() => undefined);
  if (before === text || checking) return before !== text;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return true;
}

const checking = process.argv.includes('--check');
const source =
  process.argv.slice(2).find((argument) => !argument.startsWith('--')) ??
  path.join(root, 'build/definitions.json');
const definitions = JSON.parse(await readFile(source, 'utf8'));
const glueTypes = `// Types of the glue that the Emscripten linker writes.
import type { RawModuleFactory } from './raw.js';
declare const factory: RawModuleFactory;
export default factory;
`;
const inlineTypes = `// The module, compressed by gzip, as base64.
export declare const compressed: string;
`;
/** @type {[string, string][]} */
const outputs = [
  ['wasm/src/holonom.generated.d.mts', glueTypes],
  ['wasm/src/holonom.generated.inline.d.mts', inlineTypes],
  ['wasm/src/definitions.generated.ts', typescriptSource(definitions)],
  ['build/scene.schema.json', `${JSON.stringify(sceneSchema(definitions), null, 2)}\n`],
];
for (const [name, text] of outputs) {
  const changed = await writeIfChanged(path.join(root, name), text);
  if (changed && checking) process.exitCode = 1;
  console.log(`${changed ? (checking ? 'stale' : 'wrote') : 'kept '} ${name}`);
}
