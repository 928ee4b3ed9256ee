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
  return checked('quality', quality, '{ pixelRatio, shadows }', ({ pixelRatio, shadows }) => {
    checkedNumber('quality.pixelRatio', pixelRatio, 'a number above 0', (it) => it > 0);
    const isSize = (size: number) => Number.isInteger(size) && size >= 0;
    checkedNumber('quality.shadows', shadows, 'an integer from 0', isSize);
    return true;
  });
}

/** Of frames: longer ones are too long, shorter ones leave room. Unit: ms. */
const [long, short] = [30, 19];
/** How many frames are judged together; the first ones on a rung are not, since shaders are made then. */
const [judged, forgiven] = [40, 10];
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
    // A page in the background or a new scene says nothing about drawing.
    if (milliseconds > 1000) this.#frames = [];
    else this.#frames.push(milliseconds);
    if (this.#frames.length < judged + forgiven) return false;
    const median = this.#frames.slice(forgiven).sort((a, b) => a - b)[judged >> 1] as number;
    this.#frames = [];
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
