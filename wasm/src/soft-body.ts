import type { SceneSoftBody, SoftBodyProperties } from './definitions.generated.js';
import { particlesOf, volumeOf } from './particle-object.js';

/** A soft body: particles of an elastic solid of tetrahedra. Made by {@link World.addSoftBody}. */
export class SoftBody extends particlesOf<'softBody', SoftBodyProperties, SceneSoftBody>(
  'softBody',
) {
  /** Unit normals of the surface at the particles, x y z each. Zero inside. */
  get normals(): Float32Array {
    return this.view('normals') as Float32Array;
  }

  /** Particle indices of the triangles of the surface, three each, counter-clockwise seen from outside. */
  get indices(): Uint32Array {
    return this.view('indices') as Uint32Array;
  }

  /**
   * Particle indices of the tetrahedra, four each; the last three are counter-clockwise seen from outside. A description
   * made by `describe()` has `tetrahedra` as they were given, or a `lattice`.
   */
  get tetrahedra(): Uint32Array {
    return this.view('tetrahedra') as Uint32Array;
  }

  /**
   * Present volume: sum over the tetrahedra, of which inverted ones count as negative. Unit: m³.
   * @example const liters = 1000 * softBody.volume;
   */
  get volume(): number {
    return volumeOf(this.positions, this.tetrahedra, 4);
  }
}
