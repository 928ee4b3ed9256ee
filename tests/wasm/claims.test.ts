// The page of claims says in words why a claim holds or not; these words must fit what was measured.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
