import type { Holonom } from './library.js';
import { type LoadOptions, loader } from './loading.js';

// Spelt out in one piece: bundlers look for exactly this form and copy the file.
const load = /* @__PURE__ */ loader(() => new URL('./holonom.generated.wasm', import.meta.url));

/**
 * * Loads the library. The same source is loaded once; a failed attempt may be repeated,
 * and a module that failed or used up its memory is loaded anew. Worlds of the old one stay with it.
 * @throws {HolonomError} with code `load` when the binary can't be found, read or run.
 * @example const holonom = await loadHolonom();
 */
export function loadHolonom(options: LoadOptions = {}): Promise<Holonom> {
  return load(options);
}
