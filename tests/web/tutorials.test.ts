// Lessons as their readers meet them: words first, then pictures that run, code that can be broken, and exercises.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everything, oneOf } from '../everything.ts';
import { keepScreenshot, pictureOf, useSite } from './playground.ts';

const { visit } = useSite();
const lesson = 'tutorials/falling.html';
const phone = { viewport: { width: 360, height: 740 } };

/** The last value of a series that a demo draws. */
const shown = (page: Page, demo: string, series: string): Promise<number> =>
  page
    .locator(`#demo-${demo} [data-series=${series}] output`)
    .textContent()
    .then((text) => Number(text?.replaceAll(',', '').replace('−', '-')));

/** Waits until the value of a series is beyond a bound. */
const waitForValue = (page: Page, demo: string, series: string, least: number): Promise<unknown> =>
  page.waitForFunction(
    ([selector, bound]) => {
      const text = document.querySelector(selector)?.textContent ?? '';
      return Number(text.replaceAll(',', '')) > bound;
    },
    [`#demo-${demo} [data-series=${series}] output`, least] as const,
  );

/** Brings a demo into sight and waits until it runs. */
async function see(page: Page, demo: string): Promise<void> {
  await page.locator(`#demo-${demo} .demo-stage canvas`).scrollIntoViewIfNeeded();
  await page.locator(`#demo-${demo}[data-ready]`).waitFor();
}

const choose = (page: Page, demo: string, words: string): Promise<void> =>
  page.locator(`#demo-${demo}`).getByText(words, { exact: true }).first().click();

async function setStep(page: Page, demo: string, step: string): Promise<void> {
  await page.locator(`#demo-${demo}`).getByLabel('Time step', { exact: true }).first().fill(step);
  await page.keyboard.press('Tab');
}

/** Opens the editor of a demo and writes over its code. */
async function write(page: Page, demo: string, change: (code: string) => string): Promise<void> {
  const place = page.locator(`#code-${demo}`);
  const editor = place.locator('.cm-content');
  if (!(await editor.isVisible()))
    await place.getByRole('button', { name: 'Edit and run' }).click();
  const data = await page.locator(`#demo-${demo} .demo-data`).textContent();
  const { source } = JSON.parse(data ?? '{}');
  await editor.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(change(source));
  await page.locator(`#demo-${demo} .demo-stage canvas`).scrollIntoViewIfNeeded();
}

const says = (page: Page, demo: string, words: string | RegExp): Promise<void> =>
  page
    .locator(`#code-${demo} .snippet-status`)
    .filter({ hasText: words })
    .waitFor({ timeout: 30_000 });

test('words, equations and code are there without any script', async () => {
  const { page } = await visit(lesson, { javaScriptEnabled: false });
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Falling');
  await page.getByText('Three apples leave a branch').waitFor();
  expect(await page.locator('.formula:has(.katex-html)').count()).toBe(2);
  await page.locator('#code-fall pre').getByText('export default').waitFor();
});

test('the words are painted while scripts, letters and the engine are still on their way', async () => {
  const { page } = await visit('tutorials/index.html');
  const held: string[] = [];
  await page.route(/\.(js|woff2|wasm)$/, (route) => void held.push(route.request().url()));
  for (const path of [lesson, 'tutorials/ko/claims.html']) {
    await page.goto(new URL(`/${path}`, page.url()).href, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    await page.getByRole('heading', { level: 1 }).waitFor();
    const blocking = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((one) => 'renderBlockingStatus' in one && one.renderBlockingStatus === 'blocking')
        .map(({ name }) => name.replace(/.*\./, '')),
    );
    expect(blocking).toEqual(['css']);
  }
  expect(held.some((url) => url.endsWith('.js'))).toBe(true);
});

test('a picture moves in sight and rests out of it; a slider breaks it', async () => {
  const { page, complaints } = await visit(lesson);
  await see(page, 'fall');
  await waitForValue(page, 'fall', 'explicit', 0.2);
  await see(page, 'swing');
  await choose(page, 'swing', 'Symplectic Euler');
  await setStep(page, 'swing', '0.05');
  await waitForValue(page, 'swing', 'energy', 0.8);
  expect(await shown(page, 'swing', 'energy')).toBeLessThan(1.2);
  await setStep(page, 'swing', '0.6');
  await waitForValue(page, 'swing', 'energy', 1000);
  await keepScreenshot(page, 'lesson-broken');

  await page.locator('.sources').scrollIntoViewIfNeeded();
  await page.locator('#demo-swing[data-in-sight=false]').waitFor({ state: 'attached' });
  const before = await shown(page, 'swing', 'energy');
  await page.evaluate(async () => {
    for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame);
  });
  expect(await shown(page, 'swing', 'energy')).toBe(before);
  expect(complaints).toEqual([]);
});

test.each(oneOf(['light', 'dark'] as const))(
  'bodies have the colors of their curves, %s',
  async (theme) => {
    const { page } = await visit(lesson, { colorScheme: theme });
    await see(page, 'fall');
    await waitForValue(page, 'fall', 'explicit', 0.2);
    const names = ['explicit', 'symplectic', 'midpoint'];
    const picture = await pictureOf(page, page.locator('#demo-fall .demo-stage canvas'));
    const hues = await page.evaluate(
      async ([base64, ...series]) => {
        const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        if (!context) return [];
        const { canvas } = context;
        const hueOf = ([red = 0, green = 0, blue = 0]: ArrayLike<number> & Iterable<number>) => {
          const most = Math.max(red, green, blue);
          const range = most - Math.min(red, green, blue);
          if (range < 40) return -1;
          const sixth =
            most === red
              ? (green - blue) / range
              : most === green
                ? 2 + (blue - red) / range
                : 4 + (red - green) / range;
          return Math.round(60 * sixth + 360) % 360;
        };
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const wanted = series.map((name) => {
          const mark = document.querySelector(`#demo-fall [data-series=${name}] i`) as HTMLElement;
          return hueOf((getComputedStyle(mark).borderTopColor.match(/\d+/g) ?? []).map(Number));
        });
        [canvas.width, canvas.height] = [image.width, image.height];
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        const seen = wanted.map(() => 0);
        for (let i = 0; i < data.length; i += 4) {
          const hue = hueOf(data.subarray(i, i + 3));
          const of = wanted.findIndex(
            (one) => hue >= 0 && Math.abs(((hue - one + 540) % 360) - 180) < 15,
          );
          if (of >= 0) seen[of]!++;
        }
        return wanted.map((hue, i) => ({ hue, pixels: seen[i]! }));
      },
      [picture.toString('base64'), ...names] as const,
    );
    expect(new Set(hues.map(({ hue }) => hue)).size, 'curves of other colors').toBe(names.length);
    for (const { hue, pixels } of hues) expect(pixels, `hue ${hue}`).toBeGreaterThan(30);
  },
);

test('the reader’s code runs, its mistakes are told by their line, and the picture goes on', async () => {
  const { page, complaints } = await visit(lesson);
  await see(page, 'fall');
  await write(page, 'fall', (code) => code.replace('y + v * h, v - g * h', 'y + 9, v - g * h'));
  await says(page, 'fall', 'Runs.');
  await waitForValue(page, 'fall', 'explicit', 9);

  await write(page, 'fall', (code) => code.replace('[9.81, 20];', '[9.81, 20;'));
  await says(page, 'fall', 'Line 1:');
  await waitForValue(page, 'fall', 'explicit', 9);

  await write(page, 'fall', (code) => code.replace('    let t = 0;', '    world.substeps = -1;'));
  await says(page, 'fall', /Line 14: .*substeps/);
  await waitForValue(page, 'fall', 'explicit', 9);
  await keepScreenshot(page, 'lesson-code-error');

  // What fails in the helpers below the code is told by the line that called them.
  await write(page, 'fall', (code) => code.replace('Object.keys(methods)', 'null as never'));
  await says(page, 'fall', /Line 13: .*null/);

  await page.getByRole('button', { name: 'Back to the original' }).click();
  await says(page, 'fall', 'runs by itself');
  // The button is far below the picture, which rests out of sight.
  await see(page, 'fall');
  await page.waitForFunction(
    () =>
      Number(document.querySelector('#demo-fall [data-series=explicit] output')?.textContent) < 2,
  );
  expect(complaints).toEqual([]);
});

test('a Korean page says in Korean what the library refuses', async () => {
  const { page } = await visit('tutorials/ko/falling.html');
  await see(page, 'fall');
  await page.locator('#code-fall .snippet-edit').click();
  await page.locator('#code-fall .cm-content').waitFor();
  await write(page, 'fall', (code) => code.replace('    let t = 0;', '    world.substeps = -1;'));
  await says(page, 'fall', /^14번째 줄: substeps: .*정수/);
});

test.each(
  oneOf([
    ['tutorials/ko/falling.html', /^1번째 줄: .*[가-힣]+/],
    [lesson, /^Line 1: [ -~]*$/],
  ] as const),
)('what TypeScript finds is told in the language of the page: %s', async (path, words) => {
  const { page, complaints } = await visit(path);
  const tables: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('diagnosticMessages')) tables.push(request.url());
  });
  await see(page, 'fall');
  await page.locator('#code-fall .snippet-edit').click();
  await page.locator('#code-fall .cm-content').waitFor();
  await write(page, 'fall', (code) => `const x: number = 'a'.b(;\n${code}`);
  await says(page, 'fall', words);
  expect(tables).toHaveLength(path.includes('/ko/') ? 1 : 0);
  expect(complaints).toEqual([]);
});

test.each(
  oneOf([
    ['tutorials/claims.html', 'Nothing that moves is left in the picture.'],
    ['tutorials/ko/claims.html', '움직이는 것이 그림 안에 남아 있지 않습니다.'],
  ] as const),
)('a picture that all has left says so, until something is back: %s', async (path, words) => {
  const { page, complaints } = await visit(path);
  await see(page, 'limit');
  const demo = page.locator('#demo-limit');
  const softest = demo.locator('.controls input[type=range]').first();
  await softest.press('End'); // the softest net is now far stiffer than any that lives
  await demo.locator('.demo-lost').getByText(words).waitFor();
  await keepScreenshot(page, `lesson-lost-${path.replace(/\W+/g, '-')}`);
  await softest.press('Home');
  await page.waitForFunction(
    () => document.querySelector('#demo-limit .demo-lost')?.textContent === '',
  );
  // The softest that can be asked for do not tear, and hang in sight.
  await waitForValue(page, 'limit', 'alive', 0.2);
  expect(await demo.locator('.demo-lost').textContent()).toBe('');
  expect(complaints).toEqual([]);
});

test('the fastest wheel leaves the picture, not the world', async () => {
  const { page } = await visit('tutorials/rotations.html');
  await see(page, 'wheels');
  const sliders = page.locator('#demo-wheels .controls input[type=range]');
  for (const slider of await sliders.all()) await slider.press('End');
  await waitForValue(page, 'wheels', 'raw', 1e6);
  expect(await page.locator('#demo-wheels .demo-problem').isVisible()).toBe(false);
});

test('on paper a picture that has not run says so instead of staying empty', async () => {
  const { page } = await visit(lesson);
  await see(page, 'fall');
  await page.emulateMedia({ media: 'print' });
  const words = 'It had not run when this was printed.';
  expect(await page.locator('#demo-fall').getByText(words).isVisible()).toBe(false);
  expect(await page.locator('#demo-fall .plot-room').isVisible()).toBe(true);
  expect(await page.locator('#demo-swing:not([data-ready])').getByText(words).isVisible()).toBe(
    true,
  );
  expect(await page.locator('#demo-swing .plot-room').isVisible()).toBe(false);
});

test('an endless loop is stopped, and the picture goes back to the lesson', async () => {
  const { page } = await visit(lesson);
  await see(page, 'fall');
  await write(page, 'fall', (code) =>
    code.replace('beforeStep(time) {', 'beforeStep(time) { for (;;);'),
  );
  await says(page, 'fall', 'was stopped');
  await waitForValue(page, 'fall', 'explicit', 0.2);
});

test('pointing at a symbol, or moving the focus to it, lights what it stands for', async () => {
  const { page } = await visit(lesson);
  const ring = page.locator('#demo-swing .light');
  const symbol = page.locator('#equation-oscillator button[data-lights=ball]').first();
  await symbol.focus();
  await ring.waitFor();
  await keepScreenshot(page, 'lesson-light');
  expect(await page.locator('#equation-oscillator .formula .lit').count()).toBeGreaterThan(0);
  await symbol.evaluate((button: HTMLElement) => button.blur());
  await ring.waitFor({ state: 'hidden' });
});

test('exercises are checked, say what is missing, and are remembered', async () => {
  const { page } = await visit(lesson);
  const late = page.locator('#exercise-late');
  const answer = async (text: string, verdict: string) => {
    await late.getByLabel('Your answer').fill(text);
    await late.getByRole('button', { name: 'Check' }).click();
    await late.locator('.verdict').filter({ hasText: verdict }).waitFor();
  };
  await answer('', 'Write a number first.');
  await answer('29.43', 'power of ten');
  await answer('0.294 m', 'Right.');

  const shrink = page.locator('#exercise-shrink');
  await shrink.getByText('The energy is kept.').click();
  await shrink.getByRole('button', { name: 'Check' }).click();
  await shrink.getByText('multiplies the energy by more than one').waitFor();
  await shrink.getByText('It grows about ten times more slowly.').click();
  await shrink.getByRole('button', { name: 'Check' }).click();
  await shrink.getByText('Yes. A step adds').waitFor();

  const steady = page.locator('#exercise-steady');
  await see(page, 'swing');
  await steady.getByRole('button', { name: 'Check' }).click();
  await steady.getByText('Not yet.').waitFor();

  await page.getByRole('link', { name: 'The whole path' }).click();
  await page.getByText('2 of 3 exercises').waitFor();
  await page.getByRole('link', { name: '한국어' }).click();
  await page.getByText('연습 3개 중 2개').waitFor();
});

test('a demo solves an exercise once it does what is asked', async () => {
  const { page } = await visit(lesson);
  await see(page, 'swing');
  await choose(page, 'swing', 'Runge–Kutta 4');
  await setStep(page, 'swing', '0.1');
  const steady = page.locator('#exercise-steady');
  // The page is asked again until its demo has run for the 3 s.
  await page.waitForFunction(
    () => {
      document.querySelector<HTMLFormElement>('#exercise-steady')?.requestSubmit();
      return document.querySelector('#exercise-steady[data-solved]');
    },
    { polling: 300 },
  );
  await steady.getByText('Right').waitFor();
});

test.each([
  [lesson, 'Symplectic Euler', /^After [0-9.]+ s: [^:]* [0-9.]+/, 'Pause', /Measured ([0-9.]+)/],
  [
    'tutorials/ko/falling.html',
    '심플렉틱 오일러',
    /^[0-9.]+초 뒤: [^:]* [0-9.]+/,
    '멈춤',
    /측정값 ([0-9.]+)/,
  ],
])(
  'who does not see a picture is told what became of it, after a change and at a pause: %s',
  async (path, method, words, pause, measured) => {
    const { page } = await visit(path);
    await see(page, 'swing');
    const demo = page.locator('#demo-swing'),
      summary = demo.locator('.demo-summary');
    expect(await summary.textContent()).toBe('');
    await choose(page, 'swing', method);
    await summary.getByText(words).waitFor();
    const earlier = await summary.textContent();
    await demo.getByRole('button', { name: pause }).click();
    await page.waitForFunction(
      (before) => document.querySelector('#demo-swing .demo-summary')?.textContent !== before,
      earlier,
    );
    const told = Number(measured.exec((await summary.textContent()) as string)?.[1]);
    await expect.poll(() => shown(page, 'swing', 'energy')).toBe(told);
    // What changes many times a second is not told each time.
    expect(await demo.locator('output:not([aria-live=off])').count()).toBe(0);
    expect(await demo.locator('.plot-room').getAttribute('aria-label')).toMatch(/: /);
  },
);

test('the same lesson in the other language, and the way to the next page', async () => {
  const { page } = await visit(lesson);
  await page.getByRole('link', { name: '한국어' }).click();
  await page.waitForURL('**/tutorials/ko/falling.html');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('낙하');
  await page.locator('#demo-fall').getByText('시간 간격', { exact: true }).waitFor();
  await page.locator('.term').first().click();
  await page.waitForURL('**/tutorials/ko/glossary.html#*');
  await page.locator('.glossary :target').getByText('시간 간격').first().waitFor();
});

test('a demo stands alone in a frame, and opens in the playground as code', async () => {
  const { page } = await visit(`${lesson}?embed=fall`);
  await see(page, 'fall');
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Open in the playground' }).click(),
  ]);
  await opened.locator('.cm-content').getByText('defineScene').first().waitFor();
  await opened.locator('.code-notice').getByRole('button').click();
  await opened.waitForFunction(
    () => window.holonomPlayground?.world.bodies.at(2)?.name === 'explicit',
  );
});

test.each(oneOf([lesson, 'tutorials/index.html']))('fits a phone: %s', async (path) => {
  const { page, complaints } = await visit(path, phone);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const [wordmark, first] = await Promise.all(
    ['.top .wordmark', '.top nav a >> nth=0'].map((part) => page.locator(part).boundingBox()),
  );
  expect(Number(first?.x) - Number(wordmark?.x) - Number(wordmark?.width)).toBeGreaterThan(12);
  await keepScreenshot(page, `phone-${path.replace(/\W+/g, '-')}`);
  expect(complaints).toEqual([]);
});

test('the words of every page fit a phone, in both languages', async () => {
  const { page } = await visit('tutorials/index.html', { ...phone, javaScriptEnabled: false });
  const names = await page
    .locator('.stop a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(2) ?? ''));
  expect(names.length).toBeGreaterThanOrEqual(10);
  // The letters of the device are wider than the site's, which may come late.
  await page.route('**/*.woff2', (route) => route.abort());
  for (const folder of oneOf(['', 'ko/']))
    for (const name of [...names, 'glossary.html', 'errata.html']) {
      await page.goto(new URL(`/tutorials/${folder}${name}`, page.url()).href);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, folder + name).toBe(360);
    }
});

test('no equation of any page scrolls sideways on a phone', async () => {
  const { page } = await visit('tutorials/index.html', phone);
  const names = await page
    .locator('.stop a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(2) ?? ''));
  expect(names.length).toBeGreaterThanOrEqual(10);
  const wide: string[] = [];
  // Equations are the same in both languages.
  const all = [...names, 'errata.html'];
  for (const name of [...all, ...(everything ? all.map((one) => `ko/${one}`) : [])]) {
    await page.goto(new URL(`/tutorials/${name}`, page.url()).href);
    const found = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.querySelectorAll('.formula')]
        .filter((formula) => formula.scrollWidth > formula.clientWidth)
        .map((formula) => formula.closest('[id]')?.id);
    });
    wide.push(...found.map((id) => `${name} ${id}`));
  }
  expect(wide).toEqual([]);
});
