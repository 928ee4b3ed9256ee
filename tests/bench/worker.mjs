// One engine in a process of its own: runs a scene whenever the benchmark asks, and answers with a Run.
import { median } from './median.mjs';
import { isObserved, qualityOf } from './quality.mjs';
import { dt, scenes } from './scenes.mjs';

/**
 * What each file of engines/ exports, as `loadEngine`.
 * @typedef {() => Promise<Engine>} LoadEngine
 * @typedef {object} Engine
 * @property {string} version
 * @property {boolean} cloth whether it has cloth
 * @property {(scene: import('./scenes.mjs').BenchScene) => BenchWorld} createWorld
 *
 * @typedef {object} BenchWorld one thread, no sleeping, the engine's default quality
 * @property {(dt: number) => void} step all that is timed
 * @property {() => ArrayLike<number>} poses position and rotation x, y, z, w of each body
 * @property {() => ArrayLike<number>} particles positions of the cloth's particles, x, y, z each
 * @property {() => Record<string, number>} [timings] stages of the last step [ms]
 * @property {() => void} dispose
 *
 * @typedef {object} Run
 * @property {string} version
 * @property {number} ms median time of a step
 * @property {import('./quality.mjs').Quality} quality
 * @property {Record<string, number>} [stages] median times of a step's stages, after the timed ones [ms]
 */

const warmUpSteps = 120;
const profiledSteps = 60;

/** Nothing where the engine lacks what the scene needs. @param {Engine} engine @param {string} name @returns {Run | undefined} */
function run(engine, name) {
  const scene = scenes[name];
  if (scene.cloth && !engine.cloth) return undefined;
  const warm = engine.createWorld(scene);
  for (let i = 0; i < warmUpSteps; i++) warm.step(dt);
  warm.dispose();

  const world = engine.createWorld(scene);
  const times = [];
  const states = [];
  for (let step = 1; step <= scene.steps; step++) {
    const start = performance.now();
    world.step(dt);
    times.push(performance.now() - start);
    if (isObserved(scene, step))
      states.push({
        poses: Float64Array.from(world.poses()),
        particles: Float32Array.from(world.particles()),
      });
  }
  const stages = profile(world);
  world.dispose();
  return { version: engine.version, ms: median(times), quality: qualityOf(scene, states), stages };
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

const { loadEngine } = await import(`./engines/${process.argv[2]}.mjs`);
const engine = await loadEngine();
process.on('message', (/** @type {string} */ name) => process.send?.({ run: run(engine, name) }));
