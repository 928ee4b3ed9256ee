// Common part of cloths, ropes and grains.
import { typeError } from './errors.js';
import type { NativeWorld } from './native-world.js';
import { type StopReport, stopReport } from './views.js';
import { objectsOf, WorldObject } from './world-object.js';

/** Kinds of constraints of particles, with the number of particles of each; undefined: it varies. */
const particleCounts = {
  distance: 2,
  tether: 2,
  bend: 4,
  isometricBend: 4,
  area: 3,
  warp: 3,
  weft: 3,
  shear: 3,
  seam: 2,
  volume: undefined,
} as const;

/** Kind of a constraint of particles. */
export type ParticleConstraintKind = keyof typeof particleCounts;

/** Constraints returned by {@link ParticleObject.constraints}. All lists are copies in the same order. */
export interface ParticleConstraints {
  /** Number of particles per constraint. */
  readonly size: number;
  /** Particle indices of the constraints, `size` each. */
  readonly particles: Uint32Array;
  /**
   * Remaining error of each constraint. A seam has three per pair: x of all pairs, then y, then z. Unit: m for
   * distance, tether and seam, rad for bend, m² for area, m³ for volume.
   */
  readonly values: Float32Array;
  /**
   * Force of each constraint in the last step, along the negative gradient of its value; positive in tension. Unit: N
   * for distance, tether and seam, N m for bend, N/m for area, Pa for volume.
   */
  readonly forces: Float32Array;
}

/** Kinds of objects that consist of particles. */
export type ParticleKind = 'cloth' | 'rope' | 'grains';

/**
 * Common members of {@link Cloth}, {@link Rope} and {@link Grains}: particles with constraints.
 * Lists are views, valid until the next step. Positions and velocities can be assigned as a whole.
 */
export abstract class ParticleObject<
  Kind extends ParticleKind = ParticleKind,
  Description extends object = object,
> extends WorldObject<Kind, Description> {
  /** Number of particles. */
  get count(): number {
    return this.inverseMasses.length;
  }

  /** Positions of the particles, x y z each, in world axes. Unit: m. */
  get positions(): Float32Array {
    return this.view('positions') as Float32Array;
  }
  set positions(value: ArrayLike<number>) {
    this.writeField('positions', value);
  }

  /** Velocities of the particles, x y z each, in world axes. Unit: m/s. */
  get velocities(): Float32Array {
    return this.view('velocities') as Float32Array;
  }
  set velocities(value: ArrayLike<number>) {
    this.writeField('velocities', value);
  }

  /**
   * Returns the constraints of one kind with their forces. Empty if the object has none.
   * @example const strongest = Math.max(...rope.constraints('distance').forces);
   */
  constraints(kind: ParticleConstraintKind): ParticleConstraints {
    if (typeof kind !== 'string' || !Object.hasOwn(particleCounts, kind))
      throw typeError('kind', kind, ['one-word', { words: Object.keys(particleCounts) }]);
    const list = (name: string) => this.view(`${kind}.${name}`).slice();
    const particles = list('particles') as Uint32Array;
    const values = list('values') as Float32Array;
    return {
      size: particleCounts[kind] ?? particles.length / Math.max(1, values.length),
      particles,
      values,
      forces: list('forces') as Float32Array,
    };
  }

  /**
   * Residual after each particle iteration of the last substep: root mean square of the distances by which each
   * constraint would still move its particles. Empty unless `particleResiduals` of the world is set. Unit: m.
   * @example world.particleResiduals = true;
   */
  get residuals(): Float32Array {
    return this.view('residuals') as Float32Array;
  }

  /**
   * The step in which the object was stopped because a particle's position or velocity would have overflowed, or
   * undefined. It stands still in its state before that substep, until one of its fields is set.
   * @example if (rope.blowUp) console.log(`stopped in step ${rope.blowUp.step}`);
   */
  get blowUp(): StopReport | undefined {
    return stopReport(this.view('stop'));
  }

  /** Inverse masses of the particles; 0 for pinned particles. Unit: 1/kg. */
  get inverseMasses(): Float32Array {
    return this.view('inverseMasses') as Float32Array;
  }
}

/** Base class of a kind of particles, with the properties of its field table. */
export function particlesOf<Kind extends ParticleKind, Properties, Description extends object>(
  kind: Kind,
): abstract new (
  native: NativeWorld,
  id: number,
) => ParticleObject<Kind, Description> & Properties {
  return objectsOf<Kind, Properties, Description, ParticleObject<Kind, Description>>(
    kind,
    ParticleObject,
  );
}
