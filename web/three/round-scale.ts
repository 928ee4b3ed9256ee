/** 1, 2 or 5 times a power of ten, near a number above 0. */
export function roundNumber(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = value / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

/** A scale in round numbers, with hysteresis: it changes only if the measured value is far off. */
export class RoundScale {
  #unit = 0;

  /** Value shown as one; 0 before the first measurement. */
  get unit(): number {
    return this.#unit;
  }

  /** Adds a typical value, which is to be shown as about a half. */
  fit(typical: number): void {
    if (!(typical > 0) || !Number.isFinite(typical)) return;
    const shown = typical / this.#unit;
    if (!(shown > 0.2 && shown < 0.95)) this.#unit = roundNumber(2 * typical);
  }
}

/** Quantile of values. */
export function quantile(values: ArrayLike<number>, share: number): number {
  if (values.length === 0) return 0;
  return Float64Array.from(values).sort()[Math.floor(share * (values.length - 1))] as number;
}
