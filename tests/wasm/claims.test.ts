// The page of claims says in words why a claim holds or not; these words must fit what was measured.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figureText } from '../../web/claims/figure-text.js';
import { claims, inAllSetups, type Measured, measurements } from '../../web/lab/claims.js';
import { experiments } from '../../web/lab/experiment.js';

// The build has run the experiments with this module, and the page shows the same rows.
const measured: Measured = JSON.parse(
  readFileSync(new URL('../../web/claims/measured.generated.json', import.meta.url), 'utf8'),
);

test.each(claims)('$where: $title', (claim) => {
  expect(claim.judge(measured)).toBe(claim.verdict);
  for (const { name, measured: value } of claim.figures(measured))
    expect(value, name).toBeDefined();
});

test('a claim is not judged by the verdict that is stated', () => {
  const euler = claims.find(({ title }) => title.startsWith('Euler'));
  const worse = (measured['kappa A'] ?? []).map((row) => ({ ...row, kappaMax: row.kappaMax / 2 }));
  expect(euler?.judge({ ...measured, 'kappa A': worse })).toBe('does not reproduce');
});

test('every set-up was run, and every experiment that a claim names exists', () => {
  expect(Object.keys(measured)).toEqual(Object.keys(measurements));
  for (const { method, experiment } of claims) {
    expect(Object.keys(experiments)).toContain(experiment);
    if (method)
      for (const { setup, kappaMax } of inAllSetups(measured, method))
        expect(kappaMax, setup).toBeGreaterThan(0);
  }
});

test.each([
  [0, '0'],
  [36, '36'],
  [0.04, '0.04'],
  [8 * 0.03, '0.24'],
  [1.0959, '1.10'],
  [0.99982, '1.00'],
  [0.0035571, '0.00356'],
  [999.4, '999'],
  [999.7, '999.7'],
  [11_250, '11,250'],
  [5_491_556, '5,492,000'],
  [65e6, '6.50 × 10⁷'],
  [9.9996e7, '1.00 × 10⁸'],
  [1.459e-4, '1.46 × 10⁻⁴'],
  [null, 'failed'],
])('%s is shown as %s', (value, text) => {
  expect(figureText(value)).toBe(text);
});

test('a published figure is shown with all its digits', () => {
  for (const { figures } of claims)
    for (const { published } of figures(measured))
      if (published !== undefined && published >= 1000 && published < 1e7)
        expect(Number(figureText(published).replaceAll(',', ''))).toBe(published);
});

test.each([
  ['jacobi, unclamped', 62_500, ['A']],
  ['backward-euler, LDLᵀ, unclamped', 950_000, ['E']],
])(
  'the printed figure of %s is near in the set-up that the words name',
  (method, printed, named) => {
    const near = inAllSetups(measured, method).filter(
      ({ kappaMax }) => Math.abs((kappaMax ?? 0) / printed - 1) < 0.1,
    );
    expect(near.map(({ setup }) => setup)).toEqual(named);
  },
);
