// The playground inside another page: the stage alone, with a way out of it.
import { expect, test } from 'vitest';
import { keepScreenshot, useSite } from './playground.ts';

const { openScene } = useSite();

test.each([
  [360, 'en', 'Open in the playground'],
  [360, 'ko', '놀이터에서 열기'],
  [900, 'en', 'Open in the playground'],
] as const)(
  'a frame %i pixels wide in %s leads to the whole playground',
  async (width, language, name) => {
    const viewport = { width, height: 400 };
    const { page, complaints } = await openScene(`tower&embed&lang=${language}`, { viewport });
    const way = page.getByRole('link', { name });
    const box = await way.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await keepScreenshot(page, `embed-${width}-${language}`);
    const [whole] = await Promise.all([page.waitForEvent('popup'), way.click()]);
    await whole.waitForFunction(() => window.holonomPlayground?.scene === 'tower');
    expect(await whole.evaluate(() => document.body.dataset.embed)).toBe(undefined);
    expect(new URL(whole.url()).searchParams.get('lang')).toBe(language);
    expect(complaints).toEqual([]);
  },
);
