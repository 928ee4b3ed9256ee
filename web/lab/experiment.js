// What an experiment is: a plan of rows, which it fills and yields one by one in that order, so that
// whoever asks can show progress, or stop.
import convergence from './convergence.js';
import cost from './cost.js';
import critical from './critical.js';
import kappa from './kappa.js';
import { methods, nameOf } from './methods.js';
import momentum from './momentum.js';
import { setups } from './net.js';
import size from './size.js';

/**
 * @typedef {import('./methods.js').Method} Method
 * @typedef {{ setup: import('./net.js').Setup, methods: Method[], note: (rows: number) => void, limits?: Limits }} Choice
 *   note: told how many rows beyond the last one are as good as done
 * @typedef {{ sides?: number[], masses?: number[] }} Limits
 *   sides: nodes along a side of the nets of `cost` and `size`; masses: of the nodes of `kappa` [kg]
 */
/**
 * @typedef {{ setup?: string, method?: string, variants?: string[], note?: (rows: number) => void, limits?: Limits }} Choices
 *   a set-up A to G; one method alone, or some variants by the names of the tables
 */
/**
 * @template Row
 * @template {keyof Row} [Measured=never]
 * @typedef {{ title: string, columns: Record<string, string>, needsSetup: boolean,
 *   methods?: (Pick<Method, 'cost'> & { method: string, options: object, slow?: string })[],
 *   plan(methods: Method[], limits?: Limits): Omit<Row, Measured>[],
 *   run(holonom: import('./net.js').Holonom, choice: Choice): Generator<Row> }} Experiment
 *   Measured: what a row has only once it is measured; columns: headings of what a row holds beside method and options;
 *   plan: the rows before they are measured, with the published figures; slow: why one may leave a method out
 */

/** @type {Record<string, Experiment<any>>} */
export const experiments = { kappa, cost, critical, convergence, momentum, size };

/** What an experiment compares. @param {Experiment<any>} experiment @returns {Method[]} */
export const methodsOf = (experiment) => /** @type {Method[]} */ (experiment.methods ?? methods);

/**
 * Runs an experiment, row by row.
 * @param {import('./net.js').Holonom} holonom
 * @param {string} name
 * @param {Choices} [choice]
 */
export function run(holonom, name, choice = {}) {
  const { setup = 'A', method, variants, note = () => {}, limits } = choice;
  const experiment = experiments[name];
  const methods = methodsOf(experiment).filter(
    (one) => (!method || one.method === method) && (!variants || variants.includes(nameOf(one))),
  );
  return experiment.run(holonom, { setup: setups[setup], methods, note, limits });
}
