// The experiments on spring networks reproduce what they should of Kang's tables, and say where not.
import { expect, test } from 'vitest';
import { experiments, run } from '../../web/lab/experiment.js';
import { tableOf } from '../../web/lab/table.js';
import { holonom } from './fixture';

const rowsOf = (name: string, setup: string, method: string) => [
  ...run(holonom, name, { setup, method }),
];
const near = (value: number, expected: number, share: number) =>
  expect(Math.abs(value / expected - 1)).toBeLessThan(share);

test('in set-up A symplectic Euler survives up to the printed stiffness', () => {
  const rows = rowsOf('kappa', 'A', 'symplectic-euler');
  expect(rows.map(({ mass }) => mass)).toEqual([1, 2]);
  for (const { kappaMax, seed } of rows) near(kappaMax, seed ?? 0, 0.02);
});

test('in set-up A one Jacobi sweep survives up to the printed stiffness', () => {
  const [row] = rowsOf('kappa', 'A', 'jacobi').filter(({ mass, seed }) => mass === 1 && seed);
  near(row?.kappaMax ?? 0, 62_500, 0.05);
});

test('methods converge with their orders', () => {
  for (const { method, order, theory } of run(holonom, 'convergence'))
    expect(Math.abs(order - theory), method).toBeLessThan(0.1);
});

test('what falls freely under gravity is all of the net, or a part of it', () => {
  const fractions = (method: string) =>
    rowsOf('momentum', 'A', method).map(({ fractionOfG }) => fractionOfG);
  // Iterations end at a residual of 1e-6, and what is left of it is momentum.
  for (const whole of ['backward-euler', 'imex'])
    for (const { fractionOfG, options } of rowsOf('momentum', 'A', whole))
      near(fractionOfG, 1, options.linearSolver === 'pcg' ? 1e-5 : 1e-6);
  const published = [0.773, 0.409, 0.034, 0.0035];
  for (const [i, fraction] of published.entries())
    near(fractions('hybrid')[i] ?? 0, fraction, 0.02);
});

test('without the clamp, a slight crumple of the stiffest net makes Jacobi sweeps blow up', () => {
  const failed = rowsOf('momentum', 'A', 'jacobi')
    .filter(({ fractionOfG }) => Number.isNaN(fractionOfG))
    .map(({ kappa, options }) => [kappa, 'clampCompression' in options]);
  expect(failed).toEqual([
    [6.5e7, true],
    [6.5e7, true],
  ]);
});

test('at whole periods the harmonic method says that its springs are idle', () => {
  const rows = rowsOf('critical', 'A', 'harmonic');
  const idle = rows.filter(({ wholePeriods }) => wholePeriods).map(({ ratio }) => ratio);
  expect(new Set(idle)).toEqual(new Set([1, 1.01, 2, 2.01, 4, 4.01, 6, 6.01, 8, 8.01, 10]));
});

test('of a large net the steps, their iterations and the bound of the memory are told', () => {
  const rows = [...run(holonom, 'size', { limits: { sides: [16, 32] } })];
  expect(rows.map(({ nodes }) => nodes)).toEqual([256, 1024]);
  expect(rows.map(({ springs }) => springs)).toEqual([1378, 5826]);
  for (const row of rows) {
    expect(row.iterations).toBeGreaterThan(2);
    expect(row.secondsPerStep).toBeGreaterThanOrEqual(row.best);
    expect(row.bound).toBeGreaterThan(0);
  }
  expect(tableOf(experiments['size'] as never, rows)).toContain('backward-euler, PCG');
});

test('a table has a line for each row', () => {
  const rows = rowsOf('momentum', 'A', 'hybrid');
  const lines = tableOf(experiments['momentum'] as never, rows).split('\n');
  expect(lines).toHaveLength(rows.length + 1);
  expect(lines[1]).toMatch(/^hybrid, half the impulse +1000 +0\.77/);
});
