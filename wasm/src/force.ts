// Forces: one class per type, so that each has exactly its own fields.
import {
  type DragForceProperties,
  type FieldForceProperties,
  type ForceDescription,
  type ForceType,
  type PointForceProperties,
  type SpringForceProperties,
  structFields,
  type TorqueForceProperties,
} from './definitions.generated.js';
import type { FieldTraits } from './definitions.js';
import type { NativeWorld } from './native-world.js';
import { typed, WorldObject } from './world-object.js';

/** The description of a force of one type, as in `{ spring: { … } }`. */
export type ForceDescriptionOf<Type extends ForceType> = Extract<
  ForceDescription,
  { readonly [Key in Type]: object }
>;

/** Common members of all forces. Made by {@link World.addForce}. */
export abstract class ForceObject<Type extends ForceType = ForceType> extends WorldObject<
  'force',
  ForceDescription
> {
  /** Type of the force. */
  declare readonly type: Type;

  /** @internal */
  constructor(native: NativeWorld, id: number) {
    super('force', native, id);
  }

  /** @internal */
  protected override get fields(): FieldTraits {
    return structFields[this.type] as FieldTraits;
  }
}

function forcesOf<Type extends ForceType, Properties>(type: Type) {
  return typed<ForceObject<Type> & Properties>(ForceObject, type);
}

/** A constant force at a point of a body. */
export class PointForce extends forcesOf<'point', PointForceProperties>('point') {}

/** A constant torque on a body. */
export class TorqueForce extends forcesOf<'torque', TorqueForceProperties>('torque') {}

/** A uniform acceleration field. */
export class FieldForce extends forcesOf<'field', FieldForceProperties>('field') {}

/** A spring between points of two bodies, or of a body and the world. */
export class SpringForce extends forcesOf<'spring', SpringForceProperties>('spring') {}

/** Drag of the air or of a fluid. */
export class DragForce extends forcesOf<'drag', DragForceProperties>('drag') {}

/** A force of any type: see `force.type`. */
export type Force = PointForce | TorqueForce | FieldForce | SpringForce | DragForce;

/** The class of each type. */
export const forceClasses = {
  point: PointForce,
  torque: TorqueForce,
  field: FieldForce,
  spring: SpringForce,
  drag: DragForce,
} as const;
