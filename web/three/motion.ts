/** The numbers of a moving thing now and before the last step, for pictures between two steps. */
export class Motion {
  #past = new Float32Array(0);
  #known = 0;

  /** Keeps the present as the past. Call just before a step. */
  capture(present: Float32Array): void {
    if (this.#past.length < present.length) this.#past = new Float32Array(present.length);
    this.#past.set(present);
    this.#known = present.length;
  }

  /** Forgets the past, as when the set of things has changed. */
  forget(): void {
    this.#known = 0;
  }

  /** Writes past + share · (present − past) to the target; the present itself when there is no fitting past. */
  write(target: Float32Array, present: Float32Array, share: number): void {
    if (share >= 1 || this.#known !== present.length) {
      target.set(present);
      return;
    }
    const past = this.#past;
    for (let i = 0; i < present.length; i++) {
      const from = past[i] as number;
      target[i] = from + share * ((present[i] as number) - from);
    }
  }
}
