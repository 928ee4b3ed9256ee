// Converts joints of a glTF file, which are lists of limits and drives, to joint types.
import type {
  SceneAngularDrive,
  SceneAngularLimits,
  SceneAngularMotor,
  SceneBody,
  SceneJoint,
  SceneLinearDrive,
  SceneLinearLimits,
  SceneLinearMotor,
} from '../definitions.generated.js';
import type { Quat } from '../types.js';
import { type MadeBody, physicsOf, rigidBodies } from './bodies.js';
import type { GltfDocument, GltfNode } from './document.js';
import { rigid, rotationOf, seenFrom, times } from './frames.js';
import { type Freedoms, freedomsOf, type Kind, kindOf, type Range } from './freedoms.js';
import type { Notes } from './notes.js';
import type { Place } from './place.js';

/** Damping in the file that stands for a drive that keeps a velocity exactly. Unit: 1/s. */
export const hardDamping = 1e6;

/** Rotations from the x axis, the axis of joints, to each axis of a file's joint. */
const fromX: readonly Quat[] = [
  [0, 0, 0, 1],
  [0.5, 0.5, 0.5, 0.5],
  [-0.5, -0.5, -0.5, 0.5],
];

/** Joint node and connected node, with their bodies. */
interface Ends {
  readonly joint: MadeBody | undefined;
  readonly connected: MadeBody | undefined;
  readonly jointNode: GltfNode;
  readonly connectedNode: GltfNode;
}

/** Reads all joints of the scene that have a matching type. */
export function jointsOf(
  document: GltfDocument,
  bodies: readonly MadeBody[],
  notes: Notes,
): SceneJoint[] {
  const list = document.list('physicsJoints', rigidBodies);
  const places = new Map(bodies.map((made, place) => [made, place]));
  const firstOf = new Map<GltfNode, MadeBody>();
  for (const made of bodies) if (!firstOf.has(made.node)) firstOf.set(made.node, made);
  const bodyAt = (node: GltfNode | undefined): MadeBody | undefined =>
    node && (firstOf.get(node) ?? bodyAt(node.parent));
  return document.scene.flatMap((node) => {
    const given = physicsOf(node).at('joint');
    if (!given.given) return [];
    const connectedNode = given.at('connectedNode').of(document.nodes, 'nodes');
    const description = given.at('joint').of(list, 'physics joints');
    const ends = {
      joint: bodyAt(node),
      connected: bodyAt(connectedNode),
      jointNode: node,
      connectedNode,
    };
    if (ends.joint === ends.connected) {
      notes.add(given, 'both its ends are one body, or the world, so it is left out');
      return [];
    }
    const freedoms = freedomsOf(description, notes);
    const kind = kindOf(freedoms, description, notes);
    if (!kind) {
      notes.add(given, 'there is no type of joint that leaves these freedoms, so it is left out');
      return [];
    }
    return [jointOf(given, description, ends, kind, freedoms, places, notes)];
  });
}

/**
 * Coordinates of a file's joint are those of the connected node relative to the joint's node, as those of A relative
 * to B. If the connected node is fixed to the world, they are seen from it and change sign.
 */
function jointOf(
  given: Place,
  description: Place,
  ends: Ends,
  kind: Kind,
  freedoms: Freedoms,
  places: ReadonlyMap<MadeBody, number>,
  notes: Notes,
): SceneJoint {
  const swapped = !ends.connected;
  const [a, b] = swapped ? [ends.joint, ends.connected] : [ends.connected, ends.joint];
  const [nodeA, nodeB] = swapped
    ? [ends.jointNode, ends.connectedNode]
    : [ends.connectedNode, ends.jointNode];
  const endOf = (made: MadeBody | undefined, node: GltfNode) => {
    const frame = rigid(node.frame);
    return made ? seenFrom(made.frame, frame) : frame;
  };
  const [frameA, frameB] = [endOf(a, nodeA), endOf(b, nodeB)];
  const common = {
    bodyA: places.get(a as MadeBody) as number,
    ...(b ? { bodyB: places.get(b) as number } : {}),
    anchorA: frameA.origin,
    anchorB: frameB.origin,
    collide: given.at('enableCollision').flag(),
  };
  const driven = drivesOf(description, kind, swapped, [a?.body, b?.body], notes);
  if (kind.type === 'distance') {
    const { least, most } = freedoms.reach as Range;
    return { distance: { ...common, mode: least === most ? 'rigid' : 'rope', length: most } };
  }
  const axes = fromX[kind.axis] as Quat;
  const framed = {
    ...common,
    rotationA: times(rotationOf(frameA), axes),
    rotationB: times(rotationOf(frameB), axes),
  };
  if (kind.type === 'fixed') return { fixed: framed };
  const range = kind.range && (swapped ? mirrored(kind.range) : kind.range);
  if (kind.type === 'ball')
    return {
      ball: {
        ...framed,
        ...(kind.swing === undefined ? {} : { swingLimit: kind.swing }),
        ...(range ? { twistLimits: angles(range) } : {}),
      },
    };
  if (kind.type === 'hinge')
    return { hinge: { ...framed, ...(range ? { limits: angles(range) } : {}), ...driven.angular } };
  return {
    prismatic: { ...framed, ...(range ? { limits: lengths(range) } : {}), ...driven.linear },
  };
}

const mirrored = ({ least, most }: Range): Range => ({ least: -most, most: -least });

const angles = ({ least, most }: Range): SceneAngularLimits => ({
  lower: Math.max(least, -Math.PI),
  upper: Math.min(most, Math.PI),
});

const lengths = ({ least, most }: Range): SceneLinearLimits => ({
  ...(least > -Infinity ? { lower: least } : {}),
  ...(most < Infinity ? { upper: most } : {}),
});

interface Drives {
  readonly angular: { motor?: SceneAngularMotor; drive?: SceneAngularDrive };
  readonly linear: { motor?: SceneLinearMotor; drive?: SceneLinearDrive };
}

/** Drives: a force `stiffness · (target − x) + damping · (velocity − v)`, or an acceleration of that size. */
function drivesOf(
  description: Place,
  kind: Kind,
  swapped: boolean,
  ends: readonly (SceneBody | undefined)[],
  notes: Notes,
): Drives {
  const made: Drives = { angular: {}, linear: {} };
  const sign = swapped ? -1 : 1;
  for (const drive of description.at('drives').items()) {
    const type = drive.at('type').oneOf(['linear', 'angular']);
    const mode = drive.at('mode').oneOf(['force', 'acceleration']);
    const axis = drive.at('axis').count(2);
    const turns = type === 'angular';
    const wanted = turns ? 'hinge' : 'prismatic';
    if (kind.type !== wanted || kind.axis !== axis) {
      notes.add(drive, 'only hinges turn and only sliders slide by themselves: it is left out');
      continue;
    }
    const stiffness = drive.at('stiffness').numberOr(0, { least: 0 });
    const damping = drive.at('damping').numberOr(0, { least: 0 });
    const velocity = drive.at('velocityTarget').numberOr(0);
    const strongest = drive.at('maxForce').given
      ? drive.at('maxForce').number({ least: 0 })
      : undefined;
    const most = strongest === undefined ? {} : { [turns ? 'maxTorque' : 'maxForce']: strongest };
    const to = made[type];
    if (stiffness === 0 && damping === 0) continue;
    if (stiffness === 0) {
      if (damping < hardDamping)
        notes.add(drive, 'a motor keeps its velocity as far as its force lets it, without damping');
      to.motor = { velocity: sign * velocity, ...most };
      continue;
    }
    const mass = mode === 'acceleration' ? 1 : turns ? undefined : massBetween(ends);
    if (mass === undefined) {
      notes.add(
        drive,
        'a force instead of an acceleration needs masses that are given: it is left out',
      );
      continue;
    }
    const rate = Math.sqrt(stiffness / mass);
    // A target velocity shifts the equilibrium of the spring, so the target moves there.
    const target = drive.at('positionTarget').numberOr(0) + (damping * velocity) / stiffness;
    to.drive = {
      target: sign * target,
      frequency: rate / (2 * Math.PI),
      dampingRatio: damping / mass / (2 * rate),
      ...most,
    };
  }
  return made;
}

/** Reduced mass of two bodies; undefined if it depends on the volume of a shape. */
function massBetween(ends: readonly (SceneBody | undefined)[]): number | undefined {
  let inverse = 0;
  for (const body of ends) {
    if (body?.type !== 'dynamic') continue;
    if (body.mass === undefined) return undefined;
    inverse += 1 / body.mass;
  }
  return inverse > 0 ? 1 / inverse : undefined;
}
