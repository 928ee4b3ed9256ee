// Writes joints as lists of limits and drives.
import type {
  SceneAngularDrive,
  SceneAngularMotor,
  SceneJoint,
  SceneLinearDrive,
  SceneLinearMotor,
} from '../definitions.generated.js';
import type { Quat, Vec3 } from '../types.js';
import { rigidBodies } from './bodies.js';
import type { Builder } from './builder.js';
import { hardDamping } from './joints.js';
import type { Notes } from './notes.js';

const all = [0, 1, 2];
const turnLocks = (angularAxes: readonly number[]) => ({ angularAxes, min: 0, max: 0 });
const point = { linearAxes: all, min: 0, max: 0 };

/** Limit along or about the x axis of the joint; none if unlimited. */
function limit(
  axes: 'linearAxes' | 'angularAxes',
  limits: { lower?: number; upper?: number } | undefined,
  unbounded: number,
): object[] {
  if (!limits) return [];
  const { lower = -unbounded, upper = unbounded } = limits;
  const [min, max] = [lower > -unbounded, upper < unbounded];
  if (!min && !max) return [];
  return [{ [axes]: [0], ...(min ? { min: lower } : {}), ...(max ? { max: upper } : {}) }];
}

function drives(
  type: 'linear' | 'angular',
  motor: SceneAngularMotor | SceneLinearMotor | undefined,
  drive: SceneAngularDrive | SceneLinearDrive | undefined,
): object[] {
  const most = (part: SceneAngularMotor & SceneLinearMotor) => {
    const maxForce = part.maxTorque ?? part.maxForce;
    return maxForce === undefined ? {} : { maxForce };
  };
  const common = { type, mode: 'acceleration', axis: 0 };
  const made: object[] = [];
  if (motor)
    made.push({
      ...common,
      velocityTarget: motor.velocity ?? 0,
      damping: hardDamping,
      ...most(motor),
    });
  if (drive) {
    const { target = 0, frequency = 5, dampingRatio = 1 } = drive;
    const rate = 2 * Math.PI * frequency;
    const spring = { stiffness: rate * rate, damping: 2 * dampingRatio * rate };
    made.push({ ...common, positionTarget: target, ...spring, ...most(drive) });
  }
  return made;
}

/** Limits and drives of a joint; undefined if the format can't represent it. */
function physicsOf(joint: SceneJoint, title: string, notes: Notes): object | undefined {
  const driven = (list: object[]) => (list.length > 0 ? { drives: list } : {});
  const { fixed, ball, hinge, prismatic, distance } = joint;
  if (fixed) return { limits: [point, turnLocks(all)] };
  if (hinge)
    return {
      limits: [point, turnLocks([1, 2]), ...limit('angularAxes', hinge.limits, Math.PI)],
      ...driven(drives('angular', hinge.motor, hinge.drive)),
    };
  if (prismatic)
    return {
      limits: [
        { linearAxes: [1, 2], min: 0, max: 0 },
        turnLocks(all),
        ...limit('linearAxes', prismatic.limits, 1e7),
      ],
      ...driven(drives('linear', prismatic.motor, prismatic.drive)),
    };
  if (ball) {
    const { swingLimit, twistLimits } = ball;
    const cone = swingLimit === undefined ? [] : [{ angularAxes: [1, 2], min: 0, max: swingLimit }];
    return { limits: [point, ...cone, ...limit('angularAxes', twistLimits, Math.PI)] };
  }
  if (!distance) {
    const name = joint.gear ? 'a gear' : joint.pulley ? 'a pulley' : 'a rack and pinion';
    notes.add(title, `glTF has no joint like ${name}: it is left out`);
    return undefined;
  }
  const { mode, length = 0 } = distance;
  if (mode === 'spring') {
    notes.add(title, 'a spring is given by its frequency, which glTF can’t say: it is left out');
    return undefined;
  }
  return { limits: [{ linearAxes: all, min: mode === 'rope' ? 0 : length, max: length }] };
}

/** Adds the nodes of a joint. Its coordinates are those of A relative to B, so A is the connected node. */
export function writeJoint(
  builder: Builder,
  joint: SceneJoint,
  bodies: readonly number[],
  title: string,
  notes: Notes,
): void {
  const description = physicsOf(joint, title, notes);
  if (!description) return;
  const ends = (joint.fixed ??
    joint.ball ??
    joint.hinge ??
    joint.prismatic ??
    joint.distance) as NonNullable<SceneJoint['hinge']>;
  const soft = !joint.distance && ends.frequency;
  if (soft) notes.add(`${title}.frequency`, 'joints are rigid: its softness is left out');
  for (const name of ['breakForce', 'breakTorque'] as const)
    if (ends[name] !== undefined)
      notes.add(`${title}.${name}`, 'joints don’t break: it is left out');
  const end = (
    body: number | undefined,
    translation: Vec3 | undefined,
    rotation: Quat | undefined,
  ) =>
    builder.node(
      { translation, ...(rotation ? { rotation } : {}) },
      body === undefined ? undefined : bodies[body],
    );
  const connectedNode = end(ends.bodyA, ends.anchorA, ends.rotationA);
  const node = end(ends.bodyB, ends.anchorB, ends.rotationB);
  const index = builder.joints.add(description);
  const physics = {
    connectedNode,
    joint: index,
    ...(ends.collide ? { enableCollision: true } : {}),
  };
  Object.assign(builder.nodes[node] as object, {
    extensions: { [rigidBodies]: { joint: physics } },
  });
}
