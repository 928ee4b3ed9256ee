// The examples run as their README says: beside the installed packages, without a bundler, and show what they say.
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../.tools/chromium.mjs';
import { serve } from '../../.tools/serve.mjs';
import { type Installed, install, root } from '../installed';

const examples = path.join(root, 'web/examples');
// SwiftShader's Vulkan stands in for a graphics card.
const webGpu = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
];

let user: Installed;
let browser: Browser;
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  [user, browser] = await Promise.all([install(), launchChromium(webGpu)]);
  cpSync(examples, user.folder, { recursive: true });
  for (const part of ['build', 'examples/jsm']) {
    const to = path.join(user.folder, 'node_modules/three', part);
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(path.join(root, 'node_modules/three', part), to, { recursive: true });
  }
  server = await serve(user.folder);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  user?.remove();
});

const says = (page: Page, text: RegExp) =>
  page.locator('output').filter({ hasText: text }).waitFor({ timeout: 30_000 });

/** How many colors the page shows, in steps of 16. */
async function colors(page: Page): Promise<number> {
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(async (base64) => {
    const image = await createImageBitmap(
      await (await fetch(`data:image/png;base64,${base64}`)).blob(),
    );
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const seen = new Set<number>();
    for (let i = 0; i < data.length; i += 4)
      seen.add(((data[i]! >> 4) << 8) | ((data[i + 1]! >> 4) << 4) | (data[i + 2]! >> 4));
    return seen.size;
  }, picture);
}

const uses: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'ten-lines.html': (page) => says(page, /^0\.\d\d m above the ground/),
  'pile.html': (page) => says(page, /40 bodies/),
  'curtain.html': async (page) => {
    await says(page, /^2 of 925/);
    await page.getByText('Whole edge').click();
    await says(page, /^37 of 925/);
    await page.getByText('Let go').click();
    await says(page, /^0 of 925/);
  },
  'rewind.html': async (page) => {
    await says(page, /^Step 30: the same state/);
    await page.locator('input').fill('150');
    await says(page, /^Step 150: the same state/);
  },
  'webgpu.html': (page) => says(page, /^Drawn by WebGPU after [1-9]/),
  'skittles.html': async (page) => {
    await says(page, /^0 of 10 down, 3 balls/);
    await page.locator('canvas').click();
    await says(page, /^([1-9]|10) of 10 down, 2 balls, [1-9]/);
    await page.getByText('New game').click();
    await says(page, /^0 of 10 down, 3 balls, 0 knocks/);
  },
};

test.each(Object.entries(uses))('%s', async (name, use) => {
  const page = await browser.newPage({ viewport: { width: 480, height: 320 } });
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(server.url + name);
  await use(page);
  // A page without an icon is told so.
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  expect(await colors(page)).toBeGreaterThan(5);
  await page.close();
});

test('every example is tested, and told of', () => {
  const readme = readFileSync(path.join(examples, 'README.md'), 'utf8');
  const pages = readdirSync(examples).filter((name) => name.endsWith('.html'));
  expect(Object.keys(uses).sort()).toEqual(pages.sort());
  for (const name of pages) expect(readme).toContain(`(${name})`);
});
