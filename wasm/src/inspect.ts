// What Node prints for an object of a world: `console.log(body)` and `util.inspect(body)`.

/** Method that Node calls. */
export const inspectMethod: unique symbol = Symbol.for('nodejs.util.inspect.custom') as never;

/** `inspect` of `node:util`. */
export type Inspect = (value: unknown, options: object) => string;

/** Properties that are printed, of those that an object has. */
const printed = [
  'id',
  'name',
  'type',
  'position',
  'linearVelocity',
  'asleep',
  'count',
  'body',
  'bodyA',
  'bodyB',
  'cloth',
  'rope',
  'grains',
  'softBody',
  'rod',
  'springNetwork',
  'point',
  'anchor',
  'target',
  'coordinate',
  'coordinates',
];

/** Short form of an object: its class with some properties. Never throws: it may be removed, and its world disposed. */
export function inspected(object: object, depth: number, options: object, inspect: Inspect) {
  const read = (name: string): unknown => {
    try {
      return (object as Readonly<Record<string, unknown>>)[name];
    } catch {
      return undefined;
    }
  };
  const title = object.constructor.name;
  if (depth < 0) return `[${title}]`;
  const values = printed
    .map((name) => [name, read(name)] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  const state = read('alive') ? {} : { alive: false };
  return `${title} ${inspect({ ...Object.fromEntries(values), ...state }, { ...options, depth })}`;
}
