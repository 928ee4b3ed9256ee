// Failures of the module become a HolonomError: exhausted memory or call stack, and traps, which are bugs of Holonom.
// A failed call does not unwind: the module's stack pointer is restored here, and a module or world that may be corrupt
// refuses all later use.
import { type HolonomError, refusal } from './errors.js';
import type { RawModule, RawWorld } from './raw.js';
import { abortable } from './raw-methods.js';

/** `takeError` is included because V8 of Node 20 inlines it into callers without a catch and crashes. */
const moduleCalls = ['createWorld', 'convertRotation', 'massProperties', 'takeError'] as const;

/**
 * Turns traps of a module into errors.
 * @param spent called when the module must be loaded again.
 */
export function catchTraps(module: RawModule, spent: () => void): RawModule {
  // Thrown by the module when an allocation fails.
  module.outOfMemory = new RangeError('The memory of the module is used up');
  const traps = new Traps(module, spent);
  traps.catchIn(module, moduleCalls, false);
  traps.catchIn(module.World.prototype, abortable('stays'), false);
  traps.catchIn(module.World.prototype, abortable('breaks'), true);
  return module;
}

type Calls<Name extends string> = Record<Name, (...args: never[]) => unknown>;

class Traps {
  readonly #module: RawModule;
  readonly #spent: () => void;
  /** Stack pointer of the module while no call runs. */
  readonly #base: number;
  /** Depth of nested calls: user functions may call the module again. */
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
          // Set flags first: if the JavaScript call stack is exhausted, each call here may fail as well.
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

  /** Stack pointer of the module before a call. */
  #enter(): number {
    if (this.#depth > 0) return this.#module.stackSave();
    if (this.#isStackLost) this.#module.stackRestore(this.#base);
    this.#isStackLost = false;
    return this.#base;
  }

  /**
   * Returns the error for a failed call, or undefined for an error of the caller's own functions, which is rethrown
   * unchanged.
   */
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
    // An abort of the glue names exhausted memory in its message. Any other abort is a bug: `operator new` throws the
    // error above instead.
    return /^Aborted\(.*(OOM|memory)/i.test(message)
      ? outOfMemory(cause)
      : refusal('trap', call, undefined, ['trap', { reason: message }], cause);
  }
  // Firefox throws an InternalError.
  if (/call stack|too much recursion/.test(cause.message))
    return refusal('memory', call, undefined, 'call-stack', cause);
  // A buffer allocation that failed in the browser.
  if (cause instanceof RangeError && /allocat|memory/i.test(cause.message))
    return outOfMemory(cause);
  return undefined;
}

/** Throws if an aborted call has left a module or a world unusable. */
export function refuseBroken(module: RawModule, world: RawWorld): void {
  if (module.broken) throw module.broken;
  if (world.broken) throw refusal('broken', '', undefined, 'whole-world');
}

/** Error of memory that can't grow any more. */
const outOfMemory = (cause: Error): HolonomError => refusal('memory', '', undefined, 'room', cause);
