const watchers = new WeakMap<object, Set<() => void>>();

/** Who is told as soon as a step of a world is done, before anybody hears of its events. */
export function watchersOf(world: object): Set<() => void> {
  const known = watchers.get(world) ?? new Set();
  watchers.set(world, known);
  return known;
}

/**
 * The numbers of moving things now and before the last step, for pictures between two steps. What was put elsewhere
 * since the step is drawn there: no step has moved it, so it is on no way.
 */
export class Motion {
  readonly #stride: number;
  #past = new Float32Array(0);
  #stepped = new Float32Array(0);

  /** @param stride how many numbers belong to one thing */
  constructor(stride: number) {
    this.#stride = stride;
  }

  /** Keeps the present as the past. Call just before a step. */
  capture(present: Float32Array): void {
    if (this.#past.length !== present.length) this.#past = new Float32Array(present.length);
    this.#past.set(present);
    this.step(present);
  }

  /** Keeps the present as where a step took it. Call just after each step. */
  step(present: Float32Array): void {
    if (this.#stepped.length !== present.length) this.#stepped = new Float32Array(present.length);
    this.#stepped.set(present);
  }

  /** Forgets the past, as when the set of things has changed. */
  forget(): void {
    this.#past = new Float32Array(0);
  }

  /** Writes past + share · (present − past) to the target; the present itself when there is no fitting past. */
  write(target: Float32Array, present: Float32Array, share: number): void {
    const past = this.#past;
    const stepped = this.#stepped;
    target.set(present);
    if (share >= 1 || past.length !== present.length || stepped.length !== present.length) return;
    for (let i = 0; i < present.length; i += this.#stride) {
      const end = i + this.#stride;
      let k = i;
      while (k < end && present[k] === stepped[k]) k++;
      if (k < end) continue;
      for (k = i; k < end; k++) {
        const from = past[k] as number;
        target[k] = from + share * ((present[k] as number) - from);
      }
    }
  }
}
