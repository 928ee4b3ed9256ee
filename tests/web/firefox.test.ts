// The main path of the playground in Firefox: from the gallery to a link that carries what was set.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {} from '../../web/playground/hook.ts';
import { Firefox } from './firefox.ts';
import { serveSite } from './server.ts';

const picture = fileURLToPath(new URL('../screenshots/firefox.png', import.meta.url));
let firefox: Firefox;
let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => {
  [firefox, site] = await Promise.all([Firefox.launch(), serveSite()]);
});
afterAll(async () => {
  await firefox?.close();
  await site?.close();
});

const runs = () =>
  firefox.until(() => {
    const hook = window.holonomPlayground;
    return hook?.ready && hook.frameCount > 1 && hook.stepCount > 5 && hook.finite;
  });

test('a scene of the gallery runs, is pulled at, paused, gone back in and shared', async () => {
  await firefox.goTo(`${site.url}playground.html?lang=en`);
  await runs();
  await firefox.click('[data-scene=tower]');
  await firefox.until(() => window.holonomPlayground?.scene === 'tower');
  await runs();

  const at = await firefox.evaluate(() => window.holonomPlayground?.findDraggable());
  const { clientX = 0, clientY = 0 } = at ?? {};
  await firefox.hold([clientX, clientY], [clientX + 20, clientY - 20]);
  await firefox.until(() => window.holonomPlayground?.world.grabs.length === 1);
  await firefox.release();
  await firefox.until(() => window.holonomPlayground?.world.grabs.length === 0);

  await firefox.click('#pause');
  await firefox.until(() => window.holonomPlayground?.paused);
  const now = () =>
    firefox.evaluate(() => {
      const { stepCount = 0, world } = window.holonomPlayground ?? {};
      return { step: stepCount, hash: world?.hash() };
    });
  const present = await now();
  await firefox.drag(
    await firefox.placeOf('#timeline', 0.98),
    await firefox.placeOf('#timeline', 0.4),
  );
  await firefox.until((step) => (window.holonomPlayground?.stepCount ?? step) < step, present.step);
  await firefox.press('\uE010'); // End
  await firefox.until((step) => window.holonomPlayground?.stepCount === step, present.step);
  expect(await now(), 'the present again, to the bit').toEqual(present);

  await firefox.click('#world-controls input[value=xpbd]');
  await firefox.until(() => window.holonomPlayground?.world.solver === 'xpbd');
  await firefox.screenshot(picture);
  await firefox.click('.tabs [data-tab=share]');
  await firefox.evaluate(() => {
    // A page may write to the clipboard but not read it.
    navigator.clipboard.writeText = async (text) => {
      document.body.dataset.copied = text;
    };
  });
  await firefox.click('#share button');
  await firefox.until(() => document.body.dataset.copied);
  const link = await firefox.evaluate(() => document.body.dataset.copied as string);
  await firefox.goTo(link);
  await runs();
  const shared = await firefox.evaluate(() => {
    const { scene, world } = window.holonomPlayground ?? {};
    return [scene, world?.solver];
  });
  expect(shared).toEqual(['tower', 'xpbd']);
  expect(firefox.complaints).toEqual([]);
});
