// What the reader can have shown on the stage.
import { expect, test } from 'vitest';
import { keepScreenshot, pictureOf, useSite } from './playground.ts';

const { openScene } = useSite();

test('forces, strain and islands are switched on in the panel, explained, and outlive a reset', async () => {
  const { page, complaints } = await openScene('wrecking-ball', { reducedMotion: 'reduce' });
  await page.evaluate(() => window.holonomPlayground?.step(20));
  const legend = page.locator('#legend');
  const plain = await pictureOf(page);
  for (const [name, words] of [
    ['Forces, N', /1 m of arrow: [\d.]+ k?N/],
    ['Strain', /−[\d.]+ %/],
    ['Islands', 'A color an island'],
  ] as const) {
    await page.getByRole('switch', { name }).check();
    await legend.getByText(words).waitFor();
  }
  expect((await pictureOf(page)).equals(plain)).toBe(false);
  await keepScreenshot(page, 'overlays');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.waitForFunction(() => window.holonomPlayground?.stepCount === 0);
  expect(await legend.getByText('A color an island').isVisible()).toBe(true);
  for (const name of ['Forces, N', 'Strain', 'Islands'])
    await page.getByRole('switch', { name }).uncheck();
  await legend.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});
