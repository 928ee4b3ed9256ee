// The quality of the picture follows the time that its frames take.
import { expect, test } from 'vitest';
import { QualityLadder, qualities } from '../../web/three/quality-ladder.ts';

/** Frames of one length, until another quality suits; at most so many. @returns how many it took. */
function until(ladder: QualityLadder, milliseconds: number, most = 5000): number {
  for (let i = 1; i <= most; i++) if (ladder.addFrame(milliseconds)) return i;
  return most;
}

test('long frames step down to the last rung and no further', () => {
  const ladder = new QualityLadder();
  for (let rung = 1; rung < qualities.length; rung++) {
    expect(until(ladder, 60)).toBe(50);
    expect(ladder.rung).toBe(rung);
  }
  expect(until(ladder, 60, 500)).toBe(500);
  expect(ladder.rung).toBe(qualities.length - 1);
});

test('single long frames and pauses change nothing', () => {
  const ladder = new QualityLadder();
  for (let i = 0; i < 600; i++) expect(ladder.addFrame(i % 5 ? 16.7 : 90)).toBe(false);
  for (let i = 0; i < 600; i++) expect(ladder.addFrame(i % 40 ? 16.7 : 9000)).toBe(false);
  expect(ladder.rung).toBe(0);
});

test.each([160, 250, 400, 700, 1000, 1001, 1500, 2500])(
  'at a frame of %d ms all rungs are left within ten seconds, or thirteen frames',
  (milliseconds) => {
    const ladder = new QualityLadder();
    let time = 0;
    let frames = 0;
    for (; ladder.rung < qualities.length - 1 && frames < 1000; frames++) {
      ladder.addFrame(milliseconds);
      time += milliseconds;
    }
    expect(ladder.rung).toBe(qualities.length - 1);
    expect(Math.min(time / 10_000, frames / 13)).toBeLessThanOrEqual(1);
  },
);

test('short frames step up again, later where that had failed', () => {
  const ladder = new QualityLadder();
  until(ladder, 60);
  const first = until(ladder, 16.7);
  expect(ladder.rung).toBe(0);
  until(ladder, 60);
  expect(until(ladder, 16.7)).toBe(2 * first);
  expect(ladder.rung).toBe(0);
});

test('each rung draws less than the one above', () => {
  for (const [i, { pixelRatio, shadows }] of qualities.entries()) {
    const better = qualities[i - 1];
    if (!better) continue;
    expect(pixelRatio).toBeLessThan(better.pixelRatio);
    expect(shadows).toBeLessThan(better.shadows);
  }
});
