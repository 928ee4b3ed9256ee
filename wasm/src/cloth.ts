import type { ClothProperties, SceneCloth } from './definitions.generated.js';
import { typeError } from './errors.js';
import { type StopReport, stopReport } from './views.js';
import { objectsOf } from './world-object.js';

/** Kinds of constraints that may hold a cloth, and how many particles each joins. */
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

/** What a cloth's particles may be held together by. */
export type ClothConstraintKind = keyof typeof particleCounts;

/** What {@link Cloth.constraints} gives; all lists are copies, in one order. */
export interface ClothConstraints {
  /** How many particles each joins. */
  readonly size: number;
  /** Particles of the constraints, `size` each. */
  readonly particles: Uint32Array;
  /** What is left of each one's error. A seam has three for each of its pairs: along x of all, then y, then z. Unit: m for distance, tether and seam, rad for bend, m² for area. */
  readonly values: Float32Array;
  /**
   * How strongly each resisted in the last step: its force is that against the gradient of its
   * value, positive in tension. Unit: N for distance, tether and seam, N m for bend, N/m for area.
   */
  readonly forces: Float32Array;
}

/** A cloth of particles. Made by {@link World.addCloth}. The lists are views, valid until the next step; positions and velocities can be set as a whole. */
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

  /** Particles of the triangles, three each, counter-clockwise seen from the front. */
  get indices(): Uint32Array {
    return this.view('indices') as Uint32Array;
  }

  /** Texture coordinates of the particles, u v each; empty for a mesh without. */
  get uvs(): Float32Array {
    return this.view('uvs') as Float32Array;
  }

  /**
   * The constraints of one kind, and the forces they carry; empty where the cloth has none.
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
   * What each sweep of the last substep left: how far one constraint would still move its particles,
   * as the root of the mean square of all. Empty unless the world's `particleResiduals` is set. Unit: m.
   * @example world.particleResiduals = true;
   */
  get residuals(): Float32Array {
    return this.view('residuals') as Float32Array;
  }

  /**
   * When a particle's position or velocity would have left the range of numbers, or undefined. The cloth stands still since where it was before that substep, until one of its fields is set.
   * @example if (cloth.blowUp) console.log(`stopped in step ${cloth.blowUp.step}`);
   */
  get blowUp(): StopReport | undefined {
    return stopReport(this.view('stop'));
  }

  /** Inverse masses of the particles; 0 for a pinned one. Unit: 1/kg. */
  get inverseMasses(): Float32Array {
    return this.view('inverseMasses') as Float32Array;
  }
}
