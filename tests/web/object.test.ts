// The panel of the thing that the reader has chosen.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keepScreenshot, somethingToDrag, useSite } from './playground.ts';

const { openScene } = useSite();

test('what is taken hold of is shown with its fields, which change it at once or say why not', async () => {
  const { page, complaints } = await openScene('tower', { reducedMotion: 'reduce' });
  const at = (await somethingToDrag(page)) as { x: number; y: number };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.up();
  const name = page.locator('#object-name');
  await name.getByText(/Body \d+ of \d+/).waitFor();
  const chosen = Number((await name.textContent())?.match(/Body (\d+)/)?.[1]) - 1;
  const friction = () =>
    page.evaluate((i) => window.holonomPlayground?.world.bodies.at(i)?.friction, chosen);
  const panel = page.locator('#object');
  const input = panel.getByLabel('Friction', { exact: true });
  const before = await friction();
  await input.fill('1.25');
  await input.press('Enter');
  expect(await friction()).toBe(1.25);

  await input.fill('-1');
  await input.press('Enter');
  await page.getByRole('alert').getByText('friction').waitFor();
  expect(await friction()).toBe(1.25);
  expect(await input.inputValue()).toBe('1.25');
  await panel.getByRole('button', { name: 'Back to its first value: Friction' }).click();
  expect(await friction()).toBeCloseTo(before as number, 6);

  await panel.getByLabel('Linear velocity, y').fill('3');
  await panel.getByLabel('Linear velocity, y').press('Enter');
  expect(
    await page.evaluate(
      (i) => window.holonomPlayground?.world.bodies.at(i)?.linearVelocity[1],
      chosen,
    ),
  ).toBe(3);
  await page.getByRole('button', { name: 'Explain everything' }).click();
  expect(await panel.getByText('Coulomb coefficient.').isVisible()).toBe(true);
  expect(await panel.getByText('laid out once').isVisible()).toBe(false);
  await panel.getByText('Fixed when it was made').click();
  expect(await panel.getByText('laid out once').isVisible()).toBe(true);
  await keepScreenshot(page, 'object');

  await page.getByRole('button', { name: 'Reset' }).click();
  await page.waitForFunction(() => window.holonomPlayground?.stepCount === 0);
  expect(await name.textContent()).toContain(`Body ${chosen + 1} of`);
  expect(complaints).toEqual([]);
});

test('keys go through all things, and a joint’s force is plotted', async () => {
  const { page, complaints } = await openScene('drawbridge', { reducedMotion: 'reduce' });
  await page.keyboard.press('Shift+N');
  const name = page.locator('#object-name');
  await name.getByText('Joint 2 of 2').waitFor();
  const panel = page.locator('#object');
  await panel.locator('summary').getByText('Plot').click();
  await panel.locator('.uplot').waitFor();
  await panel.getByLabel('Quantity', { exact: true }).selectOption('rowErrors');
  await panel.locator('.plot-legend').getByText('row 1').waitFor();
  await page.evaluate(() => window.holonomPlayground?.step(5));
  await page.keyboard.press('n');
  await name.getByText('Body 1 of').waitFor();
  expect(await panel.getByLabel('Quantity', { exact: true }).inputValue()).toBe('speed');
  expect(complaints).toEqual([]);
});

test('what each sweep over a cloth leaves is plotted, less with each', async () => {
  const { page, complaints } = await openScene('flag', { reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const world = window.holonomPlayground?.world;
    if (world)
      Object.assign(world, { particleResiduals: true, particleIterations: 3, substeps: 1 });
  });
  const name = page.locator('#object-name');
  for (let i = 0; i < 20 && !(await name.textContent())?.includes('Cloth'); i++)
    await page.keyboard.press('n');
  const panel = page.locator('#object');
  await panel.locator('summary').getByText('Plot').click();
  await panel.getByLabel('Quantity', { exact: true }).selectOption('sweepResiduals');
  await panel.locator('.plot-legend').getByText('sweep 3').waitFor();
  await page.evaluate(() => window.holonomPlayground?.step(20));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Save .csv' }).click(),
  ]);
  const rows = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  expect(rows[0]).toBe('"time","sweep 1","sweep 2","sweep 3"');
  const [, first = 0, second = 0, third = 0] = (rows.at(-1) ?? '').split(',').map(Number);
  expect(third).toBeGreaterThan(0);
  expect(second).toBeGreaterThan(third);
  expect(first).toBeGreaterThan(second);
  expect(complaints).toEqual([]);
});
