// Whatever code does, the page answers: pause, undo and close within 200 ms.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everything } from '../everything.ts';
import { keepScreenshot, useSite } from './playground.ts';

const { openScene } = useSite();
const small = { viewport: { width: 640, height: 400 } };

/** Opens the code of a scene and has this run. */
async function run(page: Page, build: string, head = ''): Promise<void> {
  await page.locator('.tabs [data-tab=code]').click();
  await page.locator('.cm-content').getByText('defineScene').first().waitFor();
  // What it said of code before.
  await page.locator('.code-status').evaluate((status) => status.replaceChildren());
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(`import { addGround, addBall } from './parts/common.js';
import { defineScene } from './scene.js';
const all = globalThis as any;
${head}
export default defineScene({
  title: 'Mine', description: '', tags: [], controls: {},
  camera: { position: [3, 2, 5], target: [0, 1, 0] },
  build({ world }) {
    addGround(world);
${build}
  },
});
`);
  await page
    .locator('.code-status')
    .filter({ hasText: /Runs|Line|stopped/ })
    .waitFor({ timeout: 60_000 });
}

/** Notes from now on how long the page was held at most. */
const beat = (page: Page) =>
  page.evaluate(() => {
    const noted = window as unknown as { held: number; beating: number };
    clearInterval(noted.beating);
    noted.held = 0;
    let last = performance.now();
    noted.beating = window.setInterval(() => {
      const now = performance.now();
      noted.held = Math.max(noted.held, now - last);
      last = now;
    }, 5);
  });

/**
 * How long the page was held at most, and how long it took from a press to what it shows. Pressed as a person does, but
 * by the page itself: the way of a press through the tools of the test is none of the page's.
 */
const measure = (page: Page) =>
  page.evaluate(async () => {
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const answer = async (id: string, done: () => boolean): Promise<number> => {
      const start = performance.now();
      (document.getElementById(id) as HTMLElement).click();
      while (!done()) {
        if (performance.now() - start > 20_000) break;
        await wait(2);
      }
      return performance.now() - start;
    };
    await wait(1500);
    const hook = window.holonomPlayground!;
    const moment = document.getElementById('moment') as HTMLElement;
    const steps = hook.stepCount;
    const pause = hook.paused ? 0 : await answer('pause', () => hook.paused);
    // Where it shows that the world stands in its past.
    const undo = steps > 1 ? await answer('back', () => 'back' in moment.dataset) : 0;
    const { held } = window as unknown as { held: number };
    return { steps, held, pause, undo };
  });

// It measures times, which a busy machine makes longer.
test.runIf(everything)(
  'loops, heavy steps, floods and the graphics card hold nobody',
  {
    timeout: 300_000,
  },
  async () => {
    const { page, complaints } = await openScene('tower', small);
    const cloth = `    world.substeps = 256;
    world.particleIterations = 1000;
    world.addCloth({ grid: { size: [4, 4], segments: [100, 100] }, position: [0, 3, 0],
      selfCollision: true });`;
    const flood = `let port: any;
const send = all.MessagePort.prototype.postMessage;
all.MessagePort.prototype.postMessage = function (...given: any[]) {
  port = this;
  return send.apply(this, given);
};`;
    const floods = `    return { beforeStep(time: number) {
      if (time < 0.1) return;
      for (let i = 0; i < 50_000; i++)
        send.call(port, { id: i, result: { orders: [['call', 0, 'save', [], 0]] } });
    } };`;
    const draws = `    const canvas = all.OffscreenCanvas && new all.OffscreenCanvas(9, 9);
    addBall(world, [0, 1, 0], 0.2, { name: \`draws: \${!!canvas || !!all.navigator.gpu}\` });`;
    const cases: [build: string, head: string][] = [
      ['    return { beforeStep(time: number) { if (time > 0.1) while (true) {} } };', ''],
      [cloth, ''],
      [floods, flood],
      [draws, ''],
    ];
    await beat(page);
    await run(page, '', '');
    // What any new scene takes on this machine, its twin in the page too.
    const usual = await measure(page);
    for (const [build, head] of cases) {
      await page.evaluate(() => window.holonomPlayground!.setPaused(false));
      await beat(page);
      await run(page, build, head);
      const { pause, undo, held } = await measure(page);
      expect(held, build).toBeLessThan(500 + 2 * usual.held);
      expect(pause, build).toBeLessThan(200 + usual.pause);
      expect(undo, build).toBeLessThan(200 + usual.undo);
    }
    const name = await page.evaluate(() => window.holonomPlayground!.world.bodies.at(1)?.name);
    expect(name).toBe('draws: false');
    expect(complaints).toEqual([]);
  },
);

test('a run that gives no answer is ended with plain words, and play starts it again', async () => {
  const { page } = await openScene('tower', small);
  await run(
    page,
    `    const ball = addBall(world, [0, 1, 0], 0.2);
    return { beforeStep(time: number) { if (time > 0.1) while (ball) {} } };`,
  );
  const toast = page.locator('.toast').filter({ hasText: 'longer than 5 s' });
  await toast.waitFor({ timeout: 60_000 });
  expect(await page.evaluate(() => window.holonomPlayground!.paused)).toBe(true);
  await keepScreenshot(page, 'code-ended');
  const ended = await page.evaluate(() => window.holonomPlayground!.stepCount);
  expect(ended).toBeGreaterThan(5);
  await page.evaluate(() => Object.assign(window, { before: window.holonomPlayground!.world }));
  await page.locator('#pause').click();
  await page.waitForFunction(
    () => {
      const { world, paused, stepCount } = window.holonomPlayground!;
      return world !== (window as unknown as { before: object }).before && !paused && stepCount > 5;
    },
    undefined,
    { timeout: 60_000 },
  );
});
