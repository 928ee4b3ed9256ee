// Joints: one class for each type, so that each has exactly its own fields.
import {
  type BallJointProperties,
  type DistanceJointProperties,
  type FixedJointProperties,
  type HingeJointProperties,
  type JointDescription,
  type JointType,
  type PrismaticJointProperties,
  structFields,
} from './definitions.generated.js';
import type { FieldTraits } from './definitions.js';
import type { NativeWorld } from './native-world.js';
import { type Vec3Out, writeOut } from './out.js';
import type { Vec3 } from './types.js';
import { typed, WorldObject } from './world-object.js';

/** The description of a joint of one type, as in `{ hinge: { … } }`. */
export type JointDescriptionOf<Type extends JointType> = Extract<
  JointDescription,
  { readonly [Key in Type]: object }
>;

/** What a joint does to body B, in world axes; body A gets the opposite at the same point. */
export interface JointReaction {
  /** Unit: N. */
  readonly force: Readonly<Vec3>;
  /** About the joint's point of B. Unit: N·m. */
  readonly torque: Readonly<Vec3>;
}

/** One of the equations, limits, motors and drives that a joint is made of. */
export interface JointRow {
  /** Multiplier λ after the last step: what the row pushes with. Unit: N, or N·m where it turns. */
  readonly force: number;
  /** How far the row is from being met. Unit: m, or rad where it turns. */
  readonly error: number;
}

/** What the joints of all types have in common. Made by {@link World.addJoint}. */
export abstract class JointObject<Type extends JointType = JointType> extends WorldObject<
  'joint',
  JointDescription
> {
  /** Which joint it is. */
  declare readonly type: Type;

  /** @internal */
  constructor(native: NativeWorld, id: number) {
    super('joint', native, id);
  }

  /**
   * What it does to body B, in world axes, in the last step.
   * @example const [, lift] = hinge.reaction.force;
   */
  get reaction(): JointReaction {
    const readout = this.readout();
    const at = 2 + 2 * (readout[0] as number);
    const [fx, fy, fz, tx, ty, tz] = readout.subarray(at, at + 6) as unknown as [...Vec3, ...Vec3];
    return { force: [fx, fy, fz], torque: [tx, ty, tz] };
  }

  /**
   * The same as `reaction.force`, written into a vector of the caller's, which is given back. Unit: N.
   * @example const force = hinge.getReactionForce([0, 0, 0]);
   */
  getReactionForce<Out extends Vec3Out>(out: Out): Out {
    const readout = this.readout();
    return writeOut(out, readout, 2 + 2 * (readout[0] as number), 3);
  }

  /**
   * The same as `reaction.torque`, written into a vector of the caller's, which is given back. Unit: N·m.
   * @example const torque = hinge.getReactionTorque(new Float32Array(3));
   */
  getReactionTorque<Out extends Vec3Out>(out: Out): Out {
    const readout = this.readout();
    return writeOut(out, readout, 5 + 2 * (readout[0] as number), 3);
  }

  /**
   * Its rows: the equations that hold it together, then limits, motor and drive.
   * @example const worst = Math.max(...hinge.rows.map(({ error }) => Math.abs(error)));
   */
  get rows(): readonly JointRow[] {
    const readout = this.readout();
    const at = 8 + 2 * (readout[0] as number);
    return Array.from({ length: readout[1] as number }, (_, row) => ({
      force: readout[at + 2 * row] as number,
      error: readout[at + 2 * row + 1] as number,
    }));
  }

  /** @internal */
  protected override get fields(): FieldTraits {
    return structFields[this.type] as FieldTraits;
  }

  /** Counts of coordinates and rows, then coordinate and rate each, force, torque, force and error of each row. @internal */
  protected readout(): Float32Array {
    return this.view('readout') as Float32Array;
  }
}

function jointsOf<Type extends JointType, Properties>(type: Type) {
  return typed<JointObject<Type> & Properties>(JointObject, type);
}

/** Holds two bodies together, or one where it is. */
export class FixedJoint extends jointsOf<'fixed', FixedJointProperties>('fixed') {}

/** Holds two bodies at a point about which they turn freely. */
export class BallJoint extends jointsOf<'ball', BallJointProperties>('ball') {
  /** Swing, the angle between the two axes, and twist, the turn of A about its axis, seen from B. Unit: rad. */
  get coordinates(): readonly [swing: number, twist: number] {
    const readout = this.readout();
    return [readout[2] as number, readout[4] as number];
  }

  /** How fast the coordinates change. Unit: rad/s. */
  get rates(): readonly [swing: number, twist: number] {
    const readout = this.readout();
    return [readout[3] as number, readout[5] as number];
  }
}

/** Leaves one rotation about an axis, as a door or a wheel has. */
export class HingeJoint extends jointsOf<'hinge', HingeJointProperties>('hinge') {
  /** How far A has turned about the axis, seen from B: from -π to π, further beyond a limit. Unit: rad. */
  get coordinate(): number {
    return this.readout()[2] as number;
  }

  /** How fast the coordinate changes. Unit: rad/s. */
  get rate(): number {
    return this.readout()[3] as number;
  }
}

/** Leaves one translation along an axis, as a slider has. */
export class PrismaticJoint extends jointsOf<'prismatic', PrismaticJointProperties>('prismatic') {
  /** How far A has moved along the axis, seen from B. Unit: m. */
  get coordinate(): number {
    return this.readout()[2] as number;
  }

  /** How fast the coordinate changes. Unit: m/s. */
  get rate(): number {
    return this.readout()[3] as number;
  }
}

/** Keeps two points at a distance: a rod, a rope or a spring. */
export class DistanceJoint extends jointsOf<'distance', DistanceJointProperties>('distance') {
  /** The distance now. Unit: m. */
  get coordinate(): number {
    return this.readout()[2] as number;
  }

  /** How fast the coordinate changes. Unit: m/s. */
  get rate(): number {
    return this.readout()[3] as number;
  }
}

/** A joint of any type: `joint.type` tells which. */
export type Joint = FixedJoint | BallJoint | HingeJoint | PrismaticJoint | DistanceJoint;

/** The class of each type. */
export const jointClasses = {
  fixed: FixedJoint,
  ball: BallJoint,
  hinge: HingeJoint,
  prismatic: PrismaticJoint,
  distance: DistanceJoint,
} as const;
