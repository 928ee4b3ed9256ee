// Finds, fetches and starts the WebAssembly module, in pages, bundles, workers and Node.

import type { WorldSettings } from './definitions.generated.js';
import { version } from './definitions.generated.js';
import { HolonomError, typeError } from './errors.js';
import { type MassProperties, massProperties, type SolidWithMass } from './mass-properties.js';
import type { Instantiate, RawModule } from './raw.js';
import { convertRotation, type RotationForms } from './rotations.js';
import type { EulerOrder, RotationLike } from './types.js';
import { World } from './world.js';

/** Where the WebAssembly binary comes from; the file beside the module if nothing is given. */
export interface LoadOptions {
  /** Address of `holonom.wasm`, for pages that serve it elsewhere. */
  readonly wasmUrl?: string | URL | undefined;
  /** The bytes of `holonom.wasm`, for places without files or network. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array | undefined;
}

/** The loaded library: makes worlds, and answers questions that need none. */
export class Holonom {
  readonly #module: RawModule;
  /** Version of the package. */
  readonly version: string = version;

  /** @internal */
  constructor(module: RawModule) {
    this.#module = module;
    Object.freeze(this);
  }

  /** A new, empty world. Call its `dispose()` when it is no longer used. */
  createWorld(settings: WorldSettings = {}): World {
    return new World(this.#module, settings);
  }

  /**
   * Writes a rotation in another form.
   * @param order of Euler angles; `xyz` if left out.
   * @throws {HolonomError} for what is no rotation, and for the form `angle` where the axis is not z.
   * @example holonom.convertRotation(body.rotation, 'euler', 'yxz').euler.angles
   */
  convertRotation<Form extends keyof RotationForms>(
    rotation: RotationLike,
    form: Form,
    order?: EulerOrder,
  ): RotationForms[Form] {
    return convertRotation(this.#module, rotation, form, order);
  }

  /**
   * Volume, mass, centre and inertia of a solid.
   * @throws {HolonomError} for a wrong field, and with code `geometry` for points and meshes that enclose no volume:
   * open, inside out, wound both ways, or flat.
   * @example holonom.massProperties({ cylinder: { radius: 0.1, halfHeight: 1 }, density: 7800 }).mass
   */
  massProperties(solid: SolidWithMass): MassProperties {
    return massProperties(this.#module, solid);
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
  const compiled = given === undefined ? await read(wasmUrl) : await compile(checkBytes(given));
  const glue = await import('./holonom.generated.mjs');
  const raw = await new Promise<RawModule>((resolve, reject) => {
    // The glue never settles when this fails, so the failure goes past it.
    const instantiateWasm: Instantiate = (imports, receive) => {
      WebAssembly.instantiate(compiled, imports)
        .then((instance) => receive(instance, compiled))
        .catch((cause) => reject(failure('the binary is of another version', undefined, cause)));
      return {};
    };
    glue.default({ instantiateWasm }).then(resolve, reject);
  });
  return new Holonom(raw);
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

async function compile(
  binary: ArrayBuffer | Uint8Array,
  from = 'wasmBinary',
): Promise<WebAssembly.Module> {
  const start = new Uint8Array(binary.slice(0, 4));
  // Servers of single-page sites like to answer with their page instead of an error.
  if (String.fromCharCode(...start) !== '\0asm') throw failure(`${from} is not WebAssembly`, from);
  return compiling(WebAssembly.compile(binary as BufferSource), from);
}

async function compiling(
  module: Promise<WebAssembly.Module>,
  from: string,
): Promise<WebAssembly.Module> {
  try {
    return await module;
  } catch (cause) {
    throw failure(`${from} is damaged, or this browser has no WebAssembly SIMD`, from, cause);
  }
}

async function read(wasmUrl: LoadOptions['wasmUrl']): Promise<WebAssembly.Module> {
  // Spelt out in one piece: bundlers look for exactly this form and copy the file.
  const url =
    wasmUrl === undefined
      ? new URL('./holonom.generated.wasm', import.meta.url)
      : await absolute(wasmUrl);
  if (url.protocol === 'file:') return compile(await readLocal(url), url.pathname);
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw failure(`${url} can't be fetched`, String(url), cause);
  }
  if (!response.ok) {
    throw failure(`${url} answered ${response.status} ${response.statusText}`, String(url));
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
