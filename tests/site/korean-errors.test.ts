// What is refused on a Korean page is told in Korean: bad scenes, files, links, settings and calls of code, one mistake at a
// time. What stays Latin are names of fields and things, quoted text, units and formats.
import { expect, test, vi } from 'vitest';
import { definitions, type HolonomError, loadHolonom } from '../../wasm/src/index.ts';
import type { RawModule } from '../../wasm/src/raw.ts';
import { catchTraps } from '../../wasm/src/traps.ts';
import { badValues } from '../wasm/bad-arguments.ts';

// A page that is written in one language says so.
vi.stubGlobal('document', { documentElement: { dataset: { language: 'ko' } } });
const { errorText } = await import('../../web/language/error-text.ts');
const { SiteError } = await import('../../web/language/site-error.ts');
const { sceneOf } = await import('../../web/playground/import.ts');
const { pack, unpack } = await import('../../web/playground/share/link.ts');
const { Names } = await import('../../web/playground/code/names.ts');
const { CodeError } = await import('../../web/playground/code/code-error.ts');
const { describe } = await import('../../web/playground/code/near-run.ts');
const { Replayer } = await import('../../web/playground/code/replayer.ts');

const compiler = WebAssembly;
const holonom = await loadHolonom();

/** Names that stand in descriptions, whole or as parts of a path. */
const names = new Set(
  JSON.stringify(definitions)
    .match(/"[a-zA-Z][a-zA-Z0-9-]*"/g)
    ?.map((name) => name.slice(1, -1)),
);
const formats =
  /https?:\S+|\b(?:Holonom|WebAssembly(?: SIMD)?|wasmBinary|true|false|null|NaN|-?Infinity|undefined|JSON|glTF|kg|MB|GB|base64|holonom|bodies|cloths|softBodies|rods|springNetworks|attachments|beforeStep|buffer view|export default|build|step|orders|constructor|scene|glb|obj|json|ArrayBuffer|dispose|distance|object|Body|Uint8Array)\b/g;

/** What is left of a message without what may be Latin. */
function foreignIn(korean: string): string[] {
  const rest = korean
    .replace(/^[^\s:]+(?: \('[^']*'\))?: /, '')
    // Names that are listed.
    .replace(/(?:[\w-]+, )*[\w-]+(?: [\w-]+)? 가운데/g, '')
    .replace(/'[^']*'|`[^`]*`|\{[^}]*\}|\[x, y, z\]|Symbol\([^)]*\)|[A-Z]\w* 객체|함수 \w+/g, '')
    .replace(/[a-z]\w*(?:\[\d+\])?(?:\.\w+(?:\[\d+\])?)+/gi, '')
    .replace(formats, '');
  return (rest.match(/[a-zA-Z][a-zA-Z-]{2,}/g) ?? []).filter((word) => !names.has(word));
}

/** Messages of which something is not Korean, each form once. */
async function foreign(calls: Iterable<() => unknown>): Promise<{ told: number; left: string[] }> {
  const left = new Map<string, string>();
  let told = 0;
  for (const call of calls) {
    try {
      await call();
    } catch (error) {
      told++;
      const { message } = error as Error;
      const said = errorText(error);
      const words = foreignIn(said);
      if (!/[가-힣]/.test(said) || words.length > 0)
        left.set(words.join(' '), `${said}  <-  ${message}`);
    }
  }
  return { told, left: [...left.values()] };
}

const open = (name: string, content: string | Uint8Array) => () =>
  sceneOf(new File([content as BlobPart], name), holonom);

const wrongs: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e12,
  'x',
  [],
  [1, 2],
  ['x'],
  {},
  { x1: 1 },
];

/** Every copy of a description in which one value is wrong, one is missing, or one too much. */
function* spoiled(whole: unknown): Generator<unknown> {
  if (typeof whole !== 'object' || whole === null) return;
  const put = (key: string, value: unknown): unknown =>
    Array.isArray(whole)
      ? whole.map((item, i) => (String(i) === key ? value : item))
      : { ...whole, [key]: value };
  const keys = Object.keys(whole);
  // Of a list of numbers the first and last stand for all.
  const plain = Array.isArray(whole) && whole.every((item) => typeof item === 'number');
  for (const key of plain ? keys.filter((_, i) => i === 0 || i === keys.length - 1) : keys) {
    const value = (whole as Record<string, unknown>)[key];
    for (const wrong of wrongs) yield put(key, wrong);
    yield put(key, undefined);
    for (const inside of spoiled(value)) yield put(key, inside);
  }
  if (!Array.isArray(whole)) yield { ...whole, color: 1 };
}

/** A scene with one of each kind of object. */
const small: Record<string, unknown> = {
  holonom: 3,
  title: 'x',
  bodies: [
    { type: 'static', shape: { plane: { normal: [0, 1, 0] } } },
    {
      position: [0, 1, 0],
      rotation: [0, 0, 0, 1],
      mass: 1,
      shape: { box: { halfExtents: [1, 1, 1] } },
    },
    { shape: { capsule: { radius: 1, halfHeight: 1 } } },
    { shape: { hull: { points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] } } },
    {
      shape: {
        compound: { parts: [{ position: [0, 0, 0], shape: { sphere: { radius: 1 } } }] },
      },
    },
    {
      type: 'static',
      shape: { mesh: { vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1], indices: [0, 1, 2] } },
    },
  ],
  joints: [
    {
      hinge: {
        bodyA: 1,
        anchor: [0, 1, 0],
        axis: [0, 0, 1],
        limits: { lower: -1, upper: 1 },
        motor: { velocity: 1, maxTorque: 1 },
      },
    },
    { distance: { bodyA: 2, bodyB: 1, anchorA: [0, 0, 0], anchorB: [0, 0, 0], length: 1 } },
  ],
  forces: [{ spring: { bodyA: 1, anchorB: [0, 4, 0], stiffness: 20, damping: 5 } }],
  cloths: [
    { grid: { size: [1, 1], segments: [2, 2] }, pins: ['corners', 4] },
    { mesh: { vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1], indices: [0, 1, 2] } },
  ],
  ropes: [{ length: 1, segments: 3 }],
  grains: [{ base: [2, 2], layers: 2 }],
  softBodies: [
    { lattice: { size: [1, 1, 1], cells: [1, 1, 1] }, model: 'neo-hookean', youngsModulus: 1e5 },
    {
      tetrahedra: { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], indices: [0, 1, 2, 3] },
      poissonRatio: 0.3,
    },
  ],
  rods: [
    { length: 1, segments: 3, clamps: ['left'] },
    { points: [0, 0, 0, 1, 0, 0, 1, 1, 0], youngsModulus: 1e5 },
  ],
  springNetworks: [
    { grid: { size: [1, 1], segments: [2, 2] } },
    { lists: { positions: [0, 0, 0, 1, 0, 0], springs: [0, 1] } },
  ],
  attachments: [{ body: 1, cloth: 0, point: 4 }],
};

test('what is wrong with a scene file, at any place of it', async () => {
  const load = (scene: unknown) => () => {
    using world = holonom.createWorld();
    world.load(JSON.stringify(scene));
  };
  load(small)();
  const calls = [...spoiled(small)].map(load);
  const { told, left } = await foreign(calls);
  expect(left).toEqual([]);
  expect(told).toBeGreaterThan(1500);
});

test('text that is no JSON, and files and links that are damaged', async () => {
  const text = '{ "holonom": 3, "bodies": [{ "shape": { "sphere": { "radius": 1 } } }] }';
  const calls: (() => unknown)[] = [];
  for (let i = 0; i < text.length; i++) {
    calls.push(open('a.json', text.slice(0, i)));
    calls.push(open('a.json', `${text.slice(0, i)}#${text.slice(i)}`));
    calls.push(open('a.glb', text.slice(0, i)));
  }
  const triangle = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
  for (const line of ['v nan 0 0', 'f 1 2', 'f 1 2 x', 'f 1 2 7', 'f 1 1 1', ''])
    calls.push(open('a.obj', triangle + line));
  calls.push(open('a.glb', 'glTF'), open('a.glb', 'not at all'), open('a.png', ''));
  const link = await pack({ scene: 'tower', code: 'x' });
  for (let i = 3; i < link.length; i++) {
    calls.push(() => unpack(link.slice(0, i)));
    calls.push(() => unpack(`${link.slice(0, i)}%${link.slice(i)}`));
  }
  for (const shared of [{}, { scene: 1 }, { scene: 'x', view: { position: [1], target: [] } }])
    calls.push(async () => unpack(await pack(shared as never)));
  calls.push(async () => unpack(await pack({ scene: 'x'.repeat(5_000_000) })));
  const { told, left } = await foreign(calls);
  expect(left).toEqual([]);
  expect(told).toBeGreaterThan(200);
});

test('what is wrong with a glTF file, at any place of it', async () => {
  const body = (shape: number, rest: object) => ({
    ...rest,
    extensions: { KHR_physics_rigid_bodies: { collider: { geometry: { shape } }, ...rest } },
  });
  const moving = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    extensions: {
      KHR_implicit_shapes: {
        shapes: [{ type: 'plane' }, { type: 'box', box: { size: [1, 1, 1] } }],
      },
      KHR_physics_rigid_bodies: {},
    },
    nodes: [
      body(0, {}),
      body(1, { motion: { mass: 1 }, translation: [0, 2, 0], rotation: [0, 0, 0, 1] }),
    ],
  };
  const points = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString(
    'base64',
  );
  const mesh = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode: 4 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5121, count: 3, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 1, byteLength: 3 },
    ],
    buffers: [
      { byteLength: 36, uri: `data:;base64,${points}` },
      { byteLength: 3, uri: 'data:;base64,AAEC' },
    ],
  };
  const calls = [moving, mesh].flatMap((file) =>
    [...spoiled(file)].map((wrong) => open('a.glb', JSON.stringify(wrong))),
  );
  const { told, left } = await foreign(calls);
  expect(left).toEqual([]);
  expect(told).toBeGreaterThan(300);
});

test('settings of the world, its objects and the calls of code', async () => {
  using world = holonom.createWorld();
  using other = holonom.createWorld();
  world.load(JSON.stringify(small));
  const values = [...badValues(other).values()];
  const calls: (() => unknown)[] = [];
  for (const { name, fields } of definitions.kinds) {
    const list = {
      body: 'bodies',
      cloth: 'cloths',
      softBody: 'softBodies',
      rod: 'rods',
      springNetwork: 'springNetworks',
      attachment: 'attachments',
      joint: 'joints',
      force: 'forces',
    }[name];
    const thing = name === 'world' ? world : list && world[list as 'bodies'].at(1);
    if (!thing) continue;
    for (const field of fields)
      for (const value of values)
        if (field.settable) calls.push(() => Object.assign(thing, { [field.name]: value }));
  }
  for (const add of [
    'addBody',
    'addCloth',
    'addSoftBody',
    'addRod',
    'addSpringNetwork',
    'addAttachment',
    'addJoint',
    'addForce',
    'raycast',
    'castShape',
    'proximity',
    'restore',
    'record',
    'addUserConstraint',
    'step',
  ] as const)
    for (const value of values)
      calls.push(() => {
        using trial = holonom.createWorld();
        (trial[add] as (value: unknown) => unknown).call(trial, value);
      });
  const gone = world.addBody({ shape: { sphere: { radius: 1 } } });
  gone.remove();
  calls.push(() => gone.position);
  const follow = (orders: unknown) => () =>
    new Replayer(world, new Names(world, -1)).follow(orders, 1000);
  calls.push(follow('x'));
  calls.push(follow([['call', 0, 'dispose', [], 0]]));
  calls.push(follow(Array.from({ length: 10_001 }, () => 0)));
  calls.push(follow([['call', 0, 'addCloth', [{ grid: { segments: [999, 999] } }], 1]]));
  const { told, left } = await foreign(calls);
  expect(left).toEqual([]);
  expect(told).toBeGreaterThan(1000);
});

test('why the library can’t be loaded', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const { told, left } = await foreign([
    () => loadHolonom({ wasmBinary: bytes('<!doctype html>') }),
    () => loadHolonom({ wasmBinary: bytes('\0asm') }),
    () => loadHolonom({ wasmUrl: 'http://127.0.0.1:1/x.wasm' }),
    async () => {
      vi.stubGlobal('WebAssembly', undefined);
      try {
        await loadHolonom({ wasmBinary: bytes('\0asm') });
      } finally {
        vi.stubGlobal('WebAssembly', compiler);
      }
    },
  ]);
  expect(left).toEqual([]);
  expect(told).toBe(4);
});

test('a trap of the module', async () => {
  class World {}
  const step = () => {
    throw new WebAssembly.RuntimeError('unreachable');
  };
  Object.assign(World.prototype, { step });
  const module = catchTraps(
    { World, stackSave: () => 0, stackRestore() {} } as unknown as RawModule,
    () => {},
  );
  const { told, left } = await foreign([() => module.World.prototype.step(1 / 60, 1)]);
  expect(left).toEqual([]);
  expect(told).toBe(1);
});

test('an error that comes out of the sandbox is told in Korean; a forged one says no more than its message', () => {
  using world = holonom.createWorld();
  const errors: unknown[] = [new SiteError('code-export'), new CodeError('code-state')];
  try {
    world.addBody({ shape: { sphere: { radius: -1 } } });
  } catch (error) {
    errors.push(error);
  }
  expect(errors).toHaveLength(3);
  for (const error of errors) {
    const said = errorText(CodeError.of(structuredClone(describe(error))));
    expect(said).toBe(errorText(error));
    expect(foreignIn(said)).toEqual([]);
  }
  const sphere = errors[2] as HolonomError;
  const library = sphere.toJSON();
  for (const told of [
    null,
    'x',
    { site: 'constructor', values: {} },
    { site: 'code-state', values: { a: {} } },
    { library: { ...library, rule: '__proto__' } },
    { library: { ...library, parameters: { low: { toString: null } } } },
    { library: { ...library, value: { kind: 'toString', parameters: {} } } },
    { library: { ...library, path: 'x'.repeat(1e5) } },
  ])
    expect(errorText(CodeError.of({ message: 'mine', told }))).toBe('mine');
});

test('a number that a control does not take', () => {
  const values = { label: '마찰', given: 'abc', low: -6, high: 7.5 };
  const said = errorText(new SiteError('control-number', values));
  expect(said).toContain('-6에서 7.5까지의 수');
  expect(foreignIn(said)).toEqual([]);
});
