// Constraints whose value and optional gradient are functions of the user, called within a step.
import type { Body } from './body.js';
import type { Cloth } from './cloth.js';
import { HolonomError, reading, refusal, typeError } from './errors.js';
import type { Grains } from './grains.js';
import { type Answer, type NativeWorld, stale } from './native-world.js';
import { knownOptions } from './options.js';
import type { ParticleKind } from './particle-object.js';
import { plainField } from './plain.js';
import type { Rod } from './rod.js';
import type { Rope } from './rope.js';
import type { SoftBody } from './soft-body.js';
import type { BodyId, ClothId, GrainsId, RodId, RopeId, SoftBodyId, Vec3 } from './types.js';

/** A particle of a cloth, rope, grains, soft body or rod. */
export type ConstrainedParticle = {
  /** Index of the particle. Default: 0. */
  readonly point?: number | undefined;
} & (
  | {
      /** The cloth. */
      readonly cloth: Cloth | ClothId;
      readonly rope?: undefined;
      readonly grains?: undefined;
      readonly softBody?: undefined;
      readonly rod?: undefined;
    }
  | {
      /** The rope. */
      readonly rope: Rope | RopeId;
      readonly cloth?: undefined;
      readonly grains?: undefined;
      readonly softBody?: undefined;
      readonly rod?: undefined;
    }
  | {
      /** The grains. */
      readonly grains: Grains | GrainsId;
      readonly cloth?: undefined;
      readonly rope?: undefined;
      readonly softBody?: undefined;
      readonly rod?: undefined;
    }
  | {
      /** The soft body. */
      readonly softBody: SoftBody | SoftBodyId;
      readonly cloth?: undefined;
      readonly rope?: undefined;
      readonly grains?: undefined;
      readonly rod?: undefined;
    }
  | {
      /** The rod. */
      readonly rod: Rod | RodId;
      readonly cloth?: undefined;
      readonly rope?: undefined;
      readonly grains?: undefined;
      readonly softBody?: undefined;
    }
);

/** Range of the multiplier of a constraint on bodies. */
export interface ForceBounds {
  /** Minimum, at most 0. Default: `-Infinity`. Unit: J per unit of the value. */
  readonly lower?: number | undefined;
  /** Maximum, at least 0. Default: `Infinity`. Unit: J per unit of the value. */
  readonly upper?: number | undefined;
}

/** Description of a constraint for {@link World.addUserConstraint}: on particles or on rigid bodies. */
export interface UserConstraintDescription {
  /** Constrained particles, of one object or several. Each particle once. */
  readonly particles?: readonly ConstrainedParticle[] | undefined;
  /** Constrained rigid bodies, instead of `particles`. Each body once. */
  readonly bodies?: readonly (Body | BodyId)[] | undefined;
  /**
   * Value C of the constraint, which the solver drives to zero.
   * @param positions A copy, in world axes. Of particles: x y z of each in the order of `particles`. Unit: m. Of bodies:
   * seven numbers each in the order of `bodies`, x y z of the center of mass and the rotation of the body's axes as a
   * unit quaternion x y z w.
   */
  readonly value: (positions: Float64Array) => number;
  /**
   * Gradient (Jacobian row) of C. Per particle three numbers, ∂C/∂x. Per body six: ∂C/∂x of the center of mass, and the
   * derivative by a rotation about the world axes x, y and z through the center of mass. Default: central finite
   * differences of 1e-6 m and 1e-6 rad to each side, which take six values per particle and twelve per body.
   */
  readonly gradient?: ((positions: Float64Array) => ArrayLike<number>) | undefined;
  /** Bounds of the multiplier, for constraints on bodies: beyond them the constraint yields. */
  readonly bounds?: ForceBounds | undefined;
  /** Compliance; 0 is rigid. Default: 0. Unit: square of the value per J. */
  readonly compliance?: number | undefined;
  /** Whether the constraint is an inequality C ≥ 0: it acts only if the value is below zero. Default: `false`. */
  readonly inequality?: boolean | undefined;
}

const particleKinds = ['cloth', 'rope', 'grains', 'softBody', 'rod'] as const;

const fields = [
  'particles',
  'bodies',
  'value',
  'gradient',
  'bounds',
  'compliance',
  'inequality',
] as const;

/** Force and torque of a user constraint on a body, in world axes. */
export interface UserReaction {
  /** Force. Unit: N. */
  readonly force: Vec3;
  /** Torque about the center of mass. Unit: N·m. */
  readonly torque: Vec3;
}

/** A user-defined constraint. Made by {@link World.addUserConstraint}. */
export class UserConstraint {
  readonly #constraints: UserConstraints;
  readonly #id: number;
  readonly #key: number;

  /** @internal */
  constructor(constraints: UserConstraints, id: number, key: number) {
    this.#constraints = constraints;
    this.#id = id;
    this.#key = key;
    // A misspelled field is an error, not a new property.
    Object.freeze(this);
  }

  /**
   * Whether the constraint still exists. After removal any other use throws a {@link HolonomError} with code `stale`.
   */
  get alive(): boolean {
    return this.#constraints.has(this.#key);
  }

  /** Value at its last evaluation in the last step. */
  get value(): number {
    return this.#read(0);
  }

  /**
   * Multiplier: the force on each particle or body is this times its gradient. On particles that of the last substep,
   * on bodies the mean over the last step. Unit: J per unit of the value.
   */
  get force(): number {
    return this.#read(1);
  }

  /** Force and torque on each body in the last step; empty for a constraint on particles. */
  get reactions(): readonly UserReaction[] {
    this.#refuseRemoved();
    const [, force = 0, , ...gradient] = this.#constraints.read(this.#id);
    const vector = (at: number) =>
      [0, 1, 2].map((axis) => force * (gradient[at + axis] ?? 0)) as unknown as Vec3;
    return Array.from({ length: gradient.length / 6 }, (_, body) => ({
      force: vector(6 * body),
      torque: vector(6 * body + 3),
    }));
  }

  /** Compliance; 0 is rigid. Unit: square of the value per J. */
  get compliance(): number {
    return this.#read(2);
  }
  set compliance(value: number) {
    this.#refuseRemoved();
    this.#constraints.setCompliance(this.#id, value);
  }

  /**
   * Removes the constraint.
   * @example constraint.remove();
   */
  remove(): void {
    this.#refuseRemoved();
    this.#constraints.remove(this.#id, this.#key);
  }

  #read(place: number): number {
    this.#refuseRemoved();
    return this.#constraints.read(this.#id)[place] as number;
  }

  #refuseRemoved(): void {
    if (this.alive) return;
    const kind = 'constraint';
    throw refusal('stale', kind, this, ['existing-kind', { kind, id: this.#id }]);
  }
}

interface Functions {
  readonly value: (positions: Float64Array) => unknown;
  readonly gradient: ((positions: Float64Array) => unknown) | undefined;
  readonly ofBodies: boolean;
}

/** User constraints of one world. */
export class UserConstraints {
  readonly #native: NativeWorld;
  readonly #functions = new Map<number, Functions>();
  readonly #failures: HolonomError[] = [];
  #count = 0;

  constructor(native: NativeWorld) {
    this.#native = native;
  }

  add(description: UserConstraintDescription): UserConstraint {
    const given = knownOptions(description, fields);
    const { particles, bodies, value, gradient, compliance = 0, inequality = false } = given;
    const ofBodies = bodies !== undefined;
    const extra = ofBodies ? 'bodies' : 'bounds';
    if (particles !== undefined && given[extra] !== undefined)
      throw refusal('range', extra, given[extra], ['absent-where', { name: 'particles' }]);
    const { lower = -Infinity, upper = Infinity } = knownOptions(
      given.bounds ?? {},
      ['lower', 'upper'],
      'bounds',
    );
    if (typeof lower !== 'number') throw typeError('bounds.lower', lower, 'number');
    if (typeof upper !== 'number') throw typeError('bounds.upper', upper, 'number');
    if (typeof value !== 'function') throw typeError('value', value, 'function');
    if (gradient !== undefined && typeof gradient !== 'function')
      throw typeError('gradient', gradient, 'function');
    if (typeof compliance !== 'number') throw typeError('compliance', compliance, 'number');
    if (typeof inequality !== 'boolean') throw typeError('inequality', inequality, 'boolean');
    const list = ofBodies
      ? reading('bodies', bodies, () => this.#listedBodies(bodies))
      : reading('particles', particles, () => this.#listed(particles));
    const key = ++this.#count;
    const { raw } = this.#native;
    const id = raw.addUserConstraint(
      list,
      ofBodies,
      lower,
      upper,
      compliance,
      inequality,
      key,
      gradient !== undefined,
    );
    this.#native.check(id !== 0, given);
    this.#functions.set(key, { value, gradient, ofBodies });
    return new UserConstraint(this, id, key);
  }

  has(key: number): boolean {
    return this.#functions.has(key) && !this.#native.disposed;
  }

  /** Value, force and compliance, then the gradient by each body. */
  read(id: number): Float64Array {
    return this.#native.raw.userConstraint(id);
  }

  setCompliance(id: number, compliance: number): void {
    if (typeof compliance !== 'number') throw typeError('compliance', compliance, 'number');
    this.#native.check(this.#native.raw.setUserCompliance(id, compliance), { compliance });
  }

  remove(id: number, key: number): void {
    this.#native.raw.removeUserConstraint(id);
    this.#functions.delete(key);
  }

  /** Runs a function that may step the world. Errors of user functions are collected. */
  whileAsked<Result>(run: () => Result): Result {
    return this.#functions.size > 0 ? this.#native.whileAnswering(this.#answer, run) : run();
  }

  /** Returns the errors since the last call, in order. */
  takeFailures(): HolonomError[] {
    return this.#failures.splice(0);
  }

  readonly #answer: Answer = (key, positions, wantsGradient) => {
    const { value, gradient, ofBodies } = this.#functions.get(key) as Functions;
    // Of the positions, which the function may take away.
    const length = ofBodies ? (positions.length / 7) * 6 : positions.length;
    try {
      if (!wantsGradient) return finite('value', value(positions));
      return gradientOf(gradient?.(positions), length, ofBodies);
    } catch (cause) {
      this.#failures.push(failureOf(wantsGradient ? 'gradient' : 'value', cause));
      return wantsGradient ? new Float64Array(length).fill(Number.NaN) : Number.NaN;
    }
  };

  #listedBodies(bodies: unknown): Float64Array {
    if (!Array.isArray(bodies)) throw typeError('bodies', bodies, 'object-array');
    if (bodies.length === 0) throw refusal('missing', 'bodies', bodies, 'body-needed');
    return Float64Array.from(bodies, (body, index) => this.#idOf('body', body, `bodies[${index}]`));
  }

  #idOf(kind: 'body' | ParticleKind, object: unknown, path: string): number {
    const traits = { [path]: { handle: kind } };
    const { world } = this.#native;
    const id = plainField(path, object ?? 'nothing', { world, fields: traits });
    if (typeof id !== 'number') throw typeError(path, object, ['object-of-kind', { kind }]);
    if (id >>> 0 !== id) throw stale(kind, id);
    return id;
  }

  /** Ids of the objects and indices of the particles, in turn. */
  #listed(particles: unknown): Float64Array {
    if (!Array.isArray(particles)) throw typeError('particles', particles, 'object-array');
    const list = new Float64Array(2 * particles.length);
    particles.forEach((particle: ConstrainedParticle, index) => {
      const at = `particles[${index}]`;
      const given = knownOptions(particle, [...particleKinds, 'point'], at);
      const { point = 0 } = given;
      const named = particleKinds.filter((kind) => given[kind] !== undefined);
      if (named.length > 1)
        throw refusal('missing', `${at}.${named[1]}`, given[named[1] as ParticleKind], [
          'exactly-one',
          { names: particleKinds },
        ]);
      const kind = named[0] ?? 'cloth';
      const path = `${at}.${kind}`;
      const id = this.#idOf(kind, given[kind], path);
      if (!this.#native.alive(kind, id)) throw refusal('stale', path, given[kind], 'existing');
      if (!Number.isInteger(point)) throw typeError(`${at}.point`, point, 'integer');
      // The core names the range to those far outside as well.
      list.set([id, Math.max(point, -1)], 2 * index);
    });
    return list;
  }
}

function finite(path: string, value: unknown): number {
  if (typeof value !== 'number') throw typeError(path, value, 'finite-number');
  if (Number.isFinite(value)) return value;
  throw refusal('finite', path, value, 'finite-number');
}

function gradientOf(given: unknown, count: number, ofBodies: boolean): Float64Array {
  const list = given as ArrayLike<unknown>;
  if (typeof given !== 'object' || given === null || list.length !== count)
    throw typeError(
      'gradient',
      given,
      ofBodies ? ['count', { count }] : ['count-per-particle', { count, each: 3 }],
    );
  // By index: an iterator may give more numbers than there is room for.
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) numbers[i] = finite(`gradient[${i}]`, list[i]);
  return numbers;
}

function failureOf(path: string, cause: unknown): HolonomError {
  if (cause instanceof HolonomError) return cause;
  return refusal('type', path, cause, 'returning', cause);
}
