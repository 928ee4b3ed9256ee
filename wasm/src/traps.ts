// Failures of the module itself become errors like any other: out of memory or call stack, and traps, which are faults of
// Holonom. None of the functions that such a call was in cleans up: the module's stack is given back here, and what can
// no longer be trusted refuses all later use.
import { type HolonomError, refusal } from './errors.js';
import type { RawModule, RawWorld } from './raw.js';

/** `takeError` too: V8 of Node 20 inlines it into its callers where nothing catches, and dies of it. */
const moduleCalls = ['createWorld', 'convertRotation', 'massProperties', 'takeError'] as const;

/** Those that may ask for memory; what is only read goes on without. */
const readingCalls = [
  'get',
  'describe',
  'save',
  'view',
  'bodyStates',
  'instances',
  'vertices',
  'indices',
  'overlap',
  'bodiesAt',
  'exclude',
  'rayCast',
  'castShape',
  'proximity',
  'hits',
  'exclude',
  'snapshot',
  'stateRoom',
] as const;

/** A world that one of these did not finish may be half changed. */
const changingCalls = [
  'add',
  'remove',
  'clear',
  'addUserConstraint',
  'set',
  'step',
  'openStep',
  'substep',
  'closeStep',
  'load',
  'restore',
  'leaveFuture',
  'applyForce',
  'applyForceAt',
  'applyTorque',
  'applyImpulse',
  'applyImpulseAt',
  'delete',
] as const;

/**
 * Makes the traps of a module errors like any other.
 * @param spent is called when the module should be loaded anew.
 */
export function catchTraps(module: RawModule, spent: () => void): RawModule {
  // Thrown by the module itself where it gets no more memory.
  module.outOfMemory = new RangeError('The memory of the module is used up');
  const traps = new Traps(module, spent);
  traps.catchIn(module, moduleCalls, false);
  traps.catchIn(module.World.prototype, readingCalls, false);
  traps.catchIn(module.World.prototype, changingCalls, true);
  return module;
}

type Calls<Name extends string> = Record<Name, (...args: never[]) => unknown>;

class Traps {
  readonly #module: RawModule;
  readonly #spent: () => void;
  /** The module's stack while none of its calls runs. */
  readonly #base: number;
  /** Calls of the module that run now: functions of the user that it asks may call it again. */
  #depth = 0;
  #isStackLost = false;

  constructor(module: RawModule, spent: () => void) {
    this.#module = module;
    this.#spent = spent;
    this.#base = module.stackSave();
  }

  catchIn<Name extends string>(owner: Calls<Name>, names: readonly Name[], changes: boolean): void {
    const traps = this;
    for (const name of names) {
      const call = owner[name];
      owner[name] = function (this: RawModule | RawWorld, ...args) {
        const stack = traps.#enter();
        traps.#depth++;
        try {
          return call.apply(this, args);
        } catch (cause) {
          // Marks alone first: where the call stack of JavaScript is used up, each call here may fail as well.
          traps.#isStackLost = true;
          const wasBroken = this.broken;
          if (changes) (this as RawWorld).broken = true;
          traps.#module.stackRestore(stack);
          traps.#isStackLost = false;
          const error = traps.#errorOf(name, cause);
          if (!error && changes) (this as RawWorld).broken = wasBroken === true;
          throw error ?? cause;
        } finally {
          traps.#depth--;
        }
      };
    }
  }

  /** Where the module's stack ends before a call. */
  #enter(): number {
    if (this.#depth > 0) return this.#module.stackSave();
    if (this.#isStackLost) this.#module.stackRestore(this.#base);
    this.#isStackLost = false;
    return this.#base;
  }

  /** What to throw for what a call has thrown; nothing for errors of the caller's own functions, which stay what they are. */
  #errorOf(call: string, cause: unknown): HolonomError | undefined {
    const error = failureOf(call, cause, this.#module);
    if (!error) return undefined;
    this.#spent();
    if (error.code === 'trap') this.#module.broken = error;
    return error;
  }
}

function failureOf(call: string, cause: unknown, module: RawModule): HolonomError | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (cause === module.outOfMemory) return outOfMemory(cause);
  if (cause instanceof WebAssembly.RuntimeError) {
    const { message } = cause;
    // Only the glue names what it lacks as it aborts; any other abort is a fault, as `operator new` throws what the
    // package gave it.
    return /^Aborted\(.*(OOM|memory)/i.test(message)
      ? outOfMemory(cause)
      : refusal('trap', call, undefined, ['trap', { reason: message }], cause);
  }
  // Firefox has an InternalError of its own.
  if (/call stack|too much recursion/.test(cause.message))
    return refusal('memory', call, undefined, 'call-stack', cause);
  // A buffer that a browser can't allocate.
  if (cause instanceof RangeError && /allocat|memory/i.test(cause.message))
    return outOfMemory(cause);
  return undefined;
}

/** Throws where a call that did not come to its end has left a module or a world unusable. */
export function refuseBroken(module: RawModule, world: RawWorld): void {
  if (module.broken) throw module.broken;
  if (world.broken) throw refusal('broken', '', undefined, 'whole-world');
}

/** The error where memory can't grow any more. */
const outOfMemory = (cause: Error): HolonomError => refusal('memory', '', undefined, 'room', cause);
