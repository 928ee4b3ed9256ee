// Constraints whose value and optional gradient are functions of the user, called within a step.
import type { Cloth } from './cloth.js';
import { HolonomError, reading, refusal, typeError } from './errors.js';
import { type Answer, type NativeWorld, stale } from './native-world.js';
import { knownOptions } from './options.js';
import { plainField } from './plain.js';
import type { ClothId } from './types.js';

/** A particle of a cloth, rope or grains. */
export interface ClothParticle {
  /** The cloth. */
  readonly cloth: Cloth | ClothId;
  /** Index of the particle. Default: 0. */
  readonly point?: number | undefined;
}

/** Description of a constraint for {@link World.addUserConstraint}. */
export interface UserConstraintDescription {
  /** Constrained particles, of one cloth or several. Each particle once. */
  readonly particles: readonly ClothParticle[];
  /**
   * Value C of the constraint, which the solver drives to zero.
   * @param positions x y z of each particle in the order of `particles`, in world axes; a copy. Unit: m.
   */
  readonly value: (positions: Float64Array) => number;
  /** Gradient ∂C/∂x, three numbers per particle. Default: finite differences, which take six values per particle. */
  readonly gradient?: ((positions: Float64Array) => ArrayLike<number>) | undefined;
  /** Compliance; 0 is rigid. Default: 0. Unit: square of the value per J. */
  readonly compliance?: number | undefined;
  /** Whether the constraint is an inequality C ≥ 0: it acts only if the value is below zero. Default: `false`. */
  readonly inequality?: boolean | undefined;
}

const fields = ['particles', 'value', 'gradient', 'compliance', 'inequality'] as const;

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
   * Multiplier of the last substep: the force on each particle is this times its gradient. Unit: J per unit of the
   * value.
   */
  get force(): number {
    return this.#read(1);
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
    const { particles, value, gradient, compliance = 0, inequality = false } = given;
    if (typeof value !== 'function') throw typeError('value', value, 'function');
    if (gradient !== undefined && typeof gradient !== 'function')
      throw typeError('gradient', gradient, 'function');
    if (typeof compliance !== 'number') throw typeError('compliance', compliance, 'number');
    if (typeof inequality !== 'boolean') throw typeError('inequality', inequality, 'boolean');
    const list = reading('particles', particles, () => this.#listed(particles));
    const key = ++this.#count;
    const { raw } = this.#native;
    const id = raw.addUserConstraint(list, compliance, inequality, key, gradient !== undefined);
    this.#native.check(id !== 0, given);
    this.#functions.set(key, { value, gradient });
    return new UserConstraint(this, id, key);
  }

  has(key: number): boolean {
    return this.#functions.has(key) && !this.#native.disposed;
  }

  /** Value, force and compliance. */
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
    const { value, gradient } = this.#functions.get(key) as Functions;
    const { length } = positions; // which the function may take away
    try {
      if (!wantsGradient) return finite('value', value(positions));
      return gradientOf(gradient?.(positions), length);
    } catch (cause) {
      this.#failures.push(failureOf(wantsGradient ? 'gradient' : 'value', cause));
      return wantsGradient ? new Float64Array(length).fill(Number.NaN) : Number.NaN;
    }
  };

  /** Ids of the cloths and indices of the particles, in turn. */
  #listed(particles: unknown): Float64Array {
    if (!Array.isArray(particles)) throw typeError('particles', particles, 'object-array');
    const list = new Float64Array(2 * particles.length);
    const { world } = this.#native;
    particles.forEach((particle: ClothParticle, index) => {
      const at = `particles[${index}]`;
      const { cloth, point = 0 } = knownOptions(particle, ['cloth', 'point'], at);
      const path = `${at}.cloth`;
      const traits = { [path]: { handle: 'cloth' } };
      const id = plainField(path, cloth ?? 'nothing', { world, fields: traits });
      if (typeof id !== 'number')
        throw typeError(path, cloth, ['object-of-kind', { kind: 'cloth' }]);
      if (id >>> 0 !== id) throw stale('cloth', id);
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

function gradientOf(given: unknown, length: number): Float64Array {
  const list = given as ArrayLike<unknown>;
  if (typeof given !== 'object' || given === null || list.length !== length)
    throw typeError('gradient', given, ['count-per-particle', { count: length, each: 3 }]);
  // By index: an iterator may give more numbers than there is room for.
  const numbers = new Float64Array(length);
  for (let i = 0; i < length; i++) numbers[i] = finite(`gradient[${i}]`, list[i]);
  return numbers;
}

function failureOf(path: string, cause: unknown): HolonomError {
  if (cause instanceof HolonomError) return cause;
  return refusal('type', path, cause, 'returning', cause);
}
