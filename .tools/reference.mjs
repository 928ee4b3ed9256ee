// The API reference, written from the types that are published, into dist/site/reference.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { writeServiceWorker } from './offline.mjs';
import { at, run, step } from './run.mjs';
import { placeReference } from './site-facts.mjs';

/** TypeDoc needs a TypeScript of its own, which is why it has a folder of its own. */
const folder = at('.tools/docs');

async function install() {
  const installed = `${folder}/node_modules/.package-lock.json`;
  const locked = `${folder}/package-lock.json`;
  const packages = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const { '': _own, ...wanted } = packages(locked);
  if (existsSync(installed) && JSON.stringify(packages(installed)) === JSON.stringify(wanted))
    return;
  await step('Installing TypeDoc', () => run('npm', ['ci', '--loglevel=error'], { cwd: folder }));
}

const doors = [
  'index.d.ts',
  'character/index.d.ts',
  'gltf/index.d.ts',
  'tetrahedra/index.d.ts',
  'three/index.d.ts',
  'react/index.d.ts',
].map((door) => at('dist/package', door));
/** Kept beside the site, which is emptied at each build; the build puts it in. */
const out = at('build/reference');

const compilerOptions = {
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  strict: true,
  skipLibCheck: true,
  lib: ['es2022', 'dom', 'esnext.disposable'],
  types: [],
  paths: { holonom: [at('dist/package/index.d.ts')] },
};

const options = {
  entryPoints: doors,
  tsconfig: at('build/docs.tsconfig.json'),
  out,
  name: 'Holonom',
  readme: at('dist/package/README.md'),
  customCss: at('.tools/docs/reference.css'),
  projectDocuments: [at('wasm/docs/*.md'), at('dist/package/CHANGELOG.md')],
  disableSources: true,
  hideGenerator: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeProtected: true,
  excludeExternals: true,
  externalPattern: ['**/node_modules/**'],
  validation: { notExported: true, invalidLink: true, notDocumented: true },
  // A setter's meaning stands at its getter.
  requiredToBeDocumented: [
    'Class',
    'Interface',
    'TypeAlias',
    'Variable',
    'Function',
    'Property',
    'Method',
    'CallSignature',
    'GetSignature',
  ],
  intentionallyNotExported: [
    'Descriptions',
    'Each',
    'FieldOwner',
    'FieldTraits',
    'List',
    'NativeWorld',
    'ObjectKind',
    'Point',
    'TypedVector',
    'forms',
    'particleCounts',
    'pictures',
    'rules',
    'sentences',
  ],
};

/** Of a choice, the names that are not chosen need no meaning. */
const isNoise = (/** @type {string} */ line) =>
  line.includes('.__type.') || line.includes('node_modules') || /Found \d+ errors/.test(line);

/** Writes the reference. @returns what is wrong with it, such as an entry without a meaning, a line each */
export async function writeReference() {
  await install();
  const files = { compilerOptions, files: doors };
  writeFileSync(options.tsconfig, JSON.stringify(files, null, 2));
  const config = at('build/typedoc.json');
  writeFileSync(config, JSON.stringify(options, null, 2));
  const program = `${folder}/node_modules/typedoc/bin/typedoc`;
  const { code, output } = await step('Writing the API reference', () =>
    run(process.execPath, [program, '--options', config], {
      check: false,
      env: { NO_COLOR: '1', FORCE_COLOR: undefined },
    }),
  );
  const complaints = output
    .split('\n')
    .filter((line) => /^\[(warning|error)\]/.test(line) && !isNoise(line));
  if (code !== 0 && complaints.length === 0) complaints.push(output.trim());
  placeReference();
  // It names the files of the site by their content, and a page has changed.
  writeServiceWorker(at('dist/site'));
  return complaints;
}
