// Parts of the API that need no WebAssembly.
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../wasm/src/json';
import { plainDescription, plainField } from '../../wasm/src/plain';
import { shortestFloat } from '../../wasm/src/shortest';
import { refusal } from './refusal';

describe('shortestFloat', () => {
  test.each([
    [Math.fround(0.1), 0.1],
    [Math.fround(1 / 3), 0.33333334],
    [Math.fround(-9.81), -9.81],
    [Math.fround(1e-7), 1e-7],
    [Math.fround(16777215.5), 16777216],
    [0, 0],
    [-0, -0],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [1.401298464324817e-45, 1.4013e-45],
    [3.4028234663852886e38, 3.4028235e38],
  ])('%d is written %d', (value, written) => {
    expect(Object.is(shortestFloat(value), written)).toBe(true);
  });

  test('reads back as the same float32 for random bits', () => {
    const bits = new Uint32Array(1);
    const float = new Float32Array(bits.buffer);
    let state = 12345;
    for (let i = 0; i < 20000; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      bits[0] = state;
      const value = float[0] as number;
      if (!Number.isFinite(value)) continue;
      const written = shortestFloat(value);
      expect(Math.fround(written)).toBe(value);
      if (!Number.isSafeInteger(value)) expect(Number(written.toPrecision(9))).toBe(written);
    }
  });
});

describe('parseJson', () => {
  test.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['{"a" 1}', 1, 6],
    ['[1,\n 2,\n x]', 3, 2],
    ['[1, 2,]', 1, 7],
    ['{"a": 01}', 1, 8],
    ['[true, nul]', 1, 8],
    ['"open', 1, 1],
    ['{"a": "b\\q"}', 1, 7],
    ['[1] 2', 1, 5],
    ["{'a': 1}", 1, 2],
    ['{"a": NaN}', 1, 7],
  ])('%j is wrong at line %i, column %i', (text, line, column) => {
    expect(refusal(() => parseJson(text)).path).toBe(`line ${line}, column ${column}`);
  });

  test('reads what JSON.parse reads', () => {
    const text = '{"a": [1, -2.5e-3, "x\\u00e9\\n", true, null, {}]}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('text nested too deep is an error, not an overflow', () => {
    expect(refusal(() => parseJson('['.repeat(200000))).code).toBe('json');
  });
});

describe('plain values', () => {
  const here = { fields: {} };
  const convert = (value: unknown) => plainField('field', value, here);

  test('vectors become lists', () => {
    class Vector {
      get x() {
        return 1;
      }
      get y() {
        return 2;
      }
      get z() {
        return Number.NaN;
      }
    }
    expect(convert(new Vector())).toEqual([1, 2, Number.NaN]);
    expect(convert({ x: 1, y: 2 })).toEqual([1, 2]);
    expect(convert({ x: 0, y: 0, z: 0, w: 1 })).toEqual([0, 0, 0, 1]);
    expect(convert(new Float32Array([0.5, 1]))).toEqual([0.5, 1]);
  });

  test('numbers are handed on as they are, for the core to judge', () => {
    expect(convert([Number.NaN, Number.POSITIVE_INFINITY, -0])).toEqual([
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -0,
    ]);
  });

  test('fields that are undefined are left out', () => {
    expect(
      Object.keys(plainDescription({ a: undefined, b: 1 }, here, 'scene-description')),
    ).toEqual(['b']);
  });

  test('what appears twice is no loop', () => {
    const shared = { radius: 1 };
    expect(plainDescription({ a: shared, b: shared }, here, 'scene-description')).toEqual({
      a: shared,
      b: shared,
    });
  });

  test.each([
    ['a function', { a: { b: () => 1 } }, 'a.b'],
    ['a symbol', { a: [0, Symbol('s')] }, 'a[1]'],
    ['a bigint in a typed array', { a: new BigInt64Array(2) }, 'a[0]'],
    ['a key with a space', { 'a b': 1n }, '["a b"]'],
    ['a date', { a: new Date() }, 'a'],
    ['a promise', { a: Promise.resolve() }, 'a'],
    ['a boxed number', { a: Object(1) }, 'a'],
  ])('%s is refused with its path', (_, value, path) => {
    expect(refusal(() => plainDescription(value, here, 'scene-description'))).toMatchObject({
      code: 'type',
      path,
    });
  });

  test('endless nesting is refused', () => {
    let deep: object = {};
    for (let i = 0; i < 100000; i++) deep = { deep };
    expect(refusal(() => plainDescription(deep, here, 'scene-description')).message).toContain(
      '64 levels',
    );
  });
});
