import type { SpringNetworkProperties } from './definitions.generated.js';
import { objectsOf } from './world-object.js';

/**
 * Point masses joined by springs, computed in double precision. Made by {@link World.addSpringNetwork}.
 * The lists are views, valid until the next step.
 */
export class SpringNetwork extends objectsOf<'springNetwork', SpringNetworkProperties>(
  'springNetwork',
) {
  /** Number of nodes. */
  get count(): number {
    return this.inverseMasses.length;
  }

  /** Positions of the nodes for drawing, x y z each, in world axes. Unit: m. */
  get positions(): Float32Array {
    return this.view('positions') as Float32Array;
  }

  /** Positions of the nodes in full precision, x y z each, in world axes. Unit: m. */
  get positions64(): Float64Array {
    return this.view('positions64') as Float64Array;
  }

  /** Velocities of the nodes, x y z each, in world axes. Unit: m/s. */
  get velocities(): Float64Array {
    return this.view('velocities64') as Float64Array;
  }

  /** Unit normals of the surface at the nodes, x y z each; zero where there are no triangles. */
  get normals(): Float32Array {
    return this.view('normals') as Float32Array;
  }

  /** Nodes of the springs, two each. */
  get edges(): Uint32Array {
    return this.view('edges') as Uint32Array;
  }

  /** Nodes of the triangles, three each, for drawing; empty for a network given as lists. */
  get indices(): Uint32Array {
    return this.view('indices') as Uint32Array;
  }

  /** Inverse masses of the nodes; 0 for a pinned one. Unit: 1/kg. */
  get inverseMasses(): Float32Array | Float64Array {
    return this.view('inverseMasses') as Float32Array | Float64Array;
  }
}
