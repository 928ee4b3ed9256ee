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
  const alert = page.getByRole('alert');
  await alert.getByText('friction').waitFor();
  expect(await friction()).toBe(1.25);
  expect(await input.inputValue()).toBe('1.25');
  for (const text of ['abc', '1/2', '']) {
    await input.fill(text);
    await input.press('Enter');
    await alert.getByText(`friction: expected a number, got '${text}'`).waitFor();
    expect(await friction()).toBe(1.25);
    expect(await input.inputValue()).toBe('1.25');
  }
  await panel.getByLabel('Linear velocity, x').fill('fast');
  await panel.getByLabel('Linear velocity, x').press('Enter');
  await alert.getByText(/inearVelocity.*'fast'/).waitFor();
  await input.fill('1.2');
  await input.press('Enter');
  expect(await alert.textContent(), 'what works ends what is said of what did not').toBe('');
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
  for (const [axis, value] of [
    ['x', '-0.0014736'],
    ['y', '-0.0171425'],
    ['z', '-12345.6'],
  ]) {
    await panel.getByLabel(`Angular velocity, ${axis}`).fill(value as string);
    await panel.getByLabel(`Angular velocity, ${axis}`).press('Enter');
  }
  await input.focus();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLInputElement>('#object .field input')].some(
      ({ value }) => value === '-12346',
    ),
  );
  const cut = await panel
    .locator('.field input[type=text]:not(.wide)')
    .evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length);
  expect(cut, 'numbers that do not fit').toBe(0);

  await panel.locator('details summary').first().click();
  for (const width of [900, 1280, 1440]) {
    await page.setViewportSize({ width, height: 600 });
    const over = await page
      .locator('.panel > [data-tab=scene]')
      .evaluate((tab) => tab.scrollWidth - tab.clientWidth);
    expect(over, `wider than its panel at ${width} pixels`).toBe(0);
  }
  await panel.locator('details summary').first().click();
  await page.setViewportSize({ width: 900, height: 600 });
  await page.getByRole('button', { name: 'Explain everything' }).click();
  expect(await panel.getByText('Friction coefficient: kinetic').isVisible()).toBe(true);
  expect(await panel.getByText('laid out once').isVisible()).toBe(false);
  await panel.getByText('Fixed when it was made').click();
  expect(await panel.getByText('laid out once').isVisible()).toBe(true);
  await keepScreenshot(page, 'object');
  expect(await page.locator('.panel > [data-tab=scene]').textContent()).not.toContain('`');
  expect(await panel.locator('.field-help code').count()).toBeGreaterThan(0);

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

test('the forces of ties and seams are plotted', async () => {
  const { page, complaints } = await openScene('together', { reducedMotion: 'reduce' });
  const panel = page.locator('#object');
  const last = async (): Promise<number[]> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save .csv' }).click(),
    ]);
    const rows = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    return (rows.at(-1) ?? '').split(',').map(Number);
  };
  await page.keyboard.press('Shift+N');
  await page.locator('#object-name').getByText('Attachment').waitFor();
  await panel.locator('summary').getByText('Plot').click();
  expect(await panel.getByLabel('Quantity', { exact: true }).inputValue()).toBe('force');
  await page.evaluate(() => window.holonomPlayground?.step(30));
  const force = await page.evaluate(
    () => window.holonomPlayground?.world.attachments.at(-1)?.force,
  );
  const [, ...plotted] = await last();
  expect(Math.hypot(...plotted)).toBeGreaterThan(0);
  plotted.forEach((value, axis) => {
    expect(value).toBeCloseTo(force?.[axis] ?? Number.NaN, 3);
  });

  await page.evaluate(() => window.holonomPlayground?.open('skirt'));
  for (let i = 0; i < 9; i++) {
    if ((await page.locator('#object-name').textContent())?.includes('Cloth')) break;
    await page.keyboard.press('n');
  }
  await panel.getByLabel('Quantity', { exact: true }).selectOption('seamForce');
  await page.evaluate(() => window.holonomPlayground?.step(30));
  expect((await last())[1], 'the cone is held together').toBeGreaterThan(0.01);
  await page.getByRole('switch', { name: 'Forces, N' }).check();
  await page.locator('#legend').getByText('Attachment or seam').waitFor();
  await page.evaluate(() => window.holonomPlayground?.step());
  await keepScreenshot(page, 'seam-forces');
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

test('presets set several values at once, and the choice tells which of them the values are', async () => {
  const { page, complaints } = await openScene('tower', { reducedMotion: 'reduce' });
  const body = () =>
    page.evaluate(() => {
      const body = window.holonomPlayground?.world.bodies.at(-1);
      return [body?.density ?? 0, body?.mass ?? 0];
    });
  await page.locator('#object-previous').click();
  await page.locator('#object-name').getByText('Body').waitFor();
  const material = page.getByLabel('Material', { exact: true });
  expect(await material.inputValue()).toBe('');
  const [density = 0, mass = 0] = await body();
  await material.selectOption('Steel');
  const steel = await body();
  expect(steel[0]).toBe(7850);
  expect(steel[1], 'as heavy as so much steel').toBeCloseTo((mass * 7850) / density, 3);
  const friction = page.locator('#object').getByLabel('Friction', { exact: true });
  expect(await friction.inputValue()).toBe('0.6');
  await friction.fill('0.7');
  await friction.press('Enter');
  await page.waitForFunction(
    () => document.querySelector<HTMLSelectElement>('#object select')?.value === '',
  );

  const effort = page.getByLabel('Effort', { exact: true });
  await effort.selectOption('Exact');
  const substeps = page.locator('#world-controls').getByLabel('Substeps', { exact: true }).first();
  expect(await substeps.inputValue()).toBe('16');
  expect(await page.evaluate(() => window.holonomPlayground?.world.substeps)).toBe(16);
  await keepScreenshot(page, 'presets');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.waitForFunction(() => window.holonomPlayground?.stepCount === 0);
  expect(await page.evaluate(() => window.holonomPlayground?.world.substeps)).toBe(16);
  await substeps.fill('7');
  await substeps.press('Enter');
  expect(await effort.locator('option:checked').textContent()).toBe('Own values');
  expect(complaints).toEqual([]);
});

test('a cloth becomes another fabric', async () => {
  const { page, complaints } = await openScene('drape', { reducedMotion: 'reduce' });
  await page.locator('#object-previous').click();
  await page.locator('#object-name').getByText('Cloth').waitFor();
  await page.getByLabel('Fabric', { exact: true }).selectOption('Denim');
  const cloth = await page.evaluate(() => {
    const made = window.holonomPlayground?.world.cloths.at(0);
    return { bend: made?.bend, friction: made?.friction.toFixed(3) };
  });
  expect(cloth).toEqual({ bend: { model: 'dihedral', compliance: 50 }, friction: '0.600' });
  expect(complaints).toEqual([]);
});
