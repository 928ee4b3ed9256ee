import type { ClothProperties } from './definitions.generated.js';
import { objectsOf } from './world-object.js';

/** A cloth of particles. Made by {@link World.addCloth}. The lists are views, valid until the next step. */
export class Cloth extends objectsOf<'cloth', ClothProperties>('cloth') {
  /** Number of particles. */
  get count(): number {
    return this.inverseMasses.length;
  }

  /** Positions of the particles, x y z each, in world axes. Unit: m. */
  get positions(): Float32Array {
    return this.view('positions') as Float32Array;
  }

  /** Velocities of the particles, x y z each, in world axes. Unit: m/s. */
  get velocities(): Float32Array {
    return this.view('velocities') as Float32Array;
  }

  /** Unit normals of the surface at the particles, x y z each. */
  get normals(): Float32Array {
    return this.view('normals') as Float32Array;
  }

  /** Particles of the triangles, three each, counter-clockwise seen from the front. */
  get indices(): Uint32Array {
    return this.view('indices') as Uint32Array;
  }

  /** Texture coordinates of the particles, u v each; empty for a cloth from a mesh. */
  get uvs(): Float32Array {
    return this.view('uvs') as Float32Array;
  }

  /** Inverse masses of the particles; 0 for a pinned one. Unit: 1/kg. */
  get inverseMasses(): Float32Array {
    return this.view('inverseMasses') as Float32Array;
  }
}
