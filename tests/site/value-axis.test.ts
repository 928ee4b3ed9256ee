import { expect, test } from 'vitest';
import { tickTexts } from '../../web/site/value-axis.ts';

test('values of an axis have as many digits as tell them apart', () => {
  expect(tickTexts([0, 1000, 2000], 'en')).toEqual(['0', '1,000', '2,000']);
  expect(tickTexts([0.1, 0.2, 0.30000000000000004], 'en')).toEqual(['0.1', '0.2', '0.3']);
  expect(tickTexts([6250, 6251, 6252], 'en')).toEqual(['6,250', '6,251', '6,252']);
  expect(tickTexts([6252.5, 6255, 6257.5], 'en')).toEqual(['6,252.5', '6,255', '6,257.5']);
  expect(tickTexts([-9.81, -9.8095], 'ko')).toEqual(['-9.81', '-9.8095']);
  expect(tickTexts([0, 2.5e-5, 5e-5], 'en')).toEqual(['0', '2.5E-5', '5E-5']);
  expect(tickTexts([12345678, 12345679], 'en')).toEqual(['1.2345678E7', '1.2345679E7']);
  expect(tickTexts([5], 'en')).toEqual(['5']);
});
