// What a scene of the benchmark is: data that every engine builds its own way. Units: m, kg, s, rad; y is up.
import { noTurn } from './geometry/vector.mjs';

/**
 * @typedef {import('./geometry/vector.mjs').Vec3} Vec3
 * @typedef {import('./geometry/vector.mjs').Quat} Quat
 *
 * @typedef {object} BenchShape exactly one of these; the center of mass is at the origin
 * @property {{ halfExtents: Vec3 }} [box]
 * @property {{ radius: number }} [sphere]
 * @property {{ radius: number, halfHeight: number }} [capsule] along y; without the caps
 * @property {{ points: Float32Array }} [hull] bodies may share it
 * @property {{ vertices: Float32Array, indices: Uint32Array }} [mesh] for fixed bodies
 *
 * @typedef {object} BenchBody without damping; friction and restitution are those of its scene
 * @property {boolean} fixed whether it is static
 * @property {Vec3} position
 * @property {Quat} rotation
 * @property {BenchShape} shape
 * @property {number} density
 * @property {Vec3} [velocity]
 * @property {boolean} [sleeps] whether it may fall asleep
 *
 * @typedef {object} Pair two bodies by their index, which don't collide with each other
 * @property {number} bodyA
 * @property {number} bodyB
 *
 * @typedef {{ lower: number, upper: number }} Limits 0 is the angle at the start; B turns against A
 *
 * @typedef {object} BenchJoint exactly one of these; anchors and axes are of the world at the start
 * @property {Pair & { anchor: Vec3, axis?: Vec3, swingLimit?: number, twistLimits?: Limits }} [ball]
 *   limits, both or none, are of the axis: the half-angle of its cone, and turns about it
 * @property {Pair & { anchor: Vec3, axis: Vec3, limits?: Limits }} [hinge]
 * @property {Pair & { anchor: Vec3 }} [fixed]
 * @property {Pair & { anchorA: Vec3, anchorB: Vec3, length: number, mode: 'rope' }} [distance]
 *   no farther apart than the length
 *
 * @typedef {object} BenchCloth a horizontal square grid, row by row along +x, then +z
 * @property {number} size edge of the square
 * @property {number} points particles along an edge
 * @property {Vec3} position of its center
 * @property {number} mass of the whole
 * @property {number[]} pins particles that stay where they are
 * @property {number} thickness distance kept from bodies
 * @property {number} damping rate at which velocities decay [1/s]
 *
 * @typedef {object} BenchScene
 * @property {string} title
 * @property {number} steps
 * @property {number} [timedSteps] how many of the last steps count; all if left out
 * @property {BenchBody[]} bodies
 * @property {BenchJoint[]} [joints]
 * @property {BenchCloth} [cloth]
 * @property {(keyof typeof import('./quality.mjs').measures)[]} measures what tells how good the result is
 * @property {{ low: Vec3, high: Vec3 }} [room] a body outside is lost
 * @property {number} [friction] of all bodies; 0.5 if left out
 * @property {number} [restitution] of all bodies; 0 if left out
 * @property {boolean} [continuous] whether engines that can switch continuous collision on do so
 * @property {Probe[]} [probes] what else is timed after the last step
 *
 * @typedef {'rays' | 'readBack' | 'perBody'} Probe
 */

export const dt = 1 / 60;
/** @type {Vec3} */
export const gravity = [0, -9.81, 0];
export const density = 1000;
export const friction = 0.5;

/** @param {Vec3} position @param {BenchShape} shape @param {Quat} [rotation] @returns {BenchBody} */
export const fixedBody = (position, shape, rotation = noTurn) => ({
  fixed: true,
  position,
  rotation,
  shape,
  density,
});

/** @param {Vec3} position @param {BenchShape} shape @param {Quat} [rotation] @returns {BenchBody} */
export const body = (position, shape, rotation = noTurn) => ({
  fixed: false,
  position,
  rotation,
  shape,
  density,
});

/** @param {Vec3} halfExtents @returns {BenchShape} */
export const box = (...halfExtents) => ({ box: { halfExtents } });

export const ground = fixedBody([0, -1, 0], box(60, 1, 60));
