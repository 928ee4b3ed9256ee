// What an experiment is: rows that it yields one by one, so that whoever asks can show progress, or
// stop.
import convergence from './convergence.js';
import cost from './cost.js';
import critical from './critical.js';
import kappa from './kappa.js';
import { methods } from './methods.js';
import momentum from './momentum.js';
import { setups } from './net.js';

/**
 * @typedef {import('./methods.js').Method} Method
 * @typedef {{ setup: import('./net.js').Setup, methods: Method[] }} Choice
 */
/**
 * @template Row
 * @typedef {{ title: string, columns: Record<string, string>, methods?: { method: string, options: object }[],
 *   run(holonom: import('./net.js').Holonom, choice: Choice): Generator<Row> }} Experiment
 *   columns: headings of what a row holds beside method and options
 */

/** @type {Record<string, Experiment<any>>} */
export const experiments = { kappa, cost, critical, convergence, momentum };

/** What an experiment compares. @param {Experiment<any>} experiment @returns {Method[]} */
export const methodsOf = (experiment) => /** @type {Method[]} */ (experiment.methods ?? methods);

/**
 * Runs an experiment, row by row.
 * @param {import('./net.js').Holonom} holonom
 * @param {string} name
 * @param {{ setup?: string, method?: string }} [choice] a set-up A to G, and one method alone
 */
export function run(holonom, name, { setup = 'A', method } = {}) {
  const experiment = experiments[name];
  const chosen = methodsOf(experiment).filter((one) => !method || one.method === method);
  return experiment.run(holonom, { setup: setups[setup], methods: chosen });
}
