// The compiler to WebAssembly: `emcc` from PATH if it is new enough, else a private copy made from
// Debian testing's packages in .toolchain/emscripten, without touching the system.
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { canInstall, install, isDebian, update } from './apt.mjs';
import { at, Failure, run, step, which } from './run.mjs';

const oldest = 4;
const suite = 'forky';
// Its programs hold the real path, so worktrees whose .toolchain is a link share one copy.
const toolchain = at('.toolchain');
const folder = path.join(existsSync(toolchain) ? realpathSync(toolchain) : toolchain, 'emscripten');
const stampFile = path.join(folder, 'complete.json');
const advice = `Install Emscripten ${oldest} or newer (emsdk) and put emcc on PATH.`;
// What the copy was made from when this version was released: `{ name: 'version sha256' }`, by architecture.
const pinsFile = at('.tools/emscripten-packages.json');
// Files of the system libraries that the module and the programs for Node take in, by library.
const sourcesFile = at('.tools/emscripten-sources.json');
const machines = {
  x64: { triplet: 'x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { triplet: 'aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
};
// Bumped when the copy is made differently, so that older copies are replaced.
const recipe = 2;

/**
 * Makes sure that there is a compiler.
 * @returns {Promise<{ emcc: string, env: Record<string, string> }>} its path, and what its programs need in the environment
 */
export async function emscripten() {
  const own = which('emcc');
  if (own && (await majorVersion(own)) >= oldest) return { emcc: own, env: {} };
  if (!isComplete()) await makeCopy();
  compileOnlyListedSources();
  return copy();
}

/** @param {string} emcc */
async function majorVersion(emcc) {
  const { output } = await run(emcc, ['--version'], { check: false });
  return Number(/emcc[^\n]* (\d+)\.\d+\.\d+/.exec(output)?.[1] ?? 0);
}

function copy() {
  const emcc = path.join(folder, 'root/usr/share/emscripten/emcc');
  const env = {
    EM_CONFIG: path.join(folder, 'config'),
    EM_NODE_JS: process.execPath,
    [sourcesVariable]: sourcesFile,
  };
  return { emcc, env };
}

/** Without it the copy compiles whole system libraries. */
export const sourcesVariable = 'HOLONOM_SYSTEM_SOURCES';

/**
 * Debian ships no compiled system libraries, and compiling their 1,400 files takes twice as long as the core. This
 * makes the copy compile the listed ones, under a name that tells the list, where the variable names a list.
 */
function compileOnlyListedSources() {
  const file = path.join(folder, 'root/usr/share/emscripten/tools/system_libs.py');
  const text = readFileSync(file, 'utf8');
  if (text.includes(sourcesVariable)) return;
  const added = `

def source_list(library):
  if '${sourcesVariable}' not in os.environ or library.get_ext() != '.a':
    return None
  return read_file(os.environ['${sourcesVariable}'])


def listed_sources(library):
  import json
  files, text = library.get_files(), source_list(library)
  if text is None:
    return files
  names = json.loads(text).get(library.get_base_name_prefix(), [])
  return [f for f in files if utils.unsuffixed_basename(f) in names]


def listed_suffix(library):
  import zlib
  text = source_list(library)
  return '' if text is None else '-%08x' % zlib.crc32(text.encode())
`;
  const files = 'for src in self.get_files():';
  const name = 'return self.get_base_name() + self.get_ext()';
  if (!text.includes(files) || !text.includes(name)) return; // a version made otherwise
  const listed = text
    .replace(files, 'for src in listed_sources(self):')
    .replace(name, 'return self.get_base_name() + listed_suffix(self) + self.get_ext()');
  writeFileSync(file, listed + added);
}

/** The programs of a copy hold its absolute path, so a moved repository needs a new one. */
function isComplete() {
  if (!existsSync(stampFile)) return false;
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
  return stamp.recipe === recipe && stamp.folder === folder;
}

async function makeCopy() {
  const machine = machines[/** @type {'x64' | 'arm64'} */ (process.arch)];
  if (process.platform !== 'linux' || !machine || !isDebian() || !which('apt-get'))
    throw new Failure(
      `emcc, which compiles the core to WebAssembly, is missing or too old. ${advice}`,
    );
  if (!which('patchelf')) {
    if (!canInstall())
      throw new Failure(
        `patchelf, which sets up a private Emscripten, is missing: apt-get install patchelf. Or: ${advice}`,
      );
    await install(['patchelf'], 'patchelf, which sets up a private Emscripten');
  }
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  try {
    await fetchPackages(part);
    await step('Unpacking Emscripten', () => unpack(part, machine));
    renameSync(part, folder);
    const { emcc, env } = copy();
    const { stdout } = await step('Checking Emscripten', () => run(emcc, ['--version'], { env }));
    const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0];
    writeFileSync(stampFile, `${JSON.stringify({ recipe, folder, version })}\n`);
    console.log(`Emscripten ${version} is ready in ${path.relative(at(), folder)}`);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`${reason}\nThe private copy of Emscripten can't be made. ${advice}`);
  }
}

/** The address of Debian's packages in this machine's own configuration. */
async function mirror() {
  const list = async () => {
    const format = '$(ORIGIN)|$(LABEL)|$(REPO_URI)';
    const { stdout } = await run('apt-get', ['indextargets', '--format', format]);
    return /^Debian\|Debian\|(.+)$/m.exec(stdout)?.[1];
  };
  const known = await list();
  if (known) return known;
  if (canInstall()) await update();
  const address = await list();
  if (!address)
    throw new Failure("This machine's package lists name no Debian mirror: run apt-get update.");
  return address;
}

/** @param {string} part the unfinished copy */
async function fetchPackages(part) {
  const state = path.join(part, 'apt');
  const debs = path.join(state, 'debs');
  for (const name of ['lists/partial', 'archives/partial', 'debs'])
    mkdirSync(path.join(state, name), { recursive: true });
  writeFileSync(path.join(state, 'status'), '');
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const source = `deb [signed-by=${keys}] ${await mirror()} ${suite} main\n`;
  writeFileSync(path.join(state, 'sources.list'), source);
  const options = {
    'Dir::State': state,
    'Dir::State::status': path.join(state, 'status'),
    'Dir::Cache': state,
    'Dir::Etc::sourcelist': path.join(state, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'APT::Sandbox::User': 'root',
    'Acquire::ForceHash': 'SHA256',
  };
  const flags = Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  const apt = (/** @type {string[]} */ ...args) =>
    run('apt-get', ['-qq', ...flags, ...args], { cwd: debs });
  /** What apt would fetch for these packages on an empty machine. */
  const resolve = async (/** @type {string[]} */ ...names) => {
    const { stdout } = await apt(
      'install',
      '-y',
      '--no-install-recommends',
      '--print-uris',
      ...names,
    );
    const rows = [...stdout.matchAll(/^'\S+' ([^_\s]+)_([^_\s]+)_\S+ (\d+) SHA256:([0-9a-f]+)/gm)];
    return new Map(
      rows.map(([, name = '', version = '', size, checksum]) => [
        name,
        { size: Number(size), pin: `${decodeURIComponent(version)} ${checksum}` },
      ]),
    );
  };

  await step(`Reading Debian ${suite}'s package list for Emscripten`, () => apt('update'));
  const all = await resolve('emscripten');
  const llvm = [...all.keys()].map((name) => /^clang-(\d+)$/.exec(name)?.[1]).find(Boolean);
  if (!llvm) throw new Failure(`Debian ${suite}'s emscripten names no clang.`);
  // Programs by name, libraries by what these need; emscripten's python, node and gcc are left out.
  const programs = [`clang-${llvm}`, `libclang-common-${llvm}-dev`, `llvm-${llvm}`];
  const closed = await resolve(
    'binaryen',
    `lld-${llvm}`,
    `libclang-cpp${llvm}`,
    `llvm-${llvm}-linker-tools`,
  );
  const names = [...new Set(['emscripten', ...programs, ...closed.keys()])].sort();
  const known = new Map([...closed, ...all]);
  const total = names.reduce((sum, name) => sum + (known.get(name)?.size ?? 0), 0);
  const found = Object.fromEntries(names.map((name) => [name, known.get(name)?.pin ?? '']));
  tellOfChanges(found);
  writeFileSync(path.join(part, 'packages.json'), `${JSON.stringify(found, null, 2)}\n`);
  const fetched = () =>
    readdirSync(debs).reduce((sum, name) => sum + statSync(path.join(debs, name)).size, 0);
  await step(`Downloading Emscripten (${Math.round(total / 1e6)} MB)`, async (note) => {
    const clock = setInterval(() => note(`${Math.floor((100 * fetched()) / total)} %`), 500);
    await apt('download', ...names).finally(() => clearInterval(clock));
  });
}

/**
 * A build is the same to the byte with the same compiler only. Debian testing keeps no older versions, so where it has
 * moved on the present ones serve, and this says so.
 * @param {Record<string, string>} found version and checksum of each package
 */
function tellOfChanges(found) {
  const pins = JSON.parse(readFileSync(pinsFile, 'utf8'))[process.arch];
  const note = (/** @type {string} */ reason) =>
    console.log(
      `${reason} The build works, but is not reproducible: holonom.wasm may differ in its bytes from that of others.\n` +
        `What is used is listed in ${path.relative(at(), path.join(folder, 'packages.json'))}.`,
    );
  if (!pins) return note(`No packages of Emscripten are pinned for ${process.arch}.`);
  const names = [...new Set([...Object.keys(pins), ...Object.keys(found)])];
  const changed = names.filter((name) => pins[name] !== found[name]);
  if (changed.length === 0) return;
  const version = (/** @type {string | undefined} */ pin) => pin?.split(' ')[0] ?? 'none';
  const list = changed.map((name) => `${name} ${version(pins[name])} → ${version(found[name])}`);
  note(`Debian ${suite} has moved on from the pinned packages: ${list.join(', ')}.`);
}

/**
 * Unpacks, and makes the programs look for loader and libraries in the copy's final place only.
 * @param {string} part
 * @param {{ triplet: string, loader: string }} machine
 */
async function unpack(part, { triplet, loader }) {
  const debs = path.join(part, 'apt/debs');
  for (const deb of readdirSync(debs))
    await run('dpkg', ['-x', path.join(debs, deb), path.join(part, 'root')]);
  const list = (/** @type {string} */ name) =>
    readdirSync(path.join(part, 'root', name)).map((entry) => path.join(part, 'root', name, entry));
  const llvm = list('usr/lib')
    .map((name) => path.basename(name))
    .find((name) => /^llvm-\d+$/.test(name));
  const libraries = `usr/lib/${triplet}`;
  const final = (/** @type {string} */ name) => path.join(folder, 'root', name);
  const searched = `${final(libraries)}:${final(`usr/lib/${llvm}/lib`)}`;
  const programs = [
    ...list(`usr/lib/${llvm}/bin`),
    ...list('usr/bin').filter((name) => path.basename(name).startsWith('wasm')),
  ];
  // These three have a search path of their own.
  const shared = list(libraries).filter((name) => /\/lib(LLVM|clang-cpp|xml2)\.so\./.test(name));
  const elf = (/** @type {string[]} */ names) =>
    new Set(
      names
        .filter(existsSync)
        .map((name) => realpathSync(name))
        .filter(isElf),
    );
  const rpath = ['--force-rpath', '--set-rpath', searched];
  for (const name of elf(shared)) await run('patchelf', [...rpath, name]);
  const interpreter = ['--set-interpreter', final(`${libraries}/${loader}`)];
  for (const name of elf(programs)) await run('patchelf', [...rpath, ...interpreter, name]);

  // Emscripten's optimizer of its JavaScript imports these from beside itself.
  for (const name of ['acorn', 'acorn-import-phases'])
    cpSync(
      at('node_modules', name),
      path.join(part, 'root/usr/share/emscripten/node_modules', name),
      {
        recursive: true,
      },
    );
  // Its CommonJS parts must not take our package.json for theirs.
  writeFileSync(path.join(part, 'package.json'), '{ "type": "commonjs" }\n');
  const config = {
    LLVM_ROOT: final(`usr/lib/${llvm}/bin`),
    BINARYEN_ROOT: final('usr'),
    NODE_JS: process.execPath,
    CACHE: path.join(folder, 'cache'),
  };
  const lines = Object.entries(config).map(([key, value]) => `${key} = '${value}'\n`);
  writeFileSync(path.join(part, 'config'), lines.join(''));
  // Some of Emscripten's scripts are CommonJS; the repository's package.json must not reach them.
  writeFileSync(path.join(part, 'package.json'), '{ "type": "commonjs" }\n');
  rmSync(path.join(part, 'apt'), { recursive: true });
}

/** @param {string} file */
function isElf(file) {
  const start = Buffer.alloc(4);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, start, 0, 4, 0);
  closeSync(descriptor);
  return start.toString('latin1') === '\x7fELF';
}
