// What happened in a world, kept so that any moment of it can be returned to: a snapshot now and then, and the calls in
// between, which lead from it to the same bits again.
import { checkedCount } from './checks.js';
import { kindNumbers } from './definitions.generated.js';
import { refusal, typeError } from './errors.js';
import type { NativeWorld } from './native-world.js';
import { knownOptions } from './options.js';
import type { RawWorld } from './raw.js';
import { restoreTo, snapshotOf } from './snapshot.js';

/** Calls of the module that change what will happen. */
const changingCalls = [
  'add',
  'remove',
  'set',
  'load',
  'clear',
  'step',
  'openStep',
  'substep',
  'closeStep',
  'moveTo',
  'setNote',
  'applyForce',
  'applyForceAt',
  'applyTorque',
  'applyImpulse',
  'applyImpulseAt',
] as const;
type ChangingCall = (typeof changingCalls)[number];

interface Call {
  readonly name: ChangingCall;
  readonly args: readonly unknown[];
}

/** A snapshot and the steps from there on. */
interface Segment {
  /** Frame of the snapshot. */
  readonly first: number;
  readonly state: Uint8Array;
  /** The calls of each step; the last of them makes it, or closes it where it was made piece by piece. */
  readonly steps: Call[][];
  bytes: number;
}

/** What {@link World.record} may be told. */
export interface RecordOptions {
  /** How many frames, one a step, can be returned to; older ones are forgotten. 1200 if left out: 20 s at 60 Hz. */
  readonly frames?: number | undefined;
  /** Most memory for them in bytes; where it is short, snapshots are taken more seldom, then fewer frames are kept. 64 MB if left out. */
  readonly memory?: number | undefined;
}

/** What a recording needs of its world. */
export interface RecordedWorld {
  readonly native: NativeWorld;
  /** Throws where the past can't be returned to now. */
  readonly refuseBusy: (path: string) => void;
  /** Runs what steps the world. */
  readonly stepping: (run: () => void) => void;
  /** The state is another one. */
  readonly changed: () => void;
}

/** At least so many steps lie between two snapshots. */
const leastInterval = 16;
/** Share of the memory that snapshots may take. */
const snapshotShare = 0.75;

/**
 * The past of a world, frame by frame; made by {@link World.record}. Frame 0 is the world as it was then, and each step
 * makes one more. What is done to the world after a return to the past makes another future of it.
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

  /** The earliest frame that can be returned to. */
  get first(): number {
    return this.#segments[0]?.first ?? 0;
  }

  /** The latest frame: the present, where the past was not returned to. */
  get last(): number {
    return this.#last;
  }

  /** The frame that the world is at. */
  get frame(): number {
    return this.#frame;
  }

  /** How many substeps of the step after {@link frame} the world has made: 0, unless {@link seek} ended within it. */
  get substep(): number {
    return this.#substep;
  }

  /** Whether it still goes on; see {@link stop}. */
  get active(): boolean {
    return this.#active && !this.#world.native.disposed;
  }

  /** Memory of the snapshots, and about that of the calls. Unit: bytes. */
  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, this.#pendingBytes);
  }

  /**
   * Brings the world to a frame: as it was right after that step, to the bit. The last one is with what was done since.
   * Takes a snapshot's time and that of the steps since it. Nobody who listens is told. Refused inside a force generator.
   * @param frame from {@link first} to {@link last}.
   * @param substeps how many substeps of the step after it to go on, as {@link World.step} ends after them; with all of
   *   them, or more, the world is at the frame after. What is done to the world within a step ends the step there.
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
    this.#replaying = true;
    try {
      this.#world.stepping(() => this.#goTo(frame, substeps));
    } finally {
      this.#replaying = false;
      this.#world.native.forget();
      this.#world.changed();
    }
  }

  /**
   * Goes through frames one by one, as they were: the world is at each of them when it is given.
   * @param from where to begin; the first if left out.
   * @param to where to end; the last if left out.
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
   * Ends it and gives its memory back; the world goes on from where it is.
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

  /** @internal The world was brought elsewhere: begins anew there. */
  restart(): void {
    this.#segments = [];
    this.#frame = this.#last = this.#substep = 0;
    this.#startSegment();
  }

  #goTo(frame: number, substeps: number): void {
    const segment = this.#segments.filter(({ first }) => first <= frame).at(-1) as Segment;
    // From here on, where that is nearer; at the last frame the world may have been changed since.
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
    // The frame after, which may begin a segment of its own.
    this.#goTo(this.#frame + 1, 0);
  }

  #call(calls: readonly Call[]): void {
    const raw = this.#world.native.raw as unknown as Record<
      string,
      (...args: unknown[]) => unknown
    >;
    for (const { name, args } of calls) raw[name]?.(...args);
  }

  /** A world whose calls are written down. */
  #tap(raw: RawWorld): RawWorld {
    const tap: RawWorld = Object.create(raw);
    for (const name of changingCalls) {
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
          // A function that was called within may have stopped it.
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

  /** Something else may be about to happen than did. Handles are given otherwise then; a refused call takes that back. */
  #leaveFuture(raw: RawWorld): { readonly before: Uint8Array; readonly after: Uint8Array } {
    const before = snapshotOf(this.#world.native);
    raw.leaveFuture();
    return { before, after: snapshotOf(this.#world.native) };
  }

  /** Something else did happen: what came after this frame is forgotten. `state` is that before it happened. */
  #forgetFuture(state: Uint8Array): void {
    if (this.#substep > 0) this.#endStep();
    this.#last = this.#frame;
    this.#segments = this.#segments.filter(({ first }) => first <= this.#frame);
    const segment = this.#segments.at(-1) as Segment;
    if (segment.first === this.#frame) this.#segments.pop();
    else segment.steps.length = this.#frame - segment.first;
    segment.bytes = segment.state.length + segment.steps.flat().reduce(addSize, 0);
    // Handles are given otherwise from here on, which the older snapshot does not know.
    this.#startSegment(state);
  }

  /** The step that the world is in the midst of ends here, and makes a frame. */
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

/** How many substeps a step has of `all`. */
function substepsOf(calls: readonly Call[], all: number): number {
  const last = calls.at(-1) as Call;
  if (last.name !== 'step') return calls.filter(({ name }) => name === 'substep').length;
  return Math.min((last.args[1] as number) || all, all);
}

/** A step that ends after so many of its substeps. */
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

/** About the memory of a description. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length + 16;
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each) + 8, 16);
}
