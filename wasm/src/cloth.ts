import type { ClothProperties, SceneCloth } from './definitions.generated.js';
import { particlesOf } from './particle-object.js';

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

  /** Texture coordinates of the particles, u v each. Empty for a mesh without them. */
  get uvs(): Float32Array {
    return this.view('uvs') as Float32Array;
  }
}
