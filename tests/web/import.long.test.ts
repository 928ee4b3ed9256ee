import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { keepScreenshot, runSteps, staysFinite, useSite } from './playground.ts';

const { openScene } = useSite();

const pick = (page: Page, name: string, content: string | Buffer) =>
  page
    .locator('#file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });

/** Drops a file on the page, as from a file manager. */
const drop = (page: Page, name: string, content: string) =>
  page.evaluate(
    ([fileName, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text as string], fileName as string));
      for (const type of ['dragover', 'drop']) {
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
        );
      }
    },
    [name, content],
  );

/** A sheet of squares as an .obj file. */
function sheet(squares: number): string {
  const lines: string[] = [];
  const row = squares + 1;
  for (let i = 0; i < row * row; i++)
    lines.push(`v ${(i % row) / squares} 0.2 ${Math.floor(i / row) / squares}`);
  for (let i = 0; i < squares * squares; i++) {
    const corner = Math.floor(i / squares) * row + (i % squares) + 1;
    lines.push(`f ${corner} ${corner + row} ${corner + row + 1} ${corner + 1}`);
  }
  return lines.join('\n');
}

/** A tetrahedron as a .glb file. */
function tetrahedron(): Buffer {
  const points = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const corners = new Uint16Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
  const data = Buffer.concat([Buffer.from(points.buffer), Buffer.from(corners.buffer)]);
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: 4,
        type: 'VEC3',
        min: [0, 0, 0],
        max: [1, 1, 1],
      },
      { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: points.byteLength },
      { buffer: 0, byteOffset: points.byteLength, byteLength: corners.byteLength },
    ],
    buffers: [{ byteLength: data.length }],
  });
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const header = Buffer.alloc(20);
  header.write('glTF');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(20 + text.length + 8 + data.length, 8);
  header.writeUInt32LE(text.length, 12);
  header.write('JSON', 16);
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32LE(data.length, 0);
  chunk.write('BIN\0', 4);
  return Buffer.concat([header, text, chunk, data]);
}

const scene = JSON.stringify({
  holonom: 3,
  title: 'Two balls',
  bodies: [
    { type: 'static', shape: { plane: { normal: [0, 1, 0] } } },
    { position: [0, 1, 0], shape: { sphere: { radius: 0.5 } } },
    { position: [0.3, 3, 0], shape: { sphere: { radius: 0.4 } } },
  ],
});

const title = (page: Page) => page.locator('#title').textContent();

test('an .obj becomes cloth, and springs when the reader chooses so', async () => {
  const { page, complaints } = await openScene('tower');
  await pick(page, 'sheet.obj', sheet(12));
  await page.waitForFunction(() => window.holonomPlayground?.world.cloths.length === 1);
  expect(await title(page)).toBe('sheet.obj');
  await runSteps(page, 60);
  await keepScreenshot(page, 'import-cloth');
  await page.locator('#scene-controls').getByText('Springs').click();
  await page.waitForFunction(() => window.holonomPlayground?.world.springNetworks.length === 1);
  await runSteps(page, 60);
  await keepScreenshot(page, 'import-springs');
  expect(await staysFinite(page)).toBe(true);
  expect(complaints).toEqual([]);
});

test('a .glb is picked and a scene .json is dropped', async () => {
  const { page, complaints } = await openScene('tower');
  await pick(page, 'tetrahedron.glb', tetrahedron());
  await page.waitForFunction(() => window.holonomPlayground?.world.cloths.at(0)?.count === 4);
  await runSteps(page, 20);
  await drop(page, 'balls.json', scene);
  await page.waitForFunction(() => window.holonomPlayground?.world.bodies.length === 3);
  expect(await title(page)).toBe('Two balls');
  await runSteps(page, 20);
  expect(await staysFinite(page)).toBe(true);
  expect(complaints).toEqual([]);
});

test('a .glb with physics shows its bodies', async () => {
  const { page, complaints } = await openScene('tower');
  const body = (shape: number, rest: object) => ({
    ...rest,
    extensions: { KHR_physics_rigid_bodies: { collider: { geometry: { shape } }, ...rest } },
  });
  const file = {
    asset: { version: '2.0' },
    extensions: {
      KHR_implicit_shapes: { shapes: [{ type: 'plane' }, { type: 'box' }] },
      KHR_physics_rigid_bodies: {},
    },
    nodes: [body(0, {}), body(1, { motion: { mass: 1 }, translation: [0, 2, 0] })],
  };
  await pick(page, 'room.glb', JSON.stringify(file));
  await page.waitForFunction(() => window.holonomPlayground?.scene === 'room.glb');
  await runSteps(page, 120);
  expect(
    await page.evaluate(() => window.holonomPlayground?.world.bodies.at(1)?.position[1]),
  ).toBeCloseTo(0.5, 2);
  await keepScreenshot(page, 'import-physics');
  expect(complaints).toEqual([]);
});

test('what is saved can be opened again', async () => {
  const { page, complaints } = await openScene('together');
  await runSteps(page, 30);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save' }).click(),
  ]);
  const before = await page.evaluate(() => window.holonomPlayground?.world.attachments.length);
  await page.locator('#file').setInputFiles(
    await download.path().then(async (path) => ({
      name: 'again.json',
      mimeType: 'application/json',
      buffer: await import('node:fs/promises').then((fs) => fs.readFile(path)),
    })),
  );
  await page.waitForFunction(() => window.holonomPlayground?.scene === 'again.json');
  expect(await page.evaluate(() => window.holonomPlayground?.world.attachments.length)).toBe(
    before,
  );
  await runSteps(page, 10);
  expect(complaints).toEqual([]);
});

test('a file that was opened is there again after Back and a reload; a lost one is named', async () => {
  const { page, complaints } = await openScene('tower');
  const shows = (count: number) =>
    page.waitForFunction(
      (wanted) => window.holonomPlayground?.world.bodies.length === wanted,
      count,
    );
  await pick(page, 'balls.json', scene);
  await shows(3);
  expect(page.url()).toContain('file=balls.json');
  await page.locator('#scenes [data-scene=pyramid]').click();
  await shows(93);
  await page.goBack();
  await shows(3);
  await page.reload();
  await page.waitForFunction(() => window.holonomPlayground?.ready);
  expect(await title(page)).toBe('Two balls');
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.locator('.toast').filter({ hasText: 'balls.json' }).waitFor();
  expect(await title(page)).toBe('Pyramid');
  expect(complaints).toEqual([]);
});

test('what rolled far away does not make the rest small', async () => {
  const { page } = await openScene('tower');
  const ball = (position: number[]) => ({ position, shape: { sphere: { radius: 0.25 } } });
  const bodies = Array.from({ length: 12 }, (_, i) => ball([(i % 4) * 0.6, 0.3, (i >> 2) * 0.6]));
  const far = [ball([290, 0.3, 0]), ball([-38, 0.3, 7])];
  await pick(page, 'far.json', JSON.stringify({ holonom: 3, bodies: [...bodies, ...far] }));
  await page.waitForFunction(() => window.holonomPlayground?.scene === 'far.json');
  const box = (await page.locator('#stage').boundingBox()) as { width: number };
  const [left, right] = await page.evaluate(() =>
    [
      [0, 0.3, 0.6],
      [1.8, 0.3, 0.6],
    ].map((at) => window.holonomPlayground?.placeOf(at as [number, number, number])?.clientX),
  );
  expect((right as number) - (left as number)).toBeGreaterThan(0.15 * box.width);
});

test('a file with a mistake is explained, and the scene goes on', async () => {
  const { page, complaints } = await openScene('tower');
  const wrong: [name: string, content: string, message: RegExp][] = [
    ['index.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 7', /line 4.*vertex 7/],
    ['empty.obj', '', /no triangles/],
    ['short.glb', 'glTF', /ends too early/],
    ['other.glb', 'not at all', /no binary glTF/],
    ['malformed.json', '{ "holonom": 3, "bodies": [', /can’t be opened/],
    [
      'negative.json',
      '{ "holonom": 3, "bodies": [{ "shape": { "sphere": { "radius": -1 } } }] }',
      /bodies\[0\]\.shape\.sphere\.radius/,
    ],
    ['misspelt.json', '{ "holonom": 3, "bodys": [] }', /bodys/],
    ['picture.png', 'x', /\.obj, \.glb and \.json/],
  ];
  for (const [name, content, message] of wrong) {
    await pick(page, name, content);
    const toast = page.locator('.toast').filter({ hasText: name }).last();
    await toast.waitFor();
    expect(await toast.textContent()).toMatch(message);
    expect(await page.evaluate(() => window.holonomPlayground?.scene)).toBe('tower');
    await runSteps(page, 3);
  }
  await keepScreenshot(page, 'import-refused');
  expect(await page.locator('.toast').count(), 'old messages make room').toBeLessThanOrEqual(3);
  expect(await staysFinite(page)).toBe(true);
  expect(complaints).toEqual([]);
});
