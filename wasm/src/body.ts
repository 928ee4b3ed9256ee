import { checkedNumber } from './checks.js';
import type { BodyProperties, SceneBody } from './definitions.generated.js';
import { refusal, typeError } from './errors.js';
import type { MassProperties } from './mass-properties.js';
import { type QuatOut, type Vec3Out, writeOut } from './out.js';
import { plainDescription, plainVector } from './plain.js';
import type { DeepReadonly, Quat, RotationLike, Vec3, Vec3Like } from './types.js';
import { bodyState, type ShapeGeometry, type StopReport, stopReport, vectorAt } from './views.js';
import { objectsOf } from './world-object.js';

/** How a body's mass is spread. */
export type BodyMassProperties = DeepReadonly<
  Pick<MassProperties, 'mass' | 'center' | 'principalMoments' | 'principalRotation'>
>;

const moveFields = { position: {}, rotation: {} };

/** A rigid body. Made by {@link World.addBody}. */
export class Body extends objectsOf<'body', BodyProperties, SceneBody>('body') {
  /** Position of the origin of the body's axes. A copy: assign a whole vector to move it. Unit: m. */
  override get position(): Readonly<Vec3> {
    return this.#vector(bodyState.position);
  }
  override set position(value: Vec3Like) {
    this.writeField('position', value);
  }

  /** Orientation from body axes to world axes: x, y, z, w. A copy: assign a whole rotation to turn it. */
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

  /** Velocity of the center of mass. A copy: assign a whole vector to change it. Unit: m/s. */
  override get linearVelocity(): Readonly<Vec3> {
    return this.#vector(bodyState.linearVelocity);
  }
  override set linearVelocity(value: Vec3Like) {
    this.writeField('linearVelocity', value);
  }

  /** Angular velocity in world axes. A copy: assign a whole vector to change it. Unit: rad/s. */
  override get angularVelocity(): Readonly<Vec3> {
    return this.#vector(bodyState.angularVelocity);
  }
  override set angularVelocity(value: Vec3Like) {
    this.writeField('angularVelocity', value);
  }

  /** Mass, also where only the density was given; infinite for static and kinematic bodies. Unit: kg. */
  override get mass(): number {
    return this.#number(bodyState.mass);
  }
  override set mass(value: number) {
    this.writeField('mass', value);
  }

  /**
   * When its position or velocity would have left the range of numbers, or undefined. The body stands since where it was before that step, asleep; it takes no force and carries what lies on it until one of its fields is set.
   * @example if (body.blowUp) console.log(`stopped in step ${body.blowUp.step}`);
   */
  get blowUp(): StopReport | undefined {
    return stopReport(this.view('stop'));
  }

  /** Whether it rests without being computed. Assigning false wakes it. */
  override get asleep(): boolean {
    return this.#number(bodyState.awake) === 0;
  }
  override set asleep(value: boolean) {
    this.writeField('asleep', value);
  }

  /**
   * The same as `position`, written into a vector of the caller's, which is given back. Unit: m.
   * @example const position = crate.getPosition(new Float32Array(3));
   */
  getPosition<Out extends Vec3Out>(out: Out): Out {
    return this.#write(out, bodyState.position, 3);
  }

  /**
   * The same as `rotation`, written into a quaternion of the caller's, which is given back.
   * @example const rotation = crate.getRotation({ x: 0, y: 0, z: 0, w: 1 });
   */
  getRotation<Out extends QuatOut>(out: Out): Out {
    return this.#write(out, bodyState.rotation, 4);
  }

  /**
   * The same as `linearVelocity`, written into a vector of the caller's, which is given back. Unit: m/s.
   * @example const velocity = crate.getLinearVelocity([0, 0, 0]);
   */
  getLinearVelocity<Out extends Vec3Out>(out: Out): Out {
    return this.#write(out, bodyState.linearVelocity, 3);
  }

  /**
   * The same as `angularVelocity`, written into a vector of the caller's, which is given back. Unit: rad/s.
   * @example const spin = crate.getAngularVelocity([0, 0, 0]);
   */
  getAngularVelocity<Out extends Vec3Out>(out: Out): Out {
    return this.#write(out, bodyState.angularVelocity, 3);
  }

  /**
   * Computes it again, with those that rest on it and by it.
   * @example crate.wake();
   */
  wake(): void {
    this.writeField('asleep', false);
  }

  /**
   * Puts it to rest, without velocity, until something moving touches it or it is changed.
   * @example crate.sleep();
   */
  sleep(): void {
    this.writeField('asleep', true);
  }

  /**
   * Moves a kinematic body so that it is at a pose exactly at the end of the next step, whatever its time step and
   * number of substeps. The body moves at constant velocity and turns the shortest way, so it carries what stands on it
   * and pushes what is in its way. During the step and until the next one `linearVelocity` and `angularVelocity` read
   * these velocities; then the body stands still unless it is moved again. The last call before a step counts; setting
   * position, rotation or a velocity cancels it. A target that is not reached yet is part of snapshots and recordings,
   * not of scene files. Refused for dynamic and static bodies.
   * @param position of the origin of the body's axes, in world axes. Unit: m.
   * @param rotation from body to world axes; the present one if left out.
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
   * Pushes during the next step, together with what pushes already. Wakes the body; only dynamic ones move.
   * @param force in world axes. Unit: N.
   * @param point where it acts, in world axes, m; the center of mass if left out.
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
   * Turns during the next step, together with what turns already. Wakes the body; only dynamic ones move.
   * @param torque in world axes. Unit: N·m.
   * @example crate.applyTorque([0, 5, 0]);
   */
  applyTorque(torque: Vec3Like): void {
    const t = plainVector('torque', torque);
    this.native.check(this.native.raw.applyTorque(this.id, ...t), { torque });
  }

  /**
   * Changes the velocity at once, as a blow would. Wakes the body; only dynamic ones move.
   * @param impulse in world axes. Unit: N·s.
   * @param point where it acts, in world axes, m; the center of mass if left out.
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

  /** The center of mass in world axes. Unit: m. */
  get worldCenterOfMass(): Readonly<Vec3> {
    return vectorAt(this.view('mass'), 0);
  }

  /**
   * The same as `worldCenterOfMass`, written into a vector of the caller's, which is given back. Unit: m.
   * @example const center = crate.getWorldCenterOfMass([0, 0, 0]);
   */
  getWorldCenterOfMass<Out extends Vec3Out>(out: Out): Out {
    return writeOut(out, this.view('mass'), 0, 3);
  }

  /**
   * Velocity of the point of the body that is at a place now, v + ω × r, r being the way to it from the center of mass.
   * In world axes. Unit: m/s.
   * @param point in world axes; it may lie outside the shape. Unit: m.
   * @example const velocity = crate.velocityAt([0, 1, 0]);
   */
  velocityAt(point: Vec3Like): Vec3 {
    const at = plainVector('point', point);
    at.forEach((value, axis) => {
      checkedNumber(`point[${axis}]`, value);
    });
    const [x, y, z] = at;
    const [cx, cy, cz] = this.worldCenterOfMass;
    const [vx, vy, vz] = this.linearVelocity;
    const [wx, wy, wz] = this.angularVelocity;
    const [rx, ry, rz] = [x - cx, y - cy, z - cz];
    return [vx + wy * rz - wz * ry, vy + wz * rx - wx * rz, vz + wx * ry - wy * rx];
  }

  /** Mass, center of mass and principal moments, in the body's axes; infinite for static and kinematic bodies. */
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
   * The surface of a hull or mesh as triangles, in the axes of its instance: see {@link World.instances}. A copy.
   * @param part of a compound; 0 for other shapes.
   * @example const { vertices, indices } = pebble.geometry();
   */
  geometry(part = 0): ShapeGeometry {
    const { raw } = this.native;
    this.native.indexOf('body', this.id);
    if (typeof part !== 'number') throw typeError('part', part, 'part-number');
    // The core takes integers of 32 bits, to which others would be cut.
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
