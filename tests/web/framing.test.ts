// What moves in a scene is seen between the title and the buttons, on a phone too.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freeView } from '../../web/playground/free-view.ts';
import { useSite } from './playground.ts';

const { visit } = useSite();
const scenes = readdirSync(new URL('../../web/scenes/', import.meta.url))
  .filter((name) => name.endsWith('.ts') && !['scene.ts', 'index.ts'].includes(name))
  .map((name) => name.slice(0, -3));

test('a second and a half in, nearly all is in sight on a phone', async () => {
  const { page } = await visit('playground.html', {
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce', // nothing moves by itself
    drawing: false,
  });
  await page.waitForFunction(() => window.holonomPlayground?.ready);
  const out: string[] = [];
  for (const scene of scenes) {
    const share = await page.evaluate(async (name) => {
      const hook = window.holonomPlayground;
      if (!(await hook?.open(name)) || !hook) return 0;
      hook.step(90);
      // A title of other length moves the picture before the next frame.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const boxOf = (id: string) => document.getElementById(id)?.getBoundingClientRect();
      const [stage, title, buttons] = ['stage', 'title', 'transport'].map(boxOf);
      if (!stage || !title || !buttons) return 0;
      let [seen, all] = [0, 0];
      const look = (at: readonly [number, number, number]): void => {
        all++;
        const { clientX, clientY } = hook.placeOf(at) ?? { clientX: -1, clientY: -1 };
        const across = clientX >= stage.left && clientX <= stage.right;
        if (across && clientY >= title.bottom && clientY <= buttons.top) seen++;
      };
      const { bodies, cloths, springNetworks } = hook.world;
      for (const body of bodies) {
        const [x, y, z] = body.position;
        if (body.type === 'dynamic') look([x, y, z]);
      }
      for (const { positions } of [...cloths, ...springNetworks])
        for (let i = 0; i + 2 < positions.length; i += 15)
          look([positions[i] as number, positions[i + 1] as number, positions[i + 2] as number]);
      return seen / all;
    }, scene);
    if (share < 0.85) out.push(`${scene}: ${(100 * share).toFixed(0)} % in sight`);
  }
  expect(out).toEqual([]);
});

test('where little is covered the picture fills the stage; where much is, it is smaller and in the rest', () => {
  expect(freeView(400, 400, 40, 40)).toEqual({ whole: [400, 400], corner: [0, 0] });
  const { whole, corner } = freeView(360, 400, 50, 120);
  expect(whole[0] / whole[1], 'of the same shape').toBeCloseTo(360 / 400);
  expect(whole[1]).toBeCloseTo(230 / 0.77);
  expect(whole[1] / 2 - corner[1], 'its middle, from the top').toBeCloseTo(50 + 230 / 2);
  expect(whole[0] / 2 - corner[0], 'its middle, from the left').toBeCloseTo(180);
  expect(freeView(360, 200, 100, 100).whole, 'never of no size').toEqual([216, 120]);
});
