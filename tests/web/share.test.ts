import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { keepScreenshot, runSteps, useSite } from './playground.ts';

const { openScene } = useSite();
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

async function copied(page: Page, button: string): Promise<string> {
  await page.locator('.tabs [data-tab=share]').click();
  const { width } = (await page.getByRole('button', { name: button }).boundingBox()) ?? {};
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const after = await page.getByRole('button', { name: 'Copied' }).boundingBox();
  expect(Math.abs((after?.width ?? 0) - (width ?? 0)), 'the button keeps its width').toBeLessThan(
    1,
  );
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copied' }).waitFor({ state: 'hidden' });
  return text;
}

/** Opens a link as a visitor who comes from elsewhere. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await page.waitForFunction(() => window.holonomPlayground?.ready);
}

test('a link carries the scene, what was changed and where one looks from', async () => {
  const { page, complaints } = await openScene('pyramid', clipboard);
  await page.getByLabel('Rows', { exact: true }).first().fill('4');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => window.holonomPlayground?.world.bodies.length === 12);
  await page.getByLabel('Substeps', { exact: true }).first().fill('7');
  await page.keyboard.press('Tab');
  await page.locator('#stage').focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(300);
  const link = await copied(page, 'Copy link');
  expect(link.length).toBeLessThan(600);
  await keepScreenshot(page, 'share');
  await follow(page, link);
  const seen = await page.evaluate(() => ({
    bodies: window.holonomPlayground?.world.bodies.length,
    substeps: window.holonomPlayground?.world.substeps,
    scene: window.holonomPlayground?.scene,
  }));
  expect(seen).toEqual({ bodies: 12, substeps: 7, scene: 'pyramid' });
  expect(await copied(page, 'Copy link')).toBe(link);
  expect(complaints).toEqual([]);
});

test('code in a link runs only when the reader says so, also inside another page', async () => {
  const { page } = await openScene('tower', clipboard);
  await page.locator('.tabs [data-tab=code]').click();
  const content = page.locator('.cm-content');
  await content.getByText('defineScene').first().waitFor();
  await content.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('// mine\n');
  await page.locator('.code-status').filter({ hasText: 'Runs' }).waitFor();
  const link = await copied(page, 'Copy link');
  const frame = await copied(page, 'Copy code');

  // On a slow line the scene's own code comes late, and must not take the place of the link's.
  await page.route('**/assets/tower-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await follow(page, link);
  await page.getByText('This link carries code').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  await content.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' ');
  await page.waitForTimeout(1000);
  expect(await page.locator('iframe').count(), 'a slip of the keyboard runs nothing').toBe(0);
  await page.keyboard.press('Control+Home'); // lines out of sight are not in the page
  expect(await page.locator('.cm-line').first().textContent()).toBe('// mine');
  await keepScreenshot(page, 'share-code');
  await page.locator('.code-notice').getByRole('button', { name: 'Run' }).click();
  await page.locator('.code-status').filter({ hasText: 'Runs' }).waitFor();
  expect(await page.locator('iframe').count()).toBe(1);

  await follow(page, /src="([^"]+)"/.exec(frame)?.[1] as string);
  expect(await page.locator('.panel').isVisible()).toBe(false);
  expect(await page.locator('iframe').count()).toBe(0);
  await page.locator('.cover').getByRole('button', { name: 'Run' }).click();
  await page.locator('iframe').waitFor({ state: 'attached' });
  await runSteps(page, 5);
});

test('a damaged link is named, and the page goes on', async () => {
  const { page } = await openScene('pyramid#s=AAAA');
  await page.getByRole('alert').getByText('link').first().waitFor();
  await runSteps(page, 3);
});

test('what a forged link says beyond what a page can set is told or left out, and nothing hangs', async () => {
  const { page, complaints } = await openScene('pyramid');
  const place = page.url().replace(/\?.*/, '');
  const seat = { position: [1, 2, 3], target: [0, 0, 0] };
  const forged: [carried: object, scene: string, told?: string][] = [
    [{ scene: 'constructor' }, 'pyramid', 'is not in the list'],
    [{ scene: 'x'.repeat(5000), file: { holonom: 3 } }, 'pyramid', 'the link is damaged'],
    [{ scene: 'tower', values: null }, 'pyramid', 'the link is damaged'],
    [{ scene: 'tower', values: { layers: 1e9 } }, 'tower'],
    [{ scene: 'tower', values: { layers: 'many' } }, 'tower'],
    [{ scene: 'tower', settings: { step: 1 } }, 'tower', 'the link is damaged'],
    [{ scene: 'tower', settings: { substeps: 1e6 } }, 'tower', 'substeps'],
    [{ scene: 'tower', view: { target: [0, 0, 0] } }, 'pyramid', 'no place to look from'],
    [{ scene: 'tower', view: { ...seat, position: [1e300, 0, 0] } }, 'pyramid', 'no place to look'],
  ];
  for (const [carried, scene, told] of forged) {
    const packed = deflateRawSync(JSON.stringify(carried)).toString('base64url');
    await follow(page, `${place}?scene=pyramid#s=${packed}`);
    expect(await page.evaluate(() => window.holonomPlayground?.scene), packed).toBe(scene);
    const words = await page.getByRole('alert').textContent();
    if (told) expect(words).toContain(told);
    else expect(words).toBe('');
    await runSteps(page, 2);
  }
  expect(complaints).toEqual([]);
});

test('picture, video and scene file can be saved', async () => {
  const { page, complaints } = await openScene('tower', { drawing: true });
  await page.locator('.tabs [data-tab=share]').click();
  const saved = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#share').getByRole('button', { name }).click(),
    ]);
    return { file: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const picture = await saved('Save .png');
  expect(picture.file).toBe('tower.png');
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.bytes.length).toBeGreaterThan(10_000);
  const scene = await saved('Save .json');
  expect(JSON.parse(scene.bytes.toString()).holonom).toBe(3);
  await page.getByRole('button', { name: 'Record' }).click();
  await page.waitForTimeout(1500);
  const video = await saved('Stop and save');
  expect(video.file).toMatch(/^tower\.(mp4|webm)$/);
  expect(video.bytes.length).toBeGreaterThan(2000);
  expect(complaints).toEqual([]);
});

/** What a link carries, as `pack` writes it. */
const linkOf = (page: Page, shared: object): string => {
  const [address = ''] = page.url().split('#');
  return `${address}#s=${deflateRawSync(JSON.stringify(shared)).toString('base64url')}`;
};

test('a link sets no more than the sliders offer', async () => {
  const { page } = await openScene('great-sheet');
  const settings = { substeps: 256, particleIterations: 1000, iterations: 900, solver: 'xpbd' };
  await follow(page, linkOf(page, { scene: 'great-sheet', settings }));
  const seen = await page.evaluate(() => {
    const world = window.holonomPlayground!.world;
    return [world.substeps, world.particleIterations, world.iterations, world.solver];
  });
  expect(seen).toEqual([16, 30, 30, 'xpbd']);
  for (const settings of [
    { substeps: '4' },
    { solver: 'none' },
    { gravity: 'up' },
    { asleep: 1 },
  ]) {
    await follow(page, linkOf(page, { scene: 'tower', settings }));
    await page.locator('.toast').filter({ hasText: 'link' }).waitFor();
  }
});

test('a link pasted over the address of an open playground is opened, and Back leads to it', async () => {
  const { page, complaints } = await openScene('tower');
  const link = linkOf(page, {
    scene: 'dominoes',
    settings: { substeps: 7 },
    view: { position: [1, 2, 3], target: [0, 0, 0] },
  });
  const paste = (address: string) => page.evaluate((href) => location.assign(href), address);
  const shows = (scene: string) =>
    page.waitForFunction((name) => window.holonomPlayground?.scene === name, scene);
  const substeps = () => page.evaluate(() => window.holonomPlayground!.world.substeps);
  await page.evaluate(() => Object.assign(window, { sameLoad: true }));
  await paste(link);
  await shows('dominoes');
  await page.waitForFunction(() => window.holonomPlayground?.world.substeps === 7);
  await page.locator('#scenes [data-scene=pyramid]').click();
  await shows('pyramid');
  expect(await substeps()).not.toBe(7);
  expect(page.url()).not.toContain('#');
  await page.goBack();
  await shows('dominoes');
  await page.waitForFunction(() => window.holonomPlayground?.world.substeps === 7);
  await page.goBack();
  await shows('tower');
  expect(await page.getByRole('alert').textContent()).toBe('');

  // With a scene of its own still running, a damaged one is told as when it is opened at first.
  await paste(`${page.url().split('#')[0]}#s=AAAA`);
  await page.locator('.toast').filter({ hasText: 'link' }).waitFor();
  expect(await page.evaluate(() => window.holonomPlayground?.scene)).toBe('tower');

  const carried = `// theirs\nthrow new Error('of theirs');`;
  await paste(linkOf(page, { scene: 'pyramid', code: carried }));
  await page.getByText('This link carries code').waitFor();
  await page.locator('.cm-content').getByText('// theirs').waitFor();
  expect(await page.locator('iframe').count(), 'runs nothing by itself').toBe(0);
  expect(await page.evaluate(() => 'sameLoad' in window)).toBe(true);
  expect(complaints).toEqual([]);
});

test('a scene that takes long waits for the reader, and a slow step pauses it', async () => {
  const { page } = await openScene('tower');
  const file = {
    holonom: 3,
    settings: { substeps: 200 },
    springNetworks: [
      {
        grid: { size: [1, 1], segments: [16, 16] },
        integrator: 'backward-euler',
        linearSolver: 'dense',
      },
    ],
  };
  await follow(page, linkOf(page, { scene: 'heavy', file }));
  const question = page.getByRole('dialog', { name: 'Run this scene?' });
  await question.getByText(/about [\d.]+ s/).waitFor();
  const steps = () => page.evaluate(() => window.holonomPlayground!.world.stepCount);
  expect(await steps()).toBe(0);
  await keepScreenshot(page, 'share-heavy');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => window.holonomPlayground!.paused)).toBe(true);
  expect(await steps()).toBe(0);
  expect(await page.evaluate(() => window.holonomPlayground!.world.substeps)).toBe(16);
  expect(await page.getByLabel('Substeps', { exact: true }).first().inputValue()).toBe('16');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.holonomPlayground!.world.stepCount > 0);
});

test('a large file in a link is built only when the reader says so, by touch too', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const { page } = await openScene('tower', phone);
  const file = {
    holonom: 3,
    cloths: [{ grid: { size: [3, 3], segments: [600, 600] }, position: [0, 2, 0] }],
  };
  const question = page.getByRole('dialog', { name: 'Open this scene?' });
  const link = linkOf(page, { scene: 'large', file });
  await page.goto('about:blank');
  await page.goto(link, { waitUntil: 'commit' });
  await question.waitFor();
  await keepScreenshot(page, 'share-large');
  await question.getByRole('button', { name: 'Do not open' }).tap();
  await page.waitForFunction(() => window.holonomPlayground?.ready);
  expect(await page.evaluate(() => window.holonomPlayground!.world.cloths.length)).toBe(0);
});
