// Keys that write text write it and do nothing else, in every field of the site, and code can be undone to what was opened.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { oneOf } from '../everything.ts';
import { useSite } from './playground.ts';

const { openScene, visit } = useSite();
const undrawn = { viewport: { width: 900, height: 1600 } } as const;
const still = { ...undrawn, reducedMotion: 'reduce' } as const;

const letters = 'abcdefghijklmnopqrstuvwxyz';
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const everything = `${letters}${letters.toUpperCase()} 0123456789${punctuation}`;
/** What keys of the playground do elsewhere. */
const shortcuts = 'bgnrwBGNRW ,.;/?+-=[]';
/** What the editor closes by itself, and nobody typed over. */
const closed = '\'"';

/** Presses the key of each character. */
async function type(page: Page, text: string): Promise<void> {
  for (const letter of text) await page.keyboard.press(letter === ' ' ? 'Space' : letter);
}

const codeOf = (editor: Locator): Promise<string> =>
  editor
    .locator('.cm-line')
    .evaluateAll((lines) => lines.map((line) => line.textContent).join('\n'));

/** Lines out of sight are written into the page a little later. */
const expectCode = (editor: Locator, code: string, words?: string): Promise<void> =>
  expect
    .poll(() => codeOf(editor), { timeout: 10_000, ...(words ? { message: words } : {}) })
    .toBe(code);

async function clear(page: Page): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

/** What a shortcut would change. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const { scene, paused, world } = window.holonomPlayground as NonNullable<
      typeof window.holonomPlayground
    >;
    return {
      scene,
      paused,
      bodies: world.bodies.length,
      grabs: world.grabs.length,
      steps: paused ? world.stepCount : 0,
      tab: document.body.dataset.tab,
      chosen: document.getElementById('object-name')?.textContent,
      dialogs: document.querySelectorAll('dialog[open]').length,
      blows: document.getElementById('wind-ring')?.hidden === false,
      address: location.href,
    };
  });

async function openCode(page: Page): Promise<Locator> {
  await page.locator('.tabs [data-tab=code]').click();
  const editor = page.locator('#code .cm-content');
  await editor.getByText('defineScene').first().waitFor();
  return editor;
}

const sourceOf = (scene: string): string =>
  readFileSync(new URL(`../../web/scenes/${scene}.ts`, import.meta.url), 'utf8');

/** Types whatever keys can write into an editor, and a piece of code as a person does. */
async function writeEverything(page: Page, editor: Locator): Promise<void> {
  await editor.focus();
  await clear(page);
  await type(page, everything);
  await expectCode(editor, everything + closed);
  await clear(page);
  await type(page, 'while (true) {}');
  await expectCode(editor, 'while (true) {}');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await type(page, 'brown(["g"]);');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await type(page, '// w, g / n?');
  await expectCode(editor, 'while (true) {\n  brown(["g"]);\n    // w, g / n?\n}');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Backspace');
  await expectCode(editor, 'while (true) {\n  brown(["g"]);\n  // w, g / n\n}');
}

async function undoAll(page: Page): Promise<void> {
  for (let i = 0; i < 60; i++) await page.keyboard.press('Control+z');
}
async function redoAll(page: Page): Promise<void> {
  for (let i = 0; i < 60; i++) await page.keyboard.press('Control+y');
}

test('every key writes into the code of a scene and does nothing else', async () => {
  const { page, complaints } = await openScene('dominoes', undrawn);
  const editor = await openCode(page);
  const before = await stateOf(page);
  await writeEverything(page, editor);
  expect(await stateOf(page)).toEqual(before);
  await page.evaluate(() => window.holonomPlayground?.setPaused(true));
  const paused = await stateOf(page);
  await clear(page);
  await type(page, shortcuts);
  expect(await stateOf(page)).toEqual(paused);

  const list = page.locator('.cm-tooltip-autocomplete');
  await clear(page);
  await type(page, 'const a = {');
  await list.waitFor();
  await page.keyboard.press('Enter');
  await type(page, 'abs: Mat');
  await list.getByText('Math').waitFor();
  await page.waitForTimeout(200); // a list that opened just now does not take keys yet
  await page.keyboard.press('Tab');
  await type(page, '.ab');
  await list.getByText('abs').waitFor();
  await page.waitForTimeout(200);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectCode(editor, 'const a = {\n  abs: Math.abs\n}', 'Enter chooses what was pointed at');

  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await editor.evaluate((one) => one.contains(document.activeElement)), 'a way out').toBe(
    false,
  );
  expect(complaints).toEqual([]);
});

test('each scene’s code has a history of its own; the original comes back as an edit', async () => {
  const { page, complaints } = await openScene('pyramid', still);
  const editor = await openCode(page);
  const [pyramid, tower] = ['pyramid', 'tower'].map(sourceOf) as [string, string];
  const isOpen = async (text: string): Promise<void> => {
    await editor.focus();
    await undoAll(page);
    await expectCode(editor, text);
    await redoAll(page);
  };
  await isOpen(pyramid);
  await page.keyboard.press('Control+Home');
  await type(page, '/* by me */ ');
  await page.keyboard.press('Control+End');
  await type(page, '// bye');
  const edited = `/* by me */ ${pyramid}// bye`;
  await isOpen(pyramid);
  await expectCode(editor, edited);

  // The playground runs edits by itself, so wait until it has seen this one.
  await page.locator('.code-status').getByText('Runs').waitFor();
  await page.getByRole('button', { name: 'Original' }).click();
  await page.getByRole('button', { name: 'Original', disabled: true }).waitFor();
  await expectCode(editor, pyramid);
  await editor.focus();
  await page.keyboard.press('Control+z');
  await expectCode(editor, edited, 'the edit is not lost');
  await page.locator('.code-status').getByText('Runs').waitFor();
  await page.keyboard.press('Control+y');
  await expectCode(editor, pyramid);
  await isOpen(pyramid);

  await page.locator('#scenes [data-scene=tower]').click();
  await editor.getByText('Three planks').waitFor();
  await isOpen(tower);
  await expectCode(editor, tower);
  await page.keyboard.press('Control+Home');
  await type(page, 'b');
  await isOpen(tower);
  await expectCode(editor, `b${tower}`);
  await page.goBack();
  await editor.getByText('pyramid').first().waitFor();
  await isOpen(pyramid);
  await expectCode(editor, pyramid);
  expect(complaints).toEqual([]);
});

test('code of a link that was turned down is not brought back, and run, by an undo', async () => {
  const { page } = await openScene('pyramid', still);
  const editor = await openCode(page);
  await editor.focus();
  await page.keyboard.press('Control+End');
  await type(page, '// foreign');
  await page.locator('.code-status').getByText('Runs').waitFor();
  await page.locator('.tabs [data-tab=share]').click();
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.body.dataset.copied = text;
    };
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.waitForFunction(() => document.body.dataset.copied);
  const link = await page.evaluate(() => document.body.dataset.copied as string);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('This link carries code').waitFor();
  await editor.getByText('foreign').waitFor();
  await page.getByRole('button', { name: 'Original' }).click();
  await page.getByRole('button', { name: 'Original', disabled: true }).waitFor();
  await editor.focus();
  await page.keyboard.press('Control+z');
  await expectCode(editor, sourceOf('pyramid'));
});

test.each(oneOf(['tutorials/falling.html', 'tutorials/ko/contact.html']))(
  'the editors of %s write every key and undo to the code of the lesson',
  async (path) => {
    const { page, complaints } = await visit(path, still);
    const place = page.locator('[data-code]').first();
    await place.locator('.snippet-edit').click();
    const editor = place.locator('.cm-content');
    await editor.waitFor();
    const original = await codeOf(editor);
    await writeEverything(page, editor);
    const edited = await codeOf(editor);
    const restore = place.locator('.snippet-bar .button');
    await restore.click();
    await expect.poll(() => restore.isDisabled()).toBe(true);
    await expectCode(editor, original);
    await editor.focus();
    await page.keyboard.press('Control+z');
    await expectCode(editor, edited);
    expect(await restore.isDisabled()).toBe(false);
    await undoAll(page);
    await expectCode(editor, original);
    expect(await restore.isDisabled()).toBe(true);
    await redoAll(page);
    await expectCode(editor, original);
    expect(complaints).toEqual([]);
  },
);

/** Types into each field of the page that takes text. @returns how many there are. */
async function typeIntoFields(page: Page, text: string): Promise<number> {
  const fields = await page
    .locator('input:not([type=checkbox], [type=radio], [type=range], [type=file]):visible')
    .all();
  for (const field of fields) {
    const old = await field.inputValue();
    await field.fill('');
    await type(page, text);
    expect(await field.inputValue()).toBe(text);
    await field.fill(old);
  }
  return fields.length;
}

test('the fields of the playground take every key, and lists of choices their letters', async () => {
  const { page, complaints } = await openScene('tower', still);
  await page.locator('#object-next').click();
  const before = await stateOf(page);
  await page.locator('#search').focus();
  await type(page, everything);
  expect(await page.locator('#search').inputValue()).toBe(everything);
  await page.keyboard.press('Escape');
  expect(await typeIntoFields(page, shortcuts)).toBeGreaterThan(10);
  for (const select of await page.locator('select:visible').all()) {
    const old = await select.inputValue();
    await select.focus();
    await type(page, shortcuts);
    await select.selectOption(old);
  }
  expect(await stateOf(page)).toEqual(before);
  expect(complaints).toEqual([]);
});

test.each(oneOf(['tutorials/falling.html', 'index.html']))(
  'the fields of %s take every key',
  async (path) => {
    const { page } = await visit(path, still);
    expect(await typeIntoFields(page, everything)).toBeGreaterThan(0);
  },
);

test('what others put into the page takes its keys too, in shadow trees, and while characters are composed', async () => {
  const { page } = await openScene('tower', still);
  await page.evaluate(() => {
    class Hidden extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: 'closed', delegatesFocus: true }).innerHTML = '<input>';
      }
    }
    customElements.define('closed-field', Hidden);
    document.body.insertAdjacentHTML(
      'beforeend',
      `<div style="position: fixed; z-index: 9; inset: 0 auto auto 0">
        <textarea class="mine"></textarea>
        <div class="mine" contenteditable="true">a<b>b</b></div>
        <div class="mine" contenteditable="plaintext-only">a</div>
        <div class="mine" role="textbox" tabindex="0">a</div>
        <div id="open-tree"></div>
        <closed-field class="mine"></closed-field>
      </div>`,
    );
    const open = document.getElementById('open-tree')?.attachShadow({ mode: 'open' });
    if (open) open.innerHTML = '<p contenteditable="true" class="mine">a</p><input class="mine">';
  });
  const before = await stateOf(page);
  const fields = await page.locator('.mine').all();
  expect(fields.length).toBe(7);
  for (const field of fields) {
    await field.focus();
    await type(page, `bgnrw ,.;/?+-[]`);
    expect(await stateOf(page)).toEqual(before);
  }

  await page.locator('#stage').focus();
  const dispatch = (init: object) =>
    page.evaluate((given) => {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...given });
      document.getElementById('stage')?.dispatchEvent(event);
    }, init);
  await dispatch({ key: 'b', code: 'KeyB', isComposing: true });
  await dispatch({ key: 'Process', code: 'KeyB', keyCode: 229 });
  await dispatch({ key: 'b', code: 'KeyB', modifierAltGraph: true });
  await dispatch({ key: ']', code: 'Digit9', ctrlKey: true, altKey: true });
  await dispatch({ key: ']', code: 'Digit9', modifierAltGraph: true });
  expect(await stateOf(page)).toEqual(before);
  // The key that has B on it too, where the layout is Korean.
  await dispatch({ key: 'ㅠ', code: 'KeyB' });
  expect((await stateOf(page)).bodies).toBe(before.bodies + 1);
});
