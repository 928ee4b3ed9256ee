// Random numbers that are the same in every run.

/**
 * A linear congruential generator (Numerical Recipes): numbers from 0 up to, not including, 1.
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A rotation, all equally likely (Shoemake, "Uniform random rotations", Graphics Gems III, 1992).
 * @param {() => number} random
 * @returns {import('./vector.mjs').Quat}
 */
export function randomTurn(random) {
  const [u, v, w] = [random(), random() * 2 * Math.PI, random() * 2 * Math.PI];
  const [a, b] = [Math.sqrt(1 - u), Math.sqrt(u)];
  return [a * Math.sin(v), a * Math.cos(v), b * Math.sin(w), b * Math.cos(w)];
}
