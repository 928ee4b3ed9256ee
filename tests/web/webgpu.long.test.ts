// `WebGPURenderer` draws a view like `WebGLRenderer`: its shaders are others, and the pictures are the same.
import { expect, test } from 'vitest';
import { useBuiltPage } from './built-page';
import type { Page } from './webgpu-page/main';

declare const page: Page;

const built = useBuiltPage('webgpu-page');
const { complaints } = built;

/** The mean difference of two pictures, of 255, and the share of pixels that differ clearly. */
function difference(a: string, b: string) {
  return built.tab.evaluate(
    async (addresses) => {
      const [first, second] = await Promise.all(
        addresses.map(async (address) => {
          const image = await createImageBitmap(await (await fetch(address)).blob());
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      let [sum, clear] = [0, 0];
      first!.forEach((value, i) => {
        const apart = Math.abs(value - second![i]!);
        sum += apart;
        if (apart > 24) clear++;
      });
      return { mean: sum / first!.length, clear: clear / first!.length };
    },
    [a, b],
  );
}

const draw = (
  renderer: 'webgl' | 'webgpu',
  nodes: boolean,
  { more = false, forces = false, pictures = 2, away = 1 } = {},
) =>
  built.tab.evaluate(([name, shown]) => page.draw(name, shown), [
    renderer,
    { nodes, more, forces, pictures, away },
  ] as const);

test('the grid of a plane, the edges of boxes and the backs of surfaces look as they do in WebGL', async () => {
  const webgl = await draw('webgl', false);
  const [nodes, plain] = [await draw('webgpu', true), await draw('webgpu', false)];
  const [near, far] = [await difference(webgl, nodes), await difference(webgl, plain)];
  // What is left are the steps along slanted edges.
  expect(near.mean).toBeLessThan(far.mean / 5);
  expect(near.clear).toBeLessThan(far.clear / 5);
  expect(far.clear, 'without nodes they look otherwise').toBeGreaterThan(0.01);
  expect(complaints).toEqual([]);
});

test('nets, forces and strain are drawn too', async () => {
  const bare = await draw('webgpu', true);
  const more = await draw('webgpu', true, { more: true, forces: true });
  expect((await difference(bare, more)).clear).toBeGreaterThan(0.01);
  expect(complaints).toEqual([]);
});

test.each(['webgl', 'webgpu'] as const)(
  'the first picture of %s shows the arrows of forces, from afar too',
  async (name) => {
    const bare = await draw(name, false, { away: 6 });
    const seen = async (pictures: number) =>
      (await difference(bare, await draw(name, false, { forces: true, pictures, away: 6 }))).clear;
    // The second knows how many pixels there are, and has the newtons too.
    expect(await seen(1)).toBeGreaterThan((await seen(2)) / 10);
  },
);
