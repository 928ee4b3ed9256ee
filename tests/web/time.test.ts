// The past of a scene: back by slider, buttons and keys, to the bit, and on from there.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { keepScreenshot, runSteps, useSite } from './playground.ts';

const { openScene } = useSite();
// Few pixels to draw in software.
const small = { viewport: { width: 900, height: 400 } };

interface Now {
  readonly hash: string;
  readonly step: number;
  readonly paused: boolean;
  readonly bodies: number;
  readonly grabs: number;
}

const now = (page: Page): Promise<Now> =>
  page.evaluate(() => {
    const { world, paused } = window.holonomPlayground as NonNullable<
      typeof window.holonomPlayground
    >;
    const [bodies, grabs] = [world.bodies.length, world.grabs.length];
    return { hash: world.hash(), step: world.stepCount, paused, bodies, grabs };
  });

/** Makes steps of a scene that stands still. @returns the hash after each, by its number. */
async function recordSteps(page: Page, count: number): Promise<Record<number, string>> {
  const hashes = await page.evaluate((steps) => {
    const hook = window.holonomPlayground as NonNullable<typeof window.holonomPlayground>;
    hook.setPaused(true);
    const hashes: Record<number, string> = { [hook.stepCount]: hook.world.hash() };
    for (let i = 0; i < steps; i++) {
      hook.step();
      hashes[hook.stepCount] = hook.world.hash();
    }
    return hashes;
  }, count);
  await settle(page);
  return hashes;
}

const slider = (page: Page) => page.getByRole('slider', { name: 'Timeline' });
const place = (page: Page) =>
  slider(page).evaluate((it) => {
    const { min, max, value } = it as HTMLInputElement;
    return { first: Number(min), last: Number(max), at: Number(value) };
  });
/** Pictures drawn: what was asked for is on the stage and on the slider. */
async function settle(page: Page): Promise<void> {
  const from = await page.evaluate(() => window.holonomPlayground?.frameCount ?? 0);
  await page.waitForFunction((to) => (window.holonomPlayground?.frameCount ?? 0) >= to, from + 2);
}
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
  await settle(page);
}

test('the slider goes back by mouse and by keys, to the same bits, and holds of the past do not last', async () => {
  const { page, complaints } = await openScene('tower', small);
  const hashes = await recordSteps(page, 60);
  const end = await now(page);
  await page.evaluate(() => window.holonomPlayground?.setPaused(false));
  const box = (await slider(page).boundingBox()) as { x: number; y: number; width: number };
  const y = box.y + 8;
  await page.mouse.move(box.x + box.width - 8, y);
  await page.mouse.down();
  for (const share of [0.8, 0.2, 0.5]) await page.mouse.move(box.x + share * box.width, y);
  await settle(page);
  await page.mouse.up();
  const dragged = await now(page);
  expect(dragged.paused, 'who looks at the past is not carried on').toBe(true);
  expect(dragged.step).toBeLessThan(end.step);
  expect(dragged.hash).toBe(hashes[dragged.step]);

  await press(page, 'ArrowLeft');
  expect((await now(page)).hash).toBe(hashes[dragged.step - 1]);
  const says = await slider(page).getAttribute('aria-valuetext');
  expect(says).toMatch(/^\d+\.\d\d s, \d+\.\d\d s back$/);
  await keepScreenshot(page, 'time');
  await press(page, 'Home');
  expect((await now(page)).step).toBe(0);
  await press(page, '.', '.', ',', '.');
  expect((await now(page)).step, 'steps on are those that were').toBe(2);
  await press(page, 'End');
  expect((await place(page)).at).toBe((await place(page)).last);
  expect((await now(page)).step).toBeGreaterThanOrEqual(end.step);
  await page.getByRole('button', { name: 'Back one step' }).click();
  await settle(page);
  const { at, last } = await place(page);
  expect(at).toBe(last - 1);

  await press(page, 'End');
  await page.locator('#stage').focus();
  await press(page, 'g');
  await recordSteps(page, 20);
  expect((await now(page)).grabs).toBe(1);
  await press(page, 'Escape');
  await page.getByLabel('Substeps', { exact: true }).first().fill('9');
  await press(page, 'Tab');
  await recordSteps(page, 5);
  await slider(page).focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowLeft');
  await settle(page);
  expect((await now(page)).grabs).toBe(1);
  const substeps = page.getByLabel('Substeps', { exact: true }).first();
  expect(await substeps.inputValue()).not.toBe('9');
  await press(page, 'End');
  expect(await substeps.inputValue()).toBe('9');
  await slider(page).focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowLeft');
  await press(page, ' ');
  await runSteps(page, 2);
  expect((await now(page)).grabs, 'nobody holds it').toBe(0);
  expect(complaints).toEqual([]);
});

test('another deed makes another future, and Reset another past', async () => {
  const { page, complaints } = await openScene('tower', small);
  await recordSteps(page, 30);
  const { bodies, step } = await now(page);
  await press(page, 'b');
  await recordSteps(page, 10);
  await slider(page).focus();
  for (let i = 0; i < 15; i++) await page.keyboard.press('ArrowLeft');
  await settle(page);
  expect(await now(page), 'not thrown yet').toMatchObject({ bodies, step: step - 5 });
  await press(page, 'End');
  expect((await now(page)).bodies).toBe(bodies + 1);

  await press(page, 'Home', 'PageUp');
  await page.getByRole('button', { name: 'Throw' }).click();
  await settle(page);
  const { at, last } = await place(page);
  expect(at, 'nothing comes after it any more').toBe(last);
  await slider(page).focus();
  await press(page, ' ');
  await runSteps(page, 5);
  expect(await now(page)).toMatchObject({ paused: false, bodies: bodies + 1 });
  const branched = await page.evaluateHandle(() => window.holonomPlayground?.world);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.waitForFunction((world) => window.holonomPlayground?.world !== world, branched);
  await slider(page).focus();
  // Steps of a scene that runs may be on their way while it goes back.
  await press(page, ' ');
  await settle(page);
  await press(page, 'Home');
  expect(await now(page)).toMatchObject({ step: 0, bodies });

  const seconds = await page.evaluate(() => {
    const hook = window.holonomPlayground as NonNullable<typeof window.holonomPlayground>;
    hook.step(1300);
    return hook.world.time;
  });
  await settle(page);
  await press(page, 'Home');
  const earliest = await page.evaluate(() => window.holonomPlayground?.world.time ?? 0);
  expect(earliest, 'not everything is kept').toBeGreaterThan(0);
  expect(seconds - earliest, 'but the last 20 s').toBeGreaterThanOrEqual(20);
  expect(complaints).toEqual([]);
});

test('code that acts before each step does not act on the way back', async () => {
  const { page, complaints } = await openScene('drawbridge', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    locale: 'ko',
  });
  const hashes = await recordSteps(page, 40);
  const timeline = page.getByRole('slider', { name: '시간 막대' });
  await timeline.focus();
  for (const key of ['PageDown', 'PageDown', 'ArrowLeft', 'End', 'PageDown', 'Home', 'PageUp']) {
    await press(page, key);
    const { hash, step } = await now(page);
    if (hashes[step] !== undefined) expect(hash, `${key}: step ${step}`).toBe(hashes[step]);
  }
  expect(await timeline.getAttribute('aria-valuetext')).toContain('초 전');
  await keepScreenshot(page, 'phone-time');
  await page.getByRole('button', { name: '재생' }).tap();
  await runSteps(page, 5);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(complaints).toEqual([]);
});

test('substeps of a step are seen one by one, and after the last stands the real next frame', async () => {
  const { page, complaints } = await openScene('tower', small);
  const hashes = await recordSteps(page, 20);
  const start = await now(page);
  const substeps = await page.evaluate(() => window.holonomPlayground?.world.substeps ?? 0);
  expect(substeps).toBeGreaterThan(1);
  const button = page.getByRole('button', { name: 'On one substep' });
  const seen = [];
  for (let substep = 1; substep < substeps; substep++) {
    await button.click();
    await settle(page);
    seen.push((await now(page)).hash);
    expect(await page.locator('#moment').textContent()).toBe(`${substep} of ${substeps}`);
  }
  expect(new Set(seen).size, 'each shows something new').toBe(substeps - 1);
  await keepScreenshot(page, 'substep');
  await press(page, ';');
  const whole = await now(page);
  expect(whole.step).toBe(start.step + 1);
  expect((await place(page)).at).toBe((await place(page)).last);

  await press(page, ';', ',');
  expect((await now(page)).hash, 'back to where the step began').toBe(whole.hash);
  await press(page, ';', '.', ',', ',');
  expect((await now(page)).hash).toBe(hashes[start.step]);
  await recordSteps(page, 1);
  expect((await now(page)).hash, 'the same without a look into it').toBe(whole.hash);

  await press(page, ';');
  await page.locator('#stage').focus();
  await press(page, 'b');
  await press(page, ' ');
  await runSteps(page, 3);
  expect(await now(page)).toMatchObject({ paused: false, bodies: start.bodies + 1 });
  expect(complaints).toEqual([]);
});

test('on a phone a substep is a button beside the timeline', async () => {
  const { page, complaints } = await openScene('drawbridge', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    locale: 'ko',
  });
  await recordSteps(page, 5);
  await page.getByRole('button', { name: '서브스텝 하나 앞으로' }).tap();
  await settle(page);
  expect(await page.locator('#moment').textContent()).toMatch(/^1\/\d+$/);
  await keepScreenshot(page, 'phone-substep');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(complaints).toEqual([]);
});

test('while paused, a picture that did not change is not drawn again', async () => {
  const { page, complaints } = await openScene('tower');
  await page.locator('#pause').click();
  const idle = () => page.waitForTimeout(1200);
  await idle();
  /** Frames and how often anything was drawn in them. */
  const counted = async (act: () => Promise<unknown>) => {
    await page.evaluate(() => {
      let draws = 0;
      Object.defineProperty(window, 'holonomDraws', {
        configurable: true,
        get: () => {
          draws++;
          return false;
        },
        set: () => {},
      });
      const frames = window.holonomPlayground!.frameCount;
      Object.assign(window, {
        counts: () => [window.holonomPlayground!.frameCount - frames, draws],
      });
    });
    await act();
    return page.evaluate(() => (window as unknown as { counts(): [number, number] }).counts());
  };
  const [frames, draws] = await counted(idle);
  const [turned, turning] = await counted(async () => {
    await page.locator('#stage').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(300);
  });
  expect(turning, 'the view turns').toBeGreaterThan(0);
  expect(draws / frames).toBeLessThan(0.4 * (turning / turned));
  const [, stepping] = await counted(async () => {
    await page.keyboard.press('.');
    await page.waitForTimeout(100);
  });
  expect(stepping).toBeGreaterThanOrEqual(1);
  expect(complaints).toEqual([]);
});
