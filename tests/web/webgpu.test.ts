// `WebGPURenderer` draws a view like `WebGLRenderer`: its shaders are others, and the pictures are the same.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page as Tab } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../.tools/serve.mjs';
import { alias } from '../../vite.config';
import { launchBrowser } from './browser';
import type { Page } from './webgpu-page/main';

declare const page: Page;

let folder = '';
let server: Awaited<ReturnType<typeof serve>>;
let browser: Browser;
let tab: Tab;
const complaints: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'holonom-webgpu-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('webgpu-page', import.meta.url)),
    base: './',
    resolve: { alias },
    build: { outDir: folder, emptyOutDir: true, minify: false, chunkSizeWarningLimit: 9000 },
  });
  server = await serve(folder);
  browser = await launchBrowser();
  tab = await browser.newPage();
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await tab.goto(server.url);
  await tab.waitForFunction(() => 'page' in window);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The mean difference of two pictures, of 255, and the share of pixels that differ clearly. */
function difference(a: string, b: string) {
  return tab.evaluate(
    async (addresses) => {
      const [first, second] = await Promise.all(
        addresses.map(async (address) => {
          const image = await createImageBitmap(await (await fetch(address)).blob());
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      let [sum, clear] = [0, 0];
      first!.forEach((value, i) => {
        const apart = Math.abs(value - second![i]!);
        sum += apart;
        if (apart > 24) clear++;
      });
      return { mean: sum / first!.length, clear: clear / first!.length };
    },
    [a, b],
  );
}

const draw = (renderer: 'webgl' | 'webgpu', nodes: boolean, more = false) =>
  tab.evaluate(([name, shown]) => page.draw(name, shown), [renderer, { nodes, more }] as const);

test('the grid of a plane, the edges of boxes and the backs of surfaces look as they do in WebGL', async () => {
  const webgl = await draw('webgl', false);
  const [nodes, plain] = [await draw('webgpu', true), await draw('webgpu', false)];
  const [near, far] = [await difference(webgl, nodes), await difference(webgl, plain)];
  // What is left are the steps along slanted edges.
  expect(near.mean).toBeLessThan(far.mean / 5);
  expect(near.clear).toBeLessThan(far.clear / 5);
  expect(far.clear, 'without nodes they look otherwise').toBeGreaterThan(0.01);
  expect(complaints).toEqual([]);
});

test('nets, forces and strain are drawn too', async () => {
  const bare = await draw('webgpu', true);
  const more = await draw('webgpu', true, true);
  expect((await difference(bare, more)).clear).toBeGreaterThan(0.01);
  expect(complaints).toEqual([]);
});
