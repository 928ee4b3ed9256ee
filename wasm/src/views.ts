// Views are windows on the memory of the WebAssembly module: no copy, valid until the next step or change of the world.
// The memory may grow at any such call and then every older window is empty, so each getter asks anew and nobody keeps one.
//
// Drawing bodies: `world.instances(shape)` for each of `shapeNames` gives a matrix for every shape of that type, the
// parts of compounds too, with the body it belongs to (`world.bodyFromId(instances.bodies[i])`, for picking) and its
// part. Spheres, boxes and planes are drawn as one scaled unit shape. A capsule has a matrix without scale, and its radius
// and half height in `sizes`. Hulls and meshes have matrices without scale too; `body.geometry(part)` gives their
// triangles, the same ones for the life of the body, so that each is built once: key it by body id and part.

import type { Vec3 } from './types.js';

/** When a body or cloth was stopped because its state would have left the range of numbers. */
export interface StopReport {
  /** Number of the step, from 1. */
  readonly step: number;
}

/** Of the `stop` view. */
export function stopReport([step = 0]: ArrayLike<number> & Iterable<number>):
  | StopReport
  | undefined {
  return step > 0 ? { step } : undefined;
}

/** Three numbers out of a view. */
export function vectorAt(data: ArrayLike<number>, at: number): Vec3 {
  return [data[at] as number, data[at + 1] as number, data[at + 2] as number];
}

/** Where things are in the record of a body in the `bodyStates` view, counted in floats. */
export const bodyState = {
  /** Floats of a body. */
  stride: 16,
  /** Of the body's axes, x y z. */
  position: 0,
  /** Infinite for static and kinematic bodies. */
  mass: 3,
  /** x y z w. */
  rotation: 4,
  /** Of the center of mass, x y z. */
  linearVelocity: 8,
  /** 0 of a body that is asleep, otherwise 1. */
  awake: 11,
  /** In world axes, x y z. */
  angularVelocity: 12,
} as const;

/** What a shape can be drawn as, in the order of the core; a compound is drawn as its parts. */
export const shapeNames = ['sphere', 'capsule', 'box', 'hull', 'plane', 'mesh'] as const;
/** One of {@link shapeNames}. */
export type InstanceShape = (typeof shapeNames)[number];

/** All shapes of one type, ready to be drawn. Views, valid until the next step. */
export interface Instances {
  /** 4×4 matrices, column major. Of spheres, boxes and planes they scale a unit shape: a ball of radius 1, a cube of half-extent 1, a plane with normal +Y. */
  readonly matrices: Float32Array;
  /** Of capsules: radius and half the length between the centers of the ends, along y. Empty for other shapes. Unit: m. */
  readonly sizes: Float32Array;
  /** The ids of the bodies they belong to, in the same order; see {@link World.bodyFromId}. */
  readonly bodies: Uint32Array;
  /** Which part of a compound each is; otherwise 0. */
  readonly parts: Uint32Array;
}

/** Triangles of a hull or mesh. */
export interface ShapeGeometry {
  /** x y z each. Unit: m. */
  readonly vertices: Float32Array;
  /** Three a triangle, counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
  /**
   * How far the farthest of a hull's points stands out of these triangles: a hull has at most 128 vertices and leaves
   * out, of more points, those that stand out least. 0 where none is left out, and for meshes. Unit: m.
   */
  readonly deviation: number;
}
