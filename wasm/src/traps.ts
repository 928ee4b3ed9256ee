// The one way in which the module itself can fail is to run out of memory, which WebAssembly reports by a trap.
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
        throw cause instanceof WebAssembly.RuntimeError ? outOfMemory(cause) : cause;
      }
    };
  }
}

function outOfMemory(cause: unknown): HolonomError {
  const allowed = 'worlds that fit into the memory of the module, 2 GB together';
  const message = `The memory of the module is used up, expected ${allowed}`;
  return new HolonomError(message, { code: 'memory', allowed, cause });
}
