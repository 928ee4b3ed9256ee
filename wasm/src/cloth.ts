import { checked, checkedIndex } from './checks.js';
import type { ClothProperties, SceneCloth } from './definitions.generated.js';
import { particlesOf, volumeOf } from './particle-object.js';
import { plainField } from './plain.js';

const isList = (value: unknown) => Array.isArray(value) || ArrayBuffer.isView(value);

/** A cloth: particles of a surface with constraints. Made by {@link World.addCloth}. */
export class Cloth extends particlesOf<'cloth', ClothProperties, SceneCloth>('cloth') {
  /** Unit normals of the surface at the particles, x y z each. */
  get normals(): Float32Array {
    return this.view('normals') as Float32Array;
  }

  /** Particle indices of the triangles, three each, counter-clockwise seen from the front. */
  get indices(): Uint32Array {
    return this.view('indices') as Uint32Array;
  }

  /**
   * Volume enclosed by the triangles; positive if they are counter-clockwise from outside. Meaningful for a closed
   * mesh. Unit: m³.
   * @example const liters = 1000 * cloth.enclosedVolume;
   */
  get enclosedVolume(): number {
    return volumeOf(this.positions, this.indices, 3);
  }

  /**
   * Pressure inside a cloth with `volume`, above that outside, in the last substep; 0 without. Unit: Pa.
   * @example console.log(`${cloth.pressure} Pa`);
   */
  get pressure(): number {
    const [force] = this.constraints('volume').forces;
    return force ? -force : 0;
  }

  /**
   * Splits a particle, as a tear or a cut does: some of its triangles get a copy of it, the last particle of the cloth
   * from then on, with its position and velocity. Pins, seams and attachments of the particle stay with the original,
   * those of a triangle with the triangle. A `grid` becomes a `mesh`, and a surface that is no longer closed has no
   * `volume`. The cloth is built anew, which takes some milliseconds for a thousand particles; forces of its
   * constraints are 0 until the next step.
   * @param particle index of the particle.
   * @param triangles indices of some of its triangles, not all. Triangle t has the corners `indices[3 * t]` to
   * `indices[3 * t + 2]`.
   * @returns index of the copy.
   * @example
   * const corner = cloth.indices.indexOf(5);
   * const copy = cloth.split(5, [Math.floor(corner / 3)]);
   */
  split(particle: number, triangles: ArrayLike<number>): number {
    // Larger ones would be cut to 32 bits on their way to the core, which checks the rest.
    checkedIndex('particle', particle, 1e9);
    const plain = plainField('triangles', triangles) as number[];
    checked('triangles', plain, 'number-array', isList);
    for (const [i, it] of plain.entries()) checkedIndex(`triangles[${i}]`, it, 1e9);
    return this.native.split('cloth', this.id, particle, Array.from(plain));
  }

  /** Texture coordinates of the particles, u v each. Empty for a mesh without them. */
  get uvs(): Float32Array {
    return this.view('uvs') as Float32Array;
  }
}
