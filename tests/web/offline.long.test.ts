// Without a network, after the first visit: the site goes on, and a new build takes the place of the old one whole.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from '../../.tools/chromium.mjs';
import { writeServiceWorker } from '../../.tools/offline.mjs';
import { serve } from '../../.tools/serve.mjs';
import type {} from '../../web/playground/hook.ts';
import { keepScreenshot, runSteps } from './playground.ts';

let browser: Browser;
let folder = '';
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'offline-'));
  server = await serve(folder);
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Until every file is kept. */
const whole = (page: Page): Promise<unknown> =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

test('playground, code, lab and lessons work without a network, from a folder of any name', {
  timeout: 120_000,
}, async () => {
  mkdirSync(path.join(folder, 'any'));
  const built = fileURLToPath(new URL('../../dist/site', import.meta.url));
  symlinkSync(built, path.join(folder, 'any', 'place'));
  const site = `${server.url}any/place/`;
  const page = await browser.newPage();
  await page.goto(`${site}tutorials/index.html`);
  await whole(page);
  await server.close();

  await page.goto(`${site}playground.html?scene=tower`);
  await page.waitForFunction(() => window.holonomPlayground?.ready);
  await runSteps(page, 5);
  await page.locator('.tabs [data-tab=code]').click();
  await page.locator('.code-status').filter({ hasText: 'run by themselves' }).waitFor();
  await keepScreenshot(page, 'offline');

  await page.goto(`${site}tutorials/falling.html`);
  await page.locator('#demo-fall .demo-stage canvas').scrollIntoViewIfNeeded();
  await page.locator('#demo-fall[data-ready]').waitFor();
  await page.goto(`${site}lab.html`);
  await page.getByLabel('Momentum').check();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('rows in').first().waitFor();
  await page.goto(site);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

/** A site of two files: a page, and what it loads when a button is pressed. */
function build(name: string): void {
  rmSync(path.join(folder, 'assets'), { recursive: true, force: true });
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'assets', `late-${name}.js`), `export default '${name}';`);
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><title>${name}</title><h1>${name}</h1><button>Late</button><output></output>
    <script>
      navigator.serviceWorker.register('./service-worker.js');
      document.querySelector('button').onclick = async () => {
        const { default: text } = await import('./assets/late-${name}.js');
        document.querySelector('output').textContent = text;
      };
    </script>`,
  );
  writeServiceWorker(folder);
}

const title = (page: Page) => page.getByRole('heading').textContent();

/** Until the browser has tried to keep another build and has come to an end with it. */
const tried = (page: Page): Promise<unknown> =>
  page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    const { installing, waiting, active } = registration;
    if (installing || waiting || active?.state !== 'activated') return false;
    return (await caches.keys()).length === 2;
  });

/** Until a build is kept whole and answers. One whose files could not be fetched at first is tried again. */
const keeps = (page: Page, name: string): Promise<unknown> =>
  page.waitForFunction(async (build) => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    const { installing, waiting, active } = registration;
    if (installing || waiting || active?.state !== 'activated') return false;
    const whole: number[] = [];
    let kept = 0;
    for (const key of await caches.keys()) {
      const cache = await caches.open(key);
      const files = (await cache.keys()).length;
      const index = await (await cache.match('index.html'))?.text();
      if (index?.includes(`<title>${build}</title>`)) kept = files;
      else whole.push(files);
    }
    // All builds of a test have as many files; one that failed in the midst has fewer.
    return kept > 0 && whole.every((files) => files <= kept);
  }, name);

test('with a network one gets the new build at once, without it the newest that is whole', async () => {
  build('first');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  await whole(page);

  // The server has the new build, a page of the old one is still open.
  build('second');
  const other = await context.newPage();
  await other.goto(server.url);
  expect(await title(other)).toBe('second');
  await keeps(other, 'second');
  await page.getByRole('button').click();
  await page.locator('output').getByText('first').waitFor();

  await server.close();
  await other.reload();
  expect(await title(other)).toBe('second');
  await other.getByRole('button').click();
  await other.locator('output').getByText('second').waitFor();
});

test('a build of which a file is missing or another takes the place of none', async () => {
  build('first');
  const page = await browser.newPage();
  await page.goto(server.url);
  await whole(page);

  build('second');
  writeFileSync(path.join(folder, 'assets', 'late-second.js'), 'half of it');
  await tried(page);
  await server.close();
  await page.reload();
  expect(await title(page)).toBe('first');
  await page.getByRole('button').click();
  await page.locator('output').getByText('first').waitFor();
});
