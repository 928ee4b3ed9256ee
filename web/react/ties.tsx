// What holds the objects of other components: joints, forces and attachments.
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
import { type Ref, type RefObject, useSyncExternalStore } from 'react';
import { useDescribed } from './described.js';
import { useEvents } from './events.js';
import { useSimulation } from './simulation.js';

/** Fields that name another object. */
const ends = ['body', 'bodyA', 'bodyB', 'cloth', 'springNetwork'] as const;

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

/** A joint's description, in which bodies may be the refs of components. */
export type JointProps = Descriptions<JointDescription> & {
  /** The joint, while it exists. */
  readonly ref?: Ref<JointObject>;
  /** It was loaded beyond its `breakForce` or `breakTorque`, and is gone. */
  readonly onBreak?: ((joint: JointObject) => void) | undefined;
};

/** A force's description, in which bodies may be the refs of components. */
export type ForceProps = Descriptions<ForceDescription> & {
  /** The force, while it exists. */
  readonly ref?: Ref<ForceObject>;
};

/** An attachment's description, in which body, cloth and network may be the refs of components. */
export type AttachmentProps = Each<AttachmentDescription> & {
  /** The attachment, while it exists. */
  readonly ref?: Ref<AttachmentObject>;
};

type Fields = Readonly<Record<string, unknown>>;

/** Made as soon as there is all that it names, wherever that stands, and made anew with it. */
function useTie<Item extends WorldObject>(
  kind: string,
  given: Fields,
  add: (world: World, description: never) => Item,
  ref: Ref<Item> | undefined,
) {
  const simulation = useSimulation();
  useSyncExternalStore(simulation.subscribe, simulation.version);
  const found: Record<string, unknown> = { ...given };
  for (const end of ends) if (isRef(found[end])) found[end] = found[end].current ?? undefined;
  const ready = ends.every((end) => {
    if (given[end] === undefined) return true;
    const object = found[end];
    return object instanceof WorldObject ? object.alive : object !== undefined;
  });
  return useDescribed(kind, ready ? found : undefined, add, ref, false);
}

const isRef = (value: unknown): value is RefObject<WorldObject | null> =>
  typeof value === 'object' && value !== null && 'current' in value;

/** A joint between the bodies of components. */
export function Joint({ ref, onBreak, ...description }: JointProps) {
  const [type, fields] = Object.entries(description)[0] as [string, Fields];
  const add = (world: World, described: never) => world.addJoint({ [type]: described } as never);
  const joint = useTie<JointObject>(type, fields, add, ref);
  useEvents(joint, { jointBreak: onBreak && ((event) => onBreak(event.joint)) });
  return null;
}

/** A force on the bodies of components: a spring, a drag, a field, a constant push or torque. */
export function Force({ ref, ...description }: ForceProps) {
  const [type, fields] = Object.entries(description)[0] as [string, Fields];
  const add = (world: World, described: never) => world.addForce({ [type]: described } as never);
  useTie<ForceObject>(type, fields, add, ref);
  return null;
}

/** Ties a particle of a cloth's component, or a node of a network's, to a body's or to the world. */
export function Attachment({ ref, ...description }: AttachmentProps) {
  const add = (world: World, described: never) => world.addAttachment(described);
  useTie<AttachmentObject>('attachment', description, add, ref);
  return null;
}
