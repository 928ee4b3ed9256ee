// The one thing of the world that the reader has chosen to look at and change.
import type {
  Attachment,
  Body,
  Cloth,
  FieldDefinition,
  Force,
  Grains,
  Joint,
  ParticleObject,
  Rod,
  Rope,
  SoftBody,
  SpringNetwork,
  StructDefinition,
  World,
} from 'holonom';
import { definitions } from 'holonom';
import { heldPoint, type Picked, pickedObject } from 'holonom/three';

/** What can be chosen. */
export type Thing =
  | Body
  | Joint
  | Force
  | Cloth
  | Rope
  | Grains
  | SoftBody
  | Rod
  | SpringNetwork
  | Attachment;

/** Kinds of things, in the order in which one goes through them. */
export const kinds = [
  'body',
  'joint',
  'cloth',
  'rope',
  'grains',
  'softBody',
  'rod',
  'springNetwork',
  'attachment',
  'force',
] as const;
export type Kind = (typeof kinds)[number];

const collections = {
  body: 'bodies',
  joint: 'joints',
  cloth: 'cloths',
  rope: 'ropes',
  grains: 'grains',
  softBody: 'softBodies',
  rod: 'rods',
  springNetwork: 'springNetworks',
  attachment: 'attachments',
  force: 'forces',
} as const;

/** All things of a kind. */
export const thingsOf = (world: World, kind: Kind) => world[collections[kind]];

/** What was chosen. */
export interface Chosen {
  readonly kind: Kind;
  readonly thing: Thing;
  /** Its place among those of its kind then, which it has again when its scene is built anew. */
  readonly index: number;
  /** Of particles or a network: the particle or node that was touched. */
  readonly point: number;
}

/** The kind of what was touched on the stage. */
export const kindOf = (picked: Picked) =>
  (['body', 'cloth', 'rope', 'grains', 'softBody', 'rod', 'springNetwork'] as const).find(
    (kind) => picked[kind],
  ) as Exclude<Kind, 'joint' | 'attachment' | 'force'>;

/** What was touched on the stage. */
export function chosenBy(world: World, picked: Picked): Chosen {
  const { point = 0 } = picked;
  const kind = kindOf(picked);
  const thing = pickedObject(picked);
  const list: Thing[] = [...thingsOf(world, kind)];
  return { kind, thing, index: list.indexOf(thing), point };
}

/** What is in the same place of another world. */
export function sameIn(world: World, { kind, index, point }: Chosen): Chosen | undefined {
  const thing = thingsOf(world, kind).at(index) as Thing | undefined;
  return thing && { kind, thing, index, point };
}

/** The next thing (1) or the one before (−1), of any kind, going around. */
export function neighborOf(
  world: World,
  chosen: Chosen | undefined,
  way: 1 | -1,
): Chosen | undefined {
  const all = kinds.flatMap((kind) =>
    [...thingsOf(world, kind)].map((thing: Thing, index) => ({ kind, thing, index, point: 0 })),
  );
  const at = all.findIndex(({ thing }) => thing === chosen?.thing);
  if (at < 0) return way > 0 ? all[0] : all.at(-1);
  return all[(at + way + all.length) % all.length];
}

/** The table of a thing's fields; joints and forces have one for each type. */
export function tableOf({ kind, thing }: Chosen): StructDefinition & { readonly name: string } {
  if (kind === 'joint' || kind === 'force') {
    const { type } = thing as Joint | Force;
    return { ...(definitions.structs[type] as StructDefinition), name: type };
  }
  return definitions.kinds.find(({ name }) => name === kind) as (typeof definitions.kinds)[0];
}

/** The value of a field now; undefined where it is absent. */
export const fieldValue = (thing: Thing, { name }: FieldDefinition): unknown =>
  (thing as unknown as Record<string, unknown>)[name];

/** Where a thing is, for a mark on the stage; undefined for what has no place. */
export function placeOf({
  kind,
  thing,
  point,
}: Chosen): readonly [number, number, number] | undefined {
  switch (kind) {
    case 'body':
      return (thing as Body).worldCenterOfMass;
    case 'cloth':
    case 'rope':
    case 'grains':
    case 'softBody':
    case 'rod':
    case 'springNetwork':
      return pointOf((thing as ParticleObject | SpringNetwork).positions, point);
    case 'attachment':
      return heldPoint(thing as Attachment);
    case 'joint':
      return (thing as Joint).bodyA.worldCenterOfMass;
    default: {
      const { body, bodyA } = thing as { body?: Body; bodyA?: Body };
      return (body ?? bodyA)?.worldCenterOfMass;
    }
  }
}

/** x y z of a particle or node. */
export function pointOf(list: ArrayLike<number>, point: number): [number, number, number] {
  const at = 3 * point;
  return [list[at] as number, list[at + 1] as number, list[at + 2] as number];
}
