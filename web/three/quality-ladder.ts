// Chooses the quality of drawing by the duration of frames.
import { checked, checkedNumber, viewReason } from 'holonom/internal';

/** Quality of drawing: resolution and shadows. */
export interface Quality {
  /** Maximum ratio of canvas pixels to CSS pixels, along each side. */
  readonly pixelRatio: number;
  /** Size of the shadow map in pixels; 0 draws no shadows. */
  readonly shadows: number;
}

/** Qualities, from the best to the one that every machine can draw. */
export const qualities: readonly Quality[] = [
  { pixelRatio: 2, shadows: 2048 },
  { pixelRatio: 1.25, shadows: 1024 },
  { pixelRatio: 1, shadows: 512 },
  { pixelRatio: 0.75, shadows: 0 },
];

export function checkedQuality(quality: Quality): Quality {
  return checked('quality', quality, viewReason('quality'), ({ pixelRatio, shadows }) => {
    checkedNumber('quality.pixelRatio', pixelRatio, ['number-above', { low: 0 }], (it) => it > 0);
    const isSize = (size: number) => Number.isInteger(size) && size >= 0;
    checkedNumber('quality.shadows', shadows, ['integer-at-least', { low: 0 }], isSize);
    return true;
  });
}

/** Frame times: above the first frames are too long, below the second there is room. Unit: ms. */
const [long, short] = [30, 19];
/** Number of frames to judge together, and of first frames after a change to skip, when shaders are compiled. */
const [judged, forgiven] = [40, 10];
/** Judge after this time if frames are far too long. Unit: ms. */
const judgedTime = 2400;
const fewest = 4;
/** Frame time that is far too long. Unit: ms. */
const slow = 150;
/** Longer frames are pauses, unless several follow each other. Unit: ms. */
const pause = 1000;
/** Number of successive good judgments before a better quality is tried. */
const patience = 6;

/**
 * Lowers the quality when frames are long, and raises it again, more slowly after each failed attempt.
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

  /** Index of the present quality in {@link qualities}; 0 is the best. */
  get rung(): number {
    return this.#rung;
  }

  /**
   * Adds the duration of a frame without its world steps, which lower quality does not speed up. Unit: ms.
   * @returns whether the quality has changed.
   */
  addFrame(milliseconds: number): boolean {
    checkedNumber('milliseconds', milliseconds);
    this.#pauses = milliseconds > pause ? this.#pauses + 1 : 0;
    // A single long frame comes from a hidden page or a new scene; several of them do count.
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
    // A quality that was too high is not tried again soon.
    if (this.#climbed) this.#needed *= 2;
    this.#climbed = false;
    if (this.#rung === qualities.length - 1) return false;
    this.#rung++;
    return true;
  }
}
