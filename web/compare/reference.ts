// How far each method is from what it gives with far smaller substeps, which a worker computes beside the page.
import type { Lane } from './lane.js';
import { squaresBetween } from './places.js';
import type { ReferenceFrame, ReferenceOrder } from './reference-order.js';

/** What is known of a lane's error. */
export type LaneError =
  /** Root of the mean square over all things and all steps so far [m], up to a time [s]. */
  | { readonly rms: number; readonly until: number }
  /** Why there is none: somebody touched it, the reference can't be computed, it is not there yet. */
  | { readonly missing: 'touched' | 'failed' | 'waiting' };

interface Track {
  readonly lane: Lane;
  readonly frames: Map<number, Float64Array>;
  compared: number;
  squares: number;
  points: number;
}

export class Reference {
  readonly #worker = new Worker(new URL('./reference-worker.ts', import.meta.url), {
    type: 'module',
  });
  readonly #tracks: Track[];
  readonly #dt: number;
  #failed = false;

  constructor(lanes: readonly Lane[], order: ReferenceOrder) {
    this.#dt = order.dt;
    this.#tracks = lanes.map((lane) => ({
      lane,
      frames: new Map(),
      compared: 0,
      squares: 0,
      points: 0,
    }));
    this.#worker.onmessage = ({ data }: MessageEvent<ReferenceFrame>) => {
      this.#tracks[data.lane]?.frames.set(data.step, data.places);
    };
    this.#worker.onerror = () => {
      this.#failed = true;
    };
    this.#worker.postMessage(order);
  }

  /** Compares what both sides have by now, and forgets it. */
  errorOf(lane: Lane): LaneError {
    const track = this.#tracks.find((each) => each.lane === lane);
    if (!track) return { missing: 'failed' };
    for (;;) {
      const step = track.compared + 1;
      const theirs = track.frames.get(step);
      const mine = theirs && lane.takeNoted(step);
      if (!theirs || !mine) break;
      track.squares += squaresBetween(mine, theirs);
      track.points += mine.length / 3;
      track.frames.delete(step);
      track.compared = step;
    }
    if (lane.touched) return { missing: 'touched' };
    const rms = Math.sqrt(track.squares / track.points);
    if (track.compared > 0 && Number.isFinite(rms))
      return { rms, until: track.compared * this.#dt };
    return { missing: this.#failed || track.compared > 0 ? 'failed' : 'waiting' };
  }

  dispose(): void {
    this.#worker.terminate();
  }
}
