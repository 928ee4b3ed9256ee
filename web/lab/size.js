// What a step of backward Euler by conjugate gradients costs as nets grow, beside what the machine's
// memory allows: every product and sum of vectors runs over all nodes and springs.
import { h } from './net.js';

const allSides = [32, 64, 128, 256];
const [mass, stiffness, tolerance] = [1, 1e4, 1e-4];
/** Steps before the first that counts, and those that do. */
const [warmUp, steps] = [10, 40];
/** What an iteration reads and writes of each node (vectors, masses, a block of the preconditioner) and spring (its matrix and ends) [bytes]. */
const [bytesPerNode, bytesPerSpring] = [472, 40];

/**
 * @typedef {{ method: string, options: object, nodes: number, springs: number, iterations: number, secondsPerStep: number, best: number, perNode: number, growth: number, bound: number }} SizeRow
 *   iterations, secondsPerStep: means over the steps; best: the quickest [s]; perNode: of the best [s]; growth: of that,
 *   from the smallest net; bound: seconds that the mean step's iterations take at the speed of a plain copy
 */

const method = {
  method: 'backward-euler',
  options: { linearSolver: 'pcg', tolerance },
};

/** @type {import('./experiment.js').Experiment<SizeRow, 'springs' | 'iterations' | 'secondsPerStep' | 'best' | 'perNode' | 'growth' | 'bound'>} */
export default {
  title: `a net of structural, shear and bending springs that hangs from two corners, κ = ${stiffness} N/m, ${mass} kg a node`,
  columns: {
    nodes: 'nodes',
    springs: 'springs',
    iterations: 'iterations',
    secondsPerStep: 's/step',
    best: 'best',
    perNode: 's/node',
    growth: 'growth',
    bound: 'memory bound s',
  },
  needsSetup: false,
  methods: [method],
  plan: (methods, { sides = allSides } = {}) =>
    methods.flatMap((one) => sides.map((side) => ({ ...one, nodes: side * side }))),
  *run(holonom, { methods, limits }) {
    const bandwidth = copyBandwidth();
    let smallest = 0;
    for (const row of this.plan(methods, limits)) {
      const side = Math.sqrt(row.nodes);
      const world = holonom.createWorld({ gravity: [0, -9.8, 0], substeps: 1 });
      const network = world.addSpringNetwork({
        grid: { size: [1, 1], segments: [side - 1, side - 1] },
        bendSprings: true,
        mass: mass * side * side,
        stiffness,
        damping: 0.1,
        pins: ['top-left', 'top-right'],
        ...row.options,
      });
      let [sum, iterations, best] = [0, 0, Infinity];
      for (let i = 0; i < warmUp + steps; i++) {
        world.step(h);
        if (i < warmUp) continue;
        const seconds = world.timings.springs / 1000;
        sum += seconds / steps;
        best = Math.min(best, seconds);
        iterations += network.diagnostics.iterations / steps;
      }
      const springs = network.edges.length / 2;
      world.dispose();
      const perNode = best / (side * side);
      smallest ||= perNode;
      const bytes = side * side * bytesPerNode + springs * bytesPerSpring;
      const bound = (iterations * bytes) / bandwidth;
      yield {
        ...row,
        springs,
        iterations,
        secondsPerStep: sum,
        best,
        perNode,
        growth: perNode / smallest,
        bound,
      };
    }
  },
};

/** Bytes per second that a copy of 32 MB reads and writes. */
function copyBandwidth() {
  const from = new Float64Array(4e6).fill(1);
  const to = new Float64Array(from.length);
  let best = Infinity;
  for (let i = 0; i < 10; i++) {
    const start = performance.now();
    to.set(from);
    best = Math.min(best, performance.now() - start);
  }
  return (2 * from.byteLength) / (best / 1000);
}
