import { compressed } from './holonom.generated.inline.mjs';
import type { Holonom } from './library.js';
import { type LoadOptions, loader } from './loading.js';

const load = /* @__PURE__ */ loader(async () => {
  const bytes = Uint8Array.from(atob(compressed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
});

/**
 * Loads the library from the script itself: without options it needs no file and no network. Each source is loaded
 * once. A failed attempt can be repeated, and a module that failed or exhausted its memory is loaded again; worlds of
 * the old module stay with it.
 * @throws {HolonomError} with code `load` if the binary can't be run.
 * @example const holonom = await loadHolonom();
 */
export function loadHolonom(options: LoadOptions = {}): Promise<Holonom> {
  return load(options);
}
