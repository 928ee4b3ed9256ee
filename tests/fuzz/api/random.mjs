// Numbers from a seed: the same ones on every machine.

/** A generator of numbers, made from an integer. */
export class Random {
  #state;

  /** @param {number} seed an integer */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** @param {number} low @param {number} high */
  between(low, high) {
    return low + (high - low) * this.next();
  }

  /** An integer from 0 to below `count`. @param {number} count */
  below(count) {
    return Math.floor(count * this.next());
  }

  /** @param {number} share of the answers that are true */
  chance(share) {
    return this.next() < share;
  }

  /**
   * @template Item
   * @param {readonly Item[]} list not empty
   * @returns {Item}
   */
  pick(list) {
    return /** @type {Item} */ (list[this.below(list.length)]);
  }

  seed() {
    return this.below(2 ** 32);
  }
}
