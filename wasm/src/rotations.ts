// Rotations in all forms, converted by the core.
import { typeError } from './errors.js';
import { takeError } from './native-world.js';
import { plainField } from './plain.js';
import type { RawModule } from './raw.js';
import type { EulerOrder, Quat, RotationLike, Vec3 } from './types.js';

/** Results of {@link Holonom.convertRotation}, by the name of the form. Each is accepted wherever a rotation is. */
export interface RotationForms {
  /** Unit quaternion x, y, z, w. */
  quaternion: Quat;
  /** Euler angles: three successive rotations about the body's axes. */
  euler: {
    euler: {
      order: EulerOrder;
      /**
       * Angles in the order of the rotations. The first and third range from −π to π; the second from −π/2 to π/2, or
       * from 0 to π if the first axis is repeated. Unit: rad.
       */
      angles: Vec3;
      /**
       * Whether the first and third axis coincide (gimbal lock). Then only the sum or difference of their angles is
       * defined, and the third is 0.
       */
      gimbalLock: boolean;
    };
  };
  /** Unit axis and an angle from 0 to π. Unit: rad. */
  axisAngle: { axisAngle: { axis: Vec3; angle: number } };
  /** Rotation vector: axis times an angle from 0 to π. Unit: rad. */
  rotationVector: { rotationVector: Vec3 };
  /** Rotation matrix: nine numbers in row-major order. */
  matrix: { matrix: number[] };
  /** Angle about z, from −π to π. Unit: rad. */
  angle: { angle: number };
}

/** @internal */
export function convertRotation<Form extends keyof RotationForms>(
  module: RawModule,
  rotation: RotationLike,
  form: Form,
  order: EulerOrder | undefined,
): RotationForms[Form] {
  if (typeof form !== 'string') throw typeError('form', form, 'rotation-form');
  if (order !== undefined && typeof order !== 'string')
    throw typeError('order', order, 'euler-order');
  const plain = plainField('rotation', rotation);
  const converted = module.convertRotation(plain, form, order);
  const error = takeError(module, { rotation, form, order });
  if (error) throw error;
  return converted as RotationForms[Form];
}
