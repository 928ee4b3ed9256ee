// Which quality a picture can be drawn in, by how long its frames take.
import { checked, checkedNumber } from 'holonom/internal';

/** How much is drawn: sharpness and shadows. */
export interface Quality {
  /** Most pixels of the canvas to one of the page, along each side. */
  readonly pixelRatio: number;
  /** Pixels along a side of the map of shadows; 0 draws none. */
  readonly shadows: number;
}

/** From the best to what every machine can draw. */
export const qualities: readonly Quality[] = [
  { pixelRatio: 2, shadows: 2048 },
  { pixelRatio: 1.25, shadows: 1024 },
  { pixelRatio: 1, shadows: 512 },
  { pixelRatio: 0.75, shadows: 0 },
];

export function checkedQuality(quality: Quality): Quality {
  return checked('quality', quality, 'quality', ({ pixelRatio, shadows }) => {
    checkedNumber('quality.pixelRatio', pixelRatio, ['number-above', { low: 0 }], (it) => it > 0);
    const isSize = (size: number) => Number.isInteger(size) && size >= 0;
    checkedNumber('quality.shadows', shadows, ['integer-at-least', { low: 0 }], isSize);
    return true;
  });
}

/** Of frames: longer ones are too long, shorter ones leave room. Unit: ms. */
const [long, short] = [30, 19];
/** How many frames are judged together; the first ones on a rung are not, since shaders are made then. */
const [judged, forgiven] = [40, 10];
/** Where frames are far too long, fewer are judged: those of this time. Unit: ms. */
const judgedTime = 2400;
const fewest = 4;
/** Of frames: those that are far too long. Unit: ms. */
const slow = 150;
/** Longer ones are pauses, unless several follow each other. Unit: ms. */
const pause = 1000;
/** How often in a row frames must be short before a better picture is tried. */
const patience = 6;

/**
 * Steps down when frames are long, and up again, more slowly each time that failed.
 * @example
 * const ladder = new QualityLadder();
 * const drawn = (milliseconds: number) => {
 *   if (ladder.addFrame(milliseconds)) console.log(qualities[ladder.rung]?.pixelRatio);
 * };
 * drawn(16);
 */
export class QualityLadder {
  #rung = 0;
  #frames: number[] = [];
  #time = 0;
  #pauses = 0;
  #short = 0;
  #needed = patience;
  #climbed = false;

  /** Which of {@link qualities} suits, from 0, the best. */
  get rung(): number {
    return this.#rung;
  }

  /**
   * Takes note of a frame, without what its steps took: a smaller picture does not make those faster.
   * @returns whether another quality suits from now on. Unit: ms.
   */
  addFrame(milliseconds: number): boolean {
    checkedNumber('milliseconds', milliseconds);
    this.#pauses = milliseconds > pause ? this.#pauses + 1 : 0;
    // A page in the background or a new scene says nothing about drawing, but a row of such frames does.
    if (this.#pauses === 1) this.#forget();
    else {
      this.#frames.push(milliseconds);
      this.#time += milliseconds;
    }
    const { length } = this.#frames;
    const isSlow = length >= fewest && this.#time > judgedTime && this.#time > length * slow;
    if (length < judged + forgiven && !isSlow) return false;
    const counted = this.#frames.slice(isSlow ? 1 : forgiven).sort((a, b) => a - b);
    const median = counted[counted.length >> 1] as number;
    this.#forget();
    if (median > long) return this.#stepDown();
    this.#short = median < short ? this.#short + 1 : 0;
    if (this.#short < this.#needed || this.#rung === 0) {
      if (this.#short > 0) this.#climbed = false;
      return false;
    }
    this.#rung--;
    this.#short = 0;
    this.#climbed = true;
    return true;
  }

  #forget(): void {
    this.#frames = [];
    this.#time = 0;
  }

  #stepDown(): boolean {
    this.#short = 0;
    // A rung that was too high once is not tried again soon.
    if (this.#climbed) this.#needed *= 2;
    this.#climbed = false;
    if (this.#rung === qualities.length - 1) return false;
    this.#rung++;
    return true;
  }
}
