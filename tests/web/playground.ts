// Opens the built playground in Chromium and looks at it as a person would: pixels, console, and the hook of the page.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchChromium } from '../../.tools/chromium.mjs';
import type {} from '../../web/playground/hook.ts';
import { serveSite } from './server.ts';

const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));
mkdirSync(screenshots, { recursive: true });

/** A page of the site, with everything it wrote to the console. */
export interface Visit {
  readonly page: Page;
  /** Errors and warnings; empty on a page that works. */
  readonly complaints: string[];
}

/** How a page is opened. */
export interface VisitOptions extends BrowserContextOptions {
  /** Draws every frame, not those alone that a test looks at: in software that takes most of a test's time. */
  readonly drawing?: boolean;
}

declare global {
  interface Window {
    /** What is drawn on the page at present. */
    holonomDraws?: boolean;
  }
}

/** Serves the site and starts Chromium for the tests of a file. Pages are closed after each test, unless they are kept. */
export function useSite({ keepPages = false } = {}) {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;
  beforeAll(async () => {
    [browser, site] = await Promise.all([
      launchChromium(['--disable-gpu-compositing']),
      serveSite(),
    ]);
  });
  afterEach(async () => {
    if (!keepPages) await Promise.all(browser.contexts().map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Opens a page of the site and listens to its console. */
  async function visit(path: string, options: VisitOptions = {}): Promise<Visit> {
    const { drawing = false, ...contextOptions } = options;
    const context = await browser.newContext({
      viewport: { width: 900, height: 600 },
      serviceWorkers: 'block', // else every page would fetch the whole site; see offline.long.test.ts
      ...contextOptions,
    });
    if (!drawing) await context.addInitScript(drawWhenAsked);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      const complains = ['error', 'warning'].includes(message.type());
      if (complains && !isOfTheTest(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => {
      // A sandbox that is taken away takes its worker along, a page that is left what it still waits for.
      const isGivenUp = request.failure()?.errorText === 'net::ERR_ABORTED';
      if (!isGivenUp && !request.url().startsWith('blob:null'))
        complaints.push(`${request.url()} failed`);
    });
    await page.goto(site.url + path);
    return { page, complaints };
  }

  /** Opens a scene of the playground and waits until it runs. */
  async function openScene(scene: string, options?: VisitOptions): Promise<Visit> {
    const visited = await visit(`playground.html?scene=${scene}`, options);
    await visited.page.waitForFunction(
      () => window.holonomPlayground?.ready && window.holonomPlayground.frameCount > 1,
    );
    return visited;
  }

  return { visit, openScene };
}

/** In a page: no pixels but those that a test looks at, and fewer frames than screens have. */
function drawWhenAsked(): void {
  const { prototype } = WebGL2RenderingContext;
  const drawing = [
    'clear',
    'drawArrays',
    'drawArraysInstanced',
    'drawElements',
    'drawElementsInstanced',
  ] as const;
  for (const name of drawing) {
    const draw = prototype[name] as (...given: unknown[]) => void;
    prototype[name] = function (this: WebGL2RenderingContext, ...given: unknown[]) {
      if (window.holonomDraws) draw.apply(this, given);
    };
  }
  const frame = 50; // ms
  window.requestAnimationFrame = (draw) =>
    window.setTimeout(() => draw(performance.now()), frame - (performance.now() % frame));
  window.cancelAnimationFrame = (id) => clearTimeout(id);
}

/** Takes a picture of what is drawn. */
async function drawn<T>(page: Page, take: () => Promise<T>): Promise<T> {
  const draw = (draws: boolean) =>
    page.evaluate(async (on) => {
      window.holonomDraws = on;
      // A paused scene is drawn again when something happens.
      if (on) dispatchEvent(new Event('resize'));
      // The first frame may have begun before.
      for (let i = 0; on && i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
    }, draws);
  await draw(true);
  const taken = await take();
  await draw(false);
  return taken;
}

// The software renderer complains about reading pixels back, which only screenshots do.
const isOfTheTest = (text: string): boolean =>
  /GL Driver Message|GPU stall|software WebGL|blocked by Playwright/i.test(text);

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

/** The picture of the stage, or of another part of the page, as bytes of a PNG. */
export const pictureOf = (page: Page, part = page.locator('#stage')): Promise<Buffer> =>
  drawn(page, () => part.screenshot());

/** Keeps a picture of the page for people to look at. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await drawn(page, () => page.screenshot({ path: `${screenshots}${name}.png` }));
}

/** A place on the screen where something that moves can be taken hold of, or undefined. */
export async function somethingToDrag(page: Page): Promise<{ x: number; y: number } | undefined> {
  const box = await page.locator('#stage').boundingBox();
  if (!box) return undefined;
  const found = await page.evaluate(() => window.holonomPlayground?.findDraggable());
  return found ? { x: found.clientX, y: found.clientY } : undefined;
}
