// Writes dist/package: the compiled API, the module, types, schema, and a package.json with its doors.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, run } from './run.mjs';

const out = at('dist/package');

/** What users import, and the file behind it. */
const doors = {
  '.': './index',
  './inline': './inline',
  './character': './character/index',
  './gltf': './gltf/index',
  './tetrahedra': './tetrahedra/index',
  './three': './three/index',
  './react': './react/index',
};

/**
 * Inside the repository made files are called *.generated.*; users see plain names. What the doors share has no name
 * for users: those of folders reach it by its place.
 */
const published = (/** @type {string} */ text) =>
  text
    .replaceAll('holonom.generated.', 'holonom.')
    .replaceAll('definitions.generated', 'definitions-table')
    .replaceAll("'holonom/internal'", "'../internal.js'");

export async function writePackage() {
  rmSync(out, { recursive: true, force: true });
  rmSync(at('build/package'), { recursive: true, force: true });
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'wasm/tsconfig.json']);
  const { withoutComments } = await import('./comments.mjs'); // whose parser set-up installs
  copyText(at('build/package/wasm/src'), out, withoutComments);
  for (const name of ['three', 'react'])
    copyText(at('build/package/web', name), path.join(out, name), withoutComments);
  const made = ['mjs', 'd.mts', 'inline.mjs', 'inline.d.mts'].map(
    (end) => `holonom.generated.${end}`,
  );
  for (const name of made)
    copyOne(at('wasm/src', name), path.join(out, published(name)), withoutComments);
  for (const door of Object.values(doors)) writeCommonJs(door);
  copyFileSync(at('wasm/src/holonom.generated.wasm'), path.join(out, 'holonom.wasm'));
  copyFileSync(at('build/scene.schema.json'), path.join(out, 'scene.schema.json'));
  copyFileSync(at('wasm/README.md'), path.join(out, 'README.md'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(at(name), path.join(out, name));
  const manifest = JSON.stringify(packageJson(), null, 2);
  writeFileSync(path.join(out, 'package.json'), `${manifest}\n`);
}

/** @typedef {(code: string) => string} Strip takes the comments out of code */

/** @param {string} from @param {string} to @param {Strip} strip */
function copyOne(from, to, strip) {
  const text = published(readFileSync(from, 'utf8'));
  writeFileSync(to, from.endsWith('.js') ? strip(text) : text);
}

/** @param {string} from @param {string} to @param {Strip} strip */
function copyText(from, to, strip) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, published(entry.name))];
    if (entry.isDirectory()) copyText(source, target, strip);
    else copyOne(source, target, strip);
  }
}

/**
 * The door for `require`, which gives the same module as `import`: there is one of everything.
 * @param {string} door
 */
function writeCommonJs(door) {
  const module = `./${path.basename(door)}.js`;
  writeFileSync(path.join(out, `${door}.cjs`), `module.exports = require('${module}');\n`);
  // What TypeScript's module setting node16 does not know yet is what Node does.
  const types = `// @ts-ignore\nexport * from '${module}';\n`;
  writeFileSync(path.join(out, `${door}.d.cts`), types);
}

/** The published package.json: the repository's, without what only its developers need. */
function packageJson() {
  const {
    private: _private,
    scripts: _scripts,
    devDependencies: _dev,
    overrides: _overrides,
    ...kept
  } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  return {
    ...kept,
    // Provenance ties what is published to the sources it was built from; npm refuses to publish without it.
    publishConfig: { access: 'public', provenance: true },
    sideEffects: false,
    main: './index.cjs',
    module: './index.js',
    types: './index.d.ts',
    exports: {
      ...Object.fromEntries(
        Object.entries(doors).map(([name, door]) => [
          name,
          {
            import: { types: `${door}.d.ts`, default: `${door}.js` },
            require: { types: `${door}.d.cts`, default: `${door}.cjs` },
          },
        ]),
      ),
      './holonom.wasm': './holonom.wasm',
      './scene.schema.json': './scene.schema.json',
      './package.json': './package.json',
    },
  };
}
