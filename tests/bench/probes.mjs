// What is timed besides the step, in the world as it is after the last one.
import { randomNumbers } from './geometry/random.mjs';
import { length, minus, times } from './geometry/vector.mjs';
import { median } from './median.mjs';
import { dt } from './scene.mjs';

/**
 * @typedef {import('./worker.mjs').BenchWorld} BenchWorld
 * @typedef {import('./scene.mjs').BenchScene} BenchScene
 * @typedef {import('./geometry/vector.mjs').Vec3} Vec3
 */

const groups = 50;
const raysPerGroup = 1000;
const warmUpRays = 2000;
const farthest = 100;

/** Rays from above the pit to its floor. @param {number} count */
function raysDown(count) {
  const random = randomNumbers(555);
  const across = () => (random() - 0.5) * 11;
  return Array.from({ length: count }, () => {
    const from = /** @type {Vec3} */ ([across(), 9 + 3 * random(), across()]);
    const path = minus([across(), 0, across()], from);
    return { from, direction: times(path, 1 / length(path)) };
  });
}

/** @param {BenchWorld} world */
function castRays({ raycast }) {
  if (!raycast) return {};
  const rays = raysDown(groups * raysPerGroup);
  for (const { from, direction } of rays.slice(0, warmUpRays)) raycast(from, direction, farthest);
  const samples = [];
  let [hits, sum] = [0, 0];
  for (let first = 0; first < rays.length; first += raysPerGroup) {
    const start = performance.now();
    for (let i = first; i < first + raysPerGroup; i++) {
      const distance = raycast(rays[i].from, rays[i].direction, farthest);
      if (distance < 0) continue;
      hits++;
      sum += distance;
    }
    samples.push(((performance.now() - start) / raysPerGroup) * 1000);
  }
  return { 'ray µs': median(samples), 'hit m': sum / hits };
}

/** @param {BenchWorld} world @param {BenchScene} scene */
function readBack(world, { bodies }) {
  const poses = new Float64Array(7 * bodies.length);
  const samples = Array.from({ length: 30 }, () => {
    world.step(dt); // a copy that is kept may not pass for the reading
    const start = performance.now();
    world.readPoses(poses);
    return performance.now() - start;
  });
  return { 'read µs/1k': (median(samples) * 1e6) / bodies.length };
}

/** @param {BenchWorld} world */
const memory = ({ memory }) => (memory ? { MB: memory() / 1e6 } : {});

/**
 * @param {BenchWorld} world @param {BenchScene} scene @param {number} ms time of a step
 * @returns {Record<string, number>}
 */
export const probe = (world, scene, ms) =>
  Object.assign(
    {},
    ...(scene.probes ?? []).map((name) =>
      name === 'rays'
        ? castRays(world)
        : name === 'readBack'
          ? readBack(world, scene)
          : { 'µs/body': (ms * 1000) / scene.bodies.length, ...memory(world) },
    ),
  );
