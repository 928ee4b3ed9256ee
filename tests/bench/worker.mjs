// One engine in one scene, in a process of its own: sends a Run, or says why there is none.
import { median } from './median.mjs';
import { probe } from './probes.mjs';
import { isObserved, qualityOf } from './quality.mjs';
import { dt } from './scene.mjs';
import { scenes } from './scenes.mjs';

/**
 * What each file of engines/ exports, as `loadEngine`.
 * @typedef {() => Promise<Engine>} LoadEngine
 * @typedef {object} Engine
 * @property {string} version
 * @property {(scene: BenchScene) => BenchWorld} createWorld throws where the engine lacks what the scene needs
 *
 * @typedef {object} BenchWorld one thread, no sleeping but of bodies that may, the engine's default quality
 * @property {(dt: number) => void} step all that is timed
 * @property {(poses: Float64Array) => void} readPoses writes position and rotation x, y, z, w of each body
 * @property {() => ArrayLike<number>} [particles] positions of the cloth's particles, x, y, z each
 * @property {(from: Vec3, direction: Vec3, farthest: number) => number} [raycast] distance of the nearest hit, -1 without one
 * @property {() => number} [memory] of the whole module, with what the warm-up left [B]
 * @property {() => Record<string, number>} [timings] stages of the last step [ms]
 * @property {() => void} dispose
 *
 * @typedef {object} Run
 * @property {string} version
 * @property {number} ms median time of a step
 * @property {Record<string, number>} probes what else was timed
 * @property {import('./quality.mjs').Quality} quality
 * @property {Record<string, number>} [stages] median times of a step's stages, after the timed ones [ms]
 *
 * @typedef {import('./scene.mjs').BenchScene} BenchScene
 * @typedef {import('./scene.mjs').Vec3} Vec3
 */

const warmUpSteps = 120;
const warmUpMs = 1000;
const profiledSteps = 60;
// Of the import of a package, or of its files.
const notHere = ['ERR_MODULE_NOT_FOUND', 'ENOENT'];

/** @param {Engine} engine @param {BenchScene} scene */
function warmUp(engine, scene) {
  const world = engine.createWorld(scene);
  const end = performance.now() + warmUpMs;
  for (let i = 0; i < warmUpSteps && performance.now() < end; i++) world.step(dt);
  world.dispose();
}

/** @param {Engine} engine @param {BenchScene} scene @returns {Run} */
function run(engine, scene) {
  warmUp(engine, scene);
  const world = engine.createWorld(scene);
  const times = [];
  const states = [];
  for (let step = 1; step <= scene.steps; step++) {
    const start = performance.now();
    world.step(dt);
    times.push(performance.now() - start);
    if (isObserved(scene, step)) states.push(stateOf(world, scene));
  }
  const ms = median(times.slice(-(scene.timedSteps ?? scene.steps)));
  const probes = probe(world, scene, ms);
  const stages = profile(world);
  world.dispose();
  return { version: engine.version, ms, probes, quality: qualityOf(scene, states), stages };
}

/** @param {BenchWorld} world @param {BenchScene} scene */
function stateOf(world, { bodies }) {
  const poses = new Float64Array(7 * bodies.length);
  world.readPoses(poses);
  return { poses, particles: Float32Array.from(world.particles?.() ?? []) };
}

/** Apart from the timed steps, because reading the times costs time. @param {BenchWorld} world */
function profile(world) {
  const samples = Array.from({ length: world.timings ? profiledSteps : 0 }, () => {
    world.step(dt);
    return /** @type {() => Record<string, number>} */ (world.timings)();
  });
  if (samples.length === 0) return undefined;
  const names = Object.keys(samples[0]);
  return Object.fromEntries(
    names.map((name) => [name, median(samples.map((sample) => sample[name]))]),
  );
}

/** @param {string} engineName @param {string} sceneName */
async function answer(engineName, sceneName) {
  try {
    const { loadEngine } = await import(`./engines/${engineName}.mjs`);
    return { run: run(await loadEngine(), scenes[sceneName]) };
  } catch (error) {
    const { code, message = String(error) } = /** @type {NodeJS.ErrnoException} */ (error);
    return { failure: notHere.includes(code ?? '') ? 'not here' : message };
  }
}

const [engineName, sceneName] = process.argv.slice(2);
// Some engines leave timers or threads behind.
process.send?.(await answer(engineName, sceneName), () => process.exit());
