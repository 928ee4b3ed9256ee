import { expect, test } from 'vitest';
import { claims } from '../../web/lab/claims.js';
import { keepScreenshot, useSite } from './playground.ts';

const { visit } = useSite();

test.each([
  ['wide', { viewport: { width: 1280, height: 800 } }],
  ['phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const }],
])('the page of claims shows each with its verdict and figures (%s)', async (name, options) => {
  const { page, complaints } = await visit('claims.html', options);
  expect(await page.locator('.claims section').count()).toBe(claims.length);
  const verdicts = await page.locator('.summary .verdict').allTextContents();
  expect(verdicts).toEqual(claims.map(({ verdict }) => verdict));
  await page
    .getByText(/^5,\d{3} N\/m$/)
    .first()
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    options.viewport.width,
  );
  await keepScreenshot(page, `claims-${name}`);
  await page.getByRole('link', { name: 'B: hanging from two corners' }).first().click();
  await page.getByRole('heading', { name: 'Largest stiffness' }).waitFor();
  expect(await page.getByLabel('Set-up of the net').inputValue()).toBe('B');
  expect(complaints).toEqual([]);
});
