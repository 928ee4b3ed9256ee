import { checkedNumber } from './checks.js';

/**
 * Divides frame times into steps of equal length, so that a world runs at the same speed on every display, and
 * continues where it was after a hidden tab.
 * @example
 * const clock = new FixedStepClock();
 * const frame = (seconds: number) => {
 *   for (let due = clock.advance(seconds); due > 0; due--) world.step(clock.dt);
 * };
 * frame(1 / 144);
 */
export class FixedStepClock {
  /** Length of a step. Unit: s. */
  readonly dt: number;
  readonly #mostSteps: number;
  #owed = 0;

  /**
   * @param dt length of a step. Default: 1/60. Unit: s.
   * @param mostSteps maximum number of steps per frame; further time is dropped, as after a hidden tab or on a slow
   *   machine. Default: 4.
   */
  constructor(dt = 1 / 60, mostSteps = 4) {
    this.dt = checkedNumber('dt', dt, ['number-above', { low: 0 }], (seconds) => seconds > 0);
    const isCount = (count: number) => Number.isInteger(count) && count > 0;
    this.#mostSteps = checkedNumber(
      'mostSteps',
      mostSteps,
      ['integer-at-least', { low: 1 }],
      isCount,
    );
  }

  /**
   * Returns the number of steps due after a frame time.
   * @param elapsed time since the last frame; negative values count as 0. Unit: s.
   * @example for (let due = clock.advance(1 / 60); due > 0; due--) world.step(clock.dt);
   */
  advance(elapsed: number): number {
    this.#owed += Math.max(0, checkedNumber('elapsed', elapsed, 'seconds'));
    // Rounding tolerance: a frame that comes slightly early still gets its step.
    const due = Math.floor(this.#owed / this.dt + 1e-6);
    if (due > this.#mostSteps) {
      this.#owed = 0;
      return this.#mostSteps;
    }
    this.#owed = Math.max(0, this.#owed - due * this.dt);
    return due;
  }

  /** Interpolation factor of the present time between the last step and the next, 0 to 1. */
  get share(): number {
    return this.#owed / this.dt;
  }

  /**
   * Drops the accumulated time.
   * @example clock.reset();
   */
  reset(): void {
    this.#owed = 0;
  }
}
