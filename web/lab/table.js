// Rows of an experiment as text.
import { nameOf } from './methods.js';

/** Four digits that count. @param {unknown} value */
export function show(value) {
  if (value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return String(value);
  if (Number.isNaN(value)) return 'failed';
  if (!Number.isFinite(value) || value === 0) return String(value);
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-3) return value.toExponential(2);
  return size >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
}

/** @param {import('./experiment.js').Experiment<any>} experiment @param {any[]} rows */
export function tableOf({ columns }, rows) {
  const names = Object.keys(columns);
  const cells = [
    ['method', ...Object.values(columns)],
    ...rows.map((row) => [nameOf(row), ...names.map((name) => show(row[name]))]),
  ];
  const widths = cells[0].map((_, k) => Math.max(...cells.map((row) => row[k].length)));
  return cells
    .map((row) =>
      row.map((cell, k) => (k ? cell.padStart(widths[k]) : cell.padEnd(widths[k]))).join('  '),
    )
    .join('\n');
}
