// Figures 2 and 3: the harmonic method at steps of up to ten times the critical time h_c = 2π/ω.
import { failure, g, h, makeNet } from './net.js';

const mass = 1;
const seconds = 10;
const ratios = [
  0.1, 0.15, 0.18, 0.2, 0.25, 0.5, 1, 1.01, 1.5, 2, 2.01, 2.5, 4, 4.01, 6, 6.01, 8, 8.01, 10,
];

/**
 * @typedef {{ method: string, options: object, ratio: number, kappa: number, seed?: boolean, stable: boolean, failedAfter?: number, wholePeriods: boolean, fall: number }} CriticalRow
 *   ratio: h/h_c between free nodes; seed: published to be stable; failedAfter: not there if it is; fall: of the net's
 *   middle in 0.5 s, over that of a free body, NaN if the net failed before
 */

/** @type {import('./experiment.js').Experiment<CriticalRow, 'stable' | 'failedAfter' | 'wholePeriods' | 'fall'>} */
export default {
  title: `steps of h = ${h} s as multiples of h_c; published: "stable at 2, 6 and 8 h_c"`,
  columns: {
    ratio: 'h/h_c',
    kappa: 'κ',
    seed: 'published',
    stable: 'stable',
    failedAfter: 'failed after s',
    wholePeriods: 'springs idle',
    fall: 'fall / free fall',
  },
  needsSetup: true,
  methods: [
    { method: 'harmonic', options: { share: 0.5 } },
    { method: 'harmonic', options: {} },
    { method: 'symplectic-euler', options: {} },
    { method: 'backward-euler', options: { linearSolver: 'ldlt' } },
  ],
  plan: (methods) =>
    methods.flatMap(({ method, options }) =>
      // Two free nodes move with the reduced mass m/2.
      ratios.map((ratio) => {
        const kappa = (mass / 2) * ((2 * Math.PI * ratio) / h) ** 2;
        const seed = 'share' in options && [2, 6, 8].includes(ratio) ? true : undefined;
        return { method, options, ratio, kappa, seed };
      }),
    ),
  *run(holonom, { setup, methods }) {
    for (const row of this.plan(methods)) {
      const settings = { integrator: row.method, ...row.options };
      const net = makeNet(holonom, setup, { mass, stiffness: row.kappa, damping: 0 }, settings);
      const middle = 3 * 12 + 1;
      const start = net.network.positions64[middle];
      const steps = 50;
      let failed = failure(net, steps);
      const wholePeriods = net.network.diagnostics.wholePeriods > 0;
      const free = (g * h * h * steps * (steps + 1)) / 2;
      const fall = failed ? Number.NaN : (start - net.network.positions64[middle]) / free;
      if (!failed) {
        const later = failure(net, seconds / h - steps);
        failed = later && later + steps;
      }
      net.world.dispose();
      yield { ...row, stable: !failed, failedAfter: failed && failed * h, wholePeriods, fall };
    }
  },
};
