// Checks of arguments, for every entry point of the package.
import { HolonomError, type Reason, refusal, typeError } from './errors.js';

/** Returns a value if it is accepted; otherwise throws. @internal */
export function checked<Value>(
  path: string,
  value: Value,
  reason: Reason,
  accepts: (value: Value) => unknown,
): Value {
  try {
    if (accepts(value)) return value;
  } catch (error) {
    // An unreadable value is not accepted; a nested check has thrown its own error.
    if (error instanceof HolonomError) throw error;
  }
  throw typeError(path, value, reason);
}

/** Returns a finite number in its range; otherwise throws. @internal */
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

/** Returns an index from 0 to `high`; otherwise throws. @internal */
export function checkedIndex(path: string, value: number, high: number): number {
  return checkedNumber(
    path,
    value,
    ['index-to', { high }],
    (index) => Number.isInteger(index) && index >= 0 && index <= high,
  );
}

/** Returns a count of at least 1; otherwise throws. @internal */
export function checkedCount(path: string, value: number): number {
  return checkedNumber(
    path,
    value,
    ['integer-from-to', { low: 1, high: 1e9 }],
    (count) => Number.isInteger(count) && count >= 1 && count <= 1e9,
  );
}
