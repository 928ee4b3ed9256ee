// The gallery's pictures: every scene after a while, as Chromium draws it. A picture is taken again only when its
// scene, what draws it or the module has changed. Without Chromium the site is built too; its cards go without.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { launchChromium } from './chromium.mjs';
import { at, step } from './run.mjs';
import { serve } from './serve.mjs';
import { chromium as installed } from './setup.mjs';
import { tellPages } from './site-facts.mjs';
import { files } from './stale.mjs';

/** How far the scenes run first. */
const steps = 90;
const size = { width: 480, height: 300 };

/** @param {string[]} names @param {string} salt */
function digest(names, salt = '') {
  const hash = createHash('sha256').update(salt);
  for (const name of names) hash.update(`${name}\0`).update(readFileSync(at(name)));
  return hash.digest('hex').slice(0, 24);
}

/** The scenes by name, with the file their picture is kept in. */
function wanted() {
  const shared = digest(
    [
      'wasm/src/holonom.generated.wasm',
      'web/scenes/scene.ts',
      '.tools/pictures.mjs',
      ...files(['web/scenes/parts', 'web/three']),
    ],
    String(steps),
  );
  return readdirSync(at('web/scenes'))
    .filter((name) => name.endsWith('.ts') && !['scene.ts', 'index.ts'].includes(name))
    .map((name) => ({
      name: name.slice(0, -3),
      kept: at('build/pictures', `${digest([`web/scenes/${name}`], shared)}.webp`),
    }));
}

/** @param {{ name: string, kept: string }[]} missing @param {(text: string) => void} note */
async function take(missing, note) {
  const browser = await launchChromium();
  const site = await serve(at('dist/site'));
  try {
    const page = await browser.newPage({
      viewport: size,
      reducedMotion: 'reduce',
      serviceWorkers: 'block', // the site is not whole yet
    });
    await page.goto(`${site.url}playground.html?embed&scene=pyramid`);
    await page.waitForFunction(() => window.holonomPlayground?.ready);
    // What lies on the stage is in no picture and needs no room.
    await page.addStyleTag({ content: '.stage-area > :not(canvas) { display: none }' });
    for (const { name, kept } of missing) {
      note(name);
      const data = await page.evaluate(
        async ([scene, count]) => {
          const playground = /** @type {import('../web/playground/hook.ts').PlaygroundHook} */ (
            window.holonomPlayground
          );
          await playground.open(scene);
          playground.step(count);
          return playground.picture('image/webp', 0.82);
        },
        /** @type {const} */ ([name, steps]),
      );
      writeFileSync(kept, Buffer.from(data.split(',')[1], 'base64'));
    }
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Puts the pictures into the built site, after taking those that are missing. */
export async function pictures() {
  mkdirSync(at('build/pictures'), { recursive: true });
  mkdirSync(at('dist/site/pictures'), { recursive: true });
  const all = wanted();
  const missing = all.filter(({ kept }) => !existsSync(kept));
  if (missing.length > 0 && installed()) {
    const title = `Taking ${missing.length} pictures for the gallery`;
    try {
      await step(title, (note) => take(missing, note));
    } catch (error) {
      // A site without pictures is better than none; a test asks for them.
      console.log(`The gallery goes without new pictures: ${String(error).split('\n')[0]}`);
    }
  } else if (missing.length > 0)
    console.log('There is no Chromium here, so the gallery goes without new pictures.');
  const taken = all.filter(({ kept }) => existsSync(kept));
  for (const { name, kept } of taken) copyFileSync(kept, at('dist/site/pictures', `${name}.webp`));
  tellPages('pictures', taken.map(({ name }) => name).join(' '));
}
