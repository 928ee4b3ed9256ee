import type { ClothProperties, SceneCloth } from './definitions.generated.js';
import { typeError } from './errors.js';
import { type StopReport, stopReport } from './views.js';
import { objectsOf } from './world-object.js';

/** Kinds of cloth constraints, with the number of particles of each. */
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
} as const;

/** Kind of a cloth constraint. */
export type ClothConstraintKind = keyof typeof particleCounts;

/** Constraints returned by {@link Cloth.constraints}. All lists are copies in the same order. */
export interface ClothConstraints {
  /** Number of particles per constraint. */
  readonly size: number;
  /** Particle indices of the constraints, `size` each. */
  readonly particles: Uint32Array;
  /**
   * Remaining error of each constraint. A seam has three per pair: x of all pairs, then y, then z. Unit: m for
   * distance, tether and seam, rad for bend, m² for area.
   */
  readonly values: Float32Array;
  /**
   * Force of each constraint in the last step, along the negative gradient of its value; positive in tension. Unit: N
   * for distance, tether and seam, N m for bend, N/m for area.
   */
  readonly forces: Float32Array;
}

/**
 * A cloth, rope or grains: particles with constraints. Made by {@link World.addCloth}.
 * Lists are views, valid until the next step. Positions and velocities can be assigned as a whole.
 */
export class Cloth extends objectsOf<'cloth', ClothProperties, SceneCloth>('cloth') {
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

  /** Unit normals of the surface at the particles, x y z each. */
  get normals(): Float32Array {
    return this.view('normals') as Float32Array;
  }

  /** Particle indices of the triangles, three each, counter-clockwise seen from the front. */
  get indices(): Uint32Array {
    return this.view('indices') as Uint32Array;
  }

  /** Texture coordinates of the particles, u v each. Empty for a mesh without them. */
  get uvs(): Float32Array {
    return this.view('uvs') as Float32Array;
  }

  /**
   * Returns the constraints of one kind with their forces. Empty if the cloth has none.
   * @example const strongest = Math.max(...cloth.constraints('distance').forces);
   */
  constraints(kind: ClothConstraintKind): ClothConstraints {
    if (typeof kind !== 'string' || !Object.hasOwn(particleCounts, kind))
      throw typeError('kind', kind, ['one-word', { words: Object.keys(particleCounts) }]);
    const size = particleCounts[kind];
    const list = (name: string) => this.view(`${kind}.${name}`).slice();
    return {
      size,
      particles: list('particles') as Uint32Array,
      values: list('values') as Float32Array,
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
   * The step in which the cloth was stopped because a particle's position or velocity would have overflowed, or
   * undefined. The cloth stands still in its state before that substep, until one of its fields is set.
   * @example if (cloth.blowUp) console.log(`stopped in step ${cloth.blowUp.step}`);
   */
  get blowUp(): StopReport | undefined {
    return stopReport(this.view('stop'));
  }

  /** Inverse masses of the particles; 0 for pinned particles. Unit: 1/kg. */
  get inverseMasses(): Float32Array {
    return this.view('inverseMasses') as Float32Array;
  }
}
