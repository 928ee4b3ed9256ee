// Rows of an experiment as a file.
import { experiments } from './experiment.js';

/**
 * A row has what its experiment measures, by the names of its columns, and `seed`: the published figure. What there is
 * no figure of is null. A figure that could not be had because the net failed is the word "failed", for JSON has neither
 * NaN nor infinity. `setup` is "own" for experiments with a net of their own.
 * @param {string} experiment
 * @param {string} setup
 * @param {readonly object[]} rows
 */
export function jsonOf(experiment, setup, rows) {
  const file = {
    experiment,
    setup: experiments[experiment].needsSetup ? setup : 'own',
    rows: rows.map((row) => ({ ...row, seed: /** @type {any} */ (row).seed })),
  };
  return `${JSON.stringify(file, (_, value) => figureOf(value), 2)}\n`;
}

/** @param {unknown} value */
function figureOf(value) {
  if (value === undefined) return null;
  return typeof value === 'number' && !Number.isFinite(value) ? 'failed' : value;
}
