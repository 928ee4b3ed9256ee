// How quickly the built site can be read and moves, in Chromium: each figure from loads with empty caches, or from
// some seconds of frames whose drawing is stubbed.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { median } from './median.mjs';

/**
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ folder: string, url: string, browser: Browser, rounds: number, note: (text: string) => void }} Bench
 *   the built site, where it is served, and how often each page is loaded
 * @typedef {Record<string, string | number>} Row
 * @typedef {{ title: string, rows: Row[] }} Table
 * @typedef {{ script: number[], longTasks: number[] }} Seen what the callbacks of each frame and the long tasks took [ms]
 * @typedef {Window & { seen: Seen }} Watched a window in which `watchFrames` has run
 * @typedef {import('../../web/playground/hook.ts').PlaygroundHook} Hook what `window.holonomPlayground` is
 */

const seconds = { settle: 2, scene: 10, lesson: 3 };
const scenes = ['pyramid', 'flag', 'together'];
/** Lessons whose demos are put ten on a page: of bodies, of springs, of cloth. */
const tenOf = ['falling', 'positions', 'cloth'];
const playground = 'playground.html?scene=pyramid';
const ofLesson = 'data-page="lesson"';

/** What the figures mean, for the reader of the tables. */
export const legend = `Cold: each load has a browser context of its own, with empty caches and no service worker; the browser
runs already, and the site is served from this machine, uncompressed. Frames: script is the time in a
frame's callbacks, by performance.now(); long tasks are those of more than 50 ms, by PerformanceObserver. In
these WebGL's draw calls and clear() are stubbed: they do nothing, so what is measured is the page and the
engine without a graphics card. The browser itself still puts pages together in software where there is none,
which in a window of 9000 pixels can cost frames that no script does.`;

/**
 * Opens a page in a context of its own, and closes it after the work.
 * @template T
 * @param {Bench} bench @param {{ width: number, height: number }} viewport @param {(page: Page) => Promise<T>} work
 */
async function cold({ browser }, viewport, work) {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const desktop = { width: 1280, height: 800 };
const laptop = { width: 1440, height: 900 };

/** @param {number[]} times */
const ofLoads = (times) => ({
  shortest: Math.round(Math.min(...times)),
  median: Math.round(median(times)),
  longest: Math.round(Math.max(...times)),
});

/** @param {Bench} bench @param {(round: number) => Promise<number>} load */
async function repeat({ rounds }, load) {
  const times = [];
  for (let round = 1; round <= rounds; round++) times.push(await load(round));
  return ofLoads(times);
}

/** The time to the first words on the screen. Unit: ms. @param {Bench} bench @param {string} path */
const firstPaint = (bench, path) =>
  cold(bench, desktop, async (page) => {
    if (path === '')
      await page.route(bench.url, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>One paragraph.</p>' }),
      );
    await page.goto(bench.url + path, { waitUntil: 'commit' });
    const name = 'first-contentful-paint';
    await page.waitForFunction((paint) => performance.getEntriesByName(paint).length > 0, name);
    return page.evaluate((paint) => performance.getEntriesByName(paint)[0].startTime, name);
  });

/** @param {Bench} bench @returns {Promise<Table>} */
async function paints(bench) {
  const lessons = readdirSync(`${bench.folder}/tutorials`)
    .filter((name) => name.endsWith('.html'))
    .filter((name) => readFileSync(`${bench.folder}/tutorials/${name}`, 'utf8').includes(ofLesson));
  /** @type {Row[]} */
  const rows = [];
  const measure = async (/** @type {string} */ name, /** @type {string} */ path) => {
    bench.note(name);
    rows.push({ page: name, ...(await repeat(bench, () => firstPaint(bench, path))) });
  };
  await measure('one paragraph and no more', '');
  for (const name of lessons) {
    for (const path of [`tutorials/${name}`, `tutorials/ko/${name}`]) await measure(path, path);
  }
  return { title: 'First contentful paint of the lessons, cold, ms', rows };
}

/** @param {Bench} bench @returns {Promise<Table>} */
async function firstMotion(bench) {
  bench.note('the playground');
  const motion = () =>
    cold(bench, desktop, async (page) => {
      await page.goto(bench.url + playground, { waitUntil: 'commit' });
      const moves = () => {
        const { stepCount = 0, frameCount = 0 } = window.holonomPlayground ?? {};
        return stepCount > 1 && frameCount > 1 ? performance.now() : undefined;
      };
      return Number(await (await page.waitForFunction(moves)).jsonValue());
    });
  return {
    title: 'Playground: the first scene moves, cold, ms (drawn in software, not stubbed)',
    rows: [{ page: playground, ...(await repeat(bench, motion)) }],
  };
}

/** @param {string} file */
function partOf(file) {
  if (file.endsWith('.wasm')) return 'engine';
  if (file.endsWith('.woff2')) return 'fonts';
  if (/\.(webp|png|svg)$/.test(file)) return 'pictures';
  return /\/three-[^/]*\.js$/.test(file) ? 'three' : 'shell';
}

/** @param {Bench} bench @returns {Promise<Table>} */
async function sizes(bench) {
  const rows = [];
  for (const path of ['index.html', playground, 'tutorials/falling.html']) {
    bench.note(path);
    const files = await cold(bench, desktop, async (page) => {
      /** @type {Set<string>} */
      const fetched = new Set();
      page.on('request', (request) => {
        if (request.url().startsWith(bench.url))
          fetched.add(decodeURIComponent(new URL(request.url()).pathname));
      });
      await page.goto(bench.url + path, { waitUntil: 'networkidle' });
      return [...fetched];
    });
    /** @type {Row} */
    const row = { page: path, shell: 0, three: 0, engine: 0, fonts: 0, pictures: 0 };
    for (const file of files) {
      const bytes = readFileSync(`${bench.folder}${file}`);
      row[partOf(file)] = Number(row[partOf(file)]) + gzipSync(bytes, { level: 9 }).length;
    }
    rows.push(row);
  }
  return { title: 'What a page fetches until it rests, bytes after gzip -9', rows };
}

/** Runs in the page before its scripts: drawing does nothing, and what the callbacks of each frame take is kept. */
function watchFrames() {
  const { prototype } = WebGL2RenderingContext;
  prototype.drawArrays = prototype.drawArraysInstanced = () => {};
  prototype.drawElements = prototype.drawElementsInstanced = () => {};
  prototype.clear = () => {};
  /** @type {Seen} */
  const seen = { script: [], longTasks: [] };
  /** @type {Watched} */ (/** @type {unknown} */ (window)).seen = seen;
  const request = window.requestAnimationFrame.bind(window);
  let frame = -1;
  let spent = 0;
  window.requestAnimationFrame = (callback) =>
    request((now) => {
      if (now !== frame) {
        if (frame >= 0) seen.script.push(spent);
        frame = now;
        spent = 0;
      }
      const start = performance.now();
      try {
        callback(now);
      } finally {
        spent += performance.now() - start;
      }
    });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
  }).observe({ type: 'longtask' });
}

/** Some seconds of frames. Times in ms. @param {Page} page @param {number} duration in s @returns {Promise<Row>} */
async function frames(page, duration) {
  await page.waitForTimeout(1000 * seconds.settle);
  const seen = await page.evaluate(async (ms) => {
    const { seen } = /** @type {Watched} */ (/** @type {unknown} */ (window));
    for (const list of Object.values(seen)) list.length = 0;
    await new Promise((resolve) => setTimeout(resolve, ms));
    return seen;
  }, 1000 * duration);
  const script = seen.script.toSorted((a, b) => a - b);
  const p95 = script[Math.floor(0.95 * script.length)];
  return {
    frames: script.length,
    'script median': median(script).toFixed(1),
    p95: p95.toFixed(1),
    longest: Math.max(...script).toFixed(1),
    'long tasks': seen.longTasks.length,
  };
}

/** @param {Bench} bench @returns {Promise<Table>} */
async function sceneFrames(bench) {
  const rows = [];
  for (const scene of scenes) {
    bench.note(scene);
    const row = await cold(bench, desktop, async (page) => {
      await page.addInitScript(watchFrames);
      await page.goto(`${bench.url}playground.html?scene=${scene}`);
      await page.waitForFunction(() => (window.holonomPlayground?.stepCount ?? 0) > 1);
      return frames(page, seconds.scene);
    });
    rows.push({ scene, ...row });
  }
  return { title: `Playground: ${seconds.scene} s of a scene, drawing stubbed, ms`, rows };
}

/** The page of a lesson with ten demos one below the other, and nothing else. @param {string} html */
function withTenDemos(html) {
  const demos = html.match(/<figure class="demo"[\s\S]*?<\/figure>/g) ?? [];
  const ten = Array.from({ length: 10 }, (_, k) => demos[k % demos.length]);
  const article = /<article class="lesson"[\s\S]*<\/article>/;
  return html.replace(article, () => `<article class="lesson">${ten.join('')}</article>`);
}

/** @param {Bench} bench @returns {Promise<Table>} */
async function demoFrames(bench) {
  const rows = [];
  for (const name of tenOf)
    for (const viewport of [laptop, { ...laptop, height: 9000 }]) {
      bench.note(`ten demos of ${name}`);
      const row = await cold(bench, viewport, async (page) => {
        const path = `${bench.url}tutorials/${name}.html`;
        await page.route(path, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: withTenDemos(await response.text()) });
        });
        await page.addInitScript(watchFrames);
        await page.goto(path);
        const waiting = '.demo[data-in-sight=true]:not([data-ready])';
        await page.locator('.demo[data-ready]').first().waitFor();
        await page.waitForFunction((demo) => !document.querySelector(demo), waiting);
        const row = await frames(page, seconds.lesson);
        const inSight = await page.locator('.demo[data-in-sight=true]').count();
        return { 'in sight': inSight, ...row };
      });
      rows.push({ lesson: name, window: `${viewport.width}x${viewport.height}`, ...row });
    }
  const title = `Ten demos of a lesson on one page: ${seconds.lesson} s, drawing stubbed, ms`;
  return { title, rows };
}

/** @param {Bench} bench @returns {AsyncGenerator<Table>} */
export async function* measurePages(bench) {
  for (const measure of [paints, firstMotion, sizes, sceneFrames, demoFrames])
    yield await measure(bench);
}
