// Joints: one class per type, so that each has exactly its own fields.
import {
  type BallJointProperties,
  type DistanceJointProperties,
  type FixedJointProperties,
  type GearJointProperties,
  type HingeJointProperties,
  type JointDescription,
  type JointType,
  type PrismaticJointProperties,
  type PulleyJointProperties,
  type RackAndPinionJointProperties,
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

/**
 * Reaction of a joint on body B, in world axes. Body A gets the opposite at the same point, except by a pulley:
 * there the force on A is `1 / ratio` as large and points to the other pulley.
 */
export interface JointReaction {
  /** Reaction force. Unit: N. */
  readonly force: Readonly<Vec3>;
  /** Reaction torque about the joint's anchor on B. Unit: N·m. */
  readonly torque: Readonly<Vec3>;
}

/** One row of a joint: an equation, limit, motor or drive. */
export interface JointRow {
  /** Force of the row in the last step (multiplier λ). Unit: N, or N·m for rotations. */
  readonly force: number;
  /** Position error of the row. Unit: m, or rad for rotations. */
  readonly error: number;
}

/** Common members of all joints. Made by {@link World.addJoint}. */
export abstract class JointObject<Type extends JointType = JointType> extends WorldObject<
  'joint',
  JointDescription
> {
  /** Type of the joint. */
  declare readonly type: Type;

  /** @internal */
  constructor(native: NativeWorld, id: number) {
    super('joint', native, id);
  }

  /**
   * Reaction on body B in the last step, in world axes.
   * @example const [, lift] = hinge.reaction.force;
   */
  get reaction(): JointReaction {
    const readout = this.readout();
    const at = 2 + 2 * (readout[0] as number);
    const [fx, fy, fz, tx, ty, tz] = readout.subarray(at, at + 6) as unknown as [...Vec3, ...Vec3];
    return { force: [fx, fy, fz], torque: [tx, ty, tz] };
  }

  /**
   * Writes `reaction.force` into a given vector and returns it. Unit: N.
   * @example const force = hinge.getReactionForce([0, 0, 0]);
   */
  getReactionForce<Out extends Vec3Out>(out: Out): Out {
    const readout = this.readout();
    return writeOut(out, readout, 2 + 2 * (readout[0] as number), 3);
  }

  /**
   * Writes `reaction.torque` into a given vector and returns it. Unit: N·m.
   * @example const torque = hinge.getReactionTorque(new Float32Array(3));
   */
  getReactionTorque<Out extends Vec3Out>(out: Out): Out {
    const readout = this.readout();
    return writeOut(out, readout, 5 + 2 * (readout[0] as number), 3);
  }

  /**
   * Rows of the joint: its equations, then a motor without bound, limits, other motors and drive.
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

/** Fixes two bodies to each other, or one to the world. */
export class FixedJoint extends jointsOf<'fixed', FixedJointProperties>('fixed') {}

/** Joins two bodies at a point about which they rotate freely. */
export class BallJoint extends jointsOf<'ball', BallJointProperties>('ball') {
  /** Swing, the angle between the two axes, and twist, the rotation of A about its axis relative to B. Unit: rad. */
  get coordinates(): readonly [swing: number, twist: number] {
    const readout = this.readout();
    return [readout[2] as number, readout[4] as number];
  }

  /** Rates of the coordinates. Unit: rad/s. */
  get rates(): readonly [swing: number, twist: number] {
    const readout = this.readout();
    return [readout[3] as number, readout[5] as number];
  }
}

/** Allows one rotation about an axis, as of a door or a wheel. */
export class HingeJoint extends jointsOf<'hinge', HingeJointProperties>('hinge') {
  /** Angle: rotation of A about the axis relative to B, from -π to π, or beyond at a violated limit. Unit: rad. */
  get coordinate(): number {
    return this.readout()[2] as number;
  }

  /** Rate of the coordinate. Unit: rad/s. */
  get rate(): number {
    return this.readout()[3] as number;
  }
}

/** Allows one translation along an axis, as of a slider. */
export class PrismaticJoint extends jointsOf<'prismatic', PrismaticJointProperties>('prismatic') {
  /** Translation of A along the axis relative to B. Unit: m. */
  get coordinate(): number {
    return this.readout()[2] as number;
  }

  /** Rate of the coordinate. Unit: m/s. */
  get rate(): number {
    return this.readout()[3] as number;
  }
}

/** Constrains the distance between two points: a rod, a rope or a spring. */
export class DistanceJoint extends jointsOf<'distance', DistanceJointProperties>('distance') {
  /** Distance of the two points. Unit: m. */
  get coordinate(): number {
    return this.readout()[2] as number;
  }

  /** Rate of the coordinate. Unit: m/s. */
  get rate(): number {
    return this.readout()[3] as number;
  }
}

/** Couples the rotations of two bodies as meshing gears. */
export class GearJoint extends jointsOf<'gear', GearJointProperties>('gear') {
  /** Angles of the gears about their axes, relative to the line between their centers, from -π to π. Unit: rad. */
  get coordinates(): readonly [angleA: number, angleB: number] {
    const readout = this.readout();
    return [readout[2] as number, readout[4] as number];
  }

  /** Rates of the coordinates. Unit: rad/s. */
  get rates(): readonly [angleA: number, angleB: number] {
    const readout = this.readout();
    return [readout[3] as number, readout[5] as number];
  }
}

/** Couples the rotation of a pinion with the translation of a rack. */
export class RackAndPinionJoint extends jointsOf<'rackAndPinion', RackAndPinionJointProperties>(
  'rackAndPinion',
) {
  /** Angle of the pinion relative to the rack, from -π to π, and translation of the rack. Units: rad and m. */
  get coordinates(): readonly [angle: number, translation: number] {
    const readout = this.readout();
    return [readout[2] as number, readout[4] as number];
  }

  /** Rates of the coordinates. Units: rad/s and m/s. */
  get rates(): readonly [angle: number, translation: number] {
    const readout = this.readout();
    return [readout[3] as number, readout[5] as number];
  }
}

/** Connects two bodies by a rope over two pulleys. */
export class PulleyJoint extends jointsOf<'pulley', PulleyJointProperties>('pulley') {
  /** Distances of the two bodies from their pulleys. Unit: m. */
  get coordinates(): readonly [lengthA: number, lengthB: number] {
    const readout = this.readout();
    return [readout[2] as number, readout[4] as number];
  }

  /** Rates of the coordinates. Unit: m/s. */
  get rates(): readonly [lengthA: number, lengthB: number] {
    const readout = this.readout();
    return [readout[3] as number, readout[5] as number];
  }
}

/** A joint of any type: see `joint.type`. */
export type Joint =
  | FixedJoint
  | BallJoint
  | HingeJoint
  | PrismaticJoint
  | DistanceJoint
  | GearJoint
  | RackAndPinionJoint
  | PulleyJoint;

/** The class of each type. */
export const jointClasses = {
  fixed: FixedJoint,
  ball: BallJoint,
  hinge: HingeJoint,
  prismatic: PrismaticJoint,
  distance: DistanceJoint,
  gear: GearJoint,
  rackAndPinion: RackAndPinionJoint,
  pulley: PulleyJoint,
} as const;
