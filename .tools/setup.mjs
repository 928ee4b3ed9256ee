// What the other commands need: each thing is looked for, installed if that is possible here, and
// otherwise asked for in one line.
import { existsSync, readFileSync } from 'node:fs';
import { canInstall, install } from './apt.mjs';
import { emscripten } from './emscripten.mjs';
import { at, Failure, isCommand, main, run, step, which } from './run.mjs';

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} why
 * @property {string[]} packages Debian's
 * @property {() => unknown} find truthy when it is there
 */

const googletestSources = '/usr/src/googletest/googletest';

export const chromium = () =>
  process.env.CHROMIUM ||
  ['chromium', 'chromium-browser', 'google-chrome'].map(which).find((file) => file);

export const firefox = () =>
  process.env.FIREFOX || ['firefox-esr', 'firefox'].map(which).find((file) => file);

/**
 * Whether a program is there in at least this version.
 * @param {string} program
 * @param {number} major
 * @param {number} [minor]
 */
async function isAtLeast(program, major, minor = 0) {
  if (!which(program)) return false;
  const { stdout } = await run(program, ['--version'], { check: false });
  const [foundMajor = 0, foundMinor = 0] = /(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? [];
  return foundMajor > major || (foundMajor === major && foundMinor >= minor);
}

/** @type {Tool[]} */
const toBuild = [
  {
    name: 'CMake 3.25 or newer',
    why: 'builds the C++ core',
    packages: ['cmake'],
    find: () => isAtLeast('cmake', 3, 25),
  },
  {
    name: 'Ninja or Make',
    why: 'runs the C++ builds',
    packages: ['ninja-build'],
    find: () => which('ninja') || which('make'),
  },
  {
    name: 'Python 3',
    why: 'runs Emscripten, which compiles the core to WebAssembly',
    packages: ['python3'],
    find: () => which('python3'),
  },
];

/** @type {Tool} */
const toCompileNatively = {
  name: 'a C++20 compiler (g++ or clang++)',
  why: 'builds the C++ core natively, for its tests',
  packages: ['g++'],
  find: () => process.env.CXX || which('c++') || which('g++') || which('clang++'),
};

/** @type {Tool} */
const toDraw = {
  name: 'Chromium on PATH or in the variable CHROMIUM',
  why: "takes the gallery's pictures and runs the browser tests",
  packages: ['chromium'],
  find: chromium,
};

/** @type {Tool[]} */
const toTest = [
  toDraw,
  {
    name: 'GoogleTest with its sources',
    why: 'runs the C++ tests, natively and as WebAssembly',
    packages: ['libgtest-dev', 'googletest'],
    find: () => existsSync('/usr/include/gtest/gtest.h') && existsSync(googletestSources),
  },
  {
    name: 'nlohmann-json',
    why: 'reads the reference cases of the C++ tests',
    packages: ['nlohmann-json3-dev'],
    find: () => existsSync('/usr/include/nlohmann/json.hpp'),
  },
  {
    name: 'Firefox on PATH or in the variable FIREFOX',
    why: 'runs the main path of the playground once more',
    packages: ['firefox-esr', 'libegl1'],
    find: firefox,
  },
  {
    name: 'Xvfb',
    why: 'gives Firefox a screen, without which it has no WebGL',
    packages: ['xvfb', 'libgl1-mesa-dri'],
    find: () => which('Xvfb'),
  },
  {
    name: 'clang-format',
    why: 'checks the format of the C++ sources',
    packages: ['clang-format'],
    find: () => which('clang-format'),
  },
];

/** @param {Tool[]} tools */
async function missingOf(tools) {
  const found = await Promise.all(tools.map((tool) => tool.find()));
  return tools.filter((_, i) => !found[i]);
}

/** @param {Tool[]} tools */
const installAll = (tools) =>
  install(
    tools.flatMap((tool) => tool.packages),
    tools.map((tool) => tool.name).join(', '),
  );

const request = (/** @type {Tool} */ { name, why, packages }) =>
  `Missing: ${name}; it ${why}. On Debian, as root: apt-get install ${packages.join(' ')}`;

/**
 * Makes sure that everything needed is here.
 * @param {{ native?: boolean, tests?: boolean }} [options]
 *   native: also a native compiler; tests: all that `npm test` needs
 * @returns {Promise<Awaited<ReturnType<typeof emscripten>>>} the compiler to WebAssembly
 */
export async function setup({ native = false, tests = false } = {}) {
  const needed = [...toBuild];
  if (native || tests) needed.push(toCompileNatively);
  if (tests) needed.push(...toTest);
  const missing = await missingOf(needed);
  if (missing.length > 0 && canInstall()) await installAll(missing);
  const lacking = await missingOf(missing);
  if (lacking.length > 0) throw new Failure(lacking.map(request).join('\n'));
  // A site can be built without pictures, so this is no failure.
  if (canInstall() && !toDraw.find()) await installAll([toDraw]).catch(console.log);
  await nodeModules();
  return emscripten();
}

/** Installs the packages of package-lock.json unless exactly these are there. */
export async function nodeModules() {
  if (hasLockedPackages()) return;
  await step('Installing the npm packages', () => run('npm', ['ci', '--loglevel=error']));
}

function hasLockedPackages() {
  const installed = at('node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const { packages } = JSON.parse(readFileSync(installed, 'utf8'));
  const locked = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([name, entry]) => name === '' || entry.optional || packages[name]?.version === entry.version,
  );
}

if (isCommand(import.meta.url))
  await main(async () => {
    await setup({ tests: true });
    console.log('Everything needed is here.');
  });
