// Finds, fetches and starts the WebAssembly module, in pages, bundles, workers and Node.

import type { WorldSettings } from './definitions.generated.js';
import { version } from './definitions.generated.js';
import { HolonomError, typeError } from './errors.js';
import type { RawModule } from './raw.js';
import { World } from './world.js';

/** Where the WebAssembly binary comes from; the file beside the module if nothing is given. */
export interface LoadOptions {
  /** Address of `holonom.wasm`, for pages that serve it elsewhere. */
  readonly wasmUrl?: string | URL | undefined;
  /** The bytes of `holonom.wasm`, for places without files or network. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array | undefined;
}

/** The loaded library: makes worlds. */
export class Holonom {
  readonly #module: RawModule;
  /** Version of the package. */
  readonly version: string = version;

  /** @internal */
  constructor(module: RawModule) {
    this.#module = module;
  }

  /** A new, empty world. Call its `dispose()` when it is no longer used. */
  createWorld(settings: WorldSettings = {}): World {
    return new World(this.#module, settings);
  }
}

const loaded = new Map<unknown, Promise<Holonom>>();

/**
 * Loads the library. The same source is loaded once; a failed attempt may be repeated.
 * @throws {HolonomError} with code `load` when the binary can't be found, read or run.
 */
export function loadHolonom(options: LoadOptions = {}): Promise<Holonom> {
  const { wasmUrl, wasmBinary } = options ?? {};
  const key =
    wasmBinary === undefined ? (wasmUrl === undefined ? '' : String(wasmUrl)) : wasmBinary;
  let promise = loaded.get(key);
  if (!promise) {
    promise = load(wasmUrl, wasmBinary);
    loaded.set(key, promise);
    promise.catch(() => loaded.delete(key));
  }
  return promise;
}

async function load(
  wasmUrl: LoadOptions['wasmUrl'],
  given: LoadOptions['wasmBinary'],
): Promise<Holonom> {
  if (typeof WebAssembly === 'undefined')
    throw failure('this browser has no WebAssembly', undefined);
  const binary = given === undefined ? await readBinary(wasmUrl) : checkBytes(given);
  checkMagic(binary, given === undefined ? 'the file' : 'wasmBinary');
  const glue = await import('./holonom.generated.mjs');
  try {
    return new Holonom(await glue.default({ wasmBinary: binary, locateFile: (name) => name }));
  } catch (cause) {
    throw failure('the module does not start; it needs WebAssembly with SIMD', undefined, cause);
  }
}

function failure(reason: string, value: unknown, cause?: unknown): HolonomError {
  const allowed = 'the holonom.wasm of this version, through wasmUrl or wasmBinary';
  return new HolonomError(`Holonom can't be loaded: ${reason}`, {
    code: 'load',
    path: 'wasmUrl',
    value,
    allowed,
    cause,
  });
}

function checkBytes(binary: unknown): ArrayBuffer | Uint8Array {
  if (binary instanceof Uint8Array || binary instanceof ArrayBuffer) return binary;
  throw typeError('wasmBinary', binary, 'an ArrayBuffer or Uint8Array');
}

/** Servers of single-page sites like to answer with their page instead of an error. */
function checkMagic(binary: ArrayBuffer | Uint8Array, what: string): void {
  const start =
    binary instanceof Uint8Array
      ? binary.subarray(0, 4)
      : new Uint8Array(binary, 0, Math.min(4, binary.byteLength));
  if (String.fromCharCode(...start) !== '\0asm') throw failure(`${what} is not WebAssembly`, what);
}

async function readBinary(wasmUrl: LoadOptions['wasmUrl']): Promise<ArrayBuffer | Uint8Array> {
  // Spelt out in one piece: bundlers look for exactly this form and copy the file.
  const url =
    wasmUrl === undefined
      ? new URL('./holonom.generated.wasm', import.meta.url)
      : await absolute(wasmUrl);
  if (url.protocol === 'file:') return readLocal(url);
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw failure(`${url} can't be fetched`, String(url), cause);
  }
  if (!response.ok)
    throw failure(`${url} answered ${response.status} ${response.statusText}`, String(url));
  return response.arrayBuffer();
}

const nodeModule = <Module>(name: string): Promise<Module> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ name);

async function absolute(wasmUrl: string | URL): Promise<URL> {
  if (typeof wasmUrl !== 'string' && !(wasmUrl instanceof URL))
    throw typeError('wasmUrl', wasmUrl, 'a string or URL');
  const base = globalThis.location?.href;
  try {
    return new URL(wasmUrl, base);
  } catch (cause) {
    if (base !== undefined) throw failure(`'${wasmUrl}' is not a URL`, wasmUrl, cause);
    // Without a page, a bare name is a path.
    const { pathToFileURL } = await nodeModule<{ pathToFileURL(path: string): URL }>('node:url');
    return pathToFileURL(String(wasmUrl));
  }
}

async function readLocal(url: URL): Promise<Uint8Array> {
  try {
    const { readFile } = await nodeModule<{ readFile(url: URL): Promise<Uint8Array> }>(
      'node:fs/promises',
    );
    return await readFile(url);
  } catch (cause) {
    throw failure(`${url.pathname} can't be read`, String(url), cause);
  }
}
