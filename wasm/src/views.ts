// Views point into the memory of the WebAssembly module: no copy, valid until the next step or change of the world.
// The memory may grow at any such call, which detaches older views: each getter makes a new one, and none is kept.
//
// Drawing bodies: `world.instances(shape)` for each of `shapeNames` gives a matrix for every shape of that type,
// including child shapes of compounds, with its body (`world.bodyFromId(instances.bodies[i])`, for picking) and its part.
// Spheres, boxes, cylinders, cones, ellipsoids and planes are scaled unit shapes. A capsule has a matrix without scale,
// and its radius and half height in `sizes`. Hulls and meshes have matrices without scale; `body.geometry(part)` gives
// their triangles, which never change: build each once, keyed by body id and part.

import type { Vec3 } from './types.js';

/** When a body, cloth, rope, grains, soft body or rod was stopped because its state would have overflowed. */
export interface StopReport {
  /** Number of the step, from 1. */
  readonly step: number;
}

/** Reads the `stop` view. */
export function stopReport([step = 0]: ArrayLike<number> & Iterable<number>):
  | StopReport
  | undefined {
  return step > 0 ? { step } : undefined;
}

/** Copies three numbers out of a view. */
export function vectorAt(data: ArrayLike<number>, at: number): Vec3 {
  return [data[at] as number, data[at + 1] as number, data[at + 2] as number];
}

/** Layout of a body in the `bodyStates` view, in floats. */
export const bodyState = {
  /** Number of floats per body. */
  stride: 16,
  /** Position of the body's origin, x y z, in world axes. Unit: m. */
  position: 0,
  /** Mass; infinite for static and kinematic bodies. Unit: kg. */
  mass: 3,
  /** Rotation from body to world axes, x y z w. */
  rotation: 4,
  /** Velocity of the center of mass, x y z, in world axes. Unit: m/s. */
  linearVelocity: 8,
  /** 0 for a body that is asleep, otherwise 1. */
  awake: 11,
  /** Angular velocity, x y z, in world axes. Unit: rad/s. */
  angularVelocity: 12,
} as const;

/** Types of drawn shapes, in the order of the core. A compound is drawn as its child shapes. */
export const shapeNames = [
  'sphere',
  'capsule',
  'box',
  'hull',
  'cylinder',
  'cone',
  'ellipsoid',
  'plane',
  'mesh',
] as const;
/** One of {@link shapeNames}. */
export type InstanceShape = (typeof shapeNames)[number];

/** All shapes of one type, for drawing. Views, valid until the next step. */
export interface Instances {
  /**
   * 4×4 matrices, column-major. Those of capsules, hulls and meshes have no scale. The others scale a unit shape:
   * - sphere, ellipsoid: a sphere of radius 1
   * - box: a cube of half-extent 1
   * - cylinder: radius 1 and half height 1, along y
   * - cone: radius 1 and height 1, along y, the center of its base at the origin
   * - plane: normal +Y
   */
  readonly matrices: Float32Array;
  /**
   * Radius and half height of capsules: half the length between the centers of the ends, along y. Empty for other
   * shapes. Unit: m.
   */
  readonly sizes: Float32Array;
  /** Ids of their bodies, in the same order; see {@link World.bodyFromId}. */
  readonly bodies: Uint32Array;
  /** Index of the child shape of a compound; otherwise 0. */
  readonly parts: Uint32Array;
}

/** Triangles of a hull or mesh. */
export interface ShapeGeometry {
  /** Vertices, x y z each. Unit: m. */
  readonly vertices: Float32Array;
  /** Vertex indices, three per triangle, counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
  /**
   * Largest distance by which a point of a hull sticks out of these triangles. A hull keeps at most 128 vertices and
   * drops those that stick out least. 0 if none is dropped, and for meshes. Unit: m.
   */
  readonly deviation: number;
}
