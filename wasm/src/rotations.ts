// Rotations in all their forms; the core converts.
import { typeError } from './errors.js';
import { takeError } from './native-world.js';
import { plainField } from './plain.js';
import type { RawModule } from './raw.js';
import type { EulerOrder, Quat, RotationLike, Vec3 } from './types.js';

/** What {@link Holonom.convertRotation} gives, by the name of the form. Each can be given back wherever a rotation is read. */
export interface RotationForms {
  /** x, y, z, w; of unit length. */
  quaternion: Quat;
  /** Three turns in a row about the body's axes. */
  euler: {
    euler: {
      order: EulerOrder;
      /**
       * In the order of the turns. Unit: rad. The first and third from −π to π; the second from −π/2 to π/2, or from 0
       * to π where the order comes back to its first axis.
       */
      angles: Vec3;
      /** Whether the first and third turn have one axis: then only their sum or difference is known, and the third is 0. */
      gimbalLock: boolean;
    };
  };
  /** Unit axis, and an angle from 0 to π. Unit: rad. */
  axisAngle: { axisAngle: { axis: Vec3; angle: number } };
  /** Axis times an angle from 0 to π. Unit: rad. */
  rotationVector: { rotationVector: Vec3 };
  /** Nine numbers, row by row. */
  matrix: { matrix: number[] };
  /** About z, from −π to π. Unit: rad. */
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
  const plain = plainField('rotation', rotation, { fields: {} });
  const converted = module.convertRotation(plain, form, order);
  const error = takeError(module, { rotation, form, order });
  if (error) throw error;
  return converted as RotationForms[Form];
}
