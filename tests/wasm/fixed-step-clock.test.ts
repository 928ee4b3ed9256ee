import { FixedStepClock } from 'holonom';
import { expect, test } from 'vitest';

const stepsIn = (seconds: number, hertz: number): number => {
  const clock = new FixedStepClock();
  let steps = 0;
  for (let frame = 0; frame < seconds * hertz; frame++) steps += clock.advance(1 / hertz);
  return steps;
};

test.each([30, 60, 75, 144])('ten seconds at %i frames a second are 600 steps', (hertz) => {
  expect(Math.abs(stepsIn(10, hertz) - 600)).toBeLessThanOrEqual(1);
});

test('after a minute out of sight only a few steps are made', () => {
  const clock = new FixedStepClock();
  expect(clock.advance(60)).toBe(4);
  expect(clock.advance(1 / 60)).toBe(1);
});

test('between two steps the share of the next one grows', () => {
  const clock = new FixedStepClock(0.01);
  expect(clock.advance(0.0125)).toBe(1);
  expect(clock.share).toBeCloseTo(0.25);
});
