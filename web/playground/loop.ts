/** Divides the time of frames into steps of equal length, so that scenes run at one speed on every display. */
export class FixedStepClock {
  /** Length of a step. Unit: s. */
  readonly dt: number;
  readonly #mostSteps: number;
  #owed = 0;

  /** @param mostSteps steps per frame before time is let go, as after a hidden tab or on a slow machine. */
  constructor(dt = 1 / 60, mostSteps = 4) {
    this.dt = dt;
    this.#mostSteps = mostSteps;
  }

  /** How many steps are due after so much time. Unit: s. */
  advance(elapsed: number): number {
    this.#owed += Math.max(0, elapsed);
    // A frame that comes a hair early still gets its step.
    const due = Math.floor(this.#owed / this.dt + 1e-6);
    if (due > this.#mostSteps) {
      this.#owed = 0;
      return this.#mostSteps;
    }
    this.#owed = Math.max(0, this.#owed - due * this.dt);
    return due;
  }

  /** How far the present is between the last step and the next, 0 to 1. */
  get share(): number {
    return this.#owed / this.dt;
  }

  /** Forgets the time that is owed. */
  reset(): void {
    this.#owed = 0;
  }
}
