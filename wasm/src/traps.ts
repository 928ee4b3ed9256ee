// Failures of the module itself become errors like any other: out of memory, and traps, which are faults of Holonom.
import { HolonomError } from './errors.js';
import type { RawModule } from './raw.js';

const moduleCalls = ['createWorld', 'convertRotation', 'massProperties'] as const;

/** Those that may ask for memory; what is only read goes on without. */
const worldCalls = [
  'add',
  'addUserConstraint',
  'set',
  'get',
  'describe',
  'step',
  'load',
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
  'snapshot',
  'stateRoom',
  'restore',
  'leaveFuture',
] as const;

/** Makes the traps of a module errors like any other. */
export function catchTraps(module: RawModule): RawModule {
  catchIn(module, moduleCalls);
  catchIn(module.World.prototype, worldCalls);
  return module;
}

type Calls<Name extends string> = Record<Name, (...args: never[]) => unknown>;

function catchIn<Name extends string>(owner: Calls<Name>, names: readonly Name[]): void {
  for (const name of names) {
    const call = owner[name];
    owner[name] = function (this: unknown, ...args) {
      try {
        return call.apply(this, args);
      } catch (cause) {
        throw failureOf(name, cause);
      }
    };
  }
}

/** What the call throws: errors of the caller's own functions stay what they are. */
function failureOf(call: string, cause: unknown): unknown {
  // The core never aborts by itself: only `operator new` does, where memory can't grow.
  if (cause instanceof WebAssembly.RuntimeError)
    return cause.message.startsWith('Aborted(') ? outOfMemory(cause) : trapped(call, cause);
  // A buffer that a browser can't allocate.
  if (cause instanceof RangeError && /allocat|memory/i.test(cause.message))
    return outOfMemory(cause);
  return cause;
}

function outOfMemory(cause: Error): HolonomError {
  const allowed = 'worlds that fit into the memory of the module, 2 GB together';
  const message = `The memory of the module is used up, expected ${allowed}`;
  return new HolonomError(message, { code: 'memory', allowed, cause });
}

function trapped(call: string, cause: Error): HolonomError {
  const allowed =
    'no trap: this is a fault of Holonom, please report it, and load the module again';
  const message = `${call}: the WebAssembly module trapped (${cause.message}), expected ${allowed}`;
  return new HolonomError(message, { code: 'trap', path: call, allowed, cause });
}
