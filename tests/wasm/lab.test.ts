// The experiments on spring networks reproduce what they should of Kang's tables, and say where not.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { experiments, run } from '../../web/lab/experiment.js';
import { jsonOf } from '../../web/lab/json.js';
import { fractionOfG } from '../../web/lab/momentum.js';
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

test('methods converge with their orders, damped or not', () => {
  for (const { method, order, dampedOrder, theory } of run(holonom, 'convergence')) {
    expect(Math.abs(order - theory), method).toBeLessThan(0.1);
    expect(Math.abs(dampedOrder - theory), method).toBeLessThan(0.1);
  }
});

test('a drift of the energy is told apart from its swing within a period', () => {
  const drift = Object.fromEntries(
    [...run(holonom, 'convergence')].map(({ method, energyDrift }) => [method, energyDrift]),
  );
  for (const method of ['verlet', 'imex'])
    expect(Math.abs(drift[method]), method).toBeLessThan(2e-5);
  expect(Math.abs(drift['symplectic-euler'])).toBeLessThan(3e-4);
  expect(drift['rk4']).toBeLessThan(-0.01); // loses energy, of fifth order in the step
  expect(drift['explicit-euler']).toBeNaN();
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

test('what is left of gravity under hybrid at the largest stiffness hangs on the noise', () => {
  const row = { method: 'hybrid', options: { share: 0.5 }, kappa: 6.5e7 };
  const fractions = Array.from({ length: 10 }, (_, i) => fractionOfG(holonom, row, i + 1));
  const [least, most] = [Math.min(...fractions), Math.max(...fractions)];
  expect(least).toBeGreaterThan(5.5e-5);
  expect(least).toBeLessThan(6.5e-5);
  expect(most).toBeGreaterThan(7e-4); // the other program's 5e-4 is between
  expect(most).toBeLessThan(8e-4);
});

test('a largest stiffness says whether it is an edge, or where the search began or ended', () => {
  const foundOf = (method: string, named: string) =>
    [...run(holonom, 'kappa', { method, variants: [named], limits: { masses: [1] } })].map(
      ({ found, kappaMax }) => [found, kappaMax > 0],
    );
  expect(foundOf('explicit-euler', 'explicit-euler')).toEqual([['none', false]]);
  expect(foundOf('symplectic-euler', 'symplectic-euler')).toEqual([['edge', true]]);
  expect(foundOf('backward-euler', 'backward-euler, LDLᵀ')).toEqual([['ceiling', true]]);
});

const common = ['method', 'options'];
test.each([
  ['kappa', 'explicit-euler', ['mass', 'kappaMax', 'found', 'largestSurviving', 'seed']],
  ['cost', 'harmonic', ['nodes', 'secondsPerStep', 'ratioToEuler', 'seed']],
  [
    'critical',
    'symplectic-euler',
    ['ratio', 'kappa', 'seed', 'stable', 'failedAfter', 'wholePeriods', 'fall'],
  ],
  ['convergence', 'rk4', ['order', 'dampedOrder', 'theory', 'energyDrift', 'errors', 'seed']],
  ['momentum', 'jacobi', ['kappa', 'fractionOfG', 'found', 'seed']],
  [
    'size',
    'backward-euler',
    [
      'nodes',
      'springs',
      'iterations',
      'secondsPerStep',
      'best',
      'perNode',
      'growth',
      'bound',
      'seed',
    ],
  ],
])('rows of %s are written with all that they hold', (name, method, fields) => {
  const rows = [...run(holonom, name, { method, limits: { sides: [5], masses: [1] } })];
  const file = JSON.parse(jsonOf(name, 'A', rows));
  expect(Object.keys(file)).toEqual(['experiment', 'setup', 'rows']);
  expect(file.experiment).toBe(name);
  expect(file.setup).toBe(experiments[name]?.needsSetup ? 'A' : 'own');
  expect(file.rows.length).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(0);
  for (const [i, row] of file.rows.entries()) {
    expect(Object.keys(row).sort()).toEqual([...common, ...fields].sort());
    for (const field of fields) {
      const measured = rows[i][field];
      const written = measured === undefined ? null : Number.isNaN(measured) ? 'failed' : measured;
      expect(row[field], field).toEqual(written);
    }
  }
});

test('a net that failed is no missing figure in a file', () => {
  const rows = rowsOf('momentum', 'A', 'jacobi');
  const written = JSON.parse(jsonOf('momentum', 'A', rows)).rows;
  const stiffest = written.filter(({ kappa }: { kappa: number }) => kappa === 6.5e7);
  expect(stiffest.map(({ fractionOfG: g }: { fractionOfG: unknown }) => g === 'failed')).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(written.map(({ seed }: { seed: unknown }) => seed)).toEqual(rows.map(() => null));
  expect(JSON.parse(jsonOf('size', 'A', [{ bound: Number.POSITIVE_INFINITY }])).rows).toEqual([
    { bound: 'failed', seed: null },
  ]);
});

test.each([
  [['kapa'], 'the experiment "kapa": must be one of kappa, cost, critical, convergence, momentum'],
  [[], 'One experiment, please.'],
  [['kappa', '--setup', 'H'], '--setup "H": must be one of A, B, C, D, E, F, G.'],
  [
    ['momentum', '--setup', 'C'],
    '--setup "C": momentum has set-ups of its own; only kappa, cost, critical',
  ],
  [['convergence', '--setup', 'C'], '--setup "C": convergence has set-ups of its own; only kappa,'],
  [
    ['claims', '--setup', 'C'],
    '--setup "C": claims has set-ups of its own; only kappa, cost, critical',
  ],
  [['critical', '--method', 'rk4'], '--method "rk4": must be one of harmonic, symplectic-euler, '],
  [['claims', '--method', 'rk4'], '--method: the claims are judged by all methods.'],
  [['kappa', '--json', 'nowhere/rows.json'], '--json "nowhere/rows.json": must be a file in a'],
  [['kappa', '--color', 'red'], "Unknown option '--color'. Usage: npm run lab -- kappa|cost"],
])('npm run lab refuses %j and names what it takes', (given, message) => {
  const { status, stderr, stdout } = spawnSync('node', ['.tools/lab.mjs', ...given], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr + stdout).toContain(message);
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
