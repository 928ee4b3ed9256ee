// What the doc comments show is compiled and run as it stands there, and every public method shows something.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = path.join(root, 'wasm/src');
const folder = path.join(root, 'build/examples');

interface Example {
  /** File and number in it. */
  readonly name: string;
  readonly code: string;
}

const views = path.join(root, 'web/three');
const files = [
  ['', sources],
  ['character/', path.join(sources, 'character')],
  ['gltf/', path.join(sources, 'gltf')],
  ['tetrahedra/', path.join(sources, 'tetrahedra')],
  ['three/', views],
].flatMap(([prefix = '', place = '']) =>
  readdirSync(place)
    .filter((name) => /^[a-z-]+\.ts$/.test(name))
    .map((name) => ({ name: prefix + name, text: readFileSync(path.join(place, name), 'utf8') })),
);
const comments = (text: string) => text.match(/\/\*\*(?:(?!\*\/)[\s\S])*\*\//g) ?? [];

const examples: Example[] = files.flatMap((file) =>
  comments(file.text)
    .flatMap((comment) => comment.match(/@example[\s\S]*?(?=\n\s*\* @|\s*\*\/$)/g) ?? [])
    .map((text, index) => ({
      name: `${file.name} ${index + 1}`,
      code: text
        .replace('@example', '')
        .replace(/^\s*\* ?/gm, '')
        .trim(),
    })),
);

/** What the examples speak of. */
const stage = `
  const holonom = await loadHolonom();
  const world = holonom.createWorld();
  const other = holonom.createWorld();
  const crate = world.addBody({ name: 'crate', position: [0, 1, 0], linearVelocity: [0, -1, 0] });
  const ground = world.addBody({ type: 'static', shape: { plane: {} } });
  const [door, frame, buoy, body] = [6, 9, 12, 15].map((x) => world.addBody({ position: [x, 5, 0] })) as [Body, Body, Body, Body];
  const pebble = world.addBody({ shape: { hull: { points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] } }, position: [-9, 9, 0] });
  const cloth = world.addCloth({ grid: { size: [1, 1], segments: [3, 3] }, position: [0, 9, 0] });
  const rope = world.addRope({ position: [0, 15, 0] });
  const grains = world.addGrains({ position: [0, 30, 0] });
  const softBody = world.addSoftBody({ lattice: { cells: [1, 1, 1] }, position: [3, 30, 0] });
  const rod = world.addRod({ segments: 8, clamps: ['left', 'right'], position: [6, 30, 0] });
  const net = world.addSpringNetwork({ grid: { size: [1, 1], segments: [3, 3] }, position: [0, 12, 0] });
  const hinge = world.addJoint({ hinge: { bodyA: door, axis: [0, 1, 0] } });
  const spring = world.addForce({ spring: { bodyA: buoy, anchorB: [12, 6, 0] } });
  const tie = world.addAttachment({ cloth, point: 3 });
  const constraint = world.addUserConstraint({ particles: [{ cloth, point: 5 }], value: () => 0 });
  const grab = world.grab({ body: frame, target: [9, 6, 0] });
  const clock = new FixedStepClock();
  const file = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: 36, uri: 'data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA' }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0, extensions: { KHR_physics_rigid_bodies: { collider: { geometry: { mesh: 0 } } } } }],
  };
  const obj = 'v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nv 0 0 1\\nf 1 3 2\\nf 1 2 4\\nf 1 4 3\\nf 2 3 4';
  const play = (loudness: number) => loudness;
  const scene = new Scene();
  const camera = new PerspectiveCamera();
  const view = new WorldView(world);
  const character = new CharacterController(world, { position: [0, 3, 0] });
  // Examples that draw are compiled only: there is no canvas here.
  const canvas = undefined as unknown as HTMLCanvasElement;
  for (let step = 0; step < 30; step++) world.step(1 / 60);
  void [character, file, clock, ground, body, pebble, net, hinge, rope, grains, softBody, rod, obj, spring, tie, constraint, grab, play, other, scene, camera, view, canvas];
`;

mkdirSync(folder, { recursive: true });
const file = path.join(folder, 'examples.ts');
writeFileSync(
  file,
  `import { type Body, errorMessage, errorTexts, FixedStepClock, HolonomError, loadHolonom } from 'holonom';
import { CharacterController } from 'holonom/character';
import { readGltf, readMesh, readObj, writeGltf } from 'holonom/gltf';
import { skinVertices, tetrahedralize } from 'holonom/tetrahedra';
import { canDrag, forceText, GlbWriter, heldPoint, KeyboardDragger, pickedObject, PointerDragger, qualities, QualityLadder, shapeFrom, Stage, stateArrived, WorldView } from 'holonom/three';
import { BoxGeometry, Mesh, MeshNormalMaterial, MeshStandardMaterial, PerspectiveCamera, Quaternion, Raycaster, Scene, SphereGeometry, Vector3 } from 'three';
const console = { log: (..._: unknown[]) => {} };
void [canDrag, forceText, GlbWriter, heldPoint, KeyboardDragger, pickedObject, PointerDragger, qualities, QualityLadder, shapeFrom, Stage, stateArrived, BoxGeometry, Mesh, MeshNormalMaterial, MeshStandardMaterial, Quaternion, Raycaster, SphereGeometry, Vector3];
void [CharacterController, errorMessage, errorTexts, HolonomError, readGltf, readMesh, readObj, skinVertices, tetrahedralize, writeGltf];
export const examples: Record<string, () => Promise<void>> = {
${examples.map(({ name, code }) => `'${name}': async () => {${stage}try {\n${code}\n} finally {\nworld.dispose();\nother.dispose();\n}},`).join('\n')}
};
`,
);

test('the examples compile', async () => {
  const config = path.join(folder, 'tsconfig.json');
  const compilerOptions = {
    noUnusedLocals: false,
    paths: {
      holonom: [path.join(sources, 'index.ts')],
      'holonom/character': [path.join(sources, 'character/index.ts')],
      'holonom/gltf': [path.join(sources, 'gltf/index.ts')],
      'holonom/internal': [path.join(sources, 'internal.ts')],
      'holonom/tetrahedra': [path.join(sources, 'tetrahedra/index.ts')],
      'holonom/three': [path.join(views, 'index.ts')],
    },
  };
  writeFileSync(
    config,
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: [], files: [file] }),
  );
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', config]).catch(
    (error) => error,
  );
  expect(stdout).toBe('');
});

const drawn = ({ code }: Example) => /\bcanvas\b/.test(code);

test.each(examples.filter((example) => !drawn(example)).map(({ name, code }) => [name, code]))(
  '%s runs: %s',
  async (name) => {
    const module: { examples: Record<string, () => Promise<void>> } = await import(file);
    await module.examples[name]?.();
    expect(module.examples).toHaveProperty([name]);
  },
);

test('every public method and every function shows an example', () => {
  const shown = [
    'world.ts',
    'library.ts',
    'body.ts',
    'grab.ts',
    'collection.ts',
    'load.ts',
    'fixed-step-clock.ts',
    'recording.ts',
    'character/character-controller.ts',
    'gltf/obj.ts',
    'gltf/read.ts',
    'gltf/write.ts',
    'tetrahedra/skin-vertices.ts',
    'tetrahedra/tetrahedralize.ts',
  ];
  const bare = shown.flatMap((name) => {
    const text = readFileSync(path.join(sources, name), 'utf8');
    // A method with its doc comment; of overloads the first has it.
    const methods = text.matchAll(
      /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n(?: {2}|export function )(\w+)(?:<[^>(]*>)?\(/g,
    );
    return [...methods]
      .filter(([, comment = '']) => !/@example|@internal|The same as `dispose/.test(comment))
      .map(([, , method]) => `${name} ${method}`)
      .filter((method) => !method.endsWith(' constructor'));
  });
  expect(bare).toEqual([]);
});

test('every class and function of holonom/three shows an example', async () => {
  const door = await import('holonom/three');
  const shown = files.map(({ text }) => text).join('\n');
  const bare = Object.entries(door)
    .filter(([name, value]) => typeof value === 'function' && name !== 'Drag')
    .map(([name]) => name)
    .filter(
      (name) =>
        !new RegExp(
          `@example(?:(?!\\*/)[\\s\\S])*\\*/\\nexport (?:class|function) ${name}\\b`,
        ).test(shown),
    );
  expect(bare).toEqual([]);
});
