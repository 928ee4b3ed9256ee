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
