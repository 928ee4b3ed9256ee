// The state of a world as bytes, and back.
import { reading, typeError } from './errors.js';
import type { NativeWorld } from './native-world.js';

export function snapshotOf(native: NativeWorld): Uint8Array {
  // A copy: the module's memory may move.
  return native.raw.snapshot().slice();
}

/** New handles repeat those given after the snapshot, until the future is left. */
export function restoreTo(native: NativeWorld, bytes: Uint8Array): void {
  const { raw } = native;
  raw.stateRoom(bytes.length).set(bytes);
  native.check(raw.restore());
  native.matchObjects();
}

/** A copy of the bytes that a caller gave, which may lie in the memory of the module. */
export function bytesOf(given: Uint8Array | ArrayBuffer): Uint8Array {
  return reading('bytes', given, () => {
    if (given instanceof ArrayBuffer) return new Uint8Array(given.slice(0));
    if (given instanceof Uint8Array) return new Uint8Array(given);
    throw typeError('bytes', given, 'snapshot-bytes-given');
  });
}
