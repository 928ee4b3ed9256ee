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
  const differ = () => {
    const [first, second] = document.querySelectorAll('#table tbody td:nth-child(4)');
    return first?.textContent !== second?.textContent;
  };
  await page.waitForFunction(differ);
  await keepScreenshot(page, 'compare');
  await page.getByLabel('soft-step', { exact: true }).check();
  expect(await page.locator('.lane').count()).toBe(3);
  expect(page.url()).toContain('soft-step');
  await page.getByLabel('Scene').selectOption('nets');
  expect(await page.locator('.lane figcaption').allTextContents()).toContain('backward-euler');
  expect(complaints).toEqual([]);
});

test('at most four methods are chosen and at least one, and a scene that has them keeps them', async () => {
  const all = 'pgs,mlcp,xpbd,soft-step,direct,gauss-seidel';
  const { page, complaints } = await visit(`compare.html?scene=double-pendulum&methods=${all}`);
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const disabled = () => page.locator('#methods input:disabled').count();
  const names = () => page.locator('.lane figcaption').allTextContents();
  await page.locator('.lane').nth(3).waitFor();
  expect(await page.locator('#methods :checked').count()).toBe(4);
  expect(await disabled()).toBe(2);
  const four = await names();
  for (const name of four.slice(2)) {
    await box(name).focus();
    await page.keyboard.press('Space');
  }
  expect(await disabled()).toBe(0);
  await page.getByLabel('Scene').selectOption('newtons-cradle');
  expect(await names()).toEqual(four.slice(0, 2));
  await box(four[0] as string).uncheck();
  expect(await names()).toEqual([four[1]]);
  expect(await box(four[1] as string).isDisabled(), 'the last one stays').toBe(true);
  expect(await disabled()).toBe(1);
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
  // Each value is whole in sight, with its words.
  const cells = page.locator('#table tbody td');
  const rights = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getBoundingClientRect().right;
    }),
  );
  expect(rights.length).toBe(10);
  expect(Math.max(...rights)).toBeLessThanOrEqual(360);
  const label = (cell: Element) => getComputedStyle(cell, '::before').content;
  expect(await cells.nth(1).evaluate(label)).toBe('"오차, m"');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(complaints).toEqual([]);
});

test('where somebody pulled at a method, its error is told no more', async () => {
  const { page, complaints } = await visit('compare.html?scene=tower&methods=pgs,xpbd');
  const stage = page.locator('.lane canvas').first();
  await stage.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await stage.boundingBox()) as NonNullable<
    Awaited<ReturnType<typeof stage.boundingBox>>
  >;
  await page.mouse.move(x + width / 2, y + 0.55 * height);
  await page.mouse.down();
  await page.mouse.move(x + 0.6 * width, y + 0.5 * height, { steps: 3 });
  await page.mouse.up();
  const cells = page.locator('#table td:nth-child(3)');
  await cells.first().getByText('– was pulled at').waitFor();
  expect(await cells.nth(1).textContent()).not.toContain('pulled');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.waitForFunction(
    () => !document.querySelector('#table td:nth-child(3)')?.textContent?.includes('pulled'),
  );
  expect(complaints).toEqual([]);
});

test('without a reference the table says so, and the methods run on', async () => {
  const { page } = await visit('index.html');
  await page.route('**/reference-worker*', (route) => route.abort());
  await page.goto(new URL('compare.html?scene=double-pendulum&methods=pgs,xpbd', page.url()).href);
  await page.locator('#table').getByText('– no reference').nth(1).waitFor();
  const cost = page.locator('#table td:nth-child(2)').first();
  expect(Number(await cost.textContent())).toBeGreaterThan(0);
});

test('the reference is computed beside the page, by one worker, which ends with its comparison', async () => {
  const { page, complaints } = await visit('compare.html?scene=double-pendulum&methods=pgs,xpbd');
  const references = () => page.workers().filter((it) => it.url().includes('reference-worker'));
  await haveErrors(page);
  const [first, ...others] = references();
  expect(first).toBeDefined();
  expect(others).toEqual([]);
  // A worker that never comes to an end holds up no picture.
  void first?.evaluate('for (;;);').catch(() => {});
  const frames = () =>
    page.evaluate(async () => {
      let count = 0;
      while (count < 20) {
        await new Promise(requestAnimationFrame);
        count++;
      }
      return count;
    });
  expect(await frames()).toBe(20);
  await page.getByRole('button', { name: 'Reset' }).click();
  await haveErrors(page);
  // A worker in an endless loop takes the browser up to two seconds to end.
  await expect.poll(() => references().some((it) => it === first), { timeout: 20_000 }).toBe(false);
  expect(references().length).toBe(1);
  expect(complaints).toEqual([]);
});

test('lost pictures, and a browser without any, are explained in a sentence', async () => {
  const { page, complaints } = await visit('compare.html?scene=double-pendulum&methods=pgs,xpbd');
  await page.locator('.lane').nth(1).waitFor();
  const lose = await page.evaluateHandle(
    () =>
      document
        .querySelector<HTMLCanvasElement>('.lane canvas')
        ?.getContext('webgl2')
        ?.getExtension('WEBGL_lose_context') as WEBGL_lose_context,
  );
  await lose.evaluate((it) => it.loseContext());
  const problem = page.locator('#problem');
  await problem.getByText('has taken the graphics away').waitFor();
  await lose.evaluate((it) => it.restoreContext());
  await problem.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);

  const without = await visit('index.html', { locale: 'ko' });
  await without.page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
      return kind === '2d' ? real.call(this, kind) : null;
    } as typeof real;
  });
  const address = new URL('compare.html?scene=double-pendulum', without.page.url());
  await without.page.goto(address.href);
  const words = without.page.locator('#problem').getByText('그래픽(WebGL 2)을 보여 주지 못합니다');
  await words.waitFor();
});
