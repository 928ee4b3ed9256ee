// The nets of the experiments: 1 m × 1 m, structural and shear springs, c_d = 0.1, in the set-ups
// A to G, which differ in how they hang and start.

/** Step of the experiments [s], and gravity [m/s²]. */
export const h = 0.01;
export const g = 9.8;

/**
 * @typedef {import('../../wasm/src/index.js').Holonom} Holonom
 * @typedef {import('../../wasm/src/index.js').World} World
 * @typedef {import('../../wasm/src/index.js').SpringNetwork} SpringNetwork
 * @typedef {{ title: string, hangs?: boolean, pins: number[], noise: number, draw?: number, weightless?: boolean, pulled?: boolean }} Setup
 *   pins are nodes of 5 × 5, the first row on top; noise is a share of the springs' length; draw: which random numbers it is
 */

/** @type {Record<string, Setup>} */
export const setups = {
  A: { title: 'level, two corners pinned', pins: [0, 4], noise: 0.001 },
  B: { title: 'hanging from two corners', hangs: true, pins: [0, 4], noise: 0.001 },
  C: { title: 'level, four corners pinned', pins: [0, 4, 20, 24], noise: 0.001 },
  D: { title: 'hanging from the top row', hangs: true, pins: [0, 1, 2, 3, 4], noise: 0.001 },
  E: {
    title: 'as B, pulled down and out at the bottom and released',
    hangs: true,
    pins: [0, 4],
    noise: 0.001,
    pulled: true,
  },
  F: { title: 'as A, crumpled by 45 % of a spring', pins: [0, 4], noise: 0.45 },
  G: {
    title: 'free, weightless, crumpled by 20 % of a spring',
    pins: [],
    noise: 0.2,
    weightless: true,
  },
};

/** Even numbers in [−1, 1), the same each time. [mulberry32] @param {number} seed */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/** @param {Setup} setup @param {number} side nodes */
function startOf({ hangs, pins, noise, draw = 1, pulled }, side) {
  const spacing = 1 / (side - 1);
  const random = randomNumbers(draw);
  const positions = [];
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [x, along] = [column * spacing - 0.5, row * spacing - 0.5];
      positions.push(x, hangs ? -along : 0, hangs ? 0 : along);
    }
  const fixed = new Set(pins.map((pin) => atSide(pin, side)));
  for (let i = 0; i < positions.length; i++)
    if (!fixed.has(Math.floor(i / 3))) positions[i] += noise * spacing * random();
  if (pulled) {
    const bottom = 3 * (side * (side - 1) + (side - 1) / 2);
    positions[bottom + 1] -= 0.5;
    positions[bottom + 2] += 0.3;
  }
  return positions;
}

/** A node of the 5 × 5 net in one of more. @param {number} pin @param {number} side */
const atSide = (pin, side) =>
  Math.round((Math.floor(pin / 5) * (side - 1)) / 4) * side +
  Math.round(((pin % 5) * (side - 1)) / 4);

/**
 * A world with one net in a set-up. The caller disposes of the world.
 * @param {Holonom} holonom
 * @param {Setup} setup
 * @param {{ mass: number, stiffness: number, damping?: number, side?: number }} net mass: of a node [kg]
 * @param {object} method settings of the network
 * @returns {{ world: World, network: SpringNetwork }}
 */
export function makeNet(holonom, setup, { mass, stiffness, damping = 0.1, side = 5 }, method) {
  const world = holonom.createWorld({
    gravity: [0, setup.weightless ? 0 : -g, 0],
    substeps: 1,
  });
  const network = world.addSpringNetwork({
    grid: { size: [1, 1], segments: [side - 1, side - 1] },
    mass: mass * side * side,
    stiffness,
    damping,
    pins: setup.pins.map((pin) => atSide(pin, side)),
    positions: startOf(setup, side),
    ...method,
  });
  return { world, network };
}

/**
 * The step in which the net fails: a spring grows longer than ten times its length, or it blows up. Undefined if it never does.
 * @param {{ world: World, network: SpringNetwork }} net
 * @param {number} steps
 */
export function failure({ world, network }, steps) {
  for (let step = 1; step <= steps; step++) {
    world.step(h);
    if (network.blowUp || !(network.diagnostics.largestStrain <= 9)) return step;
  }
  return undefined;
}
