// Every page at the sizes of phones, frames and screens: nothing that a person needs is cut off, covered or in the way of another.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everything } from '../everything.ts';
import { keepScreenshot, useSite } from './playground.ts';

const { visit } = useSite();
// A frame, a phone, a screen; then those between them.
const all = [
  [640, 400],
  [360, 740],
  [1440, 900],
  [740, 360],
  [1024, 768],
  [1920, 1080],
] as const;
const sizes = everything ? all : all.slice(0, 3);

/** What is wrong with the places of things on the page, in words. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Sizes that scripts follow settle in the next frames.
    for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} px wide`);
    const nameOf = (one: Element): string =>
      `${one.localName}${one.id && `#${one.id}`} "${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 24)}"`;

    type Box = { left: number; top: number; right: number; bottom: number };
    const cut = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const isSeen = ({ left, top, right, bottom }: Box): boolean =>
      right - left > 1 && bottom - top > 1;
    /** The part that is in sight, or undefined where it is scrolled away. */
    const seenOf = (one: Element): Box | undefined => {
      const whole = one.getBoundingClientRect();
      let box: Box = whole;
      for (let up = one.parentElement; up; up = up.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(up);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const { left, top, right, bottom } = up.getBoundingClientRect();
        const scrolls = (overflow: string, more: boolean) => more && /auto|scroll/.test(overflow);
        const across = scrolls(overflowX, up.scrollWidth > up.clientWidth);
        const down =
          scrolls(overflowY, up.scrollHeight > up.clientHeight) ||
          (up === document.body && position !== 'fixed' && root.scrollHeight > innerHeight);
        const sideCut = whole.left < left - 1 || whole.right > right + 1;
        const endCut = whole.top < top - 1 || whole.bottom > bottom + 1;
        if ((sideCut && !across) || (endCut && !down && up !== document.body))
          faults.push(`${nameOf(one)} is cut off by ${nameOf(up)}`);
        box = cut(box, { left, top, right, bottom });
      }
      box = cut(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
      return isSeen(box) ? box : undefined;
    };

    const isShown = (one: Element): boolean =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      getComputedStyle(one).clipPath === 'none' &&
      isSeen(one.getBoundingClientRect());
    const things = [
      ...document.querySelectorAll(
        'a[href], button, input, select, textarea, summary, h1, h2, .segments label, canvas, .caption p, .speed',
      ),
    ].filter((one) => isShown(one) && !one.closest('.katex, .cm-editor'));
    const places = new Map<Element, Box>();
    for (const one of things) {
      const box = seenOf(one);
      if (box) places.set(one, box);
    }
    for (const [one, { left, top, right, bottom }] of places) {
      // Of what is scrolled to an edge, a sliver is no place to press.
      if (bottom - top < 8 || right - left < 8) continue;
      if (getComputedStyle(one).pointerEvents === 'none' || one.localName === 'canvas') continue;
      for (const [x, y] of [
        [0.5, 0.5],
        [0.1, 0.5],
        [0.9, 0.5],
        [0.5, 0.15],
        [0.5, 0.85],
      ] as const) {
        const hit = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
        const isOwn =
          hit && (one.contains(hit) || hit.contains(one) || hit.closest('label')?.contains(one));
        // A link over several lines has gaps, a heading that sticks covers what scrolls below it.
        if (isOwn || one.getClientRects().length > 1) continue;
        if (
          hit &&
          /sticky|fixed/.test(getComputedStyle(hit.closest('h3, header, .skip') ?? hit).position)
        )
          continue;
        faults.push(`${nameOf(one)} is covered by ${hit ? nameOf(hit) : 'nothing'}`);
        break;
      }
    }
    const solid = [...places].filter(
      ([one]) => one.localName !== 'canvas' && one.getClientRects().length === 1,
    );
    for (const [i, [one, box]] of solid.entries())
      for (const [other, its] of solid.slice(i + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const both = cut(box, its);
        const isStuck = [one, other].some((it) => it.closest('header, .scene-list'));
        if (!isStuck && both.right - both.left > 2 && both.bottom - both.top > 2)
          faults.push(`${nameOf(one)} overlaps ${nameOf(other)}`);
      }
    return [...new Set(faults)];
  });

/** Which part of the window the stage takes, and which part of the stage is free between words and buttons. */
const stageOf = (page: Page): Promise<{ window: number; free: number }> =>
  page.evaluate(() => {
    const boxOf = (id: string) => document.getElementById(id)?.getBoundingClientRect() as DOMRect;
    const [stage, title, words, buttons] = [
      boxOf('stage'),
      boxOf('title'),
      boxOf('description'),
      boxOf('transport'),
    ];
    return {
      window: (stage.width * stage.height) / (innerWidth * innerHeight),
      free: (buttons.top - Math.max(title.bottom, words.bottom)) / stage.height,
    };
  });

async function open(path: string): Promise<Page> {
  const { page } = await visit(path, { reducedMotion: 'reduce' });
  if (path.startsWith('playground'))
    await page.waitForFunction(() => window.holonomPlayground?.ready);
  await page.evaluate(() => document.fonts.ready);
  return page;
}

/** Looks at a page at each size. */
async function faultsAtSizes(
  page: Page,
  look: (width: number, height: number) => Promise<string[]>,
) {
  const found: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(
      ([wide, high]) => innerWidth === wide && innerHeight === high,
      [width, height],
    );
    for (const fault of await look(width, height)) found.push(`${width}×${height}: ${fault}`);
  }
  return found;
}

// Each page in one language, then in the other.
const pages = [
  'index.html?lang=ko',
  'compare.html',
  'lab.html?lang=ko',
  'claims.html',
  'tutorials/ko/index.html',
  'tutorials/falling.html',
  'index.html',
  'compare.html?lang=ko',
  'lab.html',
  'claims.html?lang=ko',
  'tutorials/index.html',
  'tutorials/ko/contact.html',
];
test.each(everything ? pages : pages.slice(0, 6))('%s', async (path) => {
  const page = await open(path);
  expect(await faultsAtSizes(page, () => faultsOf(page))).toEqual([]);
});

test.each(everything ? ['ko', 'en'] : ['ko'])(
  'the playground and its panels, %s',
  async (language) => {
    const page = await open(`playground.html?scene=flag&lang=${language}`);
    const found = await faultsAtSizes(page, async (width, height) => {
      const faults: string[] = [];
      const isPhone = width <= 896 || height <= 480;
      for (const tab of ['numbers', 'code', 'share', 'scene', ...(isPhone ? ['scenes'] : [])]) {
        await page.locator(`.tabs [data-tab=${tab}]`).click();
        faults.push(...(await faultsOf(page)).map((fault) => `${tab}: ${fault}`));
      }
      await page.locator('.tabs [data-tab=scene]').click();
      if (everything) await keepScreenshot(page, `layout-${language}-${width}x${height}`);
      const open = await stageOf(page);
      if (open.window < 0.4) faults.push(`the stage is ${open.window} of the window`);
      if (open.free < 0.5) faults.push(`${open.free} of the stage is free`);
      if (isPhone) {
        expect(await page.locator('#about').isVisible(), 'the description').toBe(true);
        await page.locator('#fold').click();
        faults.push(...(await faultsOf(page)).map((fault) => `folded: ${fault}`));
        expect(await page.locator('#description').isVisible(), 'the description').toBe(true);
        const { window, free } = await stageOf(page);
        if (window < 0.8) faults.push(`folded, the stage is ${window} of the window`);
        if (free < 0.6) faults.push(`folded, ${free} of the stage is free`);
        if (everything) await keepScreenshot(page, `layout-folded-${language}-${width}x${height}`);
        await page.locator('#fold').click();
      } else expect(await page.locator('#description').isVisible(), 'the description').toBe(true);
      return faults;
    });
    expect(found).toEqual([]);
  },
);

test.each(everything ? ['en', 'ko'] : ['en'])('the playground in a frame, %s', async (language) => {
  const page = await open(`playground.html?scene=flag&embed&lang=${language}`);
  const found = await faultsAtSizes(page, async (width, height) => {
    const faults = await faultsOf(page);
    const { window, free } = await stageOf(page);
    if (window < 0.99) faults.push(`the stage is ${window} of the window`);
    if (free < 0.6) faults.push(`${free} of the stage is free`);
    if (everything) await keepScreenshot(page, `layout-embed-${language}-${width}x${height}`);
    return faults;
  });
  expect(found).toEqual([]);
});
