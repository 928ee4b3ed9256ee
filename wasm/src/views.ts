// Views are windows on the memory of the WebAssembly module: no copy, valid until the next step or change of the world.
// The memory may grow at any such call and then every older window is empty, so each getter asks anew and nobody keeps one.

/** Where things are in the record of a body in the `bodyStates` view, counted in floats. */
export const bodyState = {
  stride: 16,
  position: 0,
  mass: 3,
  rotation: 4,
  linearVelocity: 8,
  angularVelocity: 12,
} as const;

/** Bodies of one shape, ready to be drawn with one call. */
export interface Instances {
  /** 4×4 matrices, column major, of the unit shape: a ball of radius 1, a cube of half-extent 1, a plane with normal +Y. A view, valid until the next step. */
  readonly matrices: Float32Array;
  /** The ids of the bodies, in the same order; see {@link World.bodyFromId}. A view, valid until the next step. */
  readonly bodies: Uint32Array;
}
