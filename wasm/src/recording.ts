// Recording of a world: snapshots at intervals, and the calls in between. Repeating the calls from a snapshot gives the
// same bits.
import { checkedCount } from './checks.js';
import { kindNumbers } from './definitions.generated.js';
import { refusal, typeError } from './errors.js';
import type { NativeWorld } from './native-world.js';
import { knownOptions } from './options.js';
import type { RawWorld } from './raw.js';
import { type MethodName, recorded } from './raw-methods.js';
import { restoreTo, snapshotOf } from './snapshot.js';

interface Call {
  readonly name: MethodName;
  readonly args: readonly unknown[];
}

/** A snapshot and the steps after it. */
interface Segment {
  /** Frame of the snapshot. */
  readonly first: number;
  readonly state: Uint8Array;
  /** Calls of each step. The last one is `step`, or `closeStep` if the step was made substep by substep. */
  readonly steps: Call[][];
  bytes: number;
}

/** Options of {@link World.record}. */
export interface RecordOptions {
  /** Number of frames to keep, one per step; older ones are dropped. Default: 1200, 20 s at 60 Hz. */
  readonly frames?: number | undefined;
  /**
   * Maximum memory. If it is short, snapshots are taken less often, then fewer frames are kept. Default: 64 MB. Unit:
   * bytes.
   */
  readonly memory?: number | undefined;
}

/** Access of a recording to its world. */
export interface RecordedWorld {
  readonly native: NativeWorld;
  /** Throws if the world can't be restored now. */
  readonly refuseBusy: (path: string) => void;
  /** Runs a function that steps the world. */
  readonly stepping: (run: () => void) => void;
  /** Called after the state was replaced. */
  readonly changed: () => void;
}

/** Minimum number of steps between two snapshots. */
const leastInterval = 16;
/** Fraction of the memory for snapshots. */
const snapshotShare = 0.75;

/**
 * A recording of a world, frame by frame. Made by {@link World.record}. Frame 0 is the world at that time; each step
 * adds a frame. A change at an earlier frame drops the frames after it and starts a new future.
 */
export class Recording {
  readonly #world: RecordedWorld;
  readonly #frames: number;
  readonly #memory: number;
  #segments: Segment[] = [];
  #pending: Call[] = [];
  #pendingBytes = 0;
  #frame = 0;
  #substep = 0;
  #last = 0;
  #replaying = false;
  #active = true;
  #tapped: RawWorld | undefined;

  /** @internal */
  constructor(world: RecordedWorld, options: RecordOptions) {
    const given = knownOptions(options, ['frames', 'memory']);
    this.#world = world;
    this.#frames = positive('frames', given.frames ?? 1200);
    this.#memory = positive('memory', given.memory ?? 64e6);
    world.native.record((raw) => this.#tap(raw));
    this.#startSegment();
    Object.freeze(this);
  }

  /** Earliest frame that can be restored. */
  get first(): number {
    return this.#segments[0]?.first ?? 0;
  }

  /** Latest frame: the present, unless an earlier frame was restored. */
  get last(): number {
    return this.#last;
  }

  /** Present frame of the world. */
  get frame(): number {
    return this.#frame;
  }

  /** Number of substeps made of the step after {@link frame}: 0, unless {@link seek} ended within it. */
  get substep(): number {
    return this.#substep;
  }

  /** Whether it is still recording; see {@link stop}. */
  get active(): boolean {
    return this.#active && !this.#world.native.disposed;
  }

  /** Memory of the snapshots and, approximately, of the calls. Unit: bytes. */
  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, this.#pendingBytes);
  }

  /**
   * Restores a frame: the state right after that step, with the same bits. The last frame includes changes made
   * since. Costs as much as restoring a snapshot and repeating the steps after it. Listeners are not called. Refused
   * inside a force generator.
   * @param frame frame, from {@link first} to {@link last}.
   * @param substeps number of substeps to make of the following step, as with {@link World.step}. All of them, or
   *   more, give the following frame. A change within a step ends the step there. Default: 0.
   * @example
   * const recording = world.record();
   * for (let i = 0; i < 100; i++) world.step(1 / 60);
   * recording.seek(40);
   */
  seek(frame: number, substeps = 0): void {
    this.#refuseStopped();
    this.#world.refuseBusy('seek');
    const { first, last } = this;
    if (typeof frame !== 'number') throw typeError('frame', frame, 'frame');
    if (!Number.isInteger(frame) || frame < first || frame > last)
      throw refusal('range', 'frame', frame, ['integer-from-to', { low: first, high: last }]);
    if (substeps !== 0) checkedCount('substeps', substeps);
    if (frame === this.#frame && frame === last) return;
    this.#world.native.keepNames();
    this.#replaying = true;
    try {
      this.#world.stepping(() => this.#goTo(frame, substeps));
    } finally {
      this.#replaying = false;
      this.#world.native.matchObjects();
      this.#world.changed();
    }
  }

  /**
   * Restores frames one after another. The world is at each frame when it is yielded.
   * @param from first frame. Default: {@link first}.
   * @param to last frame. Default: {@link last}.
   * @example
   * const recording = world.record();
   * for (let i = 0; i < 30; i++) world.step(1 / 60);
   * for (const frame of recording.replay(10)) console.log(frame, world.time);
   */
  *replay(from: number = this.first, to: number = this.last): Generator<number, void, undefined> {
    for (const [path, value] of Object.entries({ from, to }))
      if (typeof value !== 'number') throw typeError(path, value, 'frame');
    for (let frame = from; frame <= to; frame++) {
      this.seek(frame);
      yield frame;
    }
  }

  /**
   * Stops the recording and frees its memory. The world continues from its present state.
   * @example world.record().stop();
   */
  stop(): void {
    if (!this.#active) return;
    this.#active = false;
    this.#segments = [];
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#world.native.endRecord(this.#tapped);
  }

  /** The state of the world was replaced: starts again at frame 0. @internal */
  restart(): void {
    this.#segments = [];
    this.#frame = this.#last = this.#substep = 0;
    this.#startSegment();
  }

  #goTo(frame: number, substeps: number): void {
    const segment = this.#segments.filter(({ first }) => first <= frame).at(-1) as Segment;
    // Continue from here if that is nearer; at the last frame the world may have been changed since.
    const isNear =
      this.#substep === 0 &&
      this.#frame >= segment.first &&
      this.#frame <= frame &&
      this.#frame < this.#last;
    if (!isNear) {
      restoreTo(this.#world.native, segment.state);
      this.#frame = segment.first;
      this.#substep = 0;
    }
    const callsOf = (at: number) => segment.steps[at - segment.first] as Call[];
    for (; this.#frame < frame; this.#frame++) this.#call(callsOf(this.#frame));
    if (frame === this.#last) this.#call(this.#pending);
    else if (substeps > 0) this.#goInto(callsOf(frame), substeps);
  }

  /** Makes the first substeps of a step. */
  #goInto(calls: readonly Call[], substeps: number): void {
    const all = this.#world.native.raw.get(kindNumbers.world, 0, 'substeps') as number;
    if (substeps < substepsOf(calls, all)) {
      this.#call(endedAfter(calls, substeps));
      this.#substep = substeps;
      return;
    }
    // The next frame may begin a segment of its own.
    this.#goTo(this.#frame + 1, 0);
  }

  #call(calls: readonly Call[]): void {
    const raw = this.#world.native.raw as unknown as Record<
      string,
      (...args: unknown[]) => unknown
    >;
    for (const { name, args } of calls) raw[name]?.(...args);
  }

  /** Wraps a world so that its calls are recorded. */
  #tap(raw: RawWorld): RawWorld {
    const tap: RawWorld = Object.create(raw);
    for (const name of recorded) {
      const call = raw[name] as (...args: unknown[]) => unknown;
      Object.defineProperty(tap, name, {
        value: (...args: unknown[]) => {
          if (this.#replaying || !this.#active) return call.apply(raw, args);
          const branch = this.#frame === this.#last ? undefined : this.#leaveFuture(raw);
          const result = call.apply(raw, args);
          if (result === false || result === 0) {
            if (branch) restoreTo(this.#world.native, branch.before);
            return result;
          }
          // A callback may have stopped the recording.
          if (!this.#active) return result;
          if (branch) this.#forgetFuture(branch.after);
          // The arguments are the package's own copies.
          this.#write({ name, args });
          return result;
        },
      });
    }
    this.#tapped = tap;
    return tap;
  }

  #write(call: Call): void {
    const bytes = sizeOf(call.args) + 16;
    this.#pending.push(call);
    this.#pendingBytes += bytes;
    const ends = call.name === 'closeStep' && this.#pending.some(({ name }) => name === 'substep');
    if (call.name !== 'step' && !ends) return;
    const segment = this.#segments.at(-1) as Segment;
    segment.steps.push(this.#pending);
    segment.bytes += this.#pendingBytes;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#last = ++this.#frame;
    if (segment.steps.length >= this.#intervalFor(segment.state.length)) this.#startSegment();
    this.#trim();
  }

  #startSegment(state = snapshotOf(this.#world.native)): void {
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#segments.push({ first: this.#frame, state, steps: [], bytes: state.length });
  }

  #intervalFor(bytes: number): number {
    return Math.max(
      leastInterval,
      Math.ceil((this.#frames * bytes) / (this.#memory * snapshotShare)),
    );
  }

  #trim(): void {
    const second = () => this.#segments[1]?.first ?? this.#last;
    while (
      this.#segments.length > 1 &&
      (this.#last - second() >= this.#frames || this.bytes > this.#memory)
    )
      this.#segments.shift();
  }

  /**
   * Called before a call at an earlier frame. New handles must differ from recorded ones; a refused call restores
   * `before`.
   */
  #leaveFuture(raw: RawWorld): { readonly before: Uint8Array; readonly after: Uint8Array } {
    const before = snapshotOf(this.#world.native);
    raw.leaveFuture();
    return { before, after: snapshotOf(this.#world.native) };
  }

  /** Drops the frames after this one. `state` is that before the change. */
  #forgetFuture(state: Uint8Array): void {
    if (this.#substep > 0) this.#endStep();
    this.#last = this.#frame;
    this.#segments = this.#segments.filter(({ first }) => first <= this.#frame);
    const segment = this.#segments.at(-1) as Segment;
    if (segment.first === this.#frame) this.#segments.pop();
    else segment.steps.length = this.#frame - segment.first;
    segment.bytes = segment.state.length + segment.steps.flat().reduce(addSize, 0);
    // Handles differ from here on, which the older snapshot does not know.
    this.#startSegment(state);
  }

  /** Ends the present step after its substeps so far and makes it a frame. */
  #endStep(): void {
    const { first, steps } = this.#segments
      .filter(({ first }) => first <= this.#frame)
      .at(-1) as Segment;
    const calls = steps[this.#frame - first] as Call[];
    steps[this.#frame - first] = endedAfter(calls, this.#substep);
    this.#frame++;
    this.#substep = 0;
  }

  #refuseStopped(): void {
    this.#world.native.refuseDisposed();
    if (this.#active) return;
    throw refusal('disposed', '', undefined, 'not-stopped');
  }
}

/** Number of substeps of a recorded step; `all` is the setting of the world. */
function substepsOf(calls: readonly Call[], all: number): number {
  const last = calls.at(-1) as Call;
  if (last.name !== 'step') return calls.filter(({ name }) => name === 'substep').length;
  return Math.min((last.args[1] as number) || all, all);
}

/** Shortens a recorded step to a number of substeps. */
function endedAfter(calls: readonly Call[], substeps: number): Call[] {
  const last = calls.at(-1) as Call;
  if (last.name === 'step')
    return [...calls.slice(0, -1), { name: 'step', args: [last.args[0], substeps] }];
  let made = 0;
  const end = calls.findIndex(({ name }) => name === 'substep' && ++made === substeps);
  return [...calls.slice(0, end + 1), last];
}

const addSize = (sum: number, { args }: Call) => sum + sizeOf(args) + 16;

function positive(path: string, value: unknown): number {
  if (typeof value !== 'number') throw typeError(path, value, 'number');
  if (value >= 1 && value <= 1e12) return value;
  throw refusal('range', path, value, ['number-from-to', { low: 1, high: 1e12 }]);
}

/** Approximate memory of a description. Unit: bytes. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length + 16;
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each) + 8, 16);
}
