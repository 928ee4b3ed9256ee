// The installed package loads and computes the same in each bundler's output, in workers and in bare pages.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build as esbuild } from 'esbuild';
import type { Browser } from 'playwright-core';
import { rollup } from 'rollup';
import { createServer, build as viteBuild } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webpack from 'webpack';
import { launchChromium } from '../../.tools/chromium.mjs';
import { serve } from '../../.tools/serve.mjs';
import { type Installed, install, run } from '../installed';
import { page, pageScript, program, worker, workerScript } from './consumer';

let user: Installed;
let browser: Browser;
/** What everyone must find. */
let expected = '';

beforeAll(async () => {
  [user, browser] = await Promise.all([install(), launchChromium()]);
  user.write('main.js', pageScript());
  user.write('inline.js', pageScript('holonom/inline'));
  user.write('with-worker.js', workerScript);
  user.write('worker.js', worker());
  const hash = await inNode(`import { loadHolonom } from 'holonom'; ${program('console.log')}`);
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expected = hash;
});

afterAll(async () => {
  await browser?.close();
  user?.remove();
});

/** What a program prints. */
async function inNode(source: string, name = 'program.mjs'): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [user.write(name, source)]);
  return stdout.trim() + stderr;
}

/** A folder for a bundle, with a page around it. */
function output(name: string, type = 'module', script = './main.js'): string {
  const folder = path.join(user.folder, name);
  mkdirSync(folder);
  user.write(`${name}/index.html`, page(script, type));
  return folder;
}

/** What a page finds, what is complained of, and the binaries it fetches. */
async function visit(url: string) {
  const tab = await browser.newPage();
  const complaints: string[] = [];
  const fetched: string[] = [];
  tab.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
  });
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('response', (response) => {
    if (!response.ok()) complaints.push(`${response.status()} ${response.url()}`);
    if (response.url().includes('.wasm')) fetched.push(response.url());
  });
  await tab.goto(url);
  await tab.waitForFunction(() => document.title !== 'waiting', undefined, { timeout: 30_000 });
  const title = await tab.title();
  await tab.close();
  return { title, complaints, fetched };
}

/** Opens a page, and expects it to find what everyone finds. Gives the binaries it fetched. */
async function expectPage(url: string): Promise<string[]> {
  const { title, complaints, fetched } = await visit(url);
  expect({ title, complaints }).toEqual({ title: expected, complaints: [] });
  return fetched;
}

/** Serves a folder, opens its page. */
async function expectFolder(folder: string, address = ''): Promise<string[]> {
  const server = await serve(folder);
  try {
    return await expectPage(server.url + address);
  } finally {
    await server.close();
  }
}

const wasmFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.wasm'),
  );

describe('without a bundler', () => {
  const importMap = `<script type="importmap">
    { "imports": { "holonom": "./node_modules/holonom/index.js" } }</script>`;

  test('a page of static files', async () => {
    user.write('bare.html', page('./main.js', 'module', importMap));
    expect(await expectFolder(user.folder, 'bare.html')).toHaveLength(1);
  });

  test('a module worker', async () => {
    mkdirSync(path.join(user.folder, 'bare-worker'));
    user.write('bare-worker/main.js', workerScript);
    user.write('bare-worker/worker.js', worker('../node_modules/holonom/index.js'));
    user.write('bare-worker/index.html', page('./main.js'));
    expect(await expectFolder(user.folder, 'bare-worker/')).toHaveLength(1);
  });
});

describe('Vite', () => {
  const quiet = { configFile: false, logLevel: 'error' } as const;
  const viteRoot = (name: string, script: string) => {
    const folder = output(name, 'module', '/main.js');
    user.write(`${name}/main.js`, script);
    user.write(`${name}/worker.js`, worker());
    return folder;
  };

  test.each([
    ['a page', pageScript(), 1],
    ['a worker', workerScript, 1],
    ['holonom/inline, without a binary beside it', pageScript('holonom/inline'), 0],
  ])('builds %s', async (name, script, binaries) => {
    const root = viteRoot(`vite-${name.slice(0, 9).replace(/\W/g, '-')}`, script);
    await viteBuild({ ...quiet, root, base: './' });
    const built = path.join(root, 'dist');
    expect(wasmFiles(built)).toHaveLength(binaries);
    expect(await expectFolder(built)).toHaveLength(binaries);
  });

  test.each([
    ['a page', pageScript()],
    ['a worker', workerScript],
  ])('serves %s for development', async (name, script) => {
    const root = viteRoot(`vite-dev-${name.slice(2)}`, script);
    const server = await createServer({ ...quiet, root, server: { port: 0 } });
    await server.listen();
    try {
      await expectPage(server.resolvedUrls?.local[0] ?? '');
    } finally {
      await server.close();
    }
  });

  test('builds for a server, which may import and compute', async () => {
    const entry = user.write(
      'ssr.js',
      `import { loadHolonom } from 'holonom'; ${program('console.log')}`,
    );
    const outDir = path.join(user.folder, 'vite-ssr');
    await viteBuild({ ...quiet, root: user.folder, build: { ssr: entry, outDir } });
    const { stdout } = await run(process.execPath, [path.join(outDir, 'ssr.js')]);
    expect(stdout.trim()).toBe(expected);
  });
});

describe('webpack', () => {
  async function pack(name: string, entry: string, more: webpack.Configuration = {}) {
    const folder = output(name, '');
    const stats = await new Promise<webpack.Stats>((resolve, reject) =>
      webpack(
        {
          mode: 'production',
          context: user.folder,
          entry,
          output: { path: folder, filename: 'main.js' },
          performance: { hints: false },
          ...more,
        },
        (error, result) => (result ? resolve(result) : reject(error)),
      ),
    );
    const { errors = [], warnings = [] } = stats.toJson();
    expect([...errors, ...warnings].map(({ message }) => message)).toEqual([]);
    return folder;
  }

  test('a page', async () => {
    const folder = await pack('webpack-page', './main.js');
    expect(wasmFiles(folder)).toHaveLength(1);
    expect(await expectFolder(folder)).toHaveLength(1);
  });

  test('a page that requires it', async () => {
    const entry = user.write(
      'required.cjs',
      pageScript().replace(/import (.*) from ('.*');/, 'const $1 = require($2);'),
    );
    await expectFolder(await pack('webpack-require', entry));
  });

  test('a worker', async () => {
    await expectFolder(await pack('webpack-worker', './with-worker.js'));
  });

  test('holonom/inline, without a binary beside it', async () => {
    const folder = await pack('webpack-inline', './inline.js');
    expect(wasmFiles(folder)).toEqual([]);
    expect(await expectFolder(folder)).toEqual([]);
  });

  test('a server, which may import and compute', async () => {
    const source = `import { loadHolonom } from 'holonom'; ${program('console.log')}`;
    const folder = await pack('webpack-server', user.write('server.js', source), {
      target: 'node',
      output: { path: path.join(user.folder, 'webpack-server'), filename: 'server.cjs' },
    });
    const { stdout } = await run(process.execPath, [path.join(folder, 'server.cjs')]);
    expect(stdout.trim()).toBe(expected);
  });
});

describe('esbuild', () => {
  const options = { bundle: true, minify: true, logLevel: 'silent' } as const;

  test('an ES module, with the binary copied beside it', async () => {
    const outdir = output('esbuild-module');
    const entryPoints = [path.join(user.folder, 'main.js')];
    const { warnings } = await esbuild({ ...options, entryPoints, outdir, format: 'esm' });
    expect(warnings).toEqual([]);
    copyFileSync(path.join(user.installed, 'holonom.wasm'), path.join(outdir, 'holonom.wasm'));
    expect(await expectFolder(outdir)).toHaveLength(1);
  });

  test('the binary imported as a file', async () => {
    const outdir = output('esbuild-file');
    const source = pageScript().replace('loadHolonom()', 'loadHolonom({ wasmUrl })');
    const entry = user.write('file.js', `import wasmUrl from 'holonom/holonom.wasm'; ${source}`);
    const { warnings } = await esbuild({
      ...options,
      entryPoints: { main: entry },
      outdir,
      format: 'esm',
      loader: { '.wasm': 'file' },
    });
    expect(warnings).toEqual([]);
    expect(await expectFolder(outdir)).toHaveLength(1);
  });

  test('holonom/inline as a classic script, opened from the disk', async () => {
    const folder = output('esbuild-inline', '');
    const entryPoints = { main: path.join(user.folder, 'inline.js') };
    const { warnings } = await esbuild({ ...options, entryPoints, outdir: folder, format: 'iife' });
    expect(warnings).toEqual([]);
    expect(await expectPage(String(pathToFileURL(path.join(folder, 'index.html'))))).toEqual([]);
  });

  test('a classic script without the binary says what to do', async () => {
    const folder = output('esbuild-classic', '');
    const entryPoints = [path.join(user.folder, 'main.js')];
    await esbuild({ ...options, entryPoints, outdir: folder, format: 'iife' });
    const { title } = await visit(String(pathToFileURL(path.join(folder, 'index.html'))));
    expect(title).toContain("import 'holonom/inline'");
  });
});

describe('Rollup', () => {
  async function roll(name: string, input: string, format: 'es' | 'iife') {
    const folder = output(name, format === 'es' ? 'module' : '');
    const warnings: string[] = [];
    const bundle = await rollup({
      input: path.join(user.folder, input),
      plugins: [nodeResolve({ browser: true })],
      onwarn: ({ message }) => warnings.push(message),
    });
    const file = { dir: folder, entryFileNames: 'main.js' };
    await bundle.write({ ...file, format, inlineDynamicImports: format === 'iife' });
    await bundle.close();
    expect(warnings).toEqual([]);
    return folder;
  }

  test('an ES module, with the binary copied beside it', async () => {
    const folder = await roll('rollup-module', 'main.js', 'es');
    copyFileSync(path.join(user.installed, 'holonom.wasm'), path.join(folder, 'holonom.wasm'));
    expect(await expectFolder(folder)).toHaveLength(1);
  });

  test('holonom/inline as a classic script', async () => {
    const folder = await roll('rollup-inline', 'inline.js', 'iife');
    expect(await expectFolder(folder)).toEqual([]);
  });
});
