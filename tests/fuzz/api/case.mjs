// One case: a random list of operations on a world, with what must hold after each of them.
import { operations } from './operations.mjs';
import { Random } from './random.mjs';

/** @typedef {{ name: string, seed: number }} Operation */
/** @typedef {{ calls: number, steps: number, refusals: number, twins: number, slowest: number, slow: string }} Tally */

/** An operation that takes longer has no bound [ms]. */
const longest = 20_000;
const names = Object.keys(operations);
/** Some are drawn more often: what fills a world and moves it. */
const common = [
  'addBox',
  'addBody',
  'addCloth',
  'addSprings',
  'addAttachment',
  'addJoint',
  'addForce',
  'step',
  'steps',
  'set',
  'push',
];

/** The operations of a case. @param {number} seed @returns {Operation[]} */
export function operationsOf(seed) {
  const random = new Random(seed);
  const count = 5 + random.below(40);
  return Array.from({ length: count }, () => ({
    name: random.chance(0.6) ? random.pick(common) : random.pick(names),
    seed: random.seed(),
  }));
}

export const newTally = () => ({ calls: 0, steps: 0, refusals: 0, twins: 0, slowest: 0, slow: '' });

/**
 * Runs operations; an empty text where all that must hold holds, else what does not.
 * @param {{ holonom: any, definitions: any, HolonomError: any }} library
 * @param {number} seed of what is not an operation
 * @param {readonly Operation[]} list
 * @param {Tally} tally
 */
export function run(library, seed, list, tally) {
  const checks = new Checks(library, seed, tally);
  try {
    for (const operation of list) {
      const fault = checks.after(operation);
      if (fault) return `${operation.name}: ${fault}`;
    }
    return checks.atEnd();
  } finally {
    checks.dispose();
  }
}

class Checks {
  /** @param {any} library @param {number} seed @param {Tally} tally */
  constructor({ holonom, definitions, HolonomError }, seed, tally) {
    const random = new Random(seed);
    this.holonom = holonom;
    this.HolonomError = HolonomError;
    this.definitions = definitions;
    this.tally = tally;
    this.random = random;
    this.hostile = random.pick([0, 0, 0.02, 0.1]);
    this.wild = random.pick([0, 0.01, 0.05, 0.3]);
    // Of other cases some steps alone: states that only several operations in a row lead to.
    this.twinAfterEach = random.chance(0.25);
    this.settings = this.#settings();
    this.world = holonom.createWorld(this.settings);
    this.twin = holonom.createWorld();
    // Nothing is done to it; what reaches its memory changes it.
    this.neighbor = holonom.createWorld();
    this.neighbor.addBody({ shape: { sphere: { radius: 1 } } });
    this.neighbor.addCloth({ grid: { size: [1, 1], segments: [3, 3] }, pins: ['corners'] });
    this.untouched = this.neighbor.hash();
    /** @type {any} */
    this.state = {};
    this.fault = '';
  }

  #settings() {
    const { random, definitions } = this;
    const option = (/** @type {string} */ name) =>
      random.pick(
        definitions.kinds[0].fields.find((/** @type {any} */ f) => f.name === name).options,
      );
    return {
      solver: option('solver'),
      integrator: option('integrator'),
      particleSolver: option('particleSolver'),
      particleIntegrator: option('particleIntegrator'),
      particleResiduals: random.chance(0.3),
      substeps: random.pick([1, 2, 4, 8]),
      contactManifold: option('contactManifold'),
    };
  }

  /** What is wrong after an operation. @param {Operation} operation @returns {string} */
  after({ name, seed }) {
    if (this.world.disposed) this.#renew();
    this.fault = '';
    const { world, twin: other, holonom, definitions, hostile, wild, state } = this;
    const random = new Random(seed);
    const c = {
      ...{ world, other, random, definitions, hostile, wild, holonom, state },
      kindOf: (/** @type {string} */ kind) =>
        definitions.kinds.find((/** @type {any} */ each) => each.name === kind),
      step: (/** @type {any} */ dt, /** @type {any} */ count) => this.#step(dt, count),
    };
    const before = world.hash();
    const start = performance.now();
    try {
      /** @type {any} */ (operations)[name](c);
    } catch (error) {
      const refused = this.#refusal(error);
      if (refused) return refused;
      // A callback may have changed the world before it threw.
      const mayChange = state.asks || state.listens || name === 'steps';
      if (!world.disposed && !mayChange && world.hash() !== before)
        return `refused (${/** @type {Error} */ (error).message}), yet the state has changed`;
    }
    this.tally.calls++;
    const spent = performance.now() - start;
    if (spent > this.tally.slowest) {
      this.tally.slowest = spent;
      this.tally.slow = name;
    }
    if (spent > longest) return `took ${Math.round(spent)} ms`;
    if (this.twinAfterEach && !this.world.disposed) {
      try {
        this.#stepTwin(1 / 60, undefined);
      } catch (error) {
        const refused = this.#refusal(error);
        if (refused) return `step: ${refused}`;
      }
    }
    return this.fault || this.#unsound();
  }

  /** @param {unknown} error */
  #refusal(error) {
    this.tally.refusals++;
    if (!(error instanceof this.HolonomError))
      return `threw ${String(/** @type {Error} */ (error)?.stack ?? error)}`;
    const { code, message } = /** @type {any} */ (error);
    if (['trap', 'broken', 'memory'].includes(code)) return `${code}: ${message}`;
    if (/undefined|\[object|NaN, expected a (?!finite)/.test(message) && !message.includes('got'))
      return `says: ${message}`;
    return '';
  }

  /** Steps the world, and half of the times its twin out of a snapshot, which must go on to the same bits. @param {any} dt @param {any} count */
  #step(dt, count) {
    if (this.random.chance(0.5)) return this.#stepTwin(dt, count);
    this.tally.steps++;
    this.world.step(dt, count);
  }

  /** @param {any} dt @param {any} count */
  #stepTwin(dt, count) {
    const { world, twin, state } = this;
    this.tally.steps++;
    // What callbacks do, no snapshot carries.
    if (state.asks || state.listens || twin.disposed) return world.step(dt, count);
    twin.restore(world.snapshot());
    const same = twin.hash() === world.hash();
    world.step(dt, count);
    if (world.disposed) return;
    twin.step(dt, count);
    this.tally.twins++;
    if (!same || twin.hash() !== world.hash())
      this.fault ||= 'a twin restored from a snapshot steps to another state';
  }

  #unsound() {
    const { world, neighbor } = this;
    if (neighbor.hash() !== this.untouched) return 'another world has changed';
    if (world.disposed) return '';
    return unsoundIn(world);
  }

  atEnd() {
    const { world, twin } = this;
    if (world.disposed || twin.disposed) return '';
    try {
      const scene = world.save();
      twin.load(scene);
      const again = twin.save();
      if (JSON.stringify(again) !== JSON.stringify(scene))
        return 'what was saved loads as something else';
      this.neighbor.step(1 / 60);
    } catch (error) {
      return `what was saved does not load: ${String(error)}`;
    }
    return '';
  }

  #renew() {
    this.world = this.holonom.createWorld(this.settings);
    this.state = {};
  }

  dispose() {
    for (const world of [this.world, this.twin, this.neighbor]) {
      try {
        world.dispose();
      } catch {
        // A module that has failed is dropped as a whole.
      }
    }
  }
}

/** The first number that is not finite, by where it stands. @param {any} world @returns {string} */
function unsoundIn(world) {
  /** @type {[string, unknown][]} */
  const found = [];
  const look = (/** @type {string} */ name, /** @type {any} */ numbers) => {
    if (typeof numbers === 'number') found.push([name, numbers]);
    else if (Object(numbers)[Symbol.iterator] === undefined)
      found.push([`${name} (not a list)`, Number.NaN]);
    else for (const number of numbers) if (!Number.isFinite(number)) found.push([name, number]);
  };
  const { energy, momentum, statistics } = world;
  look('energy', Object.values(energy));
  look('momentum', [...momentum.linear, ...momentum.angular]);
  look('statistics', Object.values(statistics));
  for (const body of world.bodies) {
    look('position', body.position);
    look('rotation', body.rotation);
    look('linearVelocity', body.linearVelocity);
    look('angularVelocity', body.angularVelocity);
  }
  const solids = [...world.softBodies];
  for (const surface of [...world.cloths, ...solids]) look('normals', surface.normals);
  for (const solid of solids) look('softBody.volume', solid.volume);
  const rods = [...world.rods];
  for (const rod of rods) {
    look('rod.rotations', rod.rotations);
    look('rod.angularVelocities', rod.angularVelocities);
  }
  for (const object of [...world.cloths, ...world.ropes, ...world.grains, ...solids, ...rods]) {
    look('positions of particles', object.positions);
    look('velocities of particles', object.velocities);
    look('residuals of particles', object.residuals);
  }
  for (const net of world.springNetworks) {
    look('net.positions', net.positions);
    look('net.velocities', net.velocities);
    const { energy, momentum, residual, largestStrain } = net.diagnostics;
    look('net.diagnostics', [...Object.values(energy), ...momentum.linear, ...momentum.angular]);
    // Not a number where nothing was solved.
    if (!Number.isNaN(residual)) look('net.residual', residual);
    look('net.largestStrain', largestStrain);
  }
  for (const tie of world.attachments) look('attachment.force', tie.force);
  for (const joint of world.joints) {
    const { force, torque } = joint.reaction;
    look('joint.reaction', [...force, ...torque]);
  }
  for (const { points } of world.contacts)
    for (const point of points)
      look('contact', [point.separation, point.normalForce, ...point.position]);
  const bad = found.find(([, number]) => !Number.isFinite(number));
  return bad ? `${bad[0]} is ${bad[1]}` : '';
}
