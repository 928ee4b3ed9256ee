// Bodies of a glTF file: nodes with `motion`, static colliders, and triggers.
import type { SceneBody } from '../definitions.generated.js';
import type { Quat, Vec3 } from '../types.js';
import { type GltfDocument, type GltfNode, rotationOr } from './document.js';
import {
  type Frame,
  frameOf,
  place,
  rigid,
  rotationOf,
  scaleOf,
  seenFrom,
  times,
  turn,
  world,
} from './frames.js';
import { groupsOf } from './groups.js';
import type { Notes } from './notes.js';
import type { Place } from './place.js';
import { joined, pieceOf } from './shapes.js';

export const rigidBodies = 'KHR_physics_rigid_bodies';
export const implicitShapes = 'KHR_implicit_shapes';

interface Part {
  readonly node: GltfNode;
  /** `collider` or `trigger`. */
  readonly place: Place;
}

/** A body before its references are resolved. */
interface Draft {
  readonly node: GltfNode;
  readonly motion: Place | undefined;
  readonly colliders: Part[];
  readonly triggers: Part[];
}

/** A body, its node and the rigid frame of that node. */
export interface MadeBody {
  readonly body: SceneBody;
  readonly node: GltfNode;
  readonly frame: Frame;
  /** Rotation from the node's axes to the body's. */
  readonly turned: Quat;
}

export const physicsOf = (node: GltfNode): Place => node.json.at('extensions').at(rigidBodies);

function isGone(node: GltfNode): boolean {
  const zeros = scaleOf(node.frame).filter((size) => size === 0).length;
  if (zeros > 0 && zeros < 3) node.json.at('scale').refuse('numbers-not-zero', 'range');
  return zeros === 3;
}

/** Assigns nodes to bodies: descendants of a node with motion move with it. */
function draftsOf(document: GltfDocument, notes: Notes): Draft[] {
  const drafts: Draft[] = [];
  const owners = new Map<number, Draft>();
  const groups = new Map<number, Draft>();
  for (const node of document.scene) {
    const physics = physicsOf(node);
    const [motion, collider, trigger] = ['motion', 'collider', 'trigger'].map((name) =>
      physics.at(name),
    ) as [Place, Place, Place];
    const draft = (moves?: Place): Draft => {
      const made = { node, motion: moves, colliders: [], triggers: [] };
      drafts.push(made);
      return made;
    };
    const owner =
      motion.given && !isGone(node) ? draft(motion) : node.parent && owners.get(node.parent.index);
    if (owner) owners.set(node.index, owner);
    if (isGone(node)) {
      if (physics.given) notes.add(physics, 'its node has no size, so it is left out');
      continue;
    }
    if (collider.given) (owner ?? draft()).colliders.push({ node, place: collider });
    if (!trigger.given) continue;
    const group = groups.get(node.index);
    if (trigger.at('geometry').given)
      (owner ?? group ?? draft()).triggers.push({ node, place: trigger });
    const members = trigger.at('nodes').items();
    if (members.length === 0 || owner) continue;
    const whole = draft();
    for (const member of members) groups.set(member.of(document.nodes, 'nodes').index, whole);
  }
  return drafts;
}

/** All bodies of a file's scene, in the order of its nodes. */
export function bodiesOf(document: GltfDocument, notes: Notes): MadeBody[] {
  const drafts = draftsOf(document, notes);
  const filters = document.list('collisionFilters', rigidBodies);
  const filterOf = ({ colliders, triggers }: Draft) => {
    const filter = (colliders[0] ?? triggers[0])?.place.at('collisionFilter');
    return filter?.given ? filter.of(filters, 'collision filters') : undefined;
  };
  const groups = groupsOf(drafts.map(filterOf));
  return drafts.map((draft) => {
    const made = bodyOf(document, draft, notes);
    const { collisionGroups, collisionMask } = groups(filterOf(draft)) ?? {};
    const shaped = draft.colliders.length + draft.triggers.length > 0;
    if (collisionGroups !== undefined && shaped)
      Object.assign(made.body, { collisionGroups, collisionMask });
    return made;
  });
}

function bodyOf(document: GltfDocument, draft: Draft, notes: Notes): MadeBody {
  const { node, motion, colliders, triggers } = draft;
  const own = rigid(node.frame);
  const spread = motion ? massOf(motion, notes) : undefined;
  const turned = spread?.turned ?? [0, 0, 0, 1];
  const frame: Frame = spread?.turned
    ? { ...frameOf([0, 0, 0], times(rotationOf(own), turned)), origin: own.origin }
    : own;
  const body: SceneBody = {
    ...(node.name ? { name: node.name } : {}),
    type: spread?.type ?? 'static',
    position: own.origin,
    rotation: rotationOf(frame),
  };
  const parts = colliders.length > 0 ? colliders : triggers;
  if (colliders.length > 0 && triggers.length > 0)
    notes.add(physicsOf(node), 'triggers that move with colliders are left out');
  if (motion) Object.assign(body, spread?.fields, motionOf(motion, node.frame, own, frame));
  const shapes = document.list('shapes', implicitShapes);
  const pieces = parts.flatMap((part) => {
    const geometry = part.place.at('geometry');
    if (!geometry.given) geometry.refuse('geometry');
    return pieceOf(document, shapes, part.node, geometry, frame, motion !== undefined, notes) ?? [];
  });
  if (motion && pieces.some((piece) => 'fixed' in piece)) motion.refuse('motion-of-plane');
  if (pieces.length > 0) body.shape = joined(pieces);
  else withoutShape(body, node, notes);
  if (colliders.length === 0 && triggers.length > 0) body.sensor = true;
  Object.assign(body, materialOf(document, colliders, notes));
  return { body, node, frame, turned };
}

/** Gives a body without a collider a small ball that collides with nothing. */
function withoutShape(body: SceneBody, node: GltfNode, notes: Notes): void {
  notes.add(physicsOf(node), 'without a collider it is a ball of 0.1 m that meets nothing');
  body.shape = { sphere: { radius: 0.1 } };
  body.collisionGroups = 0;
  body.collisionMask = 0;
}

function motionOf(motion: Place, node: Frame, own: Frame, frame: Frame): Partial<SceneBody> {
  const fields: Partial<SceneBody> = {};
  for (const name of ['linearVelocity', 'angularVelocity'] as const)
    if (motion.at(name).given) fields[name] = turn(own, motion.at(name).vector());
  const center = motion.at('centerOfMass');
  if (center.given) {
    const point: Frame = { axes: world.axes, origin: place(node, center.vector()) };
    fields.centerOfMass = seenFrom(frame, point).origin;
  }
  const factor = motion.at('gravityFactor');
  if (factor.given) fields.gravityScale = factor.number();
  return fields;
}

interface Spread {
  readonly type: 'dynamic' | 'kinematic';
  readonly fields: Partial<SceneBody>;
  /** Set if the principal axes differ from the node's axes. */
  readonly turned?: Quat;
}

/** Zero means an infinite mass or moment, which JSON can't represent. */
function massOf(motion: Place, notes: Notes): Spread {
  const mass = motion.at('mass').given ? motion.at('mass').number({ least: 0 }) : undefined;
  if (motion.at('isKinematic').flag()) return { type: 'kinematic', fields: {} };
  if (mass === 0) {
    notes.add(motion.at('mass'), 'a body of infinite mass becomes kinematic: nothing turns it');
    return { type: 'kinematic', fields: {} };
  }
  const fields: Partial<SceneBody> = mass === undefined ? {} : { mass };
  const diagonal = motion.at('inertiaDiagonal');
  if (!diagonal.given) return { type: 'dynamic', fields };
  const moments = diagonal.numbers(3, { least: 0 }) as Vec3;
  const most = 1e6 * (Math.max(...moments) || mass || 1);
  if (moments.includes(0))
    notes.add(diagonal, `an infinite moment becomes ${most} kg m², a million times the largest`);
  const finite = moments.map((moment) => moment || most) as Vec3;
  const rotation = rotationOr(motion.at('inertiaOrientation'));
  const along = alongAxes(finite, rotation);
  if (along) return { type: 'dynamic', fields: { ...fields, inertia: along } };
  return { type: 'dynamic', fields: { ...fields, inertia: finite }, turned: rotation };
}

/** Moments about the node's axes if these are principal axes. */
function alongAxes(moments: Vec3, rotation: Quat): Vec3 | undefined {
  const { axes } = frameOf([0, 0, 0], rotation);
  const entry = (i: number, j: number) =>
    moments.reduce(
      (sum, moment, k) => sum + moment * (axes[k]?.[i] as number) * (axes[k]?.[j] as number),
      0,
    );
  const slack = 1e-6 * Math.max(...moments);
  if ([entry(0, 1), entry(1, 2), entry(2, 0)].some((part) => Math.abs(part) > slack))
    return undefined;
  // Without a rotation, keep the digits of the file.
  return rotation[3] === 1 ? moments : [entry(0, 0), entry(1, 1), entry(2, 2)];
}

const rules = { average: 'average', minimum: 'min', maximum: 'max', multiply: 'multiply' } as const;
const ruleNames = Object.keys(rules) as (keyof typeof rules)[];

function materialOf(
  document: GltfDocument,
  colliders: readonly Part[],
  notes: Notes,
): Partial<SceneBody> {
  const list = document.list('physicsMaterials', rigidBodies);
  const used = colliders.map(({ place: collider }) => collider.at('physicsMaterial'));
  const [first] = used;
  const other = used.find(({ value }) => value !== first?.value);
  if (other) notes.add(other, 'a body has one material: that of its first collider');
  if (!first?.given) return {};
  const material = first.of(list, 'physics materials');
  const bounce = material.at('restitution').numberOr(0, { least: 0 });
  if (bounce > 1) notes.add(material.at('restitution'), 'it becomes 1: no impact gives speed');
  const sliding = material.at('dynamicFriction').numberOr(0.6, { least: 0 });
  const fields: Partial<SceneBody> = {
    friction: sliding,
    restitution: Math.min(bounce, 1),
  };
  const still = material.at('staticFriction').numberOr(0.6, { least: 0 });
  if (still > sliding) fields.staticFriction = still;
  if (still < sliding)
    notes.add(material.at('staticFriction'), 'static friction is not below that of sliding');
  for (const name of ['frictionCombine', 'restitutionCombine'] as const)
    if (material.at(name).given) fields[name] = rules[material.at(name).oneOf(ruleNames)];
  return fields;
}
