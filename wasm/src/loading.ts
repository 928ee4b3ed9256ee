// Fetches, compiles and starts the WebAssembly module, in pages, bundles, workers and Node.
import { checked } from './checks.js';
import { type HolonomError, type Reason, refusal } from './errors.js';
import { Holonom } from './library.js';
import { knownOptions } from './options.js';
import type { Instantiate, RawModule } from './raw.js';
import { catchTraps } from './traps.js';

/** Source of the WebAssembly binary. Default: the binary of the package. */
export interface LoadOptions {
  /** URL of `holonom.wasm`, for pages that serve it elsewhere. */
  readonly wasmUrl?: string | URL | undefined;
  /** Bytes of `holonom.wasm`, for environments without files or network. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array | undefined;
}

type Bytes = ArrayBuffer | Uint8Array;

/** URL or bytes of the binary of the package. */
export type OwnBinary = () => URL | Promise<Bytes>;

/**
 * Returns a function that loads each source once, and again after the module has failed. A failed attempt can be
 * repeated.
 */
export function loader(own: OwnBinary): (options?: LoadOptions) => Promise<Holonom> {
  const loaded = new Map<unknown, Promise<Holonom>>();
  return (options) => {
    let source: Source;
    try {
      source = sourceOf(options);
    } catch (error) {
      return Promise.reject(error);
    }
    const key = source instanceof URL ? source.href : source;
    let promise = loaded.get(key);
    if (!promise) {
      const begun: Promise<Holonom> = load(source, own, () => {
        if (loaded.get(key) === begun) loaded.delete(key);
      });
      promise = begun;
      loaded.set(key, begun);
      begun.catch(() => loaded.delete(key));
    }
    return promise;
  };
}

type Source = string | URL | Bytes | undefined;

function sourceOf(options: LoadOptions = {}): Source {
  const { wasmUrl, wasmBinary } = knownOptions(options, ['wasmUrl', 'wasmBinary']);
  const isBytes = (it: unknown) => it instanceof Uint8Array || it instanceof ArrayBuffer;
  if (wasmBinary !== undefined) return checked('wasmBinary', wasmBinary, 'binary-bytes', isBytes);
  const isAddress = (it: unknown) => typeof it === 'string' || it instanceof URL;
  if (wasmUrl === undefined) return undefined;
  return checked('wasmUrl', wasmUrl, 'binary-address', isAddress);
}

async function load(source: Source, own: OwnBinary, spent: () => void): Promise<Holonom> {
  if (typeof WebAssembly === 'undefined') throw failure('load-webassembly', undefined);
  const compiled = await compiledFrom(source, own);
  const glue = await import('./holonom.generated.mjs');
  const raw = await new Promise<RawModule>((resolve, reject) => {
    // The promise of the glue never settles if this fails, so the failure bypasses it.
    const instantiateWasm: Instantiate = (imports, receive) => {
      WebAssembly.instantiate(compiled, imports)
        .then((instance) => receive(instance, compiled))
        .catch((cause) => reject(failure('load-version', undefined, cause)));
      return {};
    };
    // The glue would also print the error.
    glue.default({ instantiateWasm, printErr() {} }).then(resolve, reject);
  });
  return new Holonom(catchTraps(raw, spent));
}

async function compiledFrom(source: Source, own: OwnBinary): Promise<WebAssembly.Module> {
  if (source instanceof URL || typeof source === 'string') return read(await absolute(source));
  if (source) return compile(source);
  const ours = ownOf(own);
  return ours instanceof URL ? read(ours) : compile(await ours, 'the binary inside');
}

function ownOf(own: OwnBinary): ReturnType<OwnBinary> {
  try {
    return own();
  } catch (cause) {
    // Only ES modules have import.meta.url.
    throw failure('load-address', undefined, cause);
  }
}

const failure = (reason: Reason, value: unknown, cause?: unknown): HolonomError =>
  refusal('load', 'wasmUrl', value, reason, cause);

async function compile(binary: Bytes, from = 'wasmBinary'): Promise<WebAssembly.Module> {
  const start = new Uint8Array(binary.slice(0, 4));
  // Servers of single-page apps answer with their page instead of an error.
  if (String.fromCharCode(...start) !== '\0asm') {
    // Vite before 8 moves scripts there while developing, and leaves the binary behind.
    const rule = from.includes('/.vite/') ? 'load-format-vite' : 'load-format';
    throw failure([rule, { from }], from);
  }
  return compiling(WebAssembly.compile(binary as BufferSource), from);
}

async function compiling(
  module: Promise<WebAssembly.Module>,
  from: string,
): Promise<WebAssembly.Module> {
  try {
    return await module;
  } catch (cause) {
    throw failure(['load-damaged', { from }], from, cause);
  }
}

async function read(url: URL): Promise<WebAssembly.Module> {
  if (url.protocol === 'file:') return compile(await readLocal(url), url.pathname);
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw failure(['load-fetch', { from: String(url) }], String(url), cause);
  }
  if (!response.ok) {
    const from = String(url);
    const status = `${response.status} ${response.statusText}`;
    throw failure(['load-status', { from, status }], from);
  }
  // Compiled while it arrives, and kept compiled in the browser's cache, where the server names the type.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) {
    return compiling(WebAssembly.compileStreaming(response), String(url));
  }
  return compile(await response.arrayBuffer(), String(url));
}

const nodeModule = <Module>(name: string): Promise<Module> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ name);

async function absolute(wasmUrl: string | URL): Promise<URL> {
  const base = globalThis.location?.href;
  try {
    return new URL(wasmUrl, base);
  } catch (cause) {
    if (base !== undefined) throw failure(['load-url', { from: String(wasmUrl) }], wasmUrl, cause);
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
    throw failure(['load-file', { from: url.pathname }], String(url), cause);
  }
}
