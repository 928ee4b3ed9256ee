import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadHolonom, version } from 'holonom';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';

const wasmFile = fileURLToPath(new URL('../../wasm/src/holonom.generated.wasm', import.meta.url));

afterEach(() => vi.unstubAllGlobals());

async function temporaryFile(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'holonom-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, name);
}

const answer = (body: BodyInit | null, init?: ResponseInit) =>
  vi.fn(async () => new Response(body, init));

describe('loadHolonom', () => {
  test('finds the binary beside the module', async () => {
    const holonom = await loadHolonom();
    expect(holonom.version).toBe(version);
    const world = holonom.createWorld();
    world.step(1 / 60);
    expect(world.stepCount).toBe(1);
    world.dispose();
  });

  test('loads a source once, also when asked twice at the same time', async () => {
    expect(loadHolonom()).toBe(loadHolonom());
    expect(await loadHolonom()).toBe(await loadHolonom());
  });

  test('takes the bytes', async () => {
    const bytes = await readFile(wasmFile);
    const holonom = await loadHolonom({ wasmBinary: bytes });
    expect(holonom).not.toBe(await loadHolonom());
    expect(await loadHolonom({ wasmBinary: bytes })).toBe(holonom);
    holonom.createWorld().dispose();
  });

  test('takes a path in Node', async () => {
    (await loadHolonom({ wasmUrl: wasmFile })).createWorld().dispose();
  });

  test('fetches a URL', async () => {
    const fetch = answer(new Uint8Array(await readFile(wasmFile)));
    vi.stubGlobal('fetch', fetch);
    (await loadHolonom({ wasmUrl: 'https://example.test/good.wasm' })).createWorld().dispose();
    expect(fetch).toHaveBeenCalledTimes(1);
    const headers = { 'content-type': 'application/wasm' };
    vi.stubGlobal('fetch', answer(new Uint8Array(await readFile(wasmFile)), { headers }));
    (await loadHolonom({ wasmUrl: 'https://example.test/typed.wasm' })).createWorld().dispose();
  });

  test('a missing file is an error that names it', async () => {
    const missing = await temporaryFile('nothing-here.wasm');
    await expect(loadHolonom({ wasmUrl: missing })).rejects.toMatchObject({
      name: 'HolonomError',
      code: 'load',
      path: 'wasmUrl',
      message: expect.stringContaining('nothing-here.wasm'),
    });
  });

  test('after a failure the same source may be tried again', async () => {
    const late = await temporaryFile('late.wasm');
    await expect(loadHolonom({ wasmUrl: late })).rejects.toMatchObject({ code: 'load' });
    await writeFile(late, await readFile(wasmFile));
    (await loadHolonom({ wasmUrl: late })).createWorld().dispose();
  });

  test('an answer of 404 is an error that says so', async () => {
    vi.stubGlobal('fetch', answer('gone', { status: 404, statusText: 'Not Found' }));
    const loading = loadHolonom({ wasmUrl: 'https://example.test/404.wasm' });
    await expect(loading).rejects.toMatchObject({
      code: 'load',
      message: expect.stringContaining('404 Not Found'),
    });
  });

  test('a page in place of the binary is an error that says so', async () => {
    vi.stubGlobal('fetch', answer('<!doctype html><title>App</title>'));
    const loading = loadHolonom({ wasmUrl: 'https://example.test/page.wasm' });
    await expect(loading).rejects.toMatchObject({
      code: 'load',
      message: expect.stringContaining('not WebAssembly'),
    });
  });

  test('where Vite left the binary behind, it says what to set', async () => {
    vi.stubGlobal('fetch', answer('<!doctype html><title>App</title>'));
    const wasmUrl = 'https://example.test/node_modules/.vite/deps/holonom.wasm';
    await expect(loadHolonom({ wasmUrl })).rejects.toThrow("exclude: ['holonom']");
  });

  test.each([
    [{ wasmURL: 'x' }, 'unknown-field', 'wasmURL'],
    ['x', 'type', 'options'],
  ])('options %j are an error', async (options, code, path) => {
    await expect(loadHolonom(options as object)).rejects.toMatchObject({ code, path });
  });

  test('holonom/inline needs neither file nor network', async () => {
    vi.stubGlobal('fetch', undefined);
    vi.resetModules();
    const inline = await import('holonom/inline');
    const world = (await inline.loadHolonom()).createWorld();
    world.step(1 / 60);
    expect(world.stepCount).toBe(1);
    world.dispose();
  });

  test('a broken network is an error with its cause', async () => {
    const cause = new TypeError('fetch failed');
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(cause));
    const loading = loadHolonom({ wasmUrl: 'https://example.test/down.wasm' });
    await expect(loading).rejects.toMatchObject({ code: 'load', cause });
  });

  test('the binary of another program is an error', async () => {
    const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    await expect(loadHolonom({ wasmBinary: empty })).rejects.toMatchObject({ code: 'load' });
  });

  test('a damaged binary is an error', async () => {
    const bytes = new Uint8Array(await readFile(wasmFile)).slice(0, 1000);
    await expect(loadHolonom({ wasmBinary: bytes })).rejects.toMatchObject({ code: 'load' });
  });

  test.each([[null], ['text'], [42], [[1, 2, 3]], [{}]])(
    'wasmBinary %j is an error of type',
    async (wasmBinary) => {
      const loading = loadHolonom({ wasmBinary: wasmBinary as unknown as ArrayBuffer });
      await expect(loading).rejects.toMatchObject({
        code: 'type',
        path: 'wasmBinary',
        value: wasmBinary,
      });
    },
  );

  test('without WebAssembly it says so', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    await expect(loadHolonom({ wasmUrl: 'https://example.test/none.wasm' })).rejects.toMatchObject({
      code: 'load',
      message: expect.stringContaining('no WebAssembly'),
    });
  });
});

describe('importing', () => {
  test('needs no WebAssembly and no network, and adds nothing to the page', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    vi.stubGlobal('fetch', undefined);
    const before = Reflect.ownKeys(globalThis);
    vi.resetModules();
    const fresh = await import('holonom');
    expect(fresh.loadHolonom).toBeTypeOf('function');
    expect(fresh.loadHolonom).not.toBe(loadHolonom);
    expect(Reflect.ownKeys(globalThis)).toEqual(before);
  });
});
