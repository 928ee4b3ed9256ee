import { expect, test } from 'vitest';
import { freeView } from '../../web/playground/free-view.ts';

test('where little is covered the picture fills the stage; where much is, it is smaller and in the rest', () => {
  expect(freeView(400, 400, 40, 40)).toEqual({ whole: [400, 400], corner: [0, 0] });
  const { whole, corner } = freeView(360, 400, 50, 120);
  expect(whole[0] / whole[1], 'of the same shape').toBeCloseTo(360 / 400);
  expect(whole[1]).toBeCloseTo(230 / 0.77);
  expect(whole[1] / 2 - corner[1], 'its middle, from the top').toBeCloseTo(50 + 230 / 2);
  expect(whole[0] / 2 - corner[0], 'its middle, from the left').toBeCloseTo(180);
  expect(freeView(360, 200, 100, 100).whole, 'never of no size').toEqual([216, 120]);
});
