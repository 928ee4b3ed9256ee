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
  const [first, second] = await rows.locator('td:nth-child(3)').allTextContents();
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
  const apart = () => page.locator('#table td:nth-child(5)').allTextContents();
  await page.waitForFunction(
    () => Number(document.querySelectorAll('#table td:nth-child(5)')[1]?.textContent) > 1,
  );
  expect((await apart())[0]).toBe('–');
  await keepScreenshot(page, 'compare-overlaid');
  await page.reload();
  await page.locator('.lanes[data-overlaid] .lane').nth(1).waitFor();
  expect(complaints).toEqual([]);
});
