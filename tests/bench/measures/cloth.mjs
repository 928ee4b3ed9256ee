import { rmsSpeed } from './motion.mjs';

/**
 * How much a cloth is strained over the observed moments.
 * @param {import('../scene.mjs').BenchScene} scene
 * @param {import('../quality.mjs').State[]} states
 */
export function clothStrain({ bodies, cloth }, states) {
  const { points, size } = /** @type {import('../scene.mjs').BenchCloth} */ (cloth);
  const rest = size / (points - 1);
  let [sum, count, most, lowest, depth, bad] = [0, 0, 0, Infinity, 0, 0];
  for (const { particles: x } of states) {
    const distance = (/** @type {number} */ a, /** @type {number[]} */ b) =>
      Math.hypot(x[3 * a] - b[0], x[3 * a + 1] - b[1], x[3 * a + 2] - b[2]);
    const addEdge = (/** @type {number} */ a, /** @type {number} */ b) => {
      const strain = distance(a, [x[3 * b], x[3 * b + 1], x[3 * b + 2]]) / rest - 1;
      most = Math.max(most, strain);
      sum += Math.abs(strain);
      count++;
    };
    for (let i = 0; i < points * points; i++) {
      if (!Number.isFinite(x[3 * i] + x[3 * i + 1] + x[3 * i + 2])) bad++;
      if (i % points < points - 1) addEdge(i, i + 1);
      if (i + points < points * points) addEdge(i, i + points);
      lowest = Math.min(lowest, x[3 * i + 1]);
      for (const { position, shape } of bodies)
        depth = Math.max(depth, (shape.sphere?.radius ?? 0) - distance(i, position));
    }
  }
  const [before, after] = states.slice(-2).map(({ particles }) => particles);
  const starts = Array.from({ length: points * points }, (_, i) => 3 * i);
  return {
    'mean strain %': (100 * sum) / count,
    'max strain %': 100 * most,
    'lowest m': lowest,
    ...(bodies.length > 0 && { 'depth mm': depth * 1000 }),
    'RMS mm/s': rmsSpeed(starts, before, after),
    NaN: bad,
  };
}
