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
  // Its options come with the script of the page.
  await expect.poll(() => page.getByLabel('Set-up of the net').inputValue()).toBe('B');
  expect(complaints).toEqual([]);
});

test.each([
  ['claims.html', '시험대에 오른 주장'],
  ['lab.html', '스프링 실험실'],
  ['lab.html?experiment=critical', '임계 시간'],
])('%s speaks Korean from end to end, and fits a phone', async (path, heading) => {
  const { page, complaints } = await visit(path, {
    locale: 'ko-KR',
    viewport: { width: 360, height: 740 },
  });
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  const english = await page.evaluate(() =>
    // Methods, as the API calls them, and commands are the same in every language.
    document.body.innerText.split('\n').filter((line) => /([A-Za-z]{2,}[ .,]+){3}/.test(line)),
  );
  expect(english.filter((line) => !line.includes('npm run'))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await keepScreenshot(page, `korean-${path.replace(/\W+/g, '-')}`);
  await page.getByRole('button', { name: 'English' }).click();
  await page.locator('html[lang=en]').waitFor();
  expect(complaints).toEqual([]);
});
