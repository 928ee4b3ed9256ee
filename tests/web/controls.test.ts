import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { oneOf } from '../everything.ts';
import {
  keepScreenshot,
  pictureOf,
  runSteps,
  somethingToDrag,
  staysFinite,
  useSite,
} from './playground.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const { openScene, visit } = useSite();

const stepCount = (page: Page) => page.evaluate(() => window.holonomPlayground?.stepCount ?? -1);
const grabCount = (page: Page) =>
  page.evaluate(() => window.holonomPlayground?.world.grabs.length ?? -1);
const bodyCount = (page: Page) =>
  page.evaluate(() => window.holonomPlayground?.world.bodies.length ?? -1);

test('the keyboard pauses, steps, resets, throws, and drags on a phone-sized page', async () => {
  const { page, complaints } = await openScene('tower', phone);
  await page.locator('#stage').focus();
  await page.keyboard.press('Space');
  const paused = await stepCount(page);
  await page.keyboard.press('.');
  expect(await stepCount(page)).toBe(paused + 1);

  const bodies = await bodyCount(page);
  await page.keyboard.press('b');
  expect(await bodyCount(page)).toBe(bodies + 1);
  await page.keyboard.press('r');
  await page.waitForFunction(() => window.holonomPlayground?.stepCount === 0);
  expect(await bodyCount(page)).toBe(bodies);

  await page.keyboard.press('Space');
  await page.keyboard.press('g');
  expect(await grabCount(page)).toBe(1);
  await page.waitForFunction(() =>
    document.getElementById('status')?.textContent?.startsWith('Holding'),
  );
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
  await runSteps(page, 10);
  await page.keyboard.press('Escape');
  expect(await grabCount(page)).toBe(0);
  expect(await staysFinite(page)).toBe(true);
  expect(complaints).toEqual([]);
});

test('a finger drags, and nothing is wider than a phone', async () => {
  const { page, complaints } = await openScene('flag', phone);
  await runSteps(page, 30);
  await page.keyboard.press('Space'); // what flutters would be elsewhere when it is touched
  const at = (await somethingToDrag(page)) as { x: number; y: number };
  const touch = await page.context().newCDPSession(page);
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: { x: number; y: number }[],
  ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [at]);
  expect(await grabCount(page)).toBe(1);
  await page.keyboard.press('Space');
  const before = await pictureOf(page);
  await send('touchMove', [{ x: at.x - 30, y: at.y + 40 }]);
  await runSteps(page, 10);
  expect((await pictureOf(page)).equals(before)).toBe(false);
  await send('touchEnd', []);
  expect(await grabCount(page)).toBe(0);

  for (const tab of ['scenes', 'scene', 'numbers', 'code', 'share']) {
    await page.locator(`.tabs [data-tab=${tab}]`).tap();
    expect(await page.locator(`.tab[data-tab=${tab}]`).isVisible()).toBe(true);
    await keepScreenshot(page, `phone-${tab}`);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(complaints).toEqual([]);
});

test('a tap on empty ground throws a ball there', async () => {
  const { page, complaints } = await openScene('pyramid');
  const bodies = await bodyCount(page);
  const box = await page.locator('#stage').boundingBox();
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 20);
  expect(await bodyCount(page)).toBe(bodies + 1);
  await runSteps(page, 60);
  expect(await staysFinite(page)).toBe(true);
  expect(complaints).toEqual([]);
});

test('controls change the scene and the world', async () => {
  const { page, complaints } = await openScene('pyramid');
  const bodies = await bodyCount(page);
  await page.getByLabel('Rows', { exact: true }).first().fill('4');
  await page.keyboard.press('Tab');
  await page.waitForFunction(
    (count) => (window.holonomPlayground?.world.bodies.length ?? 0) < count,
    bodies,
  );
  expect(await bodyCount(page)).toBe(10 + 2);
  await page.getByRole('button', { name: 'Back to its first value: Rows' }).click();
  await page.waitForFunction(
    (count) => window.holonomPlayground?.world.bodies.length === count,
    bodies,
  );
  await page.getByLabel('Substeps', { exact: true }).first().fill('8');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => window.holonomPlayground?.world.substeps)).toBe(8);
  await page.getByText('pgs', { exact: true }).click();
  expect(await page.evaluate(() => window.holonomPlayground?.world.solver)).toBe('pgs');
  const before = await page.evaluate(() => window.holonomPlayground?.stepCount ?? 0);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.waitForFunction((count) => (window.holonomPlayground?.stepCount ?? 0) < count, before);
  expect(
    await page.evaluate(() => window.holonomPlayground?.world.solver),
    'settings outlive a reset',
  ).toBe('pgs');

  await page.getByLabel('Substeps', { exact: true }).first().fill('-3');
  await page.keyboard.press('Tab');
  const alert = page.getByRole('alert');
  await alert.getByText('substeps').waitFor();
  expect(await page.evaluate(() => window.holonomPlayground?.world.substeps)).toBe(8);
  for (const [label, text] of [
    ['Gravity', '1/2'],
    ['Rows', 'many'],
    ['Rows', '1e9'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).first().fill(text);
    await page.keyboard.press('Tab');
    await alert.getByText(`${label}: got '${text}', expected a number from`).waitFor();
  }
  await page.getByLabel('Gravity', { exact: true }).first().fill('-9');
  await page.keyboard.press('Tab');
  expect(await alert.textContent()).toBe('');
  await runSteps(page, 10);
  expect(complaints).toEqual([]);
});

test('planar motion is switched in the panel of the world, is kept by a reset and undone by a return', async () => {
  const { page, complaints } = await openScene('pyramid', { reducedMotion: 'reduce' });
  const planar = () => page.evaluate(() => window.holonomPlayground?.world.planar);
  const push = () =>
    page.evaluate(() => {
      const hook = window.holonomPlayground;
      const body = [...(hook?.world.bodies ?? [])].find(({ type }) => type === 'dynamic');
      body?.applyImpulse([0, 0, 100]);
      hook?.step(1);
      return body?.linearVelocity[2];
    });
  await page.getByRole('region', { name: 'World' }).locator('summary').click();
  const toggle = page.getByRole('switch', { name: 'Planar' });
  expect(await toggle.isChecked()).toBe(false);
  await page.evaluate(() => window.holonomPlayground?.step(3));
  await toggle.click();
  expect(await planar()).toBe(true);
  expect(await push()).toBe(0);
  // Earlier there was no plane, and the panel shows it.
  const timeline = page.getByRole('slider', { name: 'Timeline' });
  await timeline.focus();
  await page.keyboard.press('Home');
  await expect.poll(planar).toBe(false);
  await expect.poll(() => toggle.isChecked()).toBe(false);
  await page.keyboard.press('End');
  await expect.poll(planar).toBe(true);
  await expect.poll(() => toggle.isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.waitForFunction(() => window.holonomPlayground?.stepCount === 0);
  expect(await planar()).toBe(true);
  await toggle.click();
  expect(await planar()).toBe(false);
  expect(await push()).not.toBe(0);
  expect(complaints).toEqual([]);
});

test('a ball that is thrown in a planar world starts in its plane, beside what is there', async () => {
  const { page, complaints } = await openScene('galton-board', { reducedMotion: 'reduce' });
  const box = await page.locator('#stage').boundingBox();
  if (!box) throw new Error('no stage');
  // Amid the pegs too.
  for (const [x, y] of [
    [0.5, 0.5],
    [0.45, 0.4],
    [0.55, 0.3],
  ] as const) {
    await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
    const ball = await page.evaluate(() => {
      const world = window.holonomPlayground?.world;
      const thrown = [...(world?.bodies ?? [])].filter(({ name }) => name === 'thrown ball').at(-1);
      window.holonomPlayground?.step(1);
      return thrown && { position: thrown.position, velocity: thrown.linearVelocity };
    });
    expect(ball?.position[2]).toBe(0);
    expect(Math.abs(ball?.position[0] ?? 9)).toBeLessThan(2);
    expect(Math.hypot(...(ball?.velocity ?? [9]))).toBeLessThan(1);
  }
  expect(complaints).toEqual([]);
});

test('a reader who asks for less motion finds the scene paused', async () => {
  const { page } = await openScene('flag', { reducedMotion: 'reduce' });
  expect(await page.evaluate(() => window.holonomPlayground?.paused)).toBe(true);
  await page.getByRole('button', { name: 'Play' }).click();
  await runSteps(page, 5);
});

test('an unknown scene is named in a message, and the first one runs', async () => {
  const { page, complaints } = await openScene('nowhere');
  await page.getByRole('alert').getByText('nowhere').waitFor();
  expect(await page.evaluate(() => window.holonomPlayground?.scene)).toBe('pyramid');
  expect(complaints).toEqual([]);
});

test('a lost graphics context is explained, and the page goes on when it comes back', async () => {
  const { page } = await openScene('tower');
  const extension = await page.evaluateHandle(() => {
    const canvas = document.getElementById('stage') as HTMLCanvasElement;
    return canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
  });
  await extension.evaluate((one) => one?.loseContext());
  await page.getByText('taken the graphics away').waitFor();
  await extension.evaluate((one) => one?.restoreContext());
  await page.locator('#cover').waitFor({ state: 'hidden' });
  await runSteps(page, 10);
});

test('a browser without WebGL gets a sentence instead of a stage', async () => {
  const { page } = await visit('index.html');
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(new URL('playground.html', page.url()).href);
  await page.getByText('shows no 3-D graphics').waitFor();
});

test('the dark playground shows', async () => {
  const { page, complaints } = await openScene('drape', {
    colorScheme: 'dark',
  });
  await runSteps(page, 60);
  await keepScreenshot(page, 'dark');
  expect(complaints).toEqual([]);
});

test.each(
  oneOf([
    ['wide', { viewport: { width: 1280, height: 800 } }],
    ['phone', phone],
  ] as const),
)('the start page moves and lists the scenes (%s)', async (name, options) => {
  const { page, complaints } = await visit('index.html', { ...options, drawing: true });
  await page.waitForFunction(
    () =>
      document.querySelectorAll('.count').length === 3 &&
      [...document.querySelectorAll('.count')].some((place) => place.textContent?.includes('ms')),
  );
  const canvas = page.locator('[data-figure=rigid] canvas');
  await canvas.scrollIntoViewIfNeeded();
  const before = await canvas.screenshot();
  await page.waitForTimeout(500);
  expect((await canvas.screenshot()).equals(before)).toBe(false);
  expect(await page.locator('#scenes a').count()).toBeGreaterThanOrEqual(10);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    options.viewport.width,
  );
  await keepScreenshot(page, `start-${name}`);
  expect(complaints).toEqual([]);
});

test('time can be slowed', async () => {
  const { page } = await openScene('tower', { viewport: { width: 1280, height: 700 } });
  await page.getByLabel('Pace of time').selectOption('0.1');
  const from = await stepCount(page);
  await runSteps(page, 3);
  const frames = await page.evaluate(() => window.holonomPlayground?.frameCount ?? 0);
  await page.waitForFunction(
    (count) => (window.holonomPlayground?.frameCount ?? 0) > count,
    frames,
  );
  expect(await stepCount(page)).toBeGreaterThanOrEqual(from + 3);
});

test('arrow keys move a slider whose steps are uneven, to and fro', async () => {
  const { page, complaints } = await visit('playground.html?scene=tearing-cloth');
  await page.waitForFunction(() => window.holonomPlayground?.ready);
  for (const name of ['Strength of an edge', 'Mass of the ball']) {
    const slider = page.getByRole('slider', { name });
    const value = async () =>
      Number.parseFloat((await slider.getAttribute('aria-valuetext')) ?? '');
    const start = await value();
    await slider.focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowLeft');
    expect(await value()).toBeLessThan(0.9 * start);
    for (let i = 0; i < 24; i++) await page.keyboard.press('ArrowRight');
    expect(await value()).toBeGreaterThan(1.1 * start);
  }
  expect(complaints).toEqual([]);
});
