// Descriptions out of the field tables of the package: mostly sound, sometimes at a bound, sometimes hostile.

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {{ world: any, other: any, random: Random, definitions: any, hostile: number, wild: number }} Context */

/** What no description should hold. @param {Context} context @returns {unknown} */
export function hostileValue({ random, world, other }) {
  const kinds = [
    () => Number.NaN,
    () => random.pick([Infinity, -Infinity]),
    () =>
      random.pick([-1, 0, 1e300, -1e300, 3e38, -3e38, 1e-45, 2 ** 31, 2 ** 32, -(2 ** 31), 0.5]),
    () => random.pick(['', 'x', '__proto__', 'constructor', '1', 'a'.repeat(1000)]),
    () => random.pick([null, undefined, true, false, 10n, Symbol('s')]),
    () => () => 1,
    () => ({}),
    () => [],
    () => new Array(random.pick([3, 17, 2 ** 20, 2 ** 32 - 1])),
    () => Array.from({ length: random.below(40) }, () => random.between(-1e3, 1e3)),
    () =>
      random.pick([new Map(), new Date(0), /x/, new Error('x'), new DataView(new ArrayBuffer(8))]),
    () => new Float32Array(random.below(40)).fill(random.pick([0, 1, Number.NaN, 3e38])),
    () => new BigInt64Array(3),
    () => detached(random.pick([3, 4, 40])),
    () => cyclic(),
    () => deep(random.pick([10, 70, 5000])),
    () => throwing(random.below(6)),
    () => disposing(world, random.below(6)),
    () => new Proxy([0, 1, 0], {}),
    () => new Proxy({ x: 1, y: 2, z: 3 }, {}),
    () => endless(),
    () => world,
    () => random.pick([...all(world), 1]),
    () => random.pick([...all(other), 1]),
    () => ({ x: Number.NaN, y: 0, z: 0 }),
    () => Object.create({ 0: 1, 1: 2, 2: 3, length: 3 }),
    () => JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}'),
  ];
  return random.pick(kinds)();
}

/** All objects of a world. @param {any} world */
export function all(world) {
  if (world.disposed) return [];
  const { bodies, joints, forces, attachments, grabs } = world;
  const { cloths, ropes, grains, softBodies, rods, springNetworks } = world;
  const soft = [cloths, ropes, grains, softBodies, rods, springNetworks];
  return [bodies, joints, forces, ...soft, attachments, grabs].flatMap((c) => [...c]);
}

/** @param {number} length */
function detached(length) {
  const list = new Float32Array(length);
  structuredClone(list.buffer, { transfer: [list.buffer] });
  return list;
}

function cyclic() {
  /** @type {any} */
  const loop = { position: [0, 1, 2] };
  loop.self = loop;
  return Math.random() < 2 ? [loop] : loop;
}

/** @param {number} levels */
function deep(levels) {
  /** @type {any} */
  let value = 0;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

/** A list that changes what it says after some reads. @param {number} reads @param {() => unknown} then */
function changing(reads, then) {
  let count = 0;
  /** @type {unknown[]} */
  const list = [];
  for (let index = 0; index < 3; index++)
    Object.defineProperty(list, index, {
      enumerable: true,
      get: () => (count++ < reads ? index : then()),
    });
  return list;
}

/** @param {number} reads */
const throwing = (reads) =>
  changing(reads, () => {
    throw new TypeError('not read twice');
  });

/** @param {any} world @param {number} reads */
const disposing = (world, reads) =>
  changing(reads, () => {
    world.dispose();
    return 1;
  });

const endless = () =>
  new Proxy([], {
    get: (_, key) => (key === 'length' ? 2 ** 32 - 1 : key === Symbol.iterator ? undefined : 1),
  });

const handles = /** @type {const} */ ({
  body: 'bodies',
  cloth: 'cloths',
  rope: 'ropes',
  grains: 'grains',
  softBody: 'softBodies',
  rod: 'rods',
  springNetwork: 'springNetworks',
});

/** A value for a field. @param {Context} context @param {any} field @returns {unknown} */
export function fieldValue(context, field) {
  const { random, world, definitions } = context;
  if (random.chance(context.hostile)) return hostileValue(context);
  const number = () => numberOf(context, field);
  switch (field.type) {
    case 'number':
      return number();
    case 'integer':
      return Math.round(number());
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return random.pick(['', 'a', 'crate', '상자']);
    case 'enum':
      return random.pick(field.options);
    case 'vec2':
      return [number(), number()];
    case 'ivec2':
      return [1 + random.below(6), 1 + random.below(6)];
    case 'ivec3':
      return [0, 1, 2].map(() => 1 + random.below(4));
    case 'vec3':
      return wrapped(random, [number(), number(), number()]);
    case 'bvec3':
      return [0, 1, 2].map(() => random.chance(0.3));
    case 'quat':
      return random.pick([
        () => [0, 0, 0, 1],
        () => [0, 1, 2, 3].map(() => random.between(-1, 1)),
        () => [1, 0, 0, 1],
        () => ({ euler: { angles: [random.next(), 1, 2] } }),
        () => ({ axisAngle: { axis: [1, 2, 3], angle: random.between(-9, 9) } }),
      ])();
    case 'numbers':
    case 'integers':
      return listOf(context, field);
    case 'pins':
      return random.pick([
        () => [],
        () => ['corners'],
        () => ['left'],
        () => [0, 1],
        () => [random.below(40)],
      ])();
    case 'struct':
      if (field.ref === 'tetrahedra' && random.chance(0.8)) return solid;
      return structOf(context, definitions.structs[field.ref]);
    case 'structs':
      return Array.from({ length: random.below(3) }, () =>
        structOf(context, definitions.structs[field.ref]),
      );
    case 'union': {
      const name = random.pick(definitions.unions[field.ref]);
      return { [/** @type {string} */ (name)]: shapeOf(context, name) };
    }
    case 'handle': {
      const name = /** @type {Record<string, string>} */ (handles)[field.ref];
      const list = name && !world.disposed ? [...world[name]] : [];
      return list.length > 0 ? random.pick(list) : undefined;
    }
    default:
      return undefined;
  }
}

/** @param {Random} random @param {number[]} vector @returns {unknown} */
function wrapped(random, vector) {
  const [x, y, z] = vector;
  return random.pick([
    vector,
    vector,
    vector,
    { x, y, z },
    Float32Array.from(vector),
    new Proxy(vector, {}),
  ]);
}

/** As a page would have it, but for a share of `wild` at the bounds of the field or far from anything usual. @param {Context} context @param {any} field */
function numberOf({ random, wild }, field) {
  const low = field.min ?? -1e7;
  const high = field.max ?? 1e7;
  const within = (/** @type {number} */ x) => Math.min(high, Math.max(low, x));
  if (random.chance(wild)) {
    const size = random.pick([1e-30, 1e-12, 1e-7, 1e3, 1e5, 1e7]);
    return random.pick([low, high, within(size), within(-size), within(size * random.next())]);
  }
  if (typeof field.default === 'number' && random.chance(0.15)) return field.default;
  const scale = random.pick([0.1, 1, 1, 1, 10, 100]);
  return within(random.between(low < 0 ? -scale : 0, scale));
}

const nothing = { cloths: [], ropes: [], softBodies: [], rods: [] };

/** @param {Context} context @param {any} field */
function listOf({ random, world }, field) {
  const { cloths, ropes, softBodies, rods } = world.disposed ? nothing : world;
  const objects = [...cloths, ...ropes, ...softBodies, ...rods];
  const points = random.pick([0, ...objects.map((c) => c.count ?? 0)]) ?? 0;
  const length = random.pick([0, 3, 6, 12, 24, 3 * points, 4 * (points + 1), 3 * (points - 1)]);
  return Array.from({ length }, () =>
    field.type === 'integers' ? random.below(8) : random.between(-1, 1),
  );
}

const cube = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z])));
const tetrahedron = {
  vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
};

/** Of one tetrahedron. */
const solid = { vertices: tetrahedron.vertices, indices: [0, 1, 2, 3] };

/** A shape that is often usable. @param {Context} context @param {any} name @returns {unknown} */
function shapeOf(context, name) {
  const { random, definitions } = context;
  if (random.chance(0.05)) return structOf(context, definitions.structs[name]);
  const size = () => random.pick([0.1, 0.5, 0.5, 1, 3]);
  const part = () => {
    const shape = random.pick(definitions.unions.convexShape);
    const quat = { type: 'quat' };
    return {
      position: [size(), 0, size()],
      rotation: fieldValue(context, quat),
      shape: { [shape]: shapeOf(context, shape) },
    };
  };
  const makers = /** @type {Record<string, () => unknown>} */ ({
    sphere: () => ({ radius: size() }),
    capsule: () => ({ radius: size(), halfHeight: size() }),
    box: () => ({ halfExtents: [size(), size(), size()] }),
    cylinder: () => ({ radius: size(), halfHeight: size() }),
    cone: () => ({ radius: size(), height: size() }),
    ellipsoid: () => ({ radii: [size(), size(), size()] }),
    hull: () => ({ points: cube.map((x) => x * size() + random.between(-0.05, 0.05)) }),
    plane: () => ({
      normal: random.pick([
        [0, 1, 0],
        [0.1, 1, 0],
        [0, 3, 0],
      ]),
    }),
    mesh: () => tetrahedron,
    compound: () => ({ parts: Array.from({ length: 1 + random.below(3) }, part) }),
  });
  return makers[name]?.() ?? structOf(context, definitions.structs[name]);
}

/** @param {Context} context @param {any} struct @param {number} [share] of the fields */
export function structOf(context, struct, share = 0.3) {
  const { random } = context;
  /** @type {Record<string, unknown>} */
  const out = {};
  if (struct.union) {
    const field = random.pick(struct.fields);
    out[/** @type {any} */ (field).name] = fieldValue(context, field);
    return out;
  }
  const groups = struct.oneOf ?? [];
  for (const group of groups) {
    const name = random.pick(group);
    const field = struct.fields.find((/** @type {any} */ f) => f.name === name);
    if (field) out[/** @type {string} */ (name)] = fieldValue(context, field);
  }
  for (const field of struct.fields) {
    if (groups.some((/** @type {string[]} */ group) => group.includes(field.name))) continue;
    const needed = field.type === 'handle' || field.type === 'union';
    if (!random.chance(needed ? 0.9 : share)) continue;
    out[field.name] = fieldValue(context, field);
  }
  if (random.chance(context.hostile))
    out[random.pick(['positon', '__proto__x', 'constructor'])] = 1;
  return out;
}
