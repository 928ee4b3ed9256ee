// The last seconds of the world on the stage, and the way back into them.
import type { Recording, World } from 'holonom';

/** Steps that can be returned to, a little more than 20 s, and the memory they may take, in bytes. */
export const kept = { frames: 1260, memory: 64e6 } as const;

/** Where the reader is in what was recorded. */
export interface Moment {
  /** The earliest frame that can be returned to. */
  readonly first: number;
  /** The frame that is shown, or is about to be. */
  readonly frame: number;
  /** How many substeps of the step after it were made; 0 at a frame. */
  readonly substep: number;
  /** The latest frame. */
  readonly last: number;
}

/**
 * Records a world and returns to its past. A return repeats what was done to the world, also what the code of its scene
 * did, so that code does not run. Its own variables are not part of the world and stay as they are: from a past moment
 * on, it acts by the time it is told and by what it remembers of the future that was dropped.
 */
export class Past {
  readonly #recording: Recording;
  #wanted: Pick<Moment, 'frame' | 'substep'> | undefined;

  constructor(world: World) {
    this.#recording = world.record(kept);
  }

  get moment(): Moment {
    const { first, last, frame, substep } = this.#recording;
    return { first, last, frame, substep, ...this.#wanted };
  }

  /** Whether there is something later than what is shown. */
  get isBack(): boolean {
    const { frame, last } = this.moment;
    return frame < last;
  }

  /** Whether the world is to be brought elsewhere. */
  get asked(): boolean {
    return this.#wanted !== undefined;
  }

  /** Asks for a frame, or for the nearest that there is. Many may be asked for before {@link seek}. */
  ask(frame: number): void {
    const { first, last } = this.#recording;
    this.#wanted = { frame: Math.min(last, Math.max(first, Math.round(frame))), substep: 0 };
  }

  /** Asks for a moment within the step after a frame, which may still be on its way. */
  askWithin(frame: number, substep: number): void {
    this.#wanted = { frame, substep };
  }

  /** Goes to the frame that was asked for last. */
  seek(): void {
    const { first, last } = this.#recording;
    const { frame, substep } = this.#wanted ?? { frame: last, substep: 0 };
    this.#wanted = undefined;
    const nearest = Math.min(last, Math.max(first, frame));
    this.#recording.seek(nearest, nearest < last ? substep : 0);
  }

  /** Goes through the last frames up to the one that is shown, and ends there again. */
  visit(frames: number, see: (back: number) => void): void {
    const { first, frame } = this.moment;
    for (let at = Math.max(first, frame - frames); at <= frame; at++) {
      this.#recording.seek(at);
      see(frame - at);
    }
  }
}
