import { readdirSync } from 'node:fs';
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

describe.each(scenes)('scene %s', (scene) => {
  test('runs for two seconds, can be dragged, stays finite and keeps the console clean', async () => {
    const { page, complaints } = await openScene(scene, { viewport });
    const before = await pictureOf(page);
    await runSteps(page, 120);
    await keepScreenshot(page, scene);
    expect((await pictureOf(page)).equals(before), 'the picture changes').toBe(false);
    // Nor does one that is there to fly apart cover the stage.
    expect(await page.getByText('flew apart').count(), 'no net is left flown apart').toBe(0);

    // Held still, so that what was found is still there when the button goes down.
    const setPaused = (paused: boolean) =>
      page.evaluate((value) => window.holonomPlayground?.setPaused(value), paused);
    await setPaused(true);
    // The frame that is on its way still moves; the next one stands.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const at = await somethingToDrag(page);
    expect(at, 'something can be taken hold of').toBeDefined();
    const { x, y } = at as { x: number; y: number };
    await page.mouse.move(x, y);
    await page.mouse.down();
    expect(await page.evaluate(() => window.holonomPlayground?.world.grabs.length)).toBe(1);
    await setPaused(false);
    const held = await pictureOf(page);
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
