import type { BodyProperties } from './definitions.generated.js';
import { plainVector } from './plain.js';
import type { Quat, RotationLike, Vec3, Vec3Like } from './types.js';
import { bodyState } from './views.js';
import { objectsOf } from './world-object.js';

/** A rigid body. Made by {@link World.addBody}. */
export class Body extends objectsOf<'body', BodyProperties>('body') {
  /** Position of the centre of mass. Unit: m. */
  override get position(): Vec3 {
    return this.#vector(bodyState.position);
  }
  override set position(value: Vec3Like) {
    this.writeField('position', value);
  }

  /** Orientation from body axes to world axes: x, y, z, w. */
  override get rotation(): Quat {
    const at = this.#at() + bodyState.rotation;
    const states = this.native.view('world', 0, 'bodyStates');
    return [
      states[at] as number,
      states[at + 1] as number,
      states[at + 2] as number,
      states[at + 3] as number,
    ];
  }
  override set rotation(value: RotationLike) {
    this.writeField('rotation', value);
  }

  /** Velocity of the centre of mass. Unit: m/s. */
  override get linearVelocity(): Vec3 {
    return this.#vector(bodyState.linearVelocity);
  }
  override set linearVelocity(value: Vec3Like) {
    this.writeField('linearVelocity', value);
  }

  /** Angular velocity in world axes. Unit: rad/s. */
  override get angularVelocity(): Vec3 {
    return this.#vector(bodyState.angularVelocity);
  }
  override set angularVelocity(value: Vec3Like) {
    this.writeField('angularVelocity', value);
  }

  /** Mass, also where only the density was given; infinite for static and kinematic bodies. Unit: kg. */
  override get mass(): number {
    return this.native.view('world', 0, 'bodyStates')[this.#at() + bodyState.mass] as number;
  }
  override set mass(value: number) {
    this.writeField('mass', value);
  }

  /**
   * Changes the velocity at once, as a blow would.
   * @param impulse in world axes. Unit: N·s.
   * @param point where it acts, in world axes, m; the centre of mass if left out.
   */
  applyImpulse(impulse: Vec3Like, point: Vec3Like = this.position): void {
    const [ix, iy, iz] = plainVector('impulse', impulse);
    const [px, py, pz] = plainVector('point', point);
    this.native.check(this.native.raw.applyImpulse(this.id, ix, iy, iz, px, py, pz));
  }

  #at(): number {
    return this.native.indexOf('body', this.id) * bodyState.stride;
  }

  #vector(offset: number): Vec3 {
    const at = this.#at() + offset;
    const states = this.native.view('world', 0, 'bodyStates');
    return [states[at] as number, states[at + 1] as number, states[at + 2] as number];
  }
}
