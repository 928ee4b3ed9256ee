import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { keepScreenshot, useSite } from './playground.ts';

const { visit } = useSite();

test('one scene runs under several methods at once, with their energies and costs', async () => {
  const { page, complaints } = await visit('compare.html?scene=double-pendulum&methods=pgs,xpbd');
  await page.locator('.lane').nth(1).waitFor();
  expect(await page.locator('.lane').count()).toBe(2);
  const rows = page.locator('#table tbody tr');
  expect(await rows.locator('th').allTextContents()).toEqual(['pgs', 'xpbd']);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('#table tbody td:nth-child(2)')].every(
      (cell) => Number(cell.textContent) > 0,
    ),
  );
  await page.waitForTimeout(1500);
  await keepScreenshot(page, 'compare');
  const [first, second] = await rows.locator('td:nth-child(4)').allTextContents();
  expect(first, 'the methods differ').not.toBe(second);
  await page.getByLabel('soft-step', { exact: true }).check();
  expect(await page.locator('.lane').count()).toBe(3);
  expect(page.url()).toContain('soft-step');
  await page.getByLabel('Scene').selectOption('nets');
  expect(await page.locator('.lane figcaption').allTextContents()).toContain('backward-euler');
  expect(complaints).toEqual([]);
});

test('methods lie over each other as ghosts, and the table tells how far they are apart', async () => {
  const { page, complaints } = await visit('compare.html?scene=double-pendulum&methods=pgs,xpbd');
  await page.getByLabel('Over each other').check();
  await page.locator('.lanes[data-overlaid] .lane').nth(1).waitFor();
  expect(page.url()).toContain('overlaid');
  const boxes = await page
    .locator('.lane canvas')
    .evaluateAll((all) => all.map((canvas) => JSON.stringify(canvas.getBoundingClientRect())));
  expect(boxes[1]).toBe(boxes[0]);
  const apart = () => page.locator('#table td:nth-child(6)').allTextContents();
  await page.waitForFunction(
    () => Number(document.querySelectorAll('#table td:nth-child(6)')[1]?.textContent) > 1,
  );
  expect((await apart())[0]).toBe('–');
  await keepScreenshot(page, 'compare-overlaid');
  await page.reload();
  await page.locator('.lanes[data-overlaid] .lane').nth(1).waitFor();
  expect(complaints).toEqual([]);
});

const errors = (page: Page) => page.locator('#table td:nth-child(3)').allTextContents();
const haveErrors = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const cells = [...document.querySelectorAll('#table td:nth-child(3)')];
    return cells.length > 1 && cells.every((cell) => /^\d.*\([1-9]/.test(cell.textContent ?? ''));
  });

test('errors are told against far smaller substeps: a better integrator has the smaller', async () => {
  const { page, complaints } = await visit(
    'compare.html?scene=damped-masses&methods=rk4,symplectic-euler,backward-euler',
  );
  await haveErrors(page);
  const names = await page.locator('#table tbody th').allTextContents();
  const texts = await errors(page);
  const errorOf = (method: string) => Number.parseFloat(texts[names.indexOf(method)] ?? '');
  const [fourth, symplectic] = [errorOf('rk4'), errorOf('symplectic-euler')];
  const backward = errorOf('backward-euler');
  expect(fourth).toBeGreaterThan(0);
  expect(fourth, 'of order four, beside one').toBeLessThan(0.1 * symplectic);
  expect(symplectic, 'keeps what the other damps').toBeLessThan(backward);
  await keepScreenshot(page, 'compare-error');
  await page.locator('#table').scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'compare-error-table');
  expect(complaints).toEqual([]);
});

test('the table of errors is in Korean and on a phone too', async () => {
  const { page, complaints } = await visit('compare.html?scene=double-pendulum&methods=pgs,xpbd', {
    viewport: { width: 360, height: 740 },
    locale: 'ko',
  });
  await page
    .getByText(/^\d.*\(\d+\.\d초\)$/)
    .first()
    .waitFor();
  expect(await page.locator('#table thead').textContent()).toContain('오차, m');
  await page.locator('#table').scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'phone-compare-error');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(complaints).toEqual([]);
});
