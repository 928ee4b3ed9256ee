// Table 2: what a step of each method costs, as ratios to symplectic Euler in the same run.
import { h, makeNet } from './net.js';

const [mass, stiffness] = [1, 1000];
/** The table's: nodes along a side, and its seconds for Euler. */
const seedSides = [20, 30, 40];
/** @type {[number, number, number]} */
const eulerCost = [0.02, 0.08, 0.12];
const rounds = 5;
/** Time for the steps of one round [s]. */
const enough = 0.05;

/** @typedef {{ method: string, options: object, nodes: number, secondsPerStep: number, ratioToEuler: number, seed?: number }} CostRow */

/** @type {import('./experiment.js').Experiment<CostRow, 'secondsPerStep' | 'ratioToEuler'>} */
export default {
  title: `seconds per step at κ = ${stiffness} N/m, ${mass} kg a node, and ratios to Euler`,
  columns: {
    nodes: 'nodes',
    secondsPerStep: 's/step',
    ratioToEuler: 'ratio to Euler',
    seed: 'published',
  },
  needsSetup: true,
  methods: [
    { method: 'symplectic-euler', options: {}, cost: eulerCost },
    { method: 'harmonic', options: {}, cost: [0.06, 0.17, 0.28] },
    { method: 'jacobi', options: {}, cost: [0.12, 0.33, 0.47] },
    { method: 'hybrid', options: {}, cost: [0.14, 0.35, 0.55] },
    { method: 'backward-euler', options: { linearSolver: 'pcg', tolerance: 1e-6 } },
    { method: 'backward-euler', options: { linearSolver: 'ldlt' } },
    { method: 'imex', options: { linearSolver: 'pcg', tolerance: 1e-6 } },
    // The inverse of the dense matrix, column by column.
    {
      method: 'backward-euler',
      options: { asPrinted: true },
      cost: [0.72, 5.7, 36.72],
      slow: 'inverts a dense matrix: about a minute and a half at 40 × 40',
    },
  ],
  plan: (methods, { sides = seedSides } = {}) =>
    sides.flatMap((side) =>
      methods.map(({ method, options, cost }) => {
        const k = seedSides.indexOf(side);
        const seed = cost && k >= 0 ? cost[k] / eulerCost[k] : undefined;
        return { method, options, nodes: side * side, seed };
      }),
    ),
  *run(holonom, { setup, methods, note, limits: { sides = seedSides } = {} }) {
    const euler = /** @type {import('./methods.js').Method} */ (this.methods?.[0]);
    for (const side of sides) {
      const tried = [euler, ...methods.filter((one) => one !== euler)].map((one) => {
        const settings = { integrator: one.method, ...one.options };
        return { ...one, ...makeNet(holonom, setup, { mass, stiffness, side }, settings) };
      });
      // Interleaved, so that what disturbs the machine meets all of them alike.
      const best = tried.map(() => Infinity);
      for (let round = 0; round < rounds; round++)
        for (const [i, { world, options }] of tried.entries()) {
          if (round === 0 || !('asPrinted' in options)) best[i] = Math.min(best[i], timed(world));
          note((methods.length * (round + (i + 1) / tried.length)) / rounds);
        }
      for (const { world } of tried) world.dispose();
      for (const row of this.plan(methods, { sides: [side] })) {
        const i = tried.findIndex(({ options }) => options === row.options);
        yield { ...row, secondsPerStep: best[i], ratioToEuler: best[i] / best[0] };
      }
    }
  },
};

/** Seconds that a step spends on springs. @param {import('./net.js').World} world */
function timed(world) {
  let [sum, steps] = [0, 0];
  while (sum < enough) {
    world.step(h);
    sum += world.timings.springs / 1000;
    steps++;
  }
  return sum / steps;
}
