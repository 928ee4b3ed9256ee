// What is published works where users put it: packed, installed into an empty folder, and used there.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../.tools/chromium.mjs';
import { serve } from '../.tools/serve.mjs';
import { type Installed, install, packed, root, run } from './installed';

/** Most of the module with its glue, compressed by gzip [B]: 500 KB. */
const maxModule = 500 * 1024;
/** Most of the other scripts that a bundler ships for `tenLines`, compressed by gzip [B]. */
const maxScripts = 25_000;
const tenLines = `
import { loadHolonom } from 'holonom';
const holonom = await loadHolonom();
const world = holonom.createWorld();
world.addBody({ type: 'static', shape: { plane: {} } });
const ball = world.addBody({ position: [0, 5, 0], shape: { sphere: { radius: 0.5 } } });
const draw = () => {
  world.step(1 / 60);
  console.log(ball.position[1]);
};
setInterval(draw, 16);`;

const fall = `
  const holonom = await loadHolonom();
  const world = holonom.createWorld();
  world.addBody({ type: 'static', shape: { plane: { normal: [0, 1, 0] } } });
  const box = world.addBody({ position: [0, 2, 0], shape: { box: { halfExtents: [0.5, 0.5, 0.5] } } });
  for (let step = 0; step < 180; step++) world.step(1 / 60);
  const height = box.position[1];
  world.dispose();
`;
/** Where the box of \`fall\` comes to rest, and how closely, in meters. */
const rest = 0.5;
const tolerance = 0.01;

let user: Installed;
let folder = '';
let installed = '';

beforeAll(async () => {
  user = await install();
  ({ folder, installed } = user);
});

afterAll(() => user?.remove());

test('publint finds nothing', async () => {
  const { messages } = await publint({ pkgDir: packed, pack: 'npm' });
  expect(messages).toEqual([]);
});

test('the types are found and right however modules are resolved', async () => {
  const tarball = createPackageFromTarballData(readFileSync(user.tarball));
  const entrypoints = [
    '.',
    './inline',
    './character',
    './gltf',
    './tetrahedra',
    './three',
    './react',
  ];
  const result = await checkPackage(tarball, { entrypoints });
  expect(result.types && result.problems).toEqual([]);
  expect(Object.keys(result.types ? result.entrypoints : {})).toEqual(entrypoints);
});

test('nothing in the manifest needs mending before it is published', async () => {
  const before = readFileSync(path.join(installed, 'package.json'), 'utf8');
  await run('npm', ['pkg', 'fix'], { cwd: installed });
  expect(readFileSync(path.join(installed, 'package.json'), 'utf8')).toBe(before);
  const { version } = JSON.parse(before);
  expect(version).toMatch(/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/);
  const changelog = readFileSync(path.join(installed, 'CHANGELOG.md'), 'utf8');
  expect(changelog.match(/^## (\S+)/m)?.[1]).toBe(version);
  for (const readme of [path.join(installed, 'README.md'), path.join(root, 'README.md')])
    expect(readFileSync(readme, 'utf8').match(/version = \{(\S+)\}/)?.[1]).toBe(version);
});

test('it would be published as it is, publicly and with its provenance', async () => {
  const { stdout, stderr } = await run('npm', ['publish', '--dry-run', '--json'], {
    cwd: installed,
  });
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  expect(stdout).toContain(`"id": "holonom@${manifest.version}"`);
  // Nobody is logged in here; of npm's other warnings about a package there are none.
  const warnings = stderr.match(
    /^npm warn publish (?!This command requires you to be logged in).*/gm,
  );
  expect(warnings).toBeNull();
  expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
  for (const own of ['private', 'scripts', 'devDependencies', 'overrides'])
    expect(manifest).not.toHaveProperty(own);
});

test('the tarball holds no tests, no sources and no host or machine path', () => {
  const names = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(names).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md']));
  expect(names.filter((name) => /\.test\.|(?<!\.d)\.m?ts$|\.cpp$/.test(name))).toEqual([]);
  const texts = names.filter((name) => /\.(js|mjs|ts|json)$/.test(name));
  for (const name of texts)
    expect(readFileSync(path.join(installed, name), 'utf8'), name).not.toContain(root);
});

test('a box falls and rests in Node', async () => {
  const script = `import { loadHolonom } from 'holonom';${fall}console.log(height);`;
  writeFileSync(path.join(folder, 'fall.mjs'), script);
  const { stdout } = await run(process.execPath, ['fall.mjs'], { cwd: folder });
  expect(Math.abs(Number(stdout) - rest)).toBeLessThan(tolerance);
});

test.each(['holonom', 'holonom/inline'])('require gives the same %s as import', async (name) => {
  const script = `
    const { loadHolonom, World } = require('${name}');
    import('${name}').then(async (imported) => {
      if (imported.loadHolonom !== loadHolonom || imported.World !== World) throw new Error('two');
      ${fall}console.log(height);
    });`;
  const { stdout, stderr } = await run(process.execPath, [user.write('fall.cjs', script)]);
  expect(Math.abs(Number(stdout) - rest)).toBeLessThan(tolerance);
  expect(stderr).toBe('');
});

test('a box falls and rests in a bare page', async () => {
  const page = `<!doctype html><title>waiting</title><script type="module">
    import { loadHolonom } from './node_modules/holonom/index.js';${fall}
    document.title = String(height);
  </script>`;
  writeFileSync(path.join(folder, 'index.html'), page);
  const server = await serve(folder);
  const browser = await launchChromium();
  try {
    const tab = await browser.newPage();
    const complaints: string[] = [];
    tab.on('console', (message) => complaints.push(message.text()));
    tab.on('pageerror', (error) => complaints.push(error.message));
    await tab.goto(server.url);
    await tab.waitForFunction(() => document.title !== 'waiting', undefined, { timeout: 20_000 });
    expect(Math.abs(Number(await tab.title()) - rest)).toBeLessThan(tolerance);
    // A page without an icon is told so; anything else would be ours.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
  }
});

test('importing does nothing, in places without a page too', async () => {
  const script = `
    const before = Object.keys(globalThis).length;
    await import('holonom');
    if (Object.keys(globalThis).length !== before) throw new Error('globals were added');`;
  writeFileSync(path.join(folder, 'import.mjs'), script);
  const { stdout, stderr } = await run(process.execPath, ['import.mjs'], { cwd: folder });
  expect(stdout + stderr).toBe('');
});

test.each([
  ['user.ts', 'esnext', 'bundler'],
  ['user.mts', 'nodenext', 'nodenext'],
  ['user.cts', 'nodenext', 'nodenext'],
  ['user.cts', 'node16', 'node16'],
])(
  'the types serve a strict TypeScript project with Three.js: %s, %s, %s',
  async (file, module, moduleResolution) => {
    mkdirSync(path.join(folder, 'node_modules/@types'), { recursive: true });
    for (const name of ['three', '@types/three']) {
      const link = path.join(folder, 'node_modules', name);
      if (!existsSync(link)) symlinkSync(path.join(root, 'node_modules', name), link);
    }
    const source = `
    import { loadHolonom } from 'holonom';
    import { WorldView } from 'holonom/three';
    export async function run(): Promise<number> {
      ${fall}
      new WorldView(world);
      // @ts-expect-error: a misspelt field
      world.addBody({ positon: [0, 0, 0], shape: { sphere: { radius: 1 } } });
      return height;
    }`;
    user.write(file, source);
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module,
      moduleResolution,
      types: [],
    };
    const lib = ['es2022', 'dom', 'esnext.disposable'];
    user.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...options, lib }, files: [file] }),
    );
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', '.'], { cwd: folder }).catch(
      (error) => error,
    );
    expect(stdout).toBe('');
  },
);

test(`the module with its glue is at most ${maxModule / 1000} kB compressed`, () => {
  const sizes = ['holonom.wasm', 'holonom.mjs'].map(
    (name) => gzipSync(readFileSync(path.join(packed, name))).length,
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxModule);
});

test(`a bundler ships at most ${maxScripts / 1000} kB of scripts for ten lines`, async () => {
  const { outputFiles } = await build({
    entryPoints: [user.write('ten-lines.js', tenLines)],
    outdir: path.join(folder, 'ten-lines'),
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external: ['node:*'],
    loader: { '.wasm': 'file' },
    write: false,
  });
  // The glue, a chunk of its own, counts with the module.
  const scripts = outputFiles.filter(({ path: name }) =>
    /ten-lines\/(?!holonom-)[^/]*\.js$/.test(name),
  );
  expect(outputFiles.length - scripts.length, 'the glue').toBe(1);
  const size = scripts.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
  expect(size).toBeLessThanOrEqual(maxScripts);
  // What panels show of fields is only for those who ask for it.
  expect(scripts.map(({ text }) => text).join('\n')).not.toContain('Friction coefficient: kinetic');
});
