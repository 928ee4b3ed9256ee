import { checkedNumber } from './checks.js';
import type { BodyProperties, SceneBody } from './definitions.generated.js';
import { refusal, typeError } from './errors.js';
import type { MassProperties } from './mass-properties.js';
import { type QuatOut, type Vec3Out, writeOut } from './out.js';
import { plainDescription, plainVector } from './plain.js';
import type { DeepReadonly, Quat, RotationLike, Vec3, Vec3Like } from './types.js';
import { along, cross, minus } from './vectors.js';
import { bodyState, type ShapeGeometry, type StopReport, stopReport, vectorAt } from './views.js';
import { objectsOf } from './world-object.js';

/** Mass, center of mass and principal moments of a body. */
export type BodyMassProperties = DeepReadonly<
  Pick<MassProperties, 'mass' | 'center' | 'principalMoments' | 'principalRotation'>
>;

const moveFields = { position: {}, rotation: {} };

/** A rigid body. Made by {@link World.addBody}. */
export class Body extends objectsOf<'body', BodyProperties, SceneBody>('body') {
  /** Position of the body's origin, in world axes. A copy: assign a whole vector to teleport the body. Unit: m. */
  override get position(): Readonly<Vec3> {
    return this.#vector(bodyState.position);
  }
  override set position(value: Vec3Like) {
    this.writeField('position', value);
  }

  /**
   * Rotation from body to world axes, as a unit quaternion x, y, z, w. A copy: assign a whole rotation to change it.
   */
  override get rotation(): Readonly<Quat> {
    const at = this.native.bodyState(this.id) + bodyState.rotation;
    const { floats } = this.native;
    return [
      floats[at] as number,
      floats[at + 1] as number,
      floats[at + 2] as number,
      floats[at + 3] as number,
    ];
  }
  override set rotation(value: RotationLike) {
    this.writeField('rotation', value);
  }

  /** Velocity of the center of mass, in world axes. A copy: assign a whole vector to change it. Unit: m/s. */
  override get linearVelocity(): Readonly<Vec3> {
    return this.#vector(bodyState.linearVelocity);
  }
  override set linearVelocity(value: Vec3Like) {
    this.writeField('linearVelocity', value);
  }

  /** Angular velocity, in world axes. A copy: assign a whole vector to change it. Unit: rad/s. */
  override get angularVelocity(): Readonly<Vec3> {
    return this.#vector(bodyState.angularVelocity);
  }
  override set angularVelocity(value: Vec3Like) {
    this.writeField('angularVelocity', value);
  }

  /** Mass, also if only the density was given. Infinite for static and kinematic bodies. Unit: kg. */
  override get mass(): number {
    return this.#number(bodyState.mass);
  }
  override set mass(value: number) {
    this.writeField('mass', value);
  }

  /**
   * The step in which the body was stopped because its position or velocity would have overflowed, or undefined. The
   * body stays asleep in its pose before that step. It takes no force and supports bodies on it, until one of its
   * fields is set.
   * @example if (body.blowUp) console.log(`stopped in step ${body.blowUp.step}`);
   */
  get blowUp(): StopReport | undefined {
    return stopReport(this.view('stop'));
  }

  /** Whether the body is asleep. Assigning false wakes it. */
  override get asleep(): boolean {
    return this.#number(bodyState.awake) === 0;
  }
  override set asleep(value: boolean) {
    this.writeField('asleep', value);
  }

  /**
   * Writes `position` into a given vector and returns it. Unit: m.
   * @example const position = crate.getPosition(new Float32Array(3));
   */
  getPosition<Out extends Vec3Out>(out: Out): Out {
    return this.#write(out, bodyState.position, 3);
  }

  /**
   * Writes `rotation` into a given quaternion and returns it.
   * @example const rotation = crate.getRotation({ x: 0, y: 0, z: 0, w: 1 });
   */
  getRotation<Out extends QuatOut>(out: Out): Out {
    return this.#write(out, bodyState.rotation, 4);
  }

  /**
   * Writes `linearVelocity` into a given vector and returns it. Unit: m/s.
   * @example const velocity = crate.getLinearVelocity([0, 0, 0]);
   */
  getLinearVelocity<Out extends Vec3Out>(out: Out): Out {
    return this.#write(out, bodyState.linearVelocity, 3);
  }

  /**
   * Writes `angularVelocity` into a given vector and returns it. Unit: rad/s.
   * @example const spin = crate.getAngularVelocity([0, 0, 0]);
   */
  getAngularVelocity<Out extends Vec3Out>(out: Out): Out {
    return this.#write(out, bodyState.angularVelocity, 3);
  }

  /**
   * Wakes the body and its sleeping island.
   * @example crate.wake();
   */
  wake(): void {
    this.writeField('asleep', false);
  }

  /**
   * Puts the body to sleep, with zero velocity, until a moving body touches it or it is changed.
   * @example crate.sleep();
   */
  sleep(): void {
    this.writeField('asleep', true);
  }

  /**
   * Moves a kinematic body to a pose, which it reaches exactly at the end of the next step, for any time step and
   * number of substeps.
   * The body moves at constant velocity and turns the shortest way, so it carries bodies that stand on it and pushes
   * bodies in its way. During the step and until the next one, `linearVelocity` and `angularVelocity` read these
   * velocities. Then the body stands still unless it is moved again.
   * The last call before a step counts. Setting position, rotation or a velocity cancels it. A pending target is part
   * of snapshots and recordings, not of scene files. Refused for dynamic and static bodies.
   * @param position position of the body's origin, in world axes. Unit: m.
   * @param rotation rotation from body to world axes. Default: unchanged.
   * @example
   * const lift = world.addBody({ type: 'kinematic', shape: { box: { halfExtents: [1, 0.1, 1] } } });
   * for (let i = 1; i <= 60; i++) {
   *   lift.moveTo([0, i / 60, 0]);
   *   world.step(1 / 60);
   * }
   */
  moveTo(position: Vec3Like, rotation?: RotationLike): void {
    const target = plainDescription(
      { position, rotation },
      { fields: moveFields },
      'position-and-rotation',
    );
    this.native.check(this.native.raw.moveTo(this.id, target), { position, rotation });
  }

  /**
   * Applies a force during the next step, in addition to other forces. Wakes the body. Only dynamic bodies move.
   * @param force force, in world axes. Unit: N.
   * @param point point of application, in world axes. Default: the center of mass. Unit: m.
   * @example crate.applyForce([0, 100, 0]);
   */
  applyForce(force: Vec3Like, point?: Vec3Like): void {
    const f = plainVector('force', force);
    const at = point === undefined ? undefined : plainVector('point', point);
    const { raw } = this.native;
    const accepted = at ? raw.applyForceAt(this.id, ...f, ...at) : raw.applyForce(this.id, ...f);
    this.native.check(accepted, { force, point });
  }

  /**
   * Applies a torque during the next step, in addition to other torques. Wakes the body. Only dynamic bodies move.
   * @param torque torque, in world axes. Unit: N·m.
   * @example crate.applyTorque([0, 5, 0]);
   */
  applyTorque(torque: Vec3Like): void {
    const t = plainVector('torque', torque);
    this.native.check(this.native.raw.applyTorque(this.id, ...t), { torque });
  }

  /**
   * Applies an impulse: changes the velocity at once. Wakes the body. Only dynamic bodies move.
   * @param impulse impulse, in world axes. Unit: N·s.
   * @param point point of application, in world axes. Default: the center of mass. Unit: m.
   * @example crate.applyImpulse([2, 0, 0], crate.worldCenterOfMass);
   */
  applyImpulse(impulse: Vec3Like, point?: Vec3Like): void {
    const p = plainVector('impulse', impulse);
    const at = point === undefined ? undefined : plainVector('point', point);
    const { raw } = this.native;
    const accepted = at
      ? raw.applyImpulseAt(this.id, ...p, ...at)
      : raw.applyImpulse(this.id, ...p);
    this.native.check(accepted, { impulse, point });
  }

  /** Center of mass, in world axes. Unit: m. */
  get worldCenterOfMass(): Readonly<Vec3> {
    return vectorAt(this.view('mass'), 0);
  }

  /**
   * Writes `worldCenterOfMass` into a given vector and returns it. Unit: m.
   * @example const center = crate.getWorldCenterOfMass([0, 0, 0]);
   */
  getWorldCenterOfMass<Out extends Vec3Out>(out: Out): Out {
    return writeOut(out, this.view('mass'), 0, 3);
  }

  /**
   * Returns the velocity of a point of the body, v + ω × r, with r from the center of mass to the point. In world
   * axes. Unit: m/s.
   * @param point point, in world axes; it may lie outside the shape. Unit: m.
   * @example const velocity = crate.velocityAt([0, 1, 0]);
   */
  velocityAt(point: Vec3Like): Vec3 {
    const arm = this.#armTo(point);
    return along(this.linearVelocity, 1, cross(this.angularVelocity, arm));
  }

  /**
   * Returns the acceleration of a point of the body, v̇ + ω̇ × r + ω × (ω × r), with r from the center of mass to the
   * point. v̇ and ω̇ are means over the last step, without what was set or given by impulses between steps; those of a
   * kinematic body are changes since the step before. Zero for a body that is static or asleep. In world axes. Unit:
   * m/s².
   * @param point point, in world axes; it may lie outside the shape. Unit: m.
   * @example const acceleration = crate.accelerationAt(crate.worldCenterOfMass); // [0, -9.81, 0] in free fall
   */
  accelerationAt(point: Vec3Like): Vec3 {
    const arm = this.#armTo(point);
    const means = this.view('acceleration');
    const tangential = cross(vectorAt(means, 3), arm);
    const centripetal = cross(this.angularVelocity, cross(this.angularVelocity, arm));
    return along(along(vectorAt(means, 0), 1, tangential), 1, centripetal);
  }

  /** From the center of mass to a point, in world axes. Unit: m. */
  #armTo(point: Vec3Like): Vec3 {
    const at = plainVector('point', point);
    at.forEach((value, axis) => {
      checkedNumber(`point[${axis}]`, value);
    });
    return minus(at, this.worldCenterOfMass);
  }

  /** Mass, center of mass and principal moments, in body axes. Infinite for static and kinematic bodies. */
  get massProperties(): BodyMassProperties {
    const data = this.view('mass');
    const [x = 0, y = 0, z = 0, w = 0] = data.subarray(9, 13);
    return {
      mass: this.mass,
      center: vectorAt(data, 3),
      principalMoments: vectorAt(data, 6),
      principalRotation: [x, y, z, w],
    };
  }

  /**
   * Returns the triangles of a hull or mesh, in the axes of its instance; see {@link World.instances}. A copy.
   * @param part index of the child shape of a compound; 0 for other shapes.
   * @example const { vertices, indices } = pebble.geometry();
   */
  geometry(part = 0): ShapeGeometry {
    const { raw } = this.native;
    this.native.indexOf('body', this.id);
    if (typeof part !== 'number') throw typeError('part', part, 'part-number');
    // The core takes 32-bit integers and would truncate others.
    if (part >>> 0 === part && part < 2 ** 31) {
      const vertices = raw.vertices(this.id, part).slice();
      const indices = raw.indices(this.id, part).slice();
      const deviation = raw.hullDeviation(this.id, part);
      if (indices.length > 0) return { vertices, indices, deviation };
    }
    throw refusal('range', 'part', part, 'hull-or-mesh');
  }

  #write<Out extends Vec3Out | QuatOut>(out: Out, offset: number, count: 3 | 4): Out {
    const at = this.native.bodyState(this.id) + offset;
    return writeOut(out, this.native.floats, at, count);
  }

  #number(offset: number): number {
    const at = this.native.bodyState(this.id) + offset;
    return this.native.floats[at] as number;
  }

  #vector(offset: number): Vec3 {
    const at = this.native.bodyState(this.id) + offset;
    return vectorAt(this.native.floats, at);
  }
}
