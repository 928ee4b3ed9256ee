// The order at which each method converges on two masses and a spring, whose motion is known, and
// how far its energy drifts in 10⁴ steps.

const [mass, stiffness, extension] = [1, 20, 0.1];
const omega = Math.sqrt((2 * stiffness) / mass);
/** Of the damped pair: less than a quarter of critical [N s/m]. */
const damping = 1.5;
const end = 0.5;

/**
 * @typedef {{ method: string, options: object, order: number, dampedOrder: number, theory: number, energyDrift: number, errors: number[] }} ConvergenceRow
 *   order: without damping; energyDrift: too, from the first period's mean to the last one's, NaN if the pair blew up; errors: too, at each of `stepCounts` [m]
 */

/** Steps until the end. */
export const stepCounts = [8, 16, 32, 64, 128, 256, 512, 1024];
/** The length of such a step over the period. @param {number} count */
export const periodsOf = (count) => (end / count / (2 * Math.PI)) * omega;

/** Methods whose equations are solved to a tolerance. */
const solves = ['backward-euler', 'imex'];

/** @type {Record<string, number>} */
const theory = { verlet: 2, rk4: 4, imex: 2 };

/** @type {import('./experiment.js').Experiment<ConvergenceRow, 'order' | 'dampedOrder' | 'energyDrift' | 'errors'>} */
export default {
  title: 'observed order, and change of the energy over 10⁴ steps of 0.04 periods',
  columns: {
    order: 'order',
    dampedOrder: 'order, damped',
    theory: 'theory',
    energyDrift: 'energy drift',
  },
  methods: [
    'explicit-euler',
    'symplectic-euler',
    'verlet',
    'rk4',
    'backward-euler',
    'jacobi',
    'harmonic',
    'hybrid',
    'imex',
  ].map((method) => ({ method, options: solves.includes(method) ? { tolerance: 1e-13 } : {} })),
  needsSetup: false,
  plan: (methods) =>
    methods.map(({ method, options }) => ({ method, options, theory: theory[method] ?? 1 })),
  *run(holonom, { methods }) {
    for (const row of this.plan(methods)) {
      const { method, options } = row;
      const errors = stepCounts.map((count) => error(pair(holonom, method, options), 0, count));
      const dampedErrors = stepCounts.map((count) =>
        error(pair(holonom, method, { ...options, damping }), damping, count),
      );
      // Where errors are the method's: later those of rk4 are of rounding.
      const at = stepCounts.indexOf(method === 'rk4' ? 64 : 512);
      const [order, dampedOrder] = [errors, dampedErrors].map((all) =>
        Math.log2(all[at] / all[at + 1]),
      );
      const energyDrift = drift(pair(holonom, method, options));
      yield { ...row, order, dampedOrder, energyDrift, errors };
    }
  },
};

/** @param {import('./net.js').Holonom} holonom @param {string} method @param {object} options */
function pair(holonom, method, options) {
  const world = holonom.createWorld({ gravity: [0, 0, 0], substeps: 1 });
  const network = world.addSpringNetwork({
    lists: { positions: [0, 0, 0, 1, 0, 0], springs: [0, 1] },
    positions: [0, 0, 0, 1 + extension, 0, 0],
    mass: 2 * mass,
    stiffness,
    damping: 0,
    .../** @type {object} */ ({ integrator: method }),
    ...options,
  });
  return { world, network };
}

/** How far the pair is from where it must be at the end [m]. @param {ReturnType<typeof pair>} net @param {number} damping @param {number} count of steps */
function error({ world, network }, damping, count) {
  for (let i = 0; i < count; i++) world.step(end / count);
  const [x, v] = [network.positions64, network.velocities];
  const decay = damping / mass;
  const turns = Math.sqrt(omega ** 2 - decay ** 2);
  const [c, s] = [Math.cos(turns * end), Math.sin(turns * end) / turns];
  const left = extension * Math.exp(-decay * end);
  const miss = x[3] - x[0] - 1 - left * (c + decay * s);
  const slip = v[3] - v[0] + left * omega ** 2 * s;
  world.dispose();
  return Math.hypot(miss, slip / omega);
}

/** Mean energy of the last period over the first one's, less one: within a period that of a sound method swings. @param {ReturnType<typeof pair>} net */
function drift({ world, network }) {
  const dt = (0.04 * 2 * Math.PI) / omega;
  const steps = 10_000;
  const period = 25;
  let [early, late] = [0, 0];
  for (let step = 1; step <= steps && !network.blowUp; step++) {
    world.step(dt);
    if (step <= period) early += network.diagnostics.energy.total;
    if (step > steps - period) late += network.diagnostics.energy.total;
  }
  const blown = network.blowUp;
  world.dispose();
  return blown ? Number.NaN : late / early - 1;
}
