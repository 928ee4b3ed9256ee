// What the arguments of calls must be, for every door of the package.
import { HolonomError, show, typeError } from './errors.js';

/** A value that is what it must be. @internal */
export function checked<Value>(
  path: string,
  value: Value,
  allowed: string,
  accepts: (value: Value) => unknown,
): Value {
  try {
    if (accepts(value)) return value;
  } catch (error) {
    // What can't even be read is not it; of its parts another check has spoken.
    if (error instanceof HolonomError) throw error;
  }
  throw typeError(path, value, allowed);
}

/** A finite number in its range. @internal */
export function checkedNumber(
  path: string,
  value: number,
  allowed = 'a finite number',
  accepts: (value: number) => boolean = () => true,
): number {
  if (typeof value !== 'number') throw typeError(path, value, allowed);
  if (Number.isFinite(value) && accepts(value)) return value;
  const code = Number.isFinite(value) ? 'range' : 'finite';
  const message = `${path}: got ${show(value)}, expected ${allowed}`;
  throw new HolonomError(message, { code, path, value, allowed });
}

/** How many of something that there is at least one of. @internal */
export function checkedCount(path: string, value: number): number {
  const allowed = 'an integer from 1 to 1e9';
  return checkedNumber(
    path,
    value,
    allowed,
    (count) => Number.isInteger(count) && count >= 1 && count <= 1e9,
  );
}
