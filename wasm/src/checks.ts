// What the arguments of calls must be, for every door of the package.
import { HolonomError, type Reason, refusal, typeError } from './errors.js';

/** A value that is what it must be. @internal */
export function checked<Value>(
  path: string,
  value: Value,
  reason: Reason,
  accepts: (value: Value) => unknown,
): Value {
  try {
    if (accepts(value)) return value;
  } catch (error) {
    // What can't even be read is not it; of its parts another check has spoken.
    if (error instanceof HolonomError) throw error;
  }
  throw typeError(path, value, reason);
}

/** A finite number in its range. @internal */
export function checkedNumber(
  path: string,
  value: number,
  reason: Reason = 'finite-number',
  accepts: (value: number) => boolean = () => true,
): number {
  if (typeof value !== 'number') throw typeError(path, value, reason);
  if (Number.isFinite(value) && accepts(value)) return value;
  const code = Number.isFinite(value) ? 'range' : 'finite';
  throw refusal(code, path, value, reason);
}

/** How many of something that there is at least one of. @internal */
export function checkedCount(path: string, value: number): number {
  return checkedNumber(
    path,
    value,
    ['integer-from-to', { low: 1, high: 1e9 }],
    (count) => Number.isInteger(count) && count >= 1 && count <= 1e9,
  );
}
