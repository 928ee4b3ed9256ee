import { overlaps } from '../geometry/overlaps.mjs';

/**
 * How deep bodies are in each other at the end: the worst pair, and the worst of 99 in 100.
 * @param {import('../scene.mjs').BenchScene} scene
 * @param {import('../quality.mjs').State[]} states
 */
export function deepest(scene, states) {
  const depths = overlaps(scene, states[states.length - 1].poses);
  const at = (/** @type {number} */ part) =>
    depths[Math.min(depths.length - 1, Math.floor(depths.length * part))] ?? 0;
  return { 'depth mm': at(1) * 1000, 'p99 mm': at(0.99) * 1000 };
}
