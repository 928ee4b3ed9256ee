import {
  Body,
  type BodyId,
  type JointDescription,
  type Joint as JointObject,
  type JointType,
} from 'holonom';
import { type Ref, type RefObject, useSyncExternalStore } from 'react';
import { useDescribed } from './described.js';
import { useSimulation } from './simulation.js';

/** A body, or the `ref` of a `<RigidBody>`. */
type BodyOrRef = Body | BodyId | RefObject<Body | null>;

type WithRefs<Description> = {
  readonly [Key in keyof Description]: Key extends 'bodyA' | 'bodyB' ? BodyOrRef : Description[Key];
};

type Descriptions<Union> = Union extends unknown
  ? { readonly [Type in keyof Union]: WithRefs<NonNullable<Union[Type]>> }
  : never;

/** A joint's description, in which bodies may be the refs of components. */
export type JointProps = Descriptions<JointDescription> & {
  /** The joint, while it exists. */
  readonly ref?: Ref<JointObject>;
};

/**
 * A joint between the bodies of components, wherever these stand: it is made as soon as there are both, and made anew
 * with them.
 */
export function Joint({ ref, ...description }: JointProps) {
  const simulation = useSimulation();
  useSyncExternalStore(simulation.subscribe, simulation.version);
  const [type, fields] = Object.entries(description)[0] as [JointType, Record<string, unknown>];
  const found: Record<string, unknown> = { ...fields };
  for (const end of ['bodyA', 'bodyB'])
    if (isRef(found[end])) found[end] = found[end].current ?? undefined;
  const ready = (['bodyA', 'bodyB'] as const).every(
    (end) =>
      fields[end] === undefined || (found[end] instanceof Body ? found[end].alive : found[end]),
  );
  useDescribed(
    type,
    ready ? found : undefined,
    (world, described) => world.addJoint({ [type]: described } as never),
    ref,
    false,
  );
  return null;
}

const isRef = (value: unknown): value is RefObject<Body | null> =>
  typeof value === 'object' && value !== null && 'current' in value;
