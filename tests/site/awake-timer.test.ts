// How long code may take is counted in time that the computer was awake.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterAwake } from '../../web/playground/code/awake-timer.ts';

let time = 0;
const timers = new Map<number, { due: number; every: number; call: () => void }>();
beforeEach(() => {
  time = 0;
  timers.clear();
  vi.stubGlobal('setTimeout', (call: () => void, delay: number) => {
    timers.set(timers.size + 1, { due: time + delay, every: Number.POSITIVE_INFINITY, call });
    return timers.size;
  });
  vi.stubGlobal('setInterval', (call: () => void, every: number) => {
    timers.set(timers.size + 1, { due: time + every, every, call });
    return timers.size;
  });
  vi.stubGlobal('clearInterval', (id: number) => timers.delete(id));
});
afterEach(() => vi.unstubAllGlobals());

/** Time goes by; what became due meanwhile is called once, as browsers do after a sleep. */
function pass(seconds: number): void {
  time += 1000 * seconds;
  for (const timer of [...timers.values()]) {
    if (timer.due > time) continue;
    timer.due = time + timer.every;
    timer.call();
  }
}

test('it ends after its seconds, and not after a night asleep', () => {
  const done = vi.fn();
  afterAwake(1, done);
  pass(8 * 3600);
  pass(0.25);
  pass(8 * 3600);
  expect(done).not.toHaveBeenCalled();
  pass(0.25);
  expect(done).toHaveBeenCalledOnce();
  pass(1);
  expect(done).toHaveBeenCalledOnce();
});

test('it does not end when it was stopped', () => {
  const done = vi.fn();
  const stop = afterAwake(0.5, done);
  pass(0.25);
  stop();
  for (let i = 0; i < 10; i++) pass(0.25);
  expect(done).not.toHaveBeenCalled();
});
