import { HolonomError } from 'holonom';
import { expect } from 'vitest';

/** The error of a call that must be refused. */
export function refusal(call: () => unknown): HolonomError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(HolonomError);
    return error as HolonomError;
  }
  throw new Error('the call was accepted');
}
