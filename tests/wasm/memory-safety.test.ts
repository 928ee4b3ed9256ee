// No plain JavaScript reaches memory that is not its own: views, stale worlds, values that change while they are read,
// and calls that the module can't finish.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadHolonom, type World } from 'holonom';
import { describe, expect, test, vi } from 'vitest';
import { ball, crate, fillWorld, ground, holonom, makeWorld, refusal, run } from './fixture';

const binary = fileURLToPath(new URL('../../wasm/src/holonom.generated.wasm', import.meta.url));

/** A module of its own: what is done to its memory concerns no other test. */
const ownModule = async () => loadHolonom({ wasmBinary: await readFile(binary) });

describe('a cloth added between two steps', () => {
  const forms = {
    rope: (world: World) => world.addRope({ segments: 200 }),
    grid: (world: World) => world.addCloth({ grid: { size: [1, 1], segments: [14, 14] } }),
    pile: (world: World) => world.addGrains({ base: [6, 6], layers: 6 }),
    solid: (world: World) => world.addSoftBody({ lattice: { cells: [4, 4, 4] } }),
    rod: (world: World) => world.addRod({ segments: 200 }),
  };
  test.each(Object.entries(forms))('as a %s leaves other worlds alone', (_, add) => {
    for (const particleIntegrator of ['euler', 'bdf2'] as const) {
      const world = makeWorld({ particleIntegrator });
      world.addRope({ segments: 1 });
      world.step(1 / 60);
      const neighbor = makeWorld();
      fillWorld(neighbor);
      const before = neighbor.hash();
      const cloth = add(world);
      cloth.velocities = new Float32Array(cloth.positions.length).fill(0.5);
      cloth.pins = [0, 1];
      expect(neighbor.hash()).toBe(before);
      run(world, 0.2);
      cloth.remove();
      run(world, 0.1);
      expect(neighbor.hash()).toBe(before);
      run(neighbor, 0.1);
    }
  });
});

describe('values that change while they are read', () => {
  /** A list whose items are computed at each read. */
  const computed = (read: (count: number, index: number) => unknown, length = 3) => {
    let count = 0;
    const list: unknown[] = [];
    for (let index = 0; index < length; index++)
      Object.defineProperty(list, index, { enumerable: true, get: () => read(++count, index) });
    return list as number[];
  };
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);

  const throwsLater = () =>
    computed((count) => {
      if (count > 3) throw new Error('read twice');
      return count;
    });

  const uses: [string, (world: World, list: number[]) => unknown][] = [
    ['a position', (world, list) => world.addBody({ ...crate, position: list as never })],
    ['a setting', (world, list) => Object.assign(world, { gravity: list })],
    ['a field', (world, list) => Object.assign(world.bodies.at(0)!, { linearVelocity: list })],
    ['a force', (world, list) => world.bodies.at(0)!.applyForce(list as never)],
    ['an impulse', (world, list) => world.bodies.at(0)!.applyImpulse(list as never, [0, 0, 0])],
    ['a ray', (world, list) => world.raycast([0, 9, 0], list as never)],
    ['a shape on its way', (world, list) => world.castShape(ball.shape, list as never)],
    ['a point', (world, list) => world.bodiesAt(list as never)],
    ['a scene', (world, list) => world.load({ holonom: 3, settings: { gravity: list } })],
    ['pins', (world, list) => world.addRope({ pins: list })],
    [
      'a rotation',
      (_, list) => holonom.convertRotation({ rotationVector: list as never }, 'matrix'),
    ],
  ];

  test.each(uses)('%s is read once, so that a second read can do nothing', (_, use) => {
    for (let time = 0; time < 500; time++) {
      const world = holonom.createWorld();
      world.addBody(ground);
      use(world, throwsLater());
      world.dispose();
    }
  });

  test.each(uses)('%s that becomes a list in itself is refused', (_, use) => {
    for (let time = 0; time < 20; time++) {
      const world = makeWorld();
      world.addBody(ground);
      const list = computed((count) => (count === 2 ? cyclic : 1));
      expect(refusal(() => use(world, list)).code).toBe('type');
    }
  });

  test.each(uses)('%s that disposes of the world ends in a refusal', (_, use) => {
    const neighbor = makeWorld();
    fillWorld(neighbor);
    const before = neighbor.hash();
    for (let time = 0; time < 20; time++) {
      const world = holonom.createWorld();
      world.addBody(ground);
      world.raycast([0, 9, 0], [0, -1, 0]);
      const list = computed((count) => {
        world.dispose();
        return count;
      });
      try {
        use(world, list);
      } catch (error) {
        expect(error).toMatchObject({ code: 'disposed' });
      }
      expect(world.disposed).toBe(true);
    }
    expect(neighbor.hash()).toBe(before);
    run(neighbor, 0.1);
  });

  test('a list that only says it is long is refused before it is read', () => {
    const world = makeWorld();
    const endless = new Proxy([], {
      get: (_, key) => (key === 'length' ? 2 ** 32 - 1 : undefined),
    });
    const tries = [
      () => world.addRope({ pins: endless }),
      () => world.addBody({ shape: { hull: { points: new Array(2 ** 31) as number[] } } }),
    ];
    for (const call of tries) expect(refusal(call).code).toBe('range');
  });
});

test('a ray in a disposed world writes nothing', () => {
  const world = holonom.createWorld();
  world.addBody(ground);
  world.raycast([1, 9, 2], [0, -1, 0]);
  world.dispose();
  // They take the memory that was given back.
  const others = Array.from({ length: 20 }, () => makeWorld());
  others.forEach(fillWorld);
  const states = () => Buffer.concat(others.map((other) => other.snapshot()));
  const before = states();
  expect(refusal(() => world.raycast([7, 7, 7], [7, 7, 7])).code).toBe('disposed');
  expect(states().equals(before)).toBe(true);
});

test('no part of a compound before the first has a surface', () => {
  const world = makeWorld();
  const points = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
  const body = world.addBody({ shape: { compound: { parts: [{ shape: { hull: { points } } }] } } });
  expect(body.geometry(0).indices.length).toBe(24);
  for (const part of [-1, 1, -(2 ** 31), Number.NaN])
    expect(refusal(() => body.geometry(part)).path, `part ${part}`).toBe('part');
});

test('arrays whose memory was given away are refused', () => {
  const world = makeWorld();
  const body = world.addBody(crate);
  const snapshot = world.snapshot();
  const detached = new Float32Array(3);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const bytes = snapshot.slice();
  const { buffer } = bytes;
  structuredClone(buffer, { transfer: [buffer] });
  expect(refusal(() => world.restore(bytes))).toMatchObject({ path: 'bytes' });
  expect(refusal(() => world.restore(buffer))).toMatchObject({ path: 'bytes' });
  expect(refusal(() => Object.assign(body, { position: detached })).path).toBe('position');
  world.restore(snapshot);
});

test('a snapshot may be given as a part of the memory of the module', () => {
  const world = makeWorld();
  fillWorld(world);
  const snapshot = world.snapshot();
  const { buffer } = world.bodyStates;
  run(world, 0.1);
  expect(refusal(() => world.restore(new Uint8Array(buffer, 0, 5e6))).path).toBe('bytes');
  world.restore(snapshot);
});

test('two thousand refused files, and twenty thousand other refusals, leave the module alive', async () => {
  // In a process of its own: a defect of V8's inlining in Node 20 ends it.
  const library = new URL('../../dist/package/index.js', import.meta.url).href;
  const script = `
    const { HolonomError, loadHolonom } = await import('${library}');
    const world = (await loadHolonom()).createWorld();
    world.addBody({ shape: { sphere: { radius: 1 } } });
    let refused = 0;
    const refuse = (call) => {
      try { call(); } catch (error) { refused += error instanceof HolonomError; }
    };
    for (let i = 0; i < 5000; i++)
      refuse(() => world.load({ holonom: 3, bodies: [{ shape: { sphere: { radius: -i } } }] }));
    for (let i = 0; i < 20000; i++) refuse(() => world.addBody({ density: -1 }));
    world.step(1 / 60);
    console.log(refused);`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    script,
  ]);
  expect(Number(stdout)).toBe(25_000);
});

describe('without memory', () => {
  /** Lets the memory of every module stop growing until the test ends. */
  function stopGrowth(): void {
    vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
      throw new RangeError('no memory');
    });
  }

  test('a sheet too big is refused as often as it is tried, and nothing else suffers', async () => {
    const own = await ownModule();
    const world = own.createWorld();
    const body = world.addBody({ ...ball, position: [1, 2, 3] });
    const hash = world.hash();
    stopGrowth();
    for (let time = 0; time < 300; time++) {
      const error = refusal(() =>
        world.addCloth({ grid: { size: [1, 1], segments: [1000, 1000] } }),
      );
      expect(error).toMatchObject({ code: 'memory', path: 'grid.segments', value: [1000, 1000] });
      expect(world.cloths.length).toBe(0);
    }
    expect(world.hash()).toBe(hash);
    expect(body.position).toEqual([1, 2, 3]);
    world.step(1 / 60);
    world.addBody(ball);
    world.dispose();
    vi.restoreAllMocks();
  });

  test('there is room again when objects are removed', async () => {
    const own = await ownModule();
    const world = own.createWorld();
    stopGrowth();
    const sheet = { grid: { size: [1, 1], segments: [40, 40] } } as const;
    const fill = () => {
      let count = 0;
      const error = refusal(() => {
        for (;;) {
          // Apart from each other: contacts between them would take memory in the step.
          world.addCloth({ ...sheet, position: [0, 2 * count, 0] });
          count++;
        }
      });
      expect(error).toMatchObject({ code: 'memory', path: 'grid.segments' });
      return count;
    };
    const first = fill();
    expect(first).toBeGreaterThan(2);
    for (let round = 0; round < 5; round++) {
      world.step(1 / 60);
      for (const cloth of [...world.cloths]) cloth.remove();
      expect(fill()).toBeGreaterThanOrEqual(first - 1);
    }
    world.clear();
    expect(fill()).toBeGreaterThanOrEqual(first - 1);
    world.dispose();
    vi.restoreAllMocks();
  });

  const big: [string, (world: World) => unknown][] = [
    ['a net', (w) => w.addSpringNetwork({ grid: { size: [1, 1], segments: [1000, 1000] } })],
    ['a pile', (w) => w.addGrains({ base: [100, 100], layers: 100 })],
    ['a rope', (w) => w.addRope({ segments: 100_000 })],
    ['a solid', (w) => w.addSoftBody({ lattice: { cells: [200, 200, 200] } })],
    ['a rod', (w) => w.addRod({ segments: 100_000 })],
    [
      'a mesh',
      (w) =>
        w.addCloth({ mesh: { vertices: new Float32Array(3e6), indices: new Uint32Array(9e6) } }),
    ],
    ['a hull', (w) => w.addBody({ shape: { hull: { points: new Float32Array(9e6) } } })],
    [
      'a dense factor',
      (w) => {
        const grid = { size: [1, 1], segments: [30, 30] } as const;
        return w.addSpringNetwork({ grid, linearSolver: 'dense', integrator: 'backward-euler' });
      },
    ],
  ];
  test.each(big)('%s is refused up front', async (_, add) => {
    const own = await ownModule();
    const world = own.createWorld();
    fillWorld(world);
    const [hash, scene] = [world.hash(), world.save()];
    stopGrowth();
    for (let time = 0; time < 50; time++) {
      const { code } = refusal(() => add(world));
      expect(['memory', 'range']).toContain(code);
    }
    vi.restoreAllMocks();
    expect(world.hash()).toBe(hash);
    expect(world.save()).toEqual(scene);
    world.step(1 / 60);
    world.dispose();
  });

  test('a file is loaded as a whole or not at all', async () => {
    const own = await ownModule();
    const world = own.createWorld();
    fillWorld(world);
    const scene = world.save();
    const sheet = { grid: { size: [1, 1], segments: [60, 60] } } as const;
    stopGrowth();
    for (let time = 0; time < 20; time++) {
      const cloths = Array.from({ length: 40 }, () => sheet);
      expect(refusal(() => world.load({ holonom: 3, cloths })).code).toBe('memory');
      expect(world.save()).toEqual(scene);
    }
    world.load(scene);
    expect(world.save()).toEqual(scene);
    world.dispose();
    vi.restoreAllMocks();
  });
});

describe('a call that does not come back', () => {
  /** Calls where less and less is left of the call stack of JavaScript. */
  const exhausted = (call: () => unknown): void => {
    const deeper = () => {
      try {
        deeper();
      } finally {
        call();
      }
    };
    expect(deeper).toThrow();
  };

  test('for want of stack leaves the module alive, and the world to be disposed of', async () => {
    const own = await ownModule();
    const other = own.createWorld();
    fillWorld(other);
    let broken = 0;
    for (let time = 0; time < 50; time++) {
      const world = own.createWorld();
      fillWorld(world);
      let tries = 0;
      exhausted(() => {
        if (tries++ < 50) world.step(1 / 60);
      });
      try {
        world.step(1 / 60);
      } catch (error) {
        broken++;
        expect(error).toMatchObject({ code: 'broken' });
        expect(refusal(() => world.bodies.length).code).toBe('broken');
      }
      world.dispose();
      expect(refusal(() => world.hash()).code).toBe('disposed');
    }
    expect(broken).toBeGreaterThan(0);
    run(other, 0.1);
    other.dispose();
  });

  test('of a module that has failed says so, and another can be loaded', async () => {
    const bytes = await readFile(binary);
    const own = await loadHolonom({ wasmBinary: bytes });
    expect(await loadHolonom({ wasmBinary: bytes })).toBe(own);
    const world = own.createWorld();
    const body = world.addBody(ball);
    // Memory that someone else has overwritten.
    new Uint8Array(world.bodyStates.buffer).fill(0xff);
    let error: unknown;
    for (let time = 0; time < 20; time++) {
      try {
        world.step(1 / 60);
        world.addRope({ segments: 50 });
      } catch (cause) {
        error = cause;
      }
    }
    expect(error).toMatchObject({ name: 'HolonomError', code: 'trap' });
    expect((error as Error).message).toContain('load the module again');
    for (const use of [() => world.hash(), () => body.position, () => world.save()])
      expect(refusal(use).code).toBe('trap');
    expect(body.alive).toBe(false);
    world.dispose();
    const fresh = await loadHolonom({ wasmBinary: bytes });
    expect(fresh).not.toBe(own);
    const next = fresh.createWorld();
    fillWorld(next);
    run(next, 0.1);
    next.dispose();
  });
});

describe('what runs in the midst of a call', () => {
  test.each([0, 2, 100, 4000, 1e6])(
    'a gradient whose iterator gives %s numbers writes those of its particles alone',
    (count) => {
      const neighbors = Array.from({ length: 20 }, () => {
        const neighbor = makeWorld();
        fillWorld(neighbor);
        return neighbor;
      });
      const world = makeWorld();
      const cloth = world.addCloth({ grid: { size: [1, 1], segments: [2, 2] } });
      const before = neighbors.map((neighbor) => neighbor.hash());
      const gradient = (): ArrayLike<number> =>
        Object.assign([0, 1, 0], {
          *[Symbol.iterator]() {
            for (let i = 0; i < count; i++) yield 1e9 + i;
          },
        });
      world.addUserConstraint({
        particles: [{ cloth, point: 0 }],
        value: ([, y = 0]) => y + 1,
        gradient,
      });
      run(world, 0.1);
      expect(neighbors.map((neighbor) => neighbor.hash())).toEqual(before);
      expect(cloth.positions[1]).toBeCloseTo(-1, 3);
    },
  );

  test('a gradient of positions that were taken away is refused', () => {
    const world = makeWorld();
    const cloth = world.addCloth({ grid: { size: [1, 1], segments: [2, 2] } });
    world.addUserConstraint({
      particles: [{ cloth, point: 0 }],
      value: () => 1,
      gradient: (positions) => {
        structuredClone(positions, { transfer: [positions.buffer] });
        return [];
      },
    });
    expect(refusal(() => world.step(1 / 60)).path).toBe('gradient');
  });

  test('a vector to write to gets numbers of one moment, whatever its setters do', () => {
    for (const act of [
      (world: World) => world.bodies.at(0)?.remove(),
      (world: World) => world.dispose(),
      () => {
        const other = makeWorld();
        for (let i = 0; i < 20; i++) other.addCloth({ grid: { size: [1, 1], segments: [99, 99] } });
      },
    ]) {
      const own = makeWorld();
      const body = own.addBody({ position: [1, 2, 3] });
      own.addBody({ position: [7, 8, 9] });
      const out = { y: 0, z: 0 };
      Object.defineProperty(out, 'x', { get: () => 0, set: () => act(own) });
      body.getPosition(out as unknown as { x: number; y: number; z: number });
      expect(out).toMatchObject({ y: 2, z: 3 });
    }
  });

  test('a ray that leaves out a million bodies hits what is left', async () => {
    const own = (await ownModule()).createWorld();
    const body = own.addBody({});
    const below = own.addBody({ position: [0, -5, 0] });
    const exclude = new Array(1 << 20).fill(body);
    const hit = own.raycast([0, 10, 0], [0, -1, 0], { exclude });
    expect(hit).toMatchObject({ body: below, distance: 14.5 });
    own.dispose();
  });

  test.each(['force generator', 'user constraint'])('a %s may end a recording', (where) => {
    const world = makeWorld();
    world.addBody({});
    const cloth = world.addCloth({ grid: { size: [1, 1], segments: [2, 2] } });
    const recording = world.record();
    const stop = () => recording.stop();
    if (where === 'force generator') world.addForceGenerator(stop);
    else
      world.addUserConstraint({
        particles: [{ cloth, point: 0 }],
        value: () => {
          stop();
          return 0;
        },
      });
    for (let i = 0; i < 3; i++) world.step(1 / 60);
    expect(world.stepCount).toBe(3);
    expect(recording.active).toBe(false);
    expect(recording.bytes).toBe(0);
    world.addBody({});
    expect(recording.bytes).toBe(0);
  });
});
