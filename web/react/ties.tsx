// Objects that refer to those of other components: joints, forces and attachments.
import {
  type AttachmentDescription,
  type Attachment as AttachmentObject,
  type ForceDescription,
  type Force as ForceObject,
  type JointDescription,
  type Joint as JointObject,
  type World,
  WorldObject,
} from 'holonom';
import { checkedCallback, reading } from 'holonom/internal';
import { type Ref, type RefObject, useSyncExternalStore } from 'react';
import { useDescribed } from './described.js';
import { useEvents } from './events.js';
import { useSimulation } from './simulation.js';

/** Fields that refer to another object. */
const ends = [
  'body',
  'bodyA',
  'bodyB',
  'cloth',
  'rope',
  'grains',
  'softBody',
  'rod',
  'springNetwork',
  'toCloth',
  'toRope',
  'toGrains',
  'toSoftBody',
  'toRod',
] as const;

/** An object or its id, or the `ref` of its component. */
type OrRef<Value> =
  | Value
  | RefObject<Extract<Value, WorldObject> | null>
  | Extract<Value, undefined>;

type WithRefs<Description> = {
  readonly [Key in keyof Description]: Key extends (typeof ends)[number]
    ? OrRef<Description[Key]>
    : Description[Key];
};

type Descriptions<Union> = Union extends unknown
  ? { readonly [Type in keyof Union]: WithRefs<NonNullable<Union[Type]>> }
  : never;

type Each<Union> = Union extends unknown ? WithRefs<Union> : never;

/** Description of a joint. Bodies can be refs of components. */
export type JointProps = Descriptions<JointDescription> & {
  /** The joint, while it exists. */
  readonly ref?: Ref<JointObject>;
  /** The joint exceeded its `breakForce` or `breakTorque` and was removed. */
  readonly onBreak?: ((joint: JointObject) => void) | undefined;
};

/** Description of a force. Bodies can be refs of components. */
export type ForceProps = Descriptions<ForceDescription> & {
  /** The force, while it exists. */
  readonly ref?: Ref<ForceObject>;
};

/** Description of an attachment. Objects can be refs of components. */
export type AttachmentProps = Each<AttachmentDescription> & {
  /** The attachment, while it exists. */
  readonly ref?: Ref<AttachmentObject>;
};

type Fields = Readonly<Record<string, unknown>>;

/** Creates the object once everything it refers to exists, wherever in the tree, and recreates it with them. */
function useTie<Item extends WorldObject>(
  kind: string,
  given: Fields,
  add: (world: World, description: never) => Item,
  ref: Ref<Item> | undefined,
) {
  const simulation = useSimulation();
  useSyncExternalStore(simulation.subscribe, simulation.version);
  const found: Record<string, unknown> = { ...given };
  let ready = true;
  for (const end of ends) {
    if (given[end] === undefined) continue;
    const object = reading(end, given[end], () => targetOf(given[end]));
    found[end] = object;
    if (object instanceof WorldObject ? !object.alive : object === undefined) ready = false;
  }
  return useDescribed(kind, ready ? found : undefined, add, ref, false);
}

/** Target of a ref, or the value itself; undefined while a ref is empty. */
function targetOf(value: unknown): unknown {
  const isRef = typeof value === 'object' && value !== null && 'current' in value;
  return isRef ? (value.current ?? undefined) : value;
}

/** An object of one of several types, such as a hinge. */
function useTypedTie<Item extends WorldObject>(
  description: Fields,
  add: (world: World, description: never) => Item,
  ref: Ref<Item> | undefined,
) {
  const types = Object.keys(description).filter((type) => description[type] !== undefined);
  const [type = ''] = types;
  const fields = description[type];
  const isPlain = () => Object.prototype.toString.call(fields) === '[object Object]';
  const sound = reading(type, fields, () =>
    types.length === 1 && isPlain() ? { ...(fields as Fields) } : undefined,
  );
  // The world refuses a description that is not exactly one type with its fields.
  return useTie(
    sound ? type : '',
    sound ?? {},
    (world, described) => add(world, (sound ? { [type]: described } : description) as never),
    ref,
  );
}

/**
 * A joint between the bodies of components.
 * @example <Joint hinge={{ bodyA: crate, anchor: [0, 1, 0], axis: [0, 0, 1] }} onBreak={(joint) => console.log(joint.id)} />
 */
export function Joint({ ref, onBreak, ...description }: JointProps) {
  checkedCallback('onBreak', onBreak);
  const add = (world: World, described: never): JointObject => world.addJoint(described);
  const joint = useTypedTie(description, add, ref);
  useEvents(joint, { jointBreak: onBreak && ((event) => onBreak(event.joint)) });
  return null;
}

/**
 * A force on the bodies of components: a spring, drag, field, point force or torque.
 * @example <Force spring={{ bodyA: crate, anchorB: [0, 4, 0], stiffness: 50, damping: 2 }} />
 */
export function Force({ ref, ...description }: ForceProps) {
  const add = (world: World, described: never): ForceObject => world.addForce(described);
  useTypedTie(description, add, ref);
  return null;
}

/**
 * Attaches a particle of the component of a cloth, rope, grains, soft body or rod, or a node of a network's, to a
 * body's, to another particle or to the world.
 * @example <Attachment cloth={cloth} point={3} body={crate} />
 */
export function Attachment({ ref, ...description }: AttachmentProps) {
  const add = (world: World, described: never) => world.addAttachment(described);
  useTie<AttachmentObject>('attachment', description, add, ref);
  return null;
}
