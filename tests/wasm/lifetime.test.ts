import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadHolonom, type World } from 'holonom';
import { describe, expect, test, vi } from 'vitest';
import { ball, fillWorld, holonom, makeWorld, refusal, run } from './fixture';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe('a disposed world', () => {
  const uses: [string, (world: World) => unknown][] = [
    ['step', (world) => world.step(1 / 60)],
    ['addBody', (world) => world.addBody(ball)],
    ['save', (world) => world.save()],
    ['load', (world) => world.load({ holonom: 3 })],
    ['clear', (world) => world.clear()],
    ['hash', (world) => world.hash()],
    ['a setting', (world) => world.gravity],
    ['setting a setting', (world) => Object.assign(world, { substeps: 2 })],
    ['diagnostics', (world) => world.diagnostics],
    ['time', (world) => world.time],
    ['bodies.length', (world) => world.bodies.length],
    ['bodies.at', (world) => world.bodies.at(0)],
    ['iterating', (world) => [...world.cloths]],
    ['bodyFromId', (world) => world.bodyFromId(1)],
    ['instances', (world) => world.instances('box')],
    ['debug', (world) => Object.assign(world, { debug: { axes: true } })],
    ['debugLines', (world) => world.debugLines],
  ];
  test.each(uses)('refuses %s', (_, use) => {
    const world = holonom.createWorld();
    world.dispose();
    expect(refusal(() => use(world)).code).toBe('disposed');
  });

  test('makes its objects dead', () => {
    const world = holonom.createWorld();
    const body = world.addBody(ball);
    world.dispose();
    expect(body.alive).toBe(false);
    expect(refusal(() => body.position).code).toBe('disposed');
    expect(refusal(() => body.remove()).code).toBe('disposed');
  });

  test('may be disposed again', () => {
    const world = holonom.createWorld();
    expect(world.disposed).toBe(false);
    world.dispose();
    world.dispose();
    expect(world.disposed).toBe(true);
  });

  test('leaves other worlds alone', () => {
    const [kept, gone] = [makeWorld(), holonom.createWorld()];
    const body = kept.addBody(ball);
    gone.addBody(ball);
    gone.dispose();
    run(kept, 0.1);
    expect(body.position[1]).toBeLessThan(0);
  });
});

test('`using` disposes at the end of the block', () => {
  let seen: World;
  {
    using world = holonom.createWorld();
    seen = world;
    expect(world.disposed).toBe(false);
  }
  expect(seen.disposed).toBe(true);
});

test('memory is given back: two hundred worlds need no more than a few', () => {
  const size = () => {
    const world = holonom.createWorld();
    const cloth = world.addCloth({ grid: { size: [1, 1], segments: [50, 50] } });
    const bytes = cloth.positions.buffer.byteLength;
    world.dispose();
    return bytes;
  };
  for (let i = 0; i < 10; i++) size();
  const settled = size();
  for (let i = 0; i < 200; i++) size();
  expect(size()).toBe(settled);
});

describe('a removed object', () => {
  test('is stale in every use', () => {
    const world = makeWorld();
    const body = world.addBody(ball);
    const cloth = world.addCloth({ grid: { size: [1, 1], segments: [2, 2] } });
    const net = world.addSpringNetwork({ grid: { size: [1, 1], segments: [2, 2] } });
    const tie = world.addAttachment({ cloth, point: 0 });
    const grab = world.grab({ body, target: [0, 0, 0] });
    for (const object of [grab, tie, net, cloth, body]) object.remove();
    const uses = [
      () => body.position,
      () => body.friction,
      () => Object.assign(body, { position: [0, 0, 0] }),
      () => Object.assign(body, { friction: 0.1 }),
      () => body.applyImpulse([1, 0, 0]),
      () => body.applyImpulse([1, 0, 0], [0, 0, 0]),
      () => body.remove(),
      () => world.remove(body),
      () => world.describe(body),
      () => world.bodyFromId(body.id),
      () => cloth.positions,
      () => cloth.indices,
      () => cloth.friction,
      () => net.positions,
      () => net.positions64,
      () => net.stiffness,
      () => tie.cloth,
      () => tie.compliance,
      () => grab.moveTo([0, 0, 0]),
      () => grab.release(),
      () => world.grab({ body, target: [0, 0, 0] }),
      () => world.addAttachment({ cloth, point: 0 }),
    ];
    for (const use of uses) expect(refusal(use).code, use.toString()).toBe('stale');
    world.step(1 / 60);
  });

  test('does not come back as another that takes its place', () => {
    const world = makeWorld();
    const old = world.addBody({ ...ball, name: 'old' });
    old.remove();
    for (let i = 0; i < 100; i++) {
      const body = world.addBody({ ...ball, name: 'new' });
      expect(body.id).not.toBe(old.id);
      expect(old.alive).toBe(false);
      body.remove();
    }
  });

  test.each([
    ['clear', (world: World) => world.clear()],
    ['load', (world: World) => world.load(world.save())],
  ])('stays stale after %s and new objects', (_, replace) => {
    const world = makeWorld();
    fillWorld(world);
    const old = [...world.bodies, ...world.cloths, ...world.springNetworks, ...world.attachments];
    replace(world);
    fillWorld(world);
    for (const object of old) expect(object.alive).toBe(false);
    const fresh = [...world.bodies, ...world.cloths, ...world.springNetworks, ...world.attachments];
    expect(fresh.filter((object) => (old as unknown[]).includes(object))).toEqual([]);
  });
});

test('an object of another world is refused, also where its number would fit', () => {
  const [a, b] = [makeWorld(), makeWorld()];
  const stranger = a.addBody(ball);
  const own = b.addBody(ball);
  const cloth = b.addCloth({ grid: { size: [1, 1], segments: [2, 2] } });
  expect(stranger.id).toBe(own.id);
  expect(refusal(() => b.remove(stranger)).code).toBe('stale');
  expect(refusal(() => b.describe(stranger)).code).toBe('stale');
  expect(refusal(() => b.grab({ body: stranger, target: [0, 0, 0] }))).toMatchObject({
    code: 'stale',
    path: 'body',
  });
  expect(refusal(() => b.addAttachment({ cloth, point: 0, body: stranger }))).toMatchObject({
    code: 'stale',
    path: 'body',
  });
  expect(own.alive).toBe(true);
});

test('objects that are gone are not kept in memory', async () => {
  const world = makeWorld();
  const cloth = world.addCloth({ grid: { size: [1, 1], segments: [2, 2] } });
  const gone: WeakRef<object>[] = [];
  (() => {
    for (let i = 0; i < 1000; i++) {
      const body = world.addBody({ ...ball, position: [0, -9, 0] });
      gone.push(new WeakRef(body), new WeakRef(world.addAttachment({ cloth, point: 0, body })));
      body.remove();
    }
  })();
  const collected = () => gone.filter((reference) => reference.deref() === undefined).length;
  await vi.waitFor(() => {
    collect();
    // Some that left with their body wait for the next sweep.
    expect(collected()).toBeGreaterThan(1900);
  });
  world.clear();
  await vi.waitFor(() => {
    collect();
    expect(collected()).toBe(2000);
  });
});

test('a world dropped without dispose() is warned of in development', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  (() => {
    holonom.createWorld();
    holonom.createWorld().dispose();
  })();
  await vi.waitFor(
    () => {
      collect();
      expect(warn).toHaveBeenCalled();
    },
    { timeout: 5000 },
  );
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]?.[0]).toContain('dispose()');
  expect(warn.mock.calls[0]?.[0]).toContain('lifetime.test');
  warn.mockRestore();
});

test('when the memory is used up it says so, and the world is still read', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  // A module of its own, whose memory stops growing.
  const file = fileURLToPath(new URL('../../wasm/src/holonom.generated.wasm', import.meta.url));
  const world = (await loadHolonom({ wasmBinary: await readFile(file) })).createWorld();
  const body = world.addBody({ ...ball, position: [1, 2, 3] });
  vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
    throw new RangeError('no memory');
  });
  const sheet = { grid: { size: [1, 1], segments: [100, 100] } } as const;
  const error = refusal(() => {
    for (;;) world.addCloth(sheet);
  });
  expect(printed).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  expect(error).toMatchObject({ code: 'memory', path: 'grid.segments', value: [100, 100] });
  expect(body.position).toEqual([1, 2, 3]);
  expect(world.bodies.length).toBe(1);
  world.dispose();
});

test('a machine that gives no more memory is told of too, and bodies can still be read and added', async () => {
  const library = new URL('../../dist/package/index.js', import.meta.url).href;
  const script = `
    const { HolonomError, loadHolonom } = await import('${library}');
    const world = (await loadHolonom()).createWorld();
    const body = world.addBody({ position: [1, 2, 3], shape: { sphere: { radius: 1 } } });
    const sheet = { grid: { size: [1, 1], segments: [100, 100] } };
    try {
      for (;;) world.addCloth(sheet);
    } catch (error) {
      const cloth = world.cloths.at(0);
      world.addBody({ shape: { sphere: { radius: 1 } } });
      console.log(JSON.stringify({
        refused: error instanceof HolonomError && error.code,
        position: body.position,
        points: cloth.positions.length,
        bodies: world.bodies.length,
      }));
    }
    world.dispose();`;
  // 64 MB; the cloths take more.
  const flags = ['--wasm-max-mem-pages=1024', '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  expect(JSON.parse(stdout)).toEqual({
    refused: 'memory',
    position: [1, 2, 3],
    points: 3 * 101 * 101,
    bodies: 2,
  });
});
