// The motion on the stage as a .glb file.
import { readFileSync } from 'node:fs';
import { AnimationMixer, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { expect, test } from 'vitest';
import { useSite } from './playground.ts';

const { openScene } = useSite();

interface Gltf {
  readonly nodes: readonly { readonly name?: string }[];
  readonly accessors: readonly { readonly max?: readonly number[] }[];
  readonly meshes: readonly { readonly primitives: readonly { readonly targets?: unknown[] }[] }[];
  readonly animations: readonly {
    readonly channels: readonly {
      readonly target: { readonly node: number; readonly path: string };
    }[];
    readonly samplers: readonly { readonly input: number }[];
  }[];
}

test('bodies, cloth and nets are written with their motion, and the world stays where it was', async () => {
  const { page, complaints } = await openScene('together', { reducedMotion: 'reduce' });
  await page.evaluate(() => window.holonomPlayground?.step(60));
  const hash = () => page.evaluate(() => window.holonomPlayground?.world.hash());
  const before = await hash();
  await page.locator('.tabs [data-tab=share]').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save .glb' }).click(),
  ]);
  expect(await hash()).toBe(before);
  const file = readFileSync(await download.path());
  expect(file.toString('latin1', 0, 4)).toBe('glTF');
  const gltf = JSON.parse(file.toString('utf8', 20, 20 + file.readUInt32LE(12))) as Gltf;
  const [motion] = gltf.animations;
  const paths = motion?.channels.map(({ target }) => target.path) ?? [];
  const moving = await page.evaluate(
    () =>
      [...(window.holonomPlayground?.world.bodies ?? [])].filter(({ type }) => type !== 'static')
        .length,
  );
  expect(paths.filter((path) => path === 'rotation')).toHaveLength(moving);
  expect(paths).toContain('weights');
  expect(gltf.meshes.some(({ primitives }) => (primitives[0]?.targets?.length ?? 0) >= 4)).toBe(
    true,
  );
  const lengths = motion?.samplers.map(({ input }) => gltf.accessors[input]?.max?.[0] ?? 0) ?? [];
  expect(Math.max(...lengths)).toBeCloseTo(60 / 60, 2);

  // Another program plays it: at its end, bodies and cloth are where they are on the stage.
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
  const { scene, animations } = await new GLTFLoader().parseAsync(bytes as ArrayBuffer, '');
  expect(animations).toHaveLength(1);
  const [clip] = animations;
  if (!clip) return;
  expect(clip.validate()).toBe(true);
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(clip).play();
  const places = async (): Promise<readonly number[][]> =>
    page.evaluate(() =>
      [...(window.holonomPlayground?.world.bodies ?? [])]
        .filter(({ type }) => type === 'dynamic')
        .map(({ position }) => [...position]),
    );
  const nearest = (place: readonly number[]): number => {
    let least = Number.POSITIVE_INFINITY;
    scene.traverse((object) => {
      const at = object.getWorldPosition(new Vector3());
      least = Math.min(least, at.distanceTo(new Vector3().fromArray(place)));
    });
    return least;
  };
  const ends = await places();
  expect(ends.length).toBeGreaterThan(0);
  mixer.setTime(clip.duration - 1e-6);
  scene.updateMatrixWorld(true);
  for (const place of ends) expect(nearest(place)).toBeLessThan(1e-3);
  mixer.setTime(0);
  scene.updateMatrixWorld(true);
  const moved = ends.filter((place) => nearest(place) > 0.01);
  expect(moved.length, 'they were elsewhere a second before').toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

test('what ran goes on after a save, and what stood still stands', async () => {
  const { page, complaints } = await openScene('pyramid');
  await page.locator('.tabs [data-tab=share]').click();
  for (const paused of [false, true]) {
    await page.evaluate((it) => window.holonomPlayground?.setPaused(it), paused);
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save .glb' }).click(),
    ]);
    expect(await page.evaluate(() => window.holonomPlayground?.paused)).toBe(paused);
  }
  expect(complaints).toEqual([]);
});
