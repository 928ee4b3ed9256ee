// axe-core over the pages and panels, light and dark: nothing serious.
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { oneOf } from '../everything.ts';
import { keepScreenshot, useSite } from './playground.ts';

const axe = readFileSync(
  new URL('../../node_modules/axe-core/axe.min.js', import.meta.url),
  'utf8',
);
const { openScene, visit } = useSite();

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds that keeps somebody from using the page. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await (
      window as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } }
    ).axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
    return violations;
  });
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
    );
}

// Contrast is a matter of the theme, names are one of the language.
const looks = [
  ['light', 'en'],
  ['dark', 'ko'],
  ['dark', 'en'],
  ['light', 'ko'],
] as const;
test.each(oneOf(looks))('every panel of the playground, %s, %s', async (colorScheme, language) => {
  const { page } = await openScene(`tower&lang=${language}`, {
    colorScheme,
    reducedMotion: 'reduce',
  });
  for (const overlay of await page.locator('#overlays input:visible').all()) await overlay.check();
  for (const tab of ['scene', 'numbers', 'share', 'code']) {
    await page.locator(`.tabs [data-tab=${tab}]`).click();
    if (tab === 'scene') {
      await page.locator('#explain').click();
      await page.locator('#object-next').click();
    }
    if (tab === 'code')
      await page.locator('.cm-content').getByText('defineScene').first().waitFor();
    if (tab === 'numbers') await page.locator('.plot-legend li').first().waitFor();
    expect(await findings(page), tab).toEqual([]);
    await keepScreenshot(page, `panel-${tab}-${colorScheme}-${language}`);
  }
  await page.locator('#search').fill('zzz');
  await page.locator('#file').setInputFiles({
    name: 'bad.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{'),
  });
  await page.locator('.toast').waitFor();
  expect(await findings(page), 'a message, and a search without results').toEqual([]);
  await page.locator('#help').click();
  expect(await findings(page), 'help').toEqual([]);
});

test('the list of scenes, slow motion and help on a phone', async () => {
  const { page } = await openScene('tower', {
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  });
  await page.locator('.tabs [data-tab=scenes]').click();
  await page.locator('#pace').selectOption('0.25');
  expect(await findings(page)).toEqual([]);
  await page.locator('#help').click();
  expect(await page.locator('#keys').evaluate((dialog) => dialog.scrollTop)).toBe(0);
  expect(await findings(page), 'help').toEqual([]);
});

test.each(oneOf(['light', 'dark'] as const))(
  'the search in the editor, %s',
  async (colorScheme) => {
    const { page } = await openScene('tower', { reducedMotion: 'reduce', colorScheme });
    await page.locator('.tabs [data-tab=code]').click();
    await page.locator('.cm-content').getByText('defineScene').first().waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.insertText('world');
    await page.locator('.cm-search').waitFor();
    await keepScreenshot(page, `find-${colorScheme}`);
    // Axe sees no colors through the gradients that the browser gives buttons of its own.
    const grounds = await page
      .locator('.cm-search .cm-button')
      .evaluateAll((all) => all.map((it) => getComputedStyle(it).backgroundImage));
    expect(new Set(grounds)).toEqual(new Set(['none']));
    expect(await findings(page)).toEqual([]);
  },
);

const pages = ['index.html', 'compare.html', 'lab.html', 'claims.html'];
const lessons = readdirSync(new URL('../../web/tutorials/lessons/', import.meta.url))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace('.md', '.html'));
const course = ['index.html', 'glossary.html', 'errata.html', 'ko/contact.html'];
// Lessons are made of the same parts.
course.push(...oneOf(lessons));
test.each([...pages, ...course.map((page) => `tutorials/${page}`)])('%s', async (path) => {
  const { page } = await visit(path, { reducedMotion: 'reduce' });
  expect(await findings(page)).toEqual([]);
});

test.each(oneOf(['tutorials/ko/contact.html', ...pages]))(
  '%s, dark and in Korean',
  async (path) => {
    const { page } = await visit(`${path}?lang=ko`, {
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    expect(await findings(page)).toEqual([]);
  },
);

test('every button of the playground is reached by the Tab key and shows it', async () => {
  const { page } = await openScene('tower', { reducedMotion: 'reduce' });
  const reached = new Set<string>();
  for (let i = 0; i < 75; i++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      return { id: focused.id, seen: outlineStyle !== 'none' && outlineWidth !== '0px' };
    });
    if (!at.id) continue;
    reached.add(at.id);
    expect(at.seen, at.id).toBe(true);
  }
  for (const id of ['language', 'theme', 'search', 'open', 'save', 'stage', 'pause', 'reset'])
    expect([...reached]).toContain(id);
});
