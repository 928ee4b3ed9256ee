const watchers = new WeakMap<object, Set<() => void>>();

/** Callbacks of a world that run right after each step, before its event listeners. */
export function watchersOf(world: object): Set<() => void> {
  const known = watchers.get(world) ?? new Set();
  watchers.set(world, known);
  return known;
}

/**
 * States of moving objects before and after the last step, for interpolation. Objects teleported since the last step
 * are not interpolated.
 */
export class Motion {
  readonly #stride: number;
  #past = new Float32Array(0);
  #stepped = new Float32Array(0);

  /** @param stride numbers per object */
  constructor(stride: number) {
    this.#stride = stride;
  }

  /** Stores the present state as the one before the step. Call just before a step. */
  capture(present: Float32Array): void {
    if (this.#past.length !== present.length) this.#past = new Float32Array(present.length);
    this.#past.set(present);
    this.step(present);
  }

  /** Stores the present state as the one after the step. Call just after each step. */
  step(present: Float32Array): void {
    if (this.#stepped.length !== present.length) this.#stepped = new Float32Array(present.length);
    this.#stepped.set(present);
  }

  /** Clears the state before the step, for example when the set of objects has changed. */
  forget(): void {
    this.#past = new Float32Array(0);
  }

  /** Writes past + share · (present − past) to the target, or the present state if no past state fits. */
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
