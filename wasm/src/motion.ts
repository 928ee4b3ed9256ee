/**
 * The numbers of moving things now and before the last step, for pictures between two steps. What was put elsewhere
 * since the first picture after the step is drawn there: no step has moved it, so it is on no way.
 */
export class Motion {
  readonly #stride: number;
  #past = new Float32Array(0);
  #stepped = new Float32Array(0);
  #known = 0;
  #hasStepped = false;

  /** @param stride how many numbers belong to one thing */
  constructor(stride: number) {
    this.#stride = stride;
  }

  /** Keeps the present as the past. Call just before a step. */
  capture(present: Float32Array): void {
    if (this.#past.length < present.length) {
      this.#past = new Float32Array(present.length);
      this.#stepped = new Float32Array(present.length);
    }
    this.#past.set(present);
    this.#known = present.length;
    this.#hasStepped = false;
  }

  /** Forgets the past, as when the set of things has changed. */
  forget(): void {
    this.#known = 0;
  }

  /** Writes past + share · (present − past) to the target; the present itself when there is no fitting past. */
  write(target: Float32Array, present: Float32Array, share: number): void {
    const isKnown = this.#known === present.length;
    if (isKnown && !this.#hasStepped) this.#stepped.set(present);
    this.#hasStepped = true;
    target.set(present);
    if (share >= 1 || !isKnown) return;
    const past = this.#past;
    for (let i = 0; i < present.length; i += this.#stride) {
      const end = i + this.#stride;
      if (this.#wasPut(present, i, end)) continue;
      for (let k = i; k < end; k++) {
        const from = past[k] as number;
        target[k] = from + share * ((present[k] as number) - from);
      }
    }
  }

  #wasPut(present: Float32Array, begin: number, end: number): boolean {
    for (let i = begin; i < end; i++) if (present[i] !== this.#stepped[i]) return true;
    return false;
  }
}
