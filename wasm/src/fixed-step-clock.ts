import { checkedNumber } from './checks.js';

/**
 * Divides the time of frames into steps of equal length, so that a world runs at one speed on every display, and goes
 * on where it was after a hidden tab.
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
   * @param dt length of a step. Unit: s.
   * @param mostSteps steps per frame before time is let go, as after a hidden tab or on a slow machine.
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
   * How many steps are due after so much time.
   * @param elapsed since the last frame; less than nothing counts as nothing. Unit: s.
   * @example for (let due = clock.advance(1 / 60); due > 0; due--) world.step(clock.dt);
   */
  advance(elapsed: number): number {
    this.#owed += Math.max(0, checkedNumber('elapsed', elapsed, 'seconds'));
    // A frame that comes a hair early still gets its step.
    const due = Math.floor(this.#owed / this.dt + 1e-6);
    if (due > this.#mostSteps) {
      this.#owed = 0;
      return this.#mostSteps;
    }
    this.#owed = Math.max(0, this.#owed - due * this.dt);
    return due;
  }

  /** How far the present is between the last step and the next, 0 to 1: for pictures between two steps. */
  get share(): number {
    return this.#owed / this.dt;
  }

  /**
   * Forgets the time that is owed.
   * @example clock.reset();
   */
  reset(): void {
    this.#owed = 0;
  }
}
