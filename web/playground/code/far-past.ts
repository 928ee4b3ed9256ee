// The past of a world that is stepped in a sandbox, as the page keeps it: a return to it waits for nobody.
import type { World } from 'holonom';
import { kept, type Moment } from '../past.js';
import { buffersOf, type State } from './state.js';

/** Worlds of more bytes are kept at most once in so many frames, unless objects come or go. */
const large = { bytes: 100_000, every: 30 } as const;

interface Frame {
  readonly state: State;
  /** The twin with the fields and objects of then. */
  readonly twin: Uint8Array;
  readonly bytes: number;
}

/** What a past needs of the run of a scene. */
export interface PastOf {
  /** The twin on the page. */
  readonly world: World;
  show(state: State): void;
  /** Forgets what was done since the last step, and where things were put. */
  forget(): void;
  /** Whether something was done since the last step. */
  isChanged(): boolean;
  /** How the world in the sandbox stands within a step that it made. */
  look(frame: number, substep: number): Promise<State>;
  fail(error: Error): void;
}

/** The last steps of a world elsewhere, and the way back into them. */
export class FarPast {
  readonly #of: PastOf;
  #frames: Frame[] = [];
  #first = 0;
  #bytes = 0;
  #at = 0;
  #substep = 0;
  #sinceTwin = 0;
  /** Something changed since the last twin. */
  #changed = false;
  #shown: Uint8Array | undefined;
  #wanted: Pick<Moment, 'frame' | 'substep'> | undefined;

  constructor(of: PastOf) {
    this.#of = of;
  }

  get #last(): number {
    return this.#first + this.#frames.length - 1;
  }

  get moment(): Moment {
    const place = { frame: this.#at, substep: this.#substep };
    return { first: this.#first, last: this.#last, ...place, ...this.#wanted };
  }

  get isBack(): boolean {
    return this.moment.frame < this.#last;
  }

  get asked(): boolean {
    return this.#wanted !== undefined;
  }

  ask(frame: number): void {
    this.#wanted = { frame: this.#within(Math.round(frame)), substep: 0 };
  }

  askWithin(frame: number, substep: number): void {
    this.#wanted = { frame, substep };
  }

  seek(): void {
    const { frame, substep } = this.#wanted ?? { frame: this.#last, substep: 0 };
    this.#wanted = undefined;
    this.#go(this.#within(frame));
    this.#substep = frame < this.#last ? substep : 0;
    if (this.#substep > 0) void this.#look(frame, this.#substep);
  }

  visit(frames: number, see: (back: number) => void): void {
    const { first, frame } = this.moment;
    for (let at = Math.max(first, frame - frames); at <= frame; at++) {
      this.#go(at);
      see(frame - at);
    }
  }

  /**
   * Adds the step that was made from the frame that is shown; what came after that is dropped.
   * @param first the earliest frame from which the sandbox can go on.
   * @param changed whether anything but the motion is different.
   */
  add(state: State, first: number, changed: boolean): void {
    const before = this.#frames.splice(this.#frames.length ? this.#at + 1 - this.#first : 0);
    for (const { bytes } of before) this.#bytes -= bytes;
    const { twin: last, state: old } = this.#frames.at(-1) ?? {};
    this.#sinceTwin++;
    this.#changed ||= changed;
    const isDue =
      !last ||
      !old ||
      last.length < large.bytes ||
      this.#sinceTwin >= large.every ||
      countsOf(old) !== countsOf(state);
    const isKept = !last || (this.#changed && isDue);
    const twin = isKept ? this.#of.world.snapshot() : last;
    if (isKept) {
      this.#sinceTwin = 0;
      this.#changed = false;
    }
    const bytes = buffersOf(state).reduce((sum, { byteLength }) => sum + byteLength, 1000);
    this.#frames.push({ state, twin, bytes: bytes + (isKept ? twin.length : 0) });
    this.#bytes += bytes + (isKept ? twin.length : 0);
    this.#shown = twin;
    this.#at = this.#last;
    this.#substep = 0;
    while (
      this.#frames.length > 1 &&
      (this.#frames.length > kept.frames || this.#bytes > kept.memory || this.#first < first)
    ) {
      this.#bytes -= this.#frames.shift()?.bytes ?? 0;
      this.#first++;
    }
  }

  #within = (frame: number): number => Math.min(this.#last, Math.max(this.#first, frame));

  #go(frame: number): void {
    const { state, twin } = this.#frames[frame - this.#first] as Frame;
    if (twin !== this.#shown || this.#of.isChanged()) {
      this.#of.world.restore(twin);
      this.#of.forget();
      this.#shown = twin;
    }
    this.#of.show(state);
    this.#at = frame;
    this.#substep = 0;
  }

  async #look(frame: number, substep: number): Promise<void> {
    try {
      const state = await this.#of.look(frame, substep);
      // Meanwhile the reader may have gone elsewhere.
      if (this.#at === frame && this.#substep === substep && !this.#wanted) this.#of.show(state);
    } catch (error) {
      this.#of.fail(error as Error);
    }
  }
}

/** Changes where objects come or go. */
const countsOf = ({ bodies, soft, gone }: State): string =>
  `${bodies.length} ${soft.length} ${gone.length}`;
