// What a call throws when the module itself fails: out of memory, a trap, or an error of the caller's own.
import { expect, test } from 'vitest';
import type { RawModule } from '../../wasm/src/raw.ts';
import { catchTraps } from '../../wasm/src/traps.ts';
import { refusal } from './fixture';

/** An exported function of no arguments and one result, of these instructions. */
function compiled(...code: number[]): () => void {
  const type = [1, 5, 1, 0x60, 0, 1, 0x7f];
  const body = [10, code.length + 5, 1, code.length + 3, 0, ...code, 0x0f, 0x0b];
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, ...type, 3, 2, 1, 0, 5, 3, 1, 0, 0];
  const binary = Uint8Array.from([...bytes, 7, 5, 1, 1, 102, 0, 0, ...body]);
  return new WebAssembly.Instance(new WebAssembly.Module(binary)).exports.f as () => void;
}

/** A module of this world, whose stack is put back to where a call began. */
function moduleOf(World: object): RawModule {
  let stack = 0;
  const stackSave = () => ++stack;
  const stackRestore = (saved: number) => expect(saved).toBe(stack);
  return { World, stackSave, stackRestore } as unknown as RawModule;
}

/** What a world's `step` throws where the module's own does this. */
function stepping(step: () => void) {
  class World {}
  Object.assign(World.prototype, { step });
  const module = catchTraps(moduleOf(World), () => {});
  return () => module.World.prototype.step(1 / 60, 1);
}

const zero = [0x41, 0];
const traps: [string, () => void, RegExp][] = [
  ['unreachable', compiled(0), /unreachable/],
  ['a division by zero', compiled(...zero, ...zero, 0x6d), /divide by zero/],
  ['a load out of bounds', compiled(...zero, 0x28, 2, 0), /out of bounds/],
  [
    'an abort',
    () => {
      throw new WebAssembly.RuntimeError('Aborted(). Build with -sASSERTIONS for more info.');
    },
    /Aborted\(\)/,
  ],
];

test.each(traps)('%s is told as what it is', (_, trap, found) => {
  const error = refusal(stepping(trap));
  expect(error).toMatchObject({ code: 'trap', path: 'step' });
  expect(error.cause).toBeInstanceOf(WebAssembly.RuntimeError);
  expect(error.message).toMatch(found);
  expect(error.message).toContain('internal error');
  expect(error.message).toContain('report');
  expect(error.message).not.toContain('memory of the module');
});

test('memory that can not grow, and a buffer that a browser refuses, are out of memory', () => {
  const failures = [
    new WebAssembly.RuntimeError('Aborted(OOM). Build with -sASSERTIONS for more info.'),
    new RangeError('Array buffer allocation failed'),
    new RangeError('Out of memory'),
  ];
  for (const failure of failures) {
    const error = refusal(
      stepping(() => {
        throw failure;
      }),
    );
    expect(error).toMatchObject({ code: 'memory', cause: failure });
  }
});

test('what a function of the caller throws stays what it is', () => {
  for (const own of [new RangeError('Invalid array length'), new Error('mine'), 'text']) {
    let thrown: unknown;
    try {
      stepping(() => {
        throw own;
      })();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBe(own);
  }
});
