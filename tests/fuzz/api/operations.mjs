// Everything that a page can do with a world, one operation each. An operation draws all it needs from its own seed and
// from what the world holds, so that a list of them means something after others were left out.
import { all, fieldValue, hostileValue, structOf } from './values.mjs';

/** @typedef {import('./values.mjs').Context} Context */
/** @typedef {Context & { holonom: any, state: any, kindOf: (name: string) => any }} Case */

/** @param {Case} c @param {string} name @param {number} [share] */
const described = (c, name, share) =>
  c.random.chance(c.hostile) ? hostileValue(c) : structOf(c, c.kindOf(name), share);

/** @param {Case} c */
const vector = (c) => fieldValue(c, { type: 'vec3', min: -10, max: 10 });

/** @param {unknown} value */
const isPlain = (value) => Object.prototype.toString.call(value) === '[object Object]';

/** Sizes at which a case stays quick. @param {any} description @param {Case} c */
function small(description, c) {
  if (!isPlain(description)) return description;
  const { grid, lattice, segments, layers } = description;
  const few = () => 1 + c.random.below(5);
  return {
    ...description,
    ...(isPlain(grid) && { grid: { ...grid, segments: [few(), few()] } }),
    ...(isPlain(lattice) && { lattice: { ...lattice, cells: [few(), few(), 1] } }),
    ...(typeof segments === 'number' && { segments: few() * 3 }),
    ...(typeof layers === 'number' && { base: [few(), few()], layers: 1 + c.random.below(3) }),
  };
}

/** @param {Case} c @param {string} collection */
const one = (c, collection) => {
  const list = [...c.world[collection]];
  return list.length > 0 ? c.random.pick(list) : undefined;
};

const collections = /** @type {const} */ ({
  body: 'bodies',
  joint: 'joints',
  force: 'forces',
  cloth: 'cloths',
  rope: 'ropes',
  grains: 'grains',
  softBody: 'softBodies',
  rod: 'rods',
  springNetwork: 'springNetworks',
  attachment: 'attachments',
  grab: 'grabs',
});

/** The fields of an object, by its kind, and its type where it has one. @param {Case} c @param {any} object @param {string} kind */
function fieldsOf(c, object, kind) {
  const { fields, union } = c.kindOf(kind);
  return union ? c.definitions.structs[object.type].fields : fields;
}

/** @param {unknown} scene */
function textOf(scene) {
  try {
    const isHuge = (/** @type {unknown} */ value) => Array.isArray(value) && value.length > 1e5;
    return JSON.stringify(scene, (_, value) => (isHuge(value) ? null : value));
  } catch {
    return '{';
  }
}

/** @type {Record<string, (c: Case) => unknown>} */
export const operations = {
  addBody: (c) => {
    if (c.random.chance(0.2))
      return c.world.addBody({ type: 'static', shape: { plane: { normal: [0, 1, 0] } } });
    return c.world.addBody(described(c, 'body', 0.25));
  },
  addBox: (c) =>
    c.world.addBody({
      position: [c.random.between(-2, 2), c.random.between(0, 4), c.random.between(-2, 2)],
      shape: { box: { halfExtents: [0.5, 0.3, 0.4] } },
    }),
  addCloth: (c) => c.world.addCloth(small(described(c, 'cloth', 0.15), c)),
  addRope: (c) => c.world.addRope(small(described(c, 'rope', 0.15), c)),
  addGrains: (c) => c.world.addGrains(small(described(c, 'grains', 0.15), c)),
  addSoftBody: (c) => c.world.addSoftBody(small(described(c, 'softBody', 0.15), c)),
  addRod: (c) => c.world.addRod(small(described(c, 'rod', 0.15), c)),
  turnClamp: (c) =>
    one(c, 'rods')?.turnClamp(
      c.random.pick(['left', 'right', hostileValue(c)]),
      fieldValue(c, { type: 'quat' }),
    ),
  addSprings: (c) => c.world.addSpringNetwork(small(described(c, 'springNetwork', 0.15), c)),
  addAttachment: (c) => c.world.addAttachment(described(c, 'attachment')),
  addJoint: (c) => c.world.addJoint(described(c, 'joint')),
  addForce: (c) => c.world.addForce(described(c, 'force')),
  grab: (c) => c.world.grab(described(c, 'grab')),
  split: (c) => {
    const hostile = () => c.random.chance(c.hostile);
    const rope = one(c, 'ropes');
    if (rope && c.random.chance(0.5))
      return rope.split(hostile() ? hostileValue(c) : c.random.below(rope.count + 1));
    const cloth = one(c, 'cloths');
    if (!cloth) return undefined;
    const particle = hostile() ? hostileValue(c) : c.random.below(cloth.count + 1);
    const indices = /** @type {number[]} */ ([...cloth.indices]);
    const some = indices.flatMap((at, k) =>
      at === particle && c.random.chance(0.5) ? [Math.floor(k / 3)] : [],
    );
    return cloth.split(particle, hostile() ? hostileValue(c) : some);
  },
  addUserConstraint: (c) => {
    const kind = c.random.pick(
      /** @type {const} */ (['cloth', 'rope', 'grains', 'softBody', 'rod']),
    );
    const object = one(c, collections[kind]);
    const bad = c.random.chance(0.3);
    const value = ([x = 0, y = 0, z = 0]) => {
      if (bad) return c.random.pick([() => Number.NaN, () => 'x', () => c.world.hash()])();
      return Math.hypot(x, y, z) - 1;
    };
    c.state.asks = true;
    return c.world.addUserConstraint({
      particles: [{ [kind]: object, point: c.random.below(6) }],
      value,
      compliance: c.random.pick([0, 1e-3, -1]),
    });
  },
  constrainBodies: (c) => {
    const bad = c.random.chance(0.3);
    const value = (/** @type {Float64Array} */ poses) => {
      if (bad) return c.random.pick([() => Number.NaN, () => 'x', () => c.world.hash()])();
      return poses.reduce((sum, each, i) => sum + (i % 7 === 1 ? each : 0), -1);
    };
    c.state.asks = true;
    return c.world.addUserConstraint({
      bodies: [one(c, 'bodies'), one(c, 'bodies')].slice(c.random.below(2)),
      value,
      bounds: { lower: c.random.pick([undefined, 0, -10, 1]) },
      compliance: c.random.pick([0, 1e-3, -1]),
    });
  },
  set: (c) => {
    const kind = c.random.pick(
      /** @type {(keyof typeof collections)[]} */ (Object.keys(collections)),
    );
    const object = one(c, collections[kind]);
    if (!object) return undefined;
    const field = c.random.pick(/** @type {any[]} */ (fieldsOf(c, object, kind)));
    object[field.name] = c.random.chance(c.hostile) ? hostileValue(c) : fieldValue(c, field);
    return undefined;
  },
  setting: (c) => {
    const field = c.random.pick(/** @type {any[]} */ (c.kindOf('world').fields));
    const value = fieldValue(c, field);
    const most = /** @type {Record<string, number>} */ ({
      substeps: 8,
      iterations: 20,
      particleIterations: 10,
    });
    const limit = most[field.name];
    c.world[field.name] = limit && typeof value === 'number' && value > limit ? limit : value;
    return undefined;
  },
  read: (c) => {
    const kind = c.random.pick(
      /** @type {(keyof typeof collections)[]} */ (Object.keys(collections)),
    );
    const object = one(c, collections[kind]);
    if (!object) return undefined;
    for (const field of fieldsOf(c, object, kind)) void object[field.name];
    return c.world.describe(object);
  },
  copy: (c) => {
    const kind = c.random.pick(
      /** @type {(keyof typeof collections)[]} */ (Object.keys(collections)),
    );
    const object = one(c, collections[kind]);
    if (!object) return undefined;
    const add = /** @type {Record<string, string>} */ ({
      body: 'addBody',
      joint: 'addJoint',
      force: 'addForce',
      cloth: 'addCloth',
      rope: 'addRope',
      grains: 'addGrains',
      softBody: 'addSoftBody',
      rod: 'addRod',
      springNetwork: 'addSpringNetwork',
      attachment: 'addAttachment',
      grab: 'grab',
    });
    return c.world[/** @type {string} */ (add[kind])](c.world.describe(object));
  },
  remove: (c) => {
    const objects = all(c.world);
    if (objects.length > 0) c.random.pick(objects).remove();
    return undefined;
  },
  push: (c) => {
    const body = one(c, 'bodies');
    if (!body) return undefined;
    const size = c.random.pick([1, 10, 1000, 1e7, 3e38]);
    const push = [0, 1, 2].map(() => size * c.random.between(-1, 1));
    const value = c.random.chance(c.hostile) ? hostileValue(c) : push;
    const call = c.random.pick(['applyForce', 'applyTorque', 'applyImpulse']);
    return c.random.chance(0.5) ? body[call](value) : body[call](value, vector(c));
  },
  teleport: (c) => {
    const body = one(c, 'bodies');
    if (body) body.position = c.random.pick([vector(c), [1e7, 1e7, -1e7], [0, 0, 0]]);
    return undefined;
  },
  sleepOrWake: (c) => {
    const body = one(c, 'bodies');
    return body?.[c.random.pick(['sleep', 'wake'])]();
  },
  raycast: (c) =>
    c.world.raycast(vector(c), vector(c), {
      all: c.random.chance(0.5),
      exclude: c.random.chance(0.3) ? one(c, 'bodies') : undefined,
      maxDistance: c.random.pick([0, 1, 1e7, Infinity]),
    }),
  shapeQuery: (c) => {
    const shape = fieldValue(c, { type: 'union', ref: 'shape' });
    const place = { position: vector(c), rotation: fieldValue(c, { type: 'quat' }) };
    return c.random.pick([
      () => c.world.castShape(shape, vector(c), { ...place, all: c.random.chance(0.5) }),
      () => c.world.proximity(shape, { ...place, maxDistance: c.random.pick([0, 1, 100]) }),
      () => c.world.overlap(shape, place),
      () => c.world.bodiesAt(vector(c)),
    ])();
  },
  geometry: (c) => one(c, 'bodies')?.geometry(c.random.pick([0, 1, -1, 2 ** 31, 0.5])),
  instances: (c) => c.world.instances(c.random.pick(c.definitions.unions.shape)),
  debug: (c) => {
    c.world.debug = { contacts: true, aabbs: true, axes: true, attachments: true, joints: true };
    return c.world.debugLines;
  },
  listen: (c) => {
    const stop = c.world.on(
      c.random.pick(['contactBegin', 'contactEnd', 'hit', 'sleep', 'wake', 'blowUp', 'jointBreak']),
      () => {
        if (c.world.disposed) return;
        if (c.random.chance(0.3)) all(c.world)[0]?.remove();
        if (c.random.chance(0.05)) c.world.dispose();
      },
    );
    c.state.listens = true;
    return c.random.chance(0.5) ? stop() : undefined;
  },
  generate: (c) => {
    c.state.asks = true;
    return c.world.addForceGenerator((/** @type {any} */ world) => {
      const body = [...world.bodies][0];
      if (c.random.chance(0.02)) world.step(1 / 60);
      body?.applyForce([1, 2, 3]);
    });
  },
  step: (c) => {
    const dt = c.random.chance(c.hostile)
      ? hostileValue(c)
      : c.random.pick([1 / 60, 1 / 60, 1 / 60, 1 / 240, 1, 1e-6, 0.1]);
    const count = c.random.chance(0.1) ? 1 + c.random.below(3) : undefined;
    return c.step(dt, count);
  },
  steps: (c) => {
    for (let i = 0; i < 10 && !c.world.disposed; i++) c.step(1 / 60);
    return undefined;
  },
  restore: (c) => {
    if (c.random.chance(0.3)) c.state.snapshot = c.world.snapshot();
    const { snapshot } = c.state;
    if (!snapshot) return undefined;
    const bytes = snapshot.slice();
    if (c.random.chance(0.3)) bytes[c.random.below(bytes.length)] ^= 1 << c.random.below(8);
    if (c.random.chance(0.1)) return c.world.restore(bytes.subarray(c.random.below(bytes.length)));
    return c.world.restore(c.random.chance(c.hostile) ? hostileValue(c) : bytes);
  },
  load: (c) => {
    const scene = c.world.save();
    const lists = Object.keys(scene).filter((name) => Array.isArray(scene[name]));
    if (c.random.chance(0.5)) {
      const name = c.random.pick(lists);
      const list = scene[name];
      if (c.random.chance(0.5) || list.length === 0) scene[name] = [...list, hostileValue(c)];
      else {
        const item = c.random.pick(/** @type {any[]} */ (list));
        const keys = Object.keys(item);
        if (keys.length > 0) item[c.random.pick(keys)] = hostileValue(c);
      }
    }
    return c.world.load(c.random.chance(0.2) ? textOf(scene) : scene);
  },
  record: (c) => {
    const { random, world } = c;
    const { recording } = world;
    if (!recording || random.chance(0.1))
      return world.record({ frames: 20, memory: random.pick([1e5, 64e6]) });
    if (random.chance(0.1)) return recording.stop();
    const frame = recording.first + random.below(recording.last - recording.first + 1);
    return recording.seek(frame, random.chance(0.3) ? 1 + random.below(3) : 0);
  },
  clear: (c) => (c.random.chance(0.2) ? c.world.clear() : undefined),
  solid: (c) => {
    const solid = c.random.chance(c.hostile)
      ? hostileValue(c)
      : fieldValue(c, { type: 'union', ref: 'solid' });
    return c.holonom.massProperties(solid);
  },
  rotation: (c) =>
    c.holonom.convertRotation(
      c.random.chance(c.hostile) ? hostileValue(c) : fieldValue(c, { type: 'quat' }),
      c.random.pick(['quaternion', 'euler', 'axisAngle', 'rotationVector', 'matrix', 'x']),
    ),
  dispose: (c) => (c.random.chance(0.05) ? c.world.dispose() : undefined),
};
