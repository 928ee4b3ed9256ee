// holonom/react in Chromium, in StrictMode: what is mounted is in the world once, and what is unmounted is gone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page as Tab } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../.tools/serve.mjs';
import { alias } from '../../vite.config';
import { launchBrowser } from './browser';
import type { Page } from './react-page/main';

declare const page: Page;

let folder = '';
let server: Awaited<ReturnType<typeof serve>>;
let browser: Browser;
let tab: Tab;
const complaints: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'holonom-react-'));
  const root = fileURLToPath(new URL('react-page', import.meta.url));
  // In development React mounts everything twice, which is what is tested here.
  const define = { 'process.env.NODE_ENV': '"development"' };
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: './',
    mode: 'development',
    define,
    resolve: { alias },
    build: { outDir: folder, emptyOutDir: true, minify: false, chunkSizeWarningLimit: 9000 },
  });
  server = await serve(folder);
  browser = await launchBrowser();
  tab = await browser.newPage();
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await tab.goto(server.url);
  await steps(1);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits for so many more steps. */
async function steps(count: number): Promise<void> {
  const from = await tab.evaluate(() => page.steps);
  await tab.waitForFunction((to) => page.steps >= to, from + count, { timeout: 60_000 });
}

const contents = () =>
  tab.evaluate(() => {
    const [world] = [...page.worlds].filter(({ disposed }) => !disposed);
    const { bodies, cloths, springNetworks, joints, attachments, forces } = world!;
    return [bodies, cloths, springNetworks, joints, attachments, forces].map(
      ({ length }) => length,
    );
  });

/** Bodies, cloths, networks, joints, attachments and forces when the joint that is too weak is gone. */
const everything = [5, 3, 1, 1, 1, 1];

/** Waits until a component was told something. */
const told = (what: string) => tab.waitForFunction((each) => page.told.includes(each), what);

const ball = () =>
  tab.evaluate(() => ({
    id: page.ball.current!.id,
    mass: page.ball.current!.mass,
    y: page.ball.current!.position[1],
  }));

test('everything is in one world once, a joint before its bodies too', async () => {
  await told('break false');
  expect(await contents()).toEqual(everything);
});

test('what happens to an object is told to the component that it belongs to', async () => {
  for (const what of ['enter true', 'begin true', 'hit', 'weight', 'sleep true']) await told(what);
  const counts = await tab.evaluate(() =>
    ['enter true', 'hit', 'weight'].map((what) => page.told.filter((each) => each === what).length),
  );
  expect(counts, 'once each, in StrictMode too').toEqual([1, 1, 1]);
  expect(
    await tab.evaluate(() => page.told.filter((each) => /false|blow|fast/.test(each))),
  ).toEqual(['break false']);
});

test('a network is stopped where it blows up, which its component is told', async () => {
  await tab.evaluate(() => page.set({ stiffness: 1e9 }));
  await told('blowUp true');
  await tab.evaluate(() => page.set({ stiffness: 100 }));
});

test('a rope and grains are drawn where their particles are, and anew when they are', async () => {
  const strands = () =>
    tab.evaluate(() => {
      const [world] = [...page.worlds].filter(({ disposed }) => !disposed);
      const [, rope, pile] = world!.cloths;
      return { drawn: page.strands(), rope: [...rope!.positions], pile: [...pile!.positions] };
    });
  const { drawn, rope } = await strands();
  expect(drawn.map(({ count }) => count)).toEqual([4, 4]);
  const [piece, grain] = drawn.map(({ first }) => first);
  const column = (matrix: readonly number[], at: number) =>
    Math.hypot(...matrix.slice(4 * at, 4 * at + 3));
  expect(column(piece!, 1), 'as long as what lies between two particles').toBeCloseTo(0.25, 2);
  expect(Math.hypot(...[12, 13, 14].map((at, axis) => piece![at]! - rope[axis]!))).toBeCloseTo(
    column(piece!, 1) / 2,
    1,
  );
  expect(column(grain!, 0)).toBeCloseTo(0.05, 5);
  await tab.evaluate(() => page.set({ grain: 0.1 }));
  await tab.waitForFunction(() => Math.abs(page.strands()[1]!.first[0]! - 0.1) < 1e-5);
});

test('a body falls to rest, and what it carries goes with it', async () => {
  await steps(120);
  const [y, drawn] = await tab.evaluate(() => [
    page.ball.current!.position[1],
    page.mesh!.parent!.position.y,
  ]);
  expect(y).toBeCloseTo(0.5, 2);
  expect(drawn).toBeCloseTo(0.5, 2);
});

test('a field that can change changes, and nothing else', async () => {
  const before = await ball();
  await tab.evaluate(() => page.set({ mass: 3 }));
  await tab.waitForFunction(() => page.ball.current?.mass === 3);
  await told('wake');
  const after = await ball();
  expect(after.id).toBe(before.id);
  expect(after.y, 'where it starts is not where it is').toBeCloseTo(before.y, 2);
});

test('a field that is taken away is as if it had not been given', async () => {
  await tab.evaluate(() => page.set({ mass: undefined }));
  await tab.waitForFunction(() => page.ball.current?.mass !== 3);
  expect((await ball()).mass).toBeCloseTo((1000 * 4 * Math.PI * 0.5 ** 3) / 3, 1);
});

test('a field that is fixed makes the body anew, and the joint with it', async () => {
  const before = await ball();
  await tab.evaluate(() => page.set({ radius: 0.25 }));
  await tab.waitForFunction((id) => page.ball.current && page.ball.current.id !== id, before.id);
  await steps(5);
  expect(await contents()).toEqual(everything);
});

test('components come and go, and the joints of others stay', async () => {
  const joint = () =>
    tab.evaluate(() => [...page.worlds].find(({ disposed }) => !disposed)!.joints.at(0)!.id);
  const before = await joint();
  await tab.evaluate(() => page.set({ guests: 2 }));
  await steps(2);
  expect(await contents()).toEqual([7, ...everything.slice(1)]);
  await tab.evaluate(() => page.set({ guests: 0 }));
  await steps(2);
  expect(await contents()).toEqual(everything);
  expect(await joint()).toBe(before);
});

test("the world's settings follow their properties", async () => {
  await tab.evaluate(() => page.set({ gravity: -1 }));
  await tab.waitForFunction(() =>
    [...page.worlds].some(({ disposed, gravity }) => !disposed && gravity[1] === -1),
  );
});

test('unmounted, every world is disposed of; mounted again, there is a new one', async () => {
  await tab.evaluate(() => page.set({ shown: false }));
  await tab.waitForFunction(() => [...page.worlds].every(({ disposed }) => disposed));
  await tab.evaluate(() => {
    page.told.length = 0;
    page.set({ shown: true });
  });
  await told('break false');
  expect(await contents()).toEqual(everything);
  expect(complaints).toEqual([]);
});
