import { checked } from './checks.js';
import type { RodProperties, SceneRod } from './definitions.generated.js';
import { refusal } from './errors.js';
import { particlesOf } from './particle-object.js';
import { convertRotation } from './rotations.js';
import type { RotationLike } from './types.js';

const ends = ['left', 'right'] as const;

/**
 * An elastic rod: particles in a row, with a rotation for each segment between two. Made by {@link World.addRod}.
 * The left end is that of particle 0, the right end that of the last particle.
 *
 * All its constraints are solved at once, so it is as stiff as its moduli say in any step. The particle solvers
 * `gauss-seidel` and `jacobi` take them one by one: of many segments, it is softer then.
 */
export class Rod extends particlesOf<'rod', RodProperties, SceneRod>('rod') {
  /**
   * Rotations of the segments, then of the clamps right and left, as unit quaternions x, y, z, w each. The x axis of a
   * segment is along the rod. Can be assigned as a whole.
   * @example const [x, y, z, w] = rod.rotations; // of the first segment
   */
  get rotations(): Float32Array {
    return this.view('rotations') as Float32Array;
  }
  set rotations(value: ArrayLike<number>) {
    this.writeField('rotations', value);
  }

  /** Angular velocities of the segments, x y z each, in world axes. Can be assigned as a whole. Unit: rad/s. */
  get angularVelocities(): Float32Array {
    return this.view('angularVelocities') as Float32Array;
  }
  set angularVelocities(value: ArrayLike<number>) {
    this.writeField('angularVelocities', value);
  }

  /**
   * Sets the rotation of a clamp, to bend or twist the rod. It takes effect at the next step. Write `positions` to move
   * a clamp. An end that is not in `clamps` is refused.
   * @param end `'left'` or `'right'`.
   * @param rotation rotation to world axes. Its x axis is the direction of the rod at the clamp.
   * @example rod.turnClamp('left', { rotationVector: [Math.PI / 2, 0, 0] });
   */
  turnClamp(end: 'left' | 'right', rotation: RotationLike): void {
    checked('end', end, ['one-word', { words: ends }], (it) => ends.includes(it));
    const clamp = end === 'left' ? this.count : this.count - 1;
    // No segment has these indices.
    if (!this.view('rodBend.particles').includes(clamp))
      throw refusal('range', 'end', end, 'clamped-end');
    const quaternion = convertRotation(this.native.module, rotation, 'quaternion', undefined);
    const rotations = this.rotations.slice();
    rotations.set(quaternion, 4 * clamp);
    this.rotations = rotations;
  }
}
