// Whatever may be given by mistake or out of malice.
import type { World } from 'holonom';

const crate = { shape: { box: { halfExtents: [0.5, 0.5, 0.5] } } } as const;

class Point {
  constructor(readonly a = 1) {}
}

const unreadable = () => {
  throw new RangeError('not to be read');
};

const loop: unknown[] = [];
loop.push(loop);

let deep: unknown = 0;
for (let level = 0; level < 10_000; level++) deep = [deep];

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** By name; made anew for each world, as some of them belong to another. */
export function badValues(other: World): ReadonlyMap<string, unknown> {
  const elsewhere = other.addBody(crate);
  const removed = other.addBody(crate);
  removed.remove();
  return new Map<string, unknown>([
    ['undefined', undefined],
    ['null', null],
    ['true', true],
    ['zero', 0],
    ['a negative number', -1],
    ['a fraction', 0.37],
    ['a huge number', 1e300],
    ['a number beyond 53 bits', 2 ** 60],
    ['not a number', Number.NaN],
    ['infinity', Number.NEGATIVE_INFINITY],
    ['a bigint', 10n],
    ['an empty text', ''],
    ['a number as text', '1'],
    ['a name of no meaning', 'holonom'],
    ['a name that objects have', 'constructor'],
    ['a symbol', Symbol('s')],
    ['a registered iterator symbol', Symbol.iterator],
    ['a function', () => 1],
    ['a class', Point],
    ['an empty list', []],
    ['a list with a hole', Object.assign(new Array(3), { 0: 1, 2: 3 })],
    ['two numbers', [1, 2]],
    ['a vector that is not finite', [0, Number.NaN, 0]],
    ['a vector of text', ['1', '2', '3']],
    ['five numbers', [1, 2, 3, 4, 5]],
    ['a list in itself', loop],
    ['a list deeper than the stack', deep],
    ['an empty object', {}],
    ['an object of unknown fields', { holonom: 3, __proto__: null, constructor: 2 }],
    ['an incomplete vector', { x: 1, y: 2 }],
    ['a vector of objects', { x: {}, y: {}, z: {} }],
    ['an instance of another class', new Point()],
    ['a number object', Object(3)],
    ['a date', new Date(0)],
    ['a map', new Map([['x', 1]])],
    ['a set', new Set([1, 2, 3])],
    ['a promise', Promise.resolve([0, 0, 0])],
    ['a regular expression', /x/],
    ['an error', new Error('x')],
    ['an array buffer', new ArrayBuffer(12)],
    ['a data view', new DataView(new ArrayBuffer(12))],
    ['an empty typed array', new Float32Array(0)],
    ['a typed array that is not finite', new Float64Array([Number.NaN, 0, 0])],
    ['a typed array of bigints', new BigInt64Array(3)],
    [
      'a field that throws',
      {
        get x() {
          return unreadable();
        },
        y: 0,
        z: 0,
      },
    ],
    [
      'a proxy that throws',
      new Proxy({}, { get: unreadable, has: unreadable, ownKeys: unreadable }),
    ],
    ['a revoked proxy', revoked()],
    ['the global object', globalThis],
    ['a world', other],
    ['a list of objects', other.bodies],
    ['an object of another world', elsewhere],
    ['a removed object', removed],
    ['an id of nothing', 0xfffff],
  ]);
}
