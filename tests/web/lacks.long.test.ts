// What a browser may lack, and a tab that was hidden: a plain message, or the page works all the same.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { oneOf } from '../everything.ts';
import { runSteps, staysFinite, useSite } from './playground.ts';

const { visit, openScene } = useSite();
const languages = oneOf(['en', 'ko'] as const);

test.each(languages)('without WebAssembly the page says so, in %s', async (language) => {
  const { page } = await visit(`index.html?lang=${language}`);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  const words = {
    en: "Holonom can't be loaded: this browser has no WebAssembly",
    ko: 'Holonom을 불러올 수 없습니다: 이 브라우저에 WebAssembly가 없습니다',
  }[language];
  for (const path of ['playground.html', 'compare.html', 'index.html']) {
    await page.goto(new URL(`${path}?lang=${language}`, page.url()).href);
    await page.getByText(words).first().waitFor();
  }
});

test.each(languages)('without SharedArrayBuffer all runs, also code, in %s', async (language) => {
  const { page, complaints } = await visit(`index.html?lang=${language}`);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedArrayBuffer'));
  await page.goto(new URL(`playground.html?scene=tower&lang=${language}`, page.url()).href);
  complaints.length = 0; // of the page that was left while it loaded
  await page.waitForFunction(() => window.holonomPlayground?.ready);
  expect(await page.evaluate(() => 'SharedArrayBuffer' in window)).toBe(false);
  await runSteps(page, 10);
  await editCode(page, '// mine\n');
  await page
    .locator('.code-status')
    .filter({ hasText: { en: 'Runs', ko: '실행' }[language] })
    .waitFor();
  await page.locator('iframe').waitFor({ state: 'attached' });
  await runSteps(page, 10);
  expect(complaints).toEqual([]);
});

/** Writes before the first line of the scene's code. */
async function editCode(page: Page, text: string): Promise<void> {
  await page.locator('.tabs [data-tab=code]').click();
  const content = page.locator('.cm-content');
  await content.getByText('defineScene').first().waitFor();
  await content.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText(text);
}

test.each(languages)(
  'a link that would be too long is not made, and its length is told, in %s',
  async (language) => {
    const { page } = await openScene(`tower&lang=${language}`);
    let noise = '';
    for (let i = 1, random = 1; i <= 9000; i++) {
      random = (random * 48_271) % 2_147_483_647;
      noise += random.toString(36).at(-1);
      if (i % 90 === 0) noise += '\n//';
    }
    await editCode(page, `//${noise}\n`);
    await page.locator('.tabs [data-tab=share]').click();
    await page.locator('#share button').first().click();
    const told = page.locator('.share-size').filter({ hasText: /\d/ });
    await told.waitFor();
    const words = (await told.textContent()) ?? '';
    const [size, budget] = (words.match(/\d+/g) ?? []).map(Number);
    expect(size, words).toBeGreaterThan(8000);
    expect(budget, words).toBe(8000);
    expect(words).toMatch({ en: /[a-z]{4}/, ko: /[가-힣]/ }[language]);
    expect(await page.locator('#share button').first().textContent()).not.toMatch(/Copied|복사했/);
  },
);

test('a tab that was hidden goes on where it was, without catching up', async () => {
  const { page, complaints } = await visit('index.html');
  // To a page, being hidden means that no picture is asked for.
  await page.addInitScript(() => {
    const ask = window.requestAnimationFrame.bind(window);
    const held: FrameRequestCallback[] = [];
    let hidden = false;
    window.requestAnimationFrame = (draw) => (hidden ? held.push(draw) : ask(draw));
    Object.assign(window, {
      hide() {
        hidden = true;
      },
      show() {
        hidden = false;
        for (const draw of held.splice(0)) ask(draw);
      },
    });
  });
  await page.goto(new URL('playground.html?scene=tower', page.url()).href);
  complaints.length = 0; // of the page that was left while it loaded
  await page.waitForFunction(() => window.holonomPlayground?.ready);
  await runSteps(page, 5);
  const steps = () => page.evaluate(() => window.holonomPlayground?.stepCount ?? 0);
  await page.evaluate(() => (window as unknown as { hide(): void }).hide());
  await page.waitForTimeout(200);
  const before = await steps();
  await page.waitForTimeout(3000);
  expect(await steps()).toBe(before);
  const atOnce = await page.evaluate(async () => {
    (window as unknown as { show(): void }).show();
    await new Promise(requestAnimationFrame);
    return window.holonomPlayground?.stepCount ?? 0;
  });
  expect(atOnce - before, 'of the 180 that time went by for').toBeLessThanOrEqual(4);
  await runSteps(page, 5);
  expect(await staysFinite(page)).toBe(true);
  expect(complaints).toEqual([]);
});
