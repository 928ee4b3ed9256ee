// Edited code, whose world is stepped elsewhere, has all that other scenes have.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keepScreenshot, runSteps, somethingToDrag, useSite } from './playground.ts';

const { openScene } = useSite();

test('edited code: drag, throw, settings, forces, plots, motion, save and the way back', async () => {
  const { page, complaints } = await openScene('tower', { viewport: { width: 1440, height: 900 } });
  const count = () => page.evaluate(() => window.holonomPlayground!.world.bodies.length);
  const before = await count();
  await page.locator('.tabs [data-tab=code]').click();
  await page.locator('.cm-content').getByText('defineScene').first().waitFor();
  await page.locator('.code-status').evaluate((status) => status.replaceChildren());
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\n// edited\n');
  await page.locator('.code-status').filter({ hasText: 'Runs' }).waitFor();
  await runSteps(page, 5);
  expect(await count()).toBe(before);

  const at = await somethingToDrag(page);
  expect(at).toBeDefined();
  const { x, y } = at as { x: number; y: number };
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y - 120, { steps: 4 });
  const held = () => page.evaluate(() => window.holonomPlayground!.world.grabs.length);
  expect(await held()).toBe(1);
  await page.waitForFunction(() =>
    [...window.holonomPlayground!.world.bodies].some(
      ({ linearVelocity: [vx, vy, vz] }) => Math.hypot(vx, vy, vz) > 0.5,
    ),
  );
  await page.mouse.up();
  expect(await held()).toBe(0);
  await page.locator('#stage').focus();
  await page.keyboard.press('b');
  expect(await count()).toBe(before + 1);

  await page.locator('.tabs [data-tab=scene]').click();
  await page.getByLabel('Substeps', { exact: true }).first().fill('7');
  await page.keyboard.press('Tab');
  await page.getByText('Forces, N', { exact: true }).first().click();
  await runSteps(page, 5);
  await page.waitForFunction(() => window.holonomPlayground!.world.contacts.length > 0);
  await page.locator('.tabs [data-tab=numbers]').click();
  await runSteps(page, 10);
  await keepScreenshot(page, 'code-panels');
  const contacts = await page.locator('#numbers tr').filter({ hasText: 'Contacts' }).textContent();
  expect(Number(contacts?.replace(/\D/g, ''))).toBeGreaterThan(0);

  await page.locator('#pause').click();
  await page.waitForFunction(() => window.holonomPlayground!.paused);
  // The step that was on its way when time stopped.
  await page.waitForTimeout(1000);
  const stepCount = () => page.evaluate(() => window.holonomPlayground!.stepCount);
  const last = await stepCount();
  for (let i = 0; i < 3; i++) await page.locator('#back').click();
  await page.waitForFunction((at) => window.holonomPlayground!.stepCount === at, last - 3);
  await page.locator('.tabs [data-tab=share]').click();
  const saved = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#share').getByRole('button', { name }).click(),
    ]);
    return readFileSync(await download.path());
  };
  expect((await saved('.glb')).subarray(0, 4).toString()).toBe('glTF');
  const scene = JSON.parse((await saved('.json')).toString());
  expect(scene.bodies.length).toBe(before + 1);
  expect(scene.settings.substeps).toBe(7);
  expect(complaints).toEqual([]);
});
