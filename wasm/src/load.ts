import type { Holonom } from './library.js';
import { type LoadOptions, loader } from './loading.js';

// Written in this exact form: bundlers search for it and copy the file.
const load = /* @__PURE__ */ loader(() => new URL('./holonom.generated.wasm', import.meta.url));

/**
 * Loads the library. Each source is loaded once. A failed attempt can be repeated, and a module that failed or
 * exhausted its memory is loaded again; worlds of the old module stay with it.
 * @throws {HolonomError} with code `load` if the binary can't be found, read or run.
 * @example const holonom = await loadHolonom();
 */
export function loadHolonom(options: LoadOptions = {}): Promise<Holonom> {
  return load(options);
}
