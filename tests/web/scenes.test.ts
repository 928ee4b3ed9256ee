// Scenes, one after the other in one page, stepped by the page's hook: to draw each frame on the way, or to open a
// page for each scene, takes minutes where pictures are drawn in software.
import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everything } from '../everything.ts';
import { somethingToDrag, staysFinite, useSite, type Visit } from './playground.ts';

const scenes = readdirSync(new URL('../../web/scenes/', import.meta.url))
  .filter((name) => name.endsWith('.ts') && !['scene.ts', 'index.ts'].includes(name))
  .map((name) => name.slice(0, -3));
/** Those that differ most: in what moves, how it is drawn and how much there is of it. */
const various = [
  ...['bunny', 'double-pendulum', 'flag', 'heavy-chain', 'jelly', 'nets', 'ragdolls', 'sand'],
  ...['rods', 'soft-bodies', 'spring-flag', 'stroll', 'together', 'wrecking-ball'],
];

const { visit } = useSite({ keepPages: true });
let visited: Visit;

beforeAll(async () => {
  visited = await visit('playground.html?scene=pyramid', {
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce', // nothing moves by itself
  });
  await visited.page.waitForFunction(() => window.holonomPlayground?.ready);
});

afterAll(() => visited?.page.context().close());

const step = (page: Page, count: number) =>
  page.evaluate((steps) => window.holonomPlayground?.step(steps), count);
const picture = (page: Page) =>
  page.evaluate(() => {
    window.holonomDraws = true;
    const taken = window.holonomPlayground?.picture();
    window.holonomDraws = false;
    return taken;
  });
const grabCount = (page: Page) => page.evaluate(() => window.holonomPlayground?.world.grabs.length);
/** A title of other length moves the picture before the next frame. */
const frame = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** Which part of what moves is seen between the title and the buttons. */
const inSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const hook = window.holonomPlayground;
    const boxOf = (id: string) => document.getElementById(id)?.getBoundingClientRect();
    const [stage, title, buttons] = ['stage', 'title', 'transport'].map(boxOf);
    if (!hook || !stage || !title || !buttons) return 0;
    let [seen, all] = [0, 0];
    const look = (at: readonly [number, number, number]): void => {
      all++;
      const { clientX, clientY } = hook.placeOf(at) ?? { clientX: -1, clientY: -1 };
      const across = clientX >= stage.left && clientX <= stage.right;
      if (across && clientY >= title.bottom && clientY <= buttons.top) seen++;
    };
    const { bodies, cloths, ropes, grains, softBodies, rods, springNetworks } = hook.world;
    for (const body of bodies) {
      const [x, y, z] = body.position;
      if (body.type === 'dynamic') look([x, y, z]);
    }
    const soft = [...cloths, ...ropes, ...grains, ...softBodies, ...rods, ...springNetworks];
    for (const { positions } of soft)
      for (let i = 0; i + 2 < positions.length; i += 15)
        look([positions[i] as number, positions[i + 1] as number, positions[i + 2] as number]);
    return seen / all;
  });

test('the scenes that every run looks at exist', () => {
  expect(scenes).toEqual(expect.arrayContaining(various));
});

test.each(everything ? scenes : various)(
  '%s runs for two seconds, is in sight, can be dragged and stays finite',
  async (scene) => {
    const { page, complaints } = visited;
    complaints.length = 0;
    expect(await page.evaluate((name) => window.holonomPlayground?.open(name), scene)).toBe(true);
    const before = await picture(page);
    await step(page, 90);
    await frame(page);
    expect(await inSight(page), 'what is in sight on a phone').toBeGreaterThanOrEqual(0.85);
    await step(page, 30);
    await frame(page);
    expect(await picture(page), 'the picture changes').not.toBe(before);
    // Nor does one that is there to fly apart cover the stage.
    expect(await page.getByText('flew apart').count(), 'no net is left flown apart').toBe(0);

    const at = await somethingToDrag(page);
    expect(at, 'something can be taken hold of').toBeDefined();
    const { x, y } = at as { x: number; y: number };
    await page.mouse.move(x, y);
    await page.mouse.down();
    expect(await grabCount(page)).toBe(1);
    const held = await picture(page);
    await page.mouse.move(x + 30, y - 40, { steps: 4 });
    await step(page, 10);
    expect(await picture(page), 'dragging shows').not.toBe(held);
    await page.mouse.up();
    expect(await grabCount(page)).toBe(0);

    await step(page, 10);
    expect(await staysFinite(page)).toBe(true);
    expect(complaints).toEqual([]);
  },
);

test.each(['nets', 'four-methods', 'hybrid-harmonic'])(
  'the net of %s that its text invites to fly apart ends in a note, not in an error',
  async (scene) => {
    const { page, complaints } = visited;
    complaints.length = 0;
    expect(await page.evaluate((name) => window.holonomPlayground?.open(name), scene)).toBe(true);
    await page.locator('.tabs [data-tab=scene]').click();
    await page.getByRole('slider', { name: 'Stiffness' }).focus();
    await page.keyboard.press('End');
    await step(page, 120);
    const toast = page.locator('.toast').filter({ hasText: 'flew apart' });
    await toast.waitFor();
    expect(await toast.getAttribute('class')).toBe('toast note');
    expect(await page.locator('.toast').count(), 'nothing else is told').toBe(1);
    await page.evaluate(() => window.holonomPlayground?.open('pyramid'));
    await expect.poll(() => page.locator('.toast').count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);
