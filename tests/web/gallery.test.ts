import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chromium } from '../../.tools/setup.mjs';
import { keepScreenshot, useSite } from './playground.ts';

const { openScene, visit } = useSite();

test('the gallery has seven groups and at least 36 scenes, each with its picture', async () => {
  const { page, complaints } = await visit('index.html');
  const cards = page.locator('#scenes li');
  expect(await cards.count()).toBeGreaterThanOrEqual(36);
  const groups = await page
    .locator('#scenes .group')
    .evaluateAll((sections) => sections.map((section) => section.querySelectorAll('li').length));
  expect(groups).toHaveLength(7);
  for (const count of groups) expect(count).toBeGreaterThanOrEqual(3);
  expect(chromium()).toBeDefined();
  const names = await page
    .locator('#scenes a')
    .evaluateAll((links) => links.map((link) => (link as HTMLElement).dataset.scene as string));
  const missing = names.filter(
    (name) => !existsSync(new URL(`../../dist/site/pictures/${name}.webp`, import.meta.url)),
  );
  expect(missing).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a card without a picture has a drawing, and nothing is asked for that is not there', async () => {
  for (const path of ['index.html', 'playground.html']) {
    const { page, complaints } = await visit('claims.html');
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // As built where there is no Chromium; two scenes have pictures of before.
    await page.route(`**/${path}`, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const pictures = html.replace(/(<meta name="pictures" content=")[^"]*/, '$1pyramid tower');
      await route.fulfill({ response, body: pictures });
    });
    await page.goto(new URL(path, page.url()).href);
    const pictures = page.locator('#scenes li .picture');
    await pictures.first().waitFor({ state: 'attached' });
    const drawn = await pictures.evaluateAll((all) =>
      all.map((it) => [it.querySelectorAll('img').length, it.querySelectorAll('svg').length]),
    );
    expect(drawn.length).toBeGreaterThan(36);
    expect(drawn.filter(([images]) => images === 1)).toHaveLength(2);
    for (const [images = 0, drawings = 0] of drawn) expect(images + drawings).toBe(1);
    await page.locator('#scenes li').nth(5).scrollIntoViewIfNeeded();
    if (path === 'index.html') {
      const drawing = await page.locator('#scenes .picture svg').first().boundingBox();
      expect(drawing?.width).toBeGreaterThan(100);
      await page.locator('#scenes').screenshot({ path: 'tests/screenshots/gallery-drawn.png' });
    }
    expect(asked.filter((url) => /pictures\/(?!pyramid|tower)/.test(url))).toEqual([]);
    expect(complaints).toEqual([]);
  }
});

test('the API reference is linked where it is there, and opens', async () => {
  const { page, complaints } = await visit('index.html');
  const isThere = existsSync(new URL('../../dist/site/reference/index.html', import.meta.url));
  const link = page.getByRole('link', { name: 'API reference' });
  expect(await link.count()).toBe(isThere ? 1 : 0);
  if (isThere) {
    await page.waitForLoadState('networkidle'); // what leaving cuts off would count as missing
    await link.click();
    expect(await page.title()).toContain('Holonom');
    expect(page.url()).toContain('/reference/');
  }
  expect(complaints).toEqual([]);
});

test('words and tags choose among the scenes', async () => {
  const { page } = await visit('index.html');
  const shown = page.locator('#scenes li:visible');
  await page.getByRole('searchbox').fill('cloth wind');
  expect(await shown.allTextContents()).toHaveLength(2);
  await page.getByRole('searchbox').fill('no such thing');
  expect(await shown.count()).toBe(0);
  await page.getByText('No scene has “no such thing”').waitFor();
  await page.keyboard.press('Escape');
  expect(await shown.count()).toBeGreaterThanOrEqual(36);
  await page.locator('#scenes li').first().getByRole('button', { name: 'stacking' }).click();
  expect(await page.getByRole('searchbox').inputValue()).toBe('stacking');
  expect(await shown.count()).toBeLessThan(10);
});

test('a card opens its scene without leaving the page, and the way back works', async () => {
  const { page, complaints } = await openScene('pyramid');
  await page.keyboard.press('/');
  await page.keyboard.type('marble');
  await page.locator('#scenes a:visible').click();
  await page.waitForFunction(() => window.holonomPlayground?.scene === 'marble-run');
  expect(await page.title()).toContain('Marble run');
  await page.goBack();
  await page.waitForFunction(() => window.holonomPlayground?.scene === 'pyramid');
  await keepScreenshot(page, 'gallery');
  expect(complaints).toEqual([]);
});

test('the scene that is open is in sight in the list', async () => {
  const { page } = await openScene('great-sheet');
  const open = page.locator('#scenes [aria-current]');
  const list = await page.locator('#scenes').boundingBox();
  const box = await open.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(list?.y ?? Number.NaN);
  const end = (list?.y ?? 0) + (list?.height ?? 0);
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(end + 1);

  // Upwards too, by keys and by Tab, where headings stay in sight.
  const hidden = (selector: string) =>
    page.evaluate((found) => {
      const card = document.querySelector(found) as Element;
      const { left, top, width } = card.getBoundingClientRect();
      return !card.contains(document.elementFromPoint(left + width / 2, top + 2));
    }, selector);
  await page.locator('#stage').focus();
  for (let i = 0; i < 6; i++) {
    const before = await page.evaluate(() => window.holonomPlayground?.scene);
    await page.keyboard.press('[');
    await page.waitForFunction((name) => window.holonomPlayground?.scene !== name, before);
    expect(await hidden('#scenes [aria-current]')).toBe(false);
  }
  await page.locator('#scenes [aria-current]').focus();
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('Shift+Tab');
    expect(await hidden('#scenes :focus')).toBe(false);
  }
});

test('the page speaks Korean, and says so', async () => {
  const { page, complaints } = await visit('playground.html?scene=flag&lang=ko');
  await page.getByRole('button', { name: '처음부터' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('ko');
  await page.getByRole('heading', { level: 1, name: '깃발' }).waitFor();
  expect(complaints).toEqual([]);
});

test('the other language changes the words alone', async () => {
  const { page, complaints } = await openScene('pyramid');
  const fill = async (label: string, value: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).first().fill(value);
    await page.keyboard.press('Tab');
  };
  await fill('Rows', '5');
  await page.waitForFunction(() => window.holonomPlayground?.world.bodies.length === 17);
  await fill('Substeps', '3');
  await page.getByLabel('xpbd', { exact: true }).check();
  await page.keyboard.press('Escape');
  await page.locator('#pause').click();
  await page.locator('.tabs [data-tab=numbers]').click();
  await page.getByRole('button', { name: '한국어' }).click();
  await page.getByRole('button', { name: '처음부터' }).waitFor();
  await page.waitForFunction(() => window.holonomPlayground?.world.solver === 'xpbd');
  const seen = await page.evaluate(() => {
    const { world, paused } = window.holonomPlayground!;
    return [world.bodies.length, world.substeps, paused, document.body.dataset.tab];
  });
  expect(seen).toEqual([17, 3, true, 'numbers']);
  await page.locator('.tabs [data-tab=scene]').click();
  const rows = page.locator('#scene-controls input[type=text]').first();
  expect(await rows.inputValue()).toBe('5');
  // Once: a reload begins anew.
  await page.reload();
  await page.waitForFunction(() => window.holonomPlayground?.world.bodies.length === 93);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Reset' }).waitFor();
  expect(complaints).toEqual([]);
});
