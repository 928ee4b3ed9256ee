// Wind where the reader points.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { runSteps, somethingToDrag, staysFinite, useSite } from './playground.ts';

const { openScene } = useSite();
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** How fast the body at a place of the list moves away from the eye, which looks along −z here. */
const fastestAway = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[...(window.holonomPlayground?.world.bodies ?? [])].map((b) => -b.linearVelocity[2]),
    ),
  );

test('a press with the wind tool blows what is pointed at, and moves no camera and no hand', async () => {
  const { page, complaints } = await openScene('card-house');
  await page.getByRole('button', { name: 'Wind' }).click();
  const at = (await somethingToDrag(page)) as { x: number; y: number };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  expect(await page.locator('#wind-ring').isVisible()).toBe(true);
  expect(await page.evaluate(() => window.holonomPlayground?.world.grabs.length)).toBe(0);
  await page.waitForFunction(() =>
    [...(window.holonomPlayground?.world.bodies ?? [])].some(
      ({ linearVelocity }) => Math.hypot(...linearVelocity) > 1,
    ),
  );
  expect(await fastestAway(page)).toBeGreaterThan(0);
  await page.mouse.up();
  expect(await page.locator('#wind-ring').isVisible()).toBe(false);
  expect(await staysFinite(page)).toBe(true);
  expect(complaints).toEqual([]);
});

test('the key blows cloth and nets too, and leaves them as they were', async () => {
  const { page, complaints } = await openScene('together', phone);
  await page.locator('#stage').focus();
  const state = () =>
    page.evaluate(() => {
      const { world } = window.holonomPlayground ?? {};
      return {
        wind: world?.wind,
        forced: [...(world?.springNetworks ?? [])].map(({ forces }) => forces.some((x) => x !== 0)),
      };
    });
  const calm = await state();
  await page.keyboard.down('w');
  await runSteps(page, 3);
  const blown = await state();
  expect(blown.forced).toContain(true);
  await page.keyboard.up('w');
  await runSteps(page, 3);
  expect(await state()).toEqual(calm);
  expect(await staysFinite(page)).toBe(true);
  expect(complaints).toEqual([]);
});
