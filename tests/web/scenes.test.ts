import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  keepScreenshot,
  pictureOf,
  runSteps,
  somethingToDrag,
  staysFinite,
  useSite,
} from './playground.ts';

const scenes = readdirSync(new URL('../../web/scenes/', import.meta.url))
  .filter((name) => name.endsWith('.ts') && !['scene.ts', 'index.ts'].includes(name))
  .map((name) => name.slice(0, -3));

const { openScene } = useSite();
/** Without a graphics processor each pixel costs time. */
const viewport = { width: 900, height: 420 };

const setPaused = (page: Page, paused: boolean) =>
  page.evaluate((value) => window.holonomPlayground?.setPaused(value), paused);
const step = (page: Page, count: number) =>
  page.evaluate((steps) => window.holonomPlayground?.step(steps), count);
/** Waits until what the page shows now is drawn. */
const frame = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

describe.each(scenes)('scene %s', (scene) => {
  test('runs for two seconds, can be dragged, stays finite and keeps the console clean', async () => {
    const { page, complaints } = await openScene(scene, { viewport });
    // Paused, and stepped by the hook: a software renderer would draw each frame on the way.
    await setPaused(page, true);
    await frame(page);
    const before = await pictureOf(page);
    await step(page, 120);
    await frame(page);
    await keepScreenshot(page, scene);
    expect((await pictureOf(page)).equals(before), 'the picture changes').toBe(false);
    // Nor does one that is there to fly apart cover the stage.
    expect(await page.getByText('flew apart').count(), 'no net is left flown apart').toBe(0);

    const at = await somethingToDrag(page);
    expect(at, 'something can be taken hold of').toBeDefined();
    const { x, y } = at as { x: number; y: number };
    await page.mouse.move(x, y);
    await page.mouse.down();
    expect(await page.evaluate(() => window.holonomPlayground?.world.grabs.length)).toBe(1);
    const held = await pictureOf(page);
    await setPaused(page, false);
    await page.mouse.move(x + 60, y - 40, { steps: 4 });
    await runSteps(page, 10);
    expect((await pictureOf(page)).equals(held), 'dragging shows').toBe(false);
    await page.mouse.up();
    expect(await page.evaluate(() => window.holonomPlayground?.world.grabs.length)).toBe(0);

    await runSteps(page, 10);
    expect(await staysFinite(page)).toBe(true);
    expect(complaints).toEqual([]);
  });
});
