import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keepScreenshot, runSteps, useSite } from './playground.ts';

const { openScene } = useSite();

test('quantities are plotted step by step and saved as a table', async () => {
  const { page, complaints } = await openScene('newtons-cradle');
  const from = await page.evaluate(() => window.holonomPlayground?.stepCount ?? 0);
  await page.locator('.tabs [data-tab=numbers]').click();
  await page.locator('.uplot').waitFor();
  await runSteps(page, 90);
  await page.waitForTimeout(300);
  await keepScreenshot(page, 'plot');
  await page.getByRole('button', { name: 'Pause' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save .csv' }).click(),
  ]);
  const [head, ...rows] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  expect(head).toBe('"time","Kinetic","Potential","Elastic","Total"');
  const now = await page.evaluate(() => window.holonomPlayground?.stepCount ?? 0);
  expect(rows.length).toBeGreaterThanOrEqual(90);
  expect(rows.length).toBeLessThanOrEqual(now - from);
  for (const row of rows) {
    const [, kinetic = 0, potential = 0, elastic = 0, total] = row.split(',').map(Number);
    expect(total).toBeCloseTo(kinetic + potential + elastic, 2);
  }
  await page.getByLabel('Plot', { exact: true }).selectOption('momentum');
  await page.getByText('angular', { exact: true }).waitFor();
  await page.getByLabel('Plot', { exact: true }).selectOption('residual');
  await page.locator('.plot-legend').getByText('Residual of the solver').waitFor();
  expect(complaints).toEqual([]);
});

test('a plot is saved as a picture with the names of its lines, on the paper of the page', async () => {
  const { page, complaints } = await openScene('newtons-cradle');
  await page.locator('.tabs [data-tab=numbers]').click();
  const canvas = page.locator('.uplot canvas');
  await canvas.waitFor();
  await runSteps(page, 60);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save .png' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('energy.png');
  const bytes = readFileSync(await download.path()).toString('base64');
  const picture = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray(4);
    const colors = new Set(new Uint32Array(pixels.buffer));
    const clear = pixels.filter((_, i) => i % 4 === 3).filter((alpha) => alpha < 255);
    return { width, height, colors: colors.size, clear: clear.length };
  }, bytes);
  const shown = await canvas.evaluate(({ width, height }: HTMLCanvasElement) => ({
    width,
    height,
  }));
  expect(picture).toMatchObject({ width: shown.width, clear: 0 });
  expect(picture.height).toBeGreaterThan(shown.height);
  expect(picture.colors).toBeGreaterThan(10);
  expect(complaints).toEqual([]);
});

test('what follows the plot stays in its place while the plot is fetched', async () => {
  const { page } = await openScene('newtons-cradle');
  let allow = (): void => {};
  const allowed = new Promise<void>((resolve) => {
    allow = resolve;
  });
  await page.route(/plot-panel/, async (route) => {
    await allowed;
    await route.continue();
  });
  await page.locator('.tabs [data-tab=numbers]').click();
  const place = () => page.locator('#numbers').evaluate((e) => e.getBoundingClientRect().top);
  const before = await place();
  allow();
  await page.locator('.plot-legend li').first().waitFor();
  expect(await place()).toBe(before);
});
