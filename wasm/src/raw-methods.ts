// What each method of the module's world does to its caller: one row a method, so that none can be forgotten.
import type { RawWorld } from './raw.js';

/** What happens to the world if a call is aborted: nothing, or it can't be used any more. Without it no call aborts. */
type Abort = 'stays' | 'breaks';

interface Method {
  /** Whether the call may be aborted: if it allocates memory or runs user functions. */
  readonly abort?: Abort;
  /** Whether a recording repeats it: it changes what a snapshot has. */
  readonly recorded?: true;
  /** Whether a force generator is refused it within a step. */
  readonly betweenSteps?: true;
}

const reads: Method = {};
const allocates: Method = { abort: 'stays' };
const changes: Method = { abort: 'breaks', recorded: true, betweenSteps: true };
const steps: Method = { abort: 'breaks', recorded: true };
const pushes: Method = { abort: 'breaks', recorded: true };
/** Changes what no recording has. */
const changesAside: Method = { abort: 'breaks', betweenSteps: true };

const methods = {
  add: changes,
  remove: changes,
  alive: reads,
  get: allocates,
  set: changes,
  describe: allocates,
  step: steps,
  openStep: steps,
  substep: steps,
  closeStep: steps,
  load: changes,
  save: allocates,
  clear: changes,
  count: reads,
  handleAt: reads,
  indexOf: reads,
  view: allocates,
  bodyStates: allocates,
  bodyState: reads,
  instances: allocates,
  vertices: allocates,
  indices: allocates,
  hullDeviation: reads,
  setNote: changes,
  note: reads,
  split: changes,
  moveTo: changes,
  applyForce: pushes,
  applyForceAt: pushes,
  applyTorque: pushes,
  applyImpulse: pushes,
  applyImpulseAt: pushes,
  rayBlock: reads,
  rayCast: allocates,
  castShape: allocates,
  proximity: allocates,
  hits: allocates,
  overlap: allocates,
  bodiesAt: allocates,
  exclude: allocates,
  typeOf: allocates,
  addUserConstraint: changesAside,
  removeUserConstraint: changesAside,
  setUserCompliance: changesAside,
  userConstraint: allocates,
  snapshot: { abort: 'stays', betweenSteps: true },
  stateRoom: { abort: 'stays', betweenSteps: true },
  restore: changesAside,
  leaveFuture: changesAside,
  setDebug: { betweenSteps: true },
  hash: allocates,
  delete: { abort: 'breaks' },
} satisfies Record<Exclude<keyof RawWorld, 'broken'>, Method>;

export type MethodName = keyof typeof methods;

const all = Object.entries(methods) as [MethodName, Method][];
const named = (test: (method: Method) => unknown): readonly MethodName[] =>
  all.filter(([, method]) => test(method)).map(([name]) => name);

/** Methods that may be aborted, by what happens to the world then. */
export const abortable = (abort: Abort) => named((method) => method.abort === abort);
/** Methods that a recording repeats. */
export const recorded = named((method) => method.recorded);
/** Methods that a force generator is refused within a step. */
export const betweenSteps = named((method) => method.betweenSteps);
