// The one error class of the package.

/**
 * Why a call was refused.
 * - `type`: a value of the wrong type
 * - `range`: a number outside its range
 * - `finite`: NaN or infinite
 * - `unknown-field`: no such field
 * - `missing`: a required field is absent
 * - `stale`: an object that was removed, or that belongs to another world
 * - `geometry`: an unusable mesh or shape
 * - `version`: a scene file of another version
 * - `fixed`: a field that can't change after creation
 * - `capacity`: too many objects
 * - `memory`: the memory of the module, or the call stack, is used up; a call that names a field changed nothing
 * - `trap`: the module itself failed, a fault of Holonom; `cause` is the `WebAssembly.RuntimeError`. Call `loadHolonom()`
 *   again: it loads another module
 * - `broken`: a world in which a call did not come to its end; only `dispose()` works
 * - `busy`: a call that may not be made inside another
 * - `disposed`: a world after `dispose()`
 * - `json`: text that is not JSON
 * - `load`: the WebAssembly module can't be loaded
 */
export type HolonomErrorCode =
  | 'type'
  | 'range'
  | 'finite'
  | 'unknown-field'
  | 'missing'
  | 'stale'
  | 'geometry'
  | 'version'
  | 'fixed'
  | 'capacity'
  | 'memory'
  | 'trap'
  | 'broken'
  | 'busy'
  | 'disposed'
  | 'json'
  | 'load';

/** What an error says besides its message. */
export interface HolonomErrorDetails {
  /** Why the call was refused. */
  readonly code: HolonomErrorCode;
  /** The field, as in `shape.box.halfExtents[1]`. */
  readonly path?: string;
  /** The value that was given. */
  readonly value?: unknown;
  /** What would be accepted. */
  readonly allowed?: string;
  /** What was thrown first. */
  readonly cause?: unknown;
}

/**
 * A refused call. The call changed nothing, and the world goes on.
 * @example
 * try {
 *   crate.friction = -1;
 * } catch (error) {
 *   if (error instanceof HolonomError) console.log(error.code, error.path, error.allowed);
 * }
 */
export class HolonomError extends Error {
  /** Always `HolonomError`. */
  override readonly name = 'HolonomError';
  /** Why the call was refused. */
  readonly code: HolonomErrorCode;
  /** The field, as in `shape.box.halfExtents[1]`; empty for the whole. */
  readonly path: string;
  /** The value that was given. */
  readonly value: unknown;
  /** What would be accepted. */
  readonly allowed: string;

  constructor(message: string, details: HolonomErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.path = details.path ?? '';
    this.value = details.value;
    this.allowed = details.allowed ?? '';
  }
}

/** A short picture of a value for messages. */
export function show(value: unknown): string {
  try {
    return picture(value);
  } catch {
    return "an object that can't be read";
  }
}

function picture(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 40 ? `'${value.slice(0, 37)}…'` : `'${value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return value.name ? `function ${value.name}` : 'a function';
  if (Array.isArray(value)) {
    const short = value.length > 0 && value.length <= 4;
    if (short && value.every((item) => typeof item === 'number')) return `[${value.join(', ')}]`;
    return `an array of ${value.length}`;
  }
  if (typeof value === 'object' && value !== null) {
    const name = value.constructor?.name;
    return name && name !== 'Object' ? `a ${name}` : 'an object';
  }
  return String(value);
}

/** What reading a value gives; what its getters and traps throw becomes the cause of a refusal. @internal */
export function reading<Result>(path: string, value: unknown, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw unreadable(path, value, cause);
  }
}

/** The error for a value of which a getter or a trap has thrown; a refusal stays what it is. */
export function unreadable(path: string, value: unknown, cause: unknown): HolonomError {
  if (cause instanceof HolonomError) return cause;
  const allowed = 'a value that can be read and written';
  const message = `${path || 'value'}: using it failed (${show(cause)}), expected ${allowed}`;
  return new HolonomError(message, { code: 'type', path, value, allowed, cause });
}

/** The error for a value of the wrong type. */
export function typeError(path: string, value: unknown, allowed: string): HolonomError {
  const where = path ? `${path}: ` : '';
  return new HolonomError(`${where}expected ${allowed}, got ${show(value)}`, {
    code: 'type',
    path,
    value,
    allowed,
  });
}
