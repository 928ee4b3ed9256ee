// Opens the built playground in Chromium and looks at it as a person would: pixels, console, and the hook of the page.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type {} from '../../web/playground/hook.ts';

const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));
mkdirSync(screenshots, { recursive: true });

/** A page of the site, with everything it wrote to the console. */
export interface Visit {
  readonly page: Page;
  /** Errors and warnings; empty on a page that works. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** Opens an address and listens to the console. */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 900, height: 600 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isOfSoftwareRendering(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

// The software renderer complains about reading pixels back, which only screenshots do.
const isOfSoftwareRendering = (text: string): boolean =>
  /GL Driver Message|GPU stall|software WebGL/i.test(text);

/** Opens a scene of the playground and waits until it runs. */
export async function openScene(
  browser: Browser,
  site: string,
  scene: string,
  options?: BrowserContextOptions,
): Promise<Visit> {
  const visited = await visit(browser, `${site}playground.html?scene=${scene}`, options);
  await visited.page.waitForFunction(
    () => window.holonomPlayground?.ready && window.holonomPlayground.frameCount > 1,
  );
  return visited;
}

/** Lets the scene run for so many steps of its own clock. Slow machines take longer. */
export async function runSteps(page: Page, count: number): Promise<void> {
  const from = await page.evaluate(() => window.holonomPlayground?.stepCount ?? 0);
  await page.waitForFunction(
    (to) => (window.holonomPlayground?.stepCount ?? 0) >= to,
    from + count,
  );
}

/** Whether every number of the world is finite. */
export const staysFinite = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.holonomPlayground?.finite ?? false);

/** The picture of the stage, as bytes of a PNG. */
export const pictureOf = (page: Page): Promise<Buffer> => page.locator('#stage').screenshot();

/** Keeps a picture of the page for people to look at. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${screenshots}${name}.png` });
}

/** A place on the screen where something that moves can be taken hold of, or undefined. */
export async function somethingToDrag(page: Page): Promise<{ x: number; y: number } | undefined> {
  const box = await page.locator('#stage').boundingBox();
  if (!box) return undefined;
  const found = await page.evaluate(() => window.holonomPlayground?.findDraggable());
  return found ? { x: found.clientX, y: found.clientY } : undefined;
}
