// Common part of cloths, ropes, grains, soft bodies and rods.
import { typeError } from './errors.js';
import type { NativeWorld } from './native-world.js';
import { cross, dot, minus } from './vectors.js';
import { type StopReport, stopReport, vectorAt } from './views.js';
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
  hydrostatic: 4,
  deviatoric: 4,
  strain: 4,
  dilatation: 4,
  rodStretch: 2,
  rodBend: 2,
} as const;

/** Kind of a constraint of particles. */
export type ParticleConstraintKind = keyof typeof particleCounts;

/** Constraints returned by {@link ParticleObject.constraints}. All lists are copies in the same order. */
export interface ParticleConstraints {
  /** Number of particles per constraint. */
  readonly size: number;
  /**
   * Particle indices of the constraints, `size` each. Those of rodBend are of segments, by their first particles. At a
   * clamp one of the two is the frame of the clamp: `count` for that of the left end, `count - 1` for the right.
   */
  readonly particles: Uint32Array;
  /**
   * Remaining error of each constraint. A seam has three per pair: x of all pairs, then y, then z. Hydrostatic,
   * deviatoric, strain and dilatation are of tetrahedra: a strain times the square root of the rest volume. Those of rods
   * have three numbers each, x y z: rodStretch the strain, in world axes; rodBend half the angles between two segments,
   * about the axes of the first (small angles). Unit: m for distance, tether and seam, rad for bend and rodBend, m² for
   * area, m³ for volume, m^1.5 for those of tetrahedra, 1 for rodStretch.
   */
  readonly values: Float32Array;
  /**
   * Force of each constraint in the last step, along the negative gradient of its value; positive in tension. Those of
   * rods have three numbers each: rodStretch the force on the first particle, in world axes; rodBend the moment on the
   * first segment, in its axes. Unit: N for distance, tether, seam and rodStretch, N m for bend and
   * rodBend, N/m for area, Pa for volume, Pa m^1.5 for those of tetrahedra.
   */
  readonly forces: Float32Array;
}

/** Kinds of objects that consist of particles. */
export type ParticleKind = 'cloth' | 'rope' | 'grains' | 'softBody' | 'rod';

/**
 * Common members of {@link Cloth}, {@link Rope}, {@link Grains}, {@link SoftBody} and {@link Rod}: particles with
 * constraints. Lists are views, valid until the next step. Positions and velocities can be assigned as a whole.
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

/**
 * Sum of the volumes of tetrahedra, positive if the last three corners are counter-clockwise seen from outside. Unit: m³.
 * @param corners particle indices, `size` per tetrahedron. With three, particle 0 is the first corner of each: from the
 * triangles of a closed surface that gives the volume inside.
 */
export function volumeOf(positions: Float32Array, corners: Uint32Array, size: 3 | 4): number {
  const at = (place: number) => vectorAt(positions, 3 * (corners[place] as number));
  let origin = vectorAt(positions, 0);
  let sum = 0;
  for (let t = 0; t < corners.length; t += size) {
    if (size === 4) origin = at(t);
    const edge = (last: number) => minus(at(t + size - last), origin);
    sum += dot(edge(3), cross(edge(2), edge(1)));
  }
  return sum / 6;
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
