// holonom/react in Chromium, in StrictMode: what is mounted is in the world once, and what is unmounted is gone.
import { beforeAll, expect, test } from 'vitest';
import { useBuiltPage } from './built-page';
import type { Page } from './react-page/main';

declare const page: Page;

const built = useBuiltPage('react-page', {
  // In development React mounts everything twice, which is what is tested here.
  mode: 'development',
  define: { 'process.env.NODE_ENV': '"development"' },
});
const { complaints } = built;
beforeAll(() => steps(1));

/** Waits for so many more steps. */
async function steps(count: number): Promise<void> {
  const from = await built.tab.evaluate(() => page.steps);
  await built.tab.waitForFunction((to) => page.steps >= to, from + count, { timeout: 60_000 });
}

const contents = () =>
  built.tab.evaluate(() => {
    const [world] = [...page.worlds].filter(({ disposed }) => !disposed);
    const { bodies, cloths, ropes, grains, softBodies, rods, springNetworks } = world!;
    const { joints, attachments, forces } = world!;
    const points = [cloths, ropes, grains, softBodies, rods, springNetworks];
    return [bodies, ...points, joints, attachments, forces].map(({ length }) => length);
  });

/**
 * Bodies, cloths, ropes, grains, soft bodies, rods, networks, joints, attachments and forces when the joint that is too
 * weak is gone.
 */
const everything = [5, 1, 1, 1, 1, 1, 1, 1, 2, 1];

/** Waits until a component was told something. */
const told = (what: string) => built.tab.waitForFunction((each) => page.told.includes(each), what);

const ball = () =>
  built.tab.evaluate(() => ({
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
  const counts = await built.tab.evaluate(() =>
    ['enter true', 'hit', 'weight'].map((what) => page.told.filter((each) => each === what).length),
  );
  expect(counts, 'once each, in StrictMode too').toEqual([1, 1, 1]);
  expect(
    await built.tab.evaluate(() => page.told.filter((each) => /false|blow|fast/.test(each))),
  ).toEqual(['break false']);
});

test('a network is stopped where it blows up, which its component is told', async () => {
  await built.tab.evaluate(() => page.set({ stiffness: 1e9 }));
  await told('blowUp true');
  await built.tab.evaluate(() => page.set({ stiffness: 100 }));
});

test('a rope and grains are drawn where their particles are, and anew when they are', async () => {
  const strands = () =>
    built.tab.evaluate(() => {
      const [world] = [...page.worlds].filter(({ disposed }) => !disposed);
      const [rope, pile] = [world!.ropes.at(0), world!.grains.at(0)];
      return { drawn: page.strands(), rope: [...rope!.positions], pile: [...pile!.positions] };
    });
  const { drawn, rope } = await strands();
  expect(drawn.map(({ count }) => count)).toEqual([4, 4, 4]);
  const [piece, grain] = drawn.map(({ first }) => first);
  const column = (matrix: readonly number[], at: number) =>
    Math.hypot(...matrix.slice(4 * at, 4 * at + 3));
  expect(column(piece!, 1), 'as long as what lies between two particles').toBeCloseTo(0.25, 2);
  expect(Math.hypot(...[12, 13, 14].map((at, axis) => piece![at]! - rope[axis]!))).toBeCloseTo(
    column(piece!, 1) / 2,
    1,
  );
  expect(column(grain!, 0)).toBeCloseTo(0.05, 5);
  await built.tab.evaluate(() => page.set({ grain: 0.1 }));
  await built.tab.waitForFunction(() => Math.abs(page.strands()[1]!.first[0]! - 0.1) < 1e-5);
});

test('a rod is drawn by a cylinder for each segment', async () => {
  const { count, first } = (await built.tab.evaluate(() => page.strands()))[2]!;
  expect(count).toBe(4);
  const column = (at: number) => Math.hypot(...first.slice(4 * at, 4 * at + 3));
  expect(column(0)).toBeCloseTo(0.03, 5);
  expect(column(1)).toBeCloseTo(0.25, 2);
});

test('a soft body is drawn where its particles are, and follows its component', async () => {
  const { drawn, positions } = await built.tab.evaluate(() => {
    const [world] = [...page.worlds].filter(({ disposed }) => !disposed);
    return { drawn: page.jelly(), positions: [...world!.softBodies.at(0)!.positions] };
  });
  expect(drawn).toHaveLength(3 * 27);
  // A step behind at most, as it swings.
  drawn.forEach((at, i) => {
    expect(Math.abs(at - positions[i]!)).toBeLessThan(0.15);
  });
  await built.tab.evaluate(() => page.set({ modulus: 3e5 }));
  await built.tab.waitForFunction(() =>
    [...page.worlds].some(
      ({ disposed, softBodies }) => !disposed && softBodies.at(0)?.youngsModulus === 3e5,
    ),
  );
});

test('a body falls to rest, and what it carries goes with it', async () => {
  await steps(120);
  const [y, drawn] = await built.tab.evaluate(() => [
    page.ball.current!.position[1],
    page.mesh!.parent!.position.y,
  ]);
  expect(y).toBeCloseTo(0.5, 2);
  expect(drawn).toBeCloseTo(0.5, 2);
});

test('a field that can change changes, and nothing else', async () => {
  const before = await ball();
  await built.tab.evaluate(() => page.set({ mass: 3 }));
  await built.tab.waitForFunction(() => page.ball.current?.mass === 3);
  await told('wake');
  const after = await ball();
  expect(after.id).toBe(before.id);
  expect(after.y, 'where it starts is not where it is').toBeCloseTo(before.y, 2);
});

test('a field that is taken away is as if it had not been given', async () => {
  await built.tab.evaluate(() => page.set({ mass: undefined }));
  await built.tab.waitForFunction(() => page.ball.current?.mass !== 3);
  expect((await ball()).mass).toBeCloseTo((1000 * 4 * Math.PI * 0.5 ** 3) / 3, 1);
});

test('a field that is fixed makes the body anew, and the joint with it', async () => {
  const before = await ball();
  await built.tab.evaluate(() => page.set({ radius: 0.25 }));
  await built.tab.waitForFunction(
    (id) => page.ball.current && page.ball.current.id !== id,
    before.id,
  );
  await steps(5);
  expect(await contents()).toEqual(everything);
});

test('components come and go, and the joints of others stay', async () => {
  const joint = () =>
    built.tab.evaluate(() => [...page.worlds].find(({ disposed }) => !disposed)!.joints.at(0)!.id);
  const before = await joint();
  await built.tab.evaluate(() => page.set({ guests: 2 }));
  await steps(2);
  expect(await contents()).toEqual([7, ...everything.slice(1)]);
  await built.tab.evaluate(() => page.set({ guests: 0 }));
  await steps(2);
  expect(await contents()).toEqual(everything);
  expect(await joint()).toBe(before);
});

test("the world's settings follow their properties", async () => {
  await built.tab.evaluate(() => page.set({ gravity: -1 }));
  await built.tab.waitForFunction(() =>
    [...page.worlds].some(({ disposed, gravity }) => !disposed && gravity[1] === -1),
  );
});

test('unmounted, every world is disposed of; mounted again, there is a new one', async () => {
  await built.tab.evaluate(() => page.set({ shown: false }));
  await built.tab.waitForFunction(() => [...page.worlds].every(({ disposed }) => disposed));
  await built.tab.evaluate(() => {
    page.told.length = 0;
    page.set({ shown: true });
  });
  await told('break false');
  expect(await contents()).toEqual(everything);
  expect(complaints).toEqual([]);
});
