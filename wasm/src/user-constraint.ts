// Constraints whose value, and perhaps gradient, functions of the user compute while a step goes on.
import type { Cloth } from './cloth.js';
import { HolonomError, reading, refusal, typeError } from './errors.js';
import { type Answer, type NativeWorld, stale } from './native-world.js';
import { knownOptions } from './options.js';
import { plainField } from './plain.js';
import type { ClothId } from './types.js';

/** A particle of a cloth, rope or pile. */
export interface ClothParticle {
  /** The cloth. */
  readonly cloth: Cloth | ClothId;
  /** Particle index; 0 if left out. */
  readonly point?: number | undefined;
}

/** What {@link World.addUserConstraint} is told. */
export interface UserConstraintDescription {
  /** What it holds, each particle once, of one cloth or of several. */
  readonly particles: readonly ClothParticle[];
  /**
   * The value C that is to be zero.
   * @param positions x y z of each particle in the order of `particles`, in world axes, in m; a copy.
   */
  readonly value: (positions: Float64Array) => number;
  /** ∂C/∂x, three numbers a particle. If left out it is found by finite differences, from six values a particle. */
  readonly gradient?: ((positions: Float64Array) => ArrayLike<number>) | undefined;
  /** Softness; 0, rigid, if left out. Unit: square of the value per J. */
  readonly compliance?: number | undefined;
  /** Whether the value may be above zero too, so that the constraint only pushes; `false` if left out. */
  readonly inequality?: boolean | undefined;
}

const fields = ['particles', 'value', 'gradient', 'compliance', 'inequality'] as const;

/** A constraint of the user's own. Made by {@link World.addUserConstraint}. */
export class UserConstraint {
  readonly #constraints: UserConstraints;
  readonly #id: number;
  readonly #key: number;

  /** @internal */
  constructor(constraints: UserConstraints, id: number, key: number) {
    this.#constraints = constraints;
    this.#id = id;
    this.#key = key;
    // A misspelt field is an error, not a new property.
    Object.freeze(this);
  }

  /** Whether it was not removed. Any other use after removal throws a {@link HolonomError} with code `stale`. */
  get alive(): boolean {
    return this.#constraints.has(this.#key);
  }

  /** The value when the last step asked for it. */
  get value(): number {
    return this.#read(0);
  }

  /** How strongly it acted in the last substep: each particle felt that times its gradient. Unit: J per unit of the value. */
  get force(): number {
    return this.#read(1);
  }

  /** Softness; 0 is rigid. Unit: square of the value per J. */
  get compliance(): number {
    return this.#read(2);
  }
  set compliance(value: number) {
    this.#refuseRemoved();
    this.#constraints.setCompliance(this.#id, value);
  }

  /**
   * Takes it out of the world.
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

/** Those of one world. */
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

  /** Runs what may step the world; what goes wrong in the functions is kept. */
  whileAsked<Result>(run: () => Result): Result {
    return this.#functions.size > 0 ? this.#native.whileAnswering(this.#answer, run) : run();
  }

  /** What went wrong since the last call, in order. */
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

  /** The ids of the cloths and the points, in turn. */
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
