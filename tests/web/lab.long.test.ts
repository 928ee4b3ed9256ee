import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { experiments, methodsOf } from '../../web/lab/experiment.js';
import { keepScreenshot, useSite } from './playground.ts';

const { visit } = useSite();

const momentum = experiments.momentum as (typeof experiments)[string];
const count = momentum.plan(methodsOf(momentum)).length;

const cells = (page: Page) => page.locator('#table td').allTextContents();
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Reads the file that a button saves. */
async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return {
    name: download.suggestedFilename(),
    text: readFileSync(await download.path(), 'utf8'),
  };
}

/** Whether the plot has more than one color. */
const isDrawn = (page: Page) =>
  page.locator('#plot canvas').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const context = (canvas as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
    const { data } = context.getImageData(0, 0, width, height);
    return new Set(new Uint32Array(data.buffer)).size > 10;
  });

test('an experiment runs to its end, is drawn and can be saved', async () => {
  const { page, complaints } = await visit('lab.html');
  await page.getByLabel('Momentum').check();
  expect(await isDrawn(page), 'published figures are there from the start').toBe(true);
  const before = await page.locator('#plot').screenshot();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const tall = await height();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText(`${count} rows in`).first().waitFor();
  expect(await height(), 'nothing moves').toBe(tall);
  expect((await page.locator('#plot').screenshot()).equals(before)).toBe(false);
  expect((await cells(page)).filter((text) => text === '')).toEqual([]);
  await keepScreenshot(page, 'lab-momentum');

  const json = await saved(page, 'JSON');
  expect(json.name).toBe('holonom-momentum-A.json');
  const { experiment, rows } = JSON.parse(json.text);
  expect(experiment).toBe('momentum');
  expect(rows).toHaveLength(count);
  const implicit = rows.find(({ method }: { method: string }) => method === 'backward-euler');
  expect(implicit.kappa).toBe(1000);
  expect(implicit.fractionOfG).toBeCloseTo(1, 6);
  const csv = (await saved(page, 'CSV')).text.trim().split('\n');
  expect(csv).toHaveLength(count + 1);
  expect(csv[0]).toBe('method,options,kappa,found,fractionOfG');
  expect(complaints).toEqual([]);
});

test('a run can be stopped, keeps what it measured, and another starts afresh', async () => {
  const { page, complaints } = await visit('lab.html?experiment=kappa&setup=B');
  await expect.poll(() => page.getByLabel('Set-up of the net').inputValue()).toBe('B');
  await page.getByRole('button', { name: 'Run' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 2.1);
  const workers = () => page.workers().length;
  expect(workers()).toBe(1);
  await page.keyboard.press('Enter');
  await page.getByText('Stopped after').first().waitFor();
  await expect.poll(workers, { timeout: 10_000 }).toBe(0);
  expect((await cells(page))[1]).toBe('0');
  expect((await cells(page)).at(-2)).toBe('');

  await page.getByLabel('Order of convergence').check();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('9 rows in').first().waitFor();
  expect((await cells(page)).slice(0, 3)).toEqual(['1.004', '1.004', '1']);

  await page.getByLabel('Largest stiffness', { exact: true }).check();
  expect((await cells(page))[1], 'what was measured before is still there').toBe('0');
  await page.getByLabel('Order of convergence').check();
  expect((await cells(page)).slice(0, 3)).toEqual(['1.004', '1.004', '1']);
  expect(await page.getByRole('button', { name: 'JSON' }).isEnabled()).toBe(true);
  expect(complaints).toEqual([]);
});

test('methods can be left out, and without any nothing runs', async () => {
  const { page } = await visit('lab.html?experiment=critical');
  await page.locator('summary').click();
  for (const name of ['harmonic', 'symplectic-euler', 'backward-euler, LDLᵀ'])
    await page.getByLabel(name, { exact: true }).uncheck();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('19 rows in').first().waitFor();
  await page.getByLabel('harmonic, half the impulse').uncheck();
  expect(await page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
});

test.each([900, 1160])('at %d pixels the widest table shows all its columns', async (width) => {
  const { page, complaints } = await visit('lab.html?experiment=critical', {
    viewport: { width, height: 800 },
  });
  const legend = await page.locator('#legend li').allTextContents();
  expect(legend).toContain('published as stable');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page
    .getByText(/^76 rows in/)
    .first()
    .waitFor();
  const [whole, seen] = await page
    .locator('#table')
    .evaluate((table) => [table.scrollWidth, table.clientWidth]);
  expect(whole).toBe(seen);
  await keepScreenshot(page, `lab-critical-${width}`);
  expect(complaints).toEqual([]);
});

test('an experiment that fails says why', async () => {
  const { page } = await visit('lab.html?experiment=momentum');
  await page.context().route('**/*.wasm', (route) => route.abort());
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('alert').getByText("Holonom can't be loaded").waitFor();
  await page.getByText(`Failed after 0 of ${count} rows`).first().waitFor();
});

test('the dark laboratory fits a phone', async () => {
  const { page, complaints } = await visit('lab.html', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  });
  expect(await isDrawn(page)).toBe(true);
  expect(await widthOf(page)).toBeLessThanOrEqual(360);
  await keepScreenshot(page, 'lab-phone-dark');
  const light = page.getByRole('button', { name: 'Dark colors' });
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await paper();
  const before = await page.locator('#plot').screenshot();
  await light.click();
  expect(await paper()).not.toBe(dark);
  expect((await page.locator('#plot').screenshot()).equals(before), 'the plot follows').toBe(false);
  expect(complaints).toEqual([]);
});
