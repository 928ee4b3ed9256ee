// What a ray meets: an object of the world, and which of its points.
import type { Body, Cloth, Grains, Rope, SpringNetwork } from 'holonom';
import { checkedPicked } from './checks.js';

interface Kinds {
  readonly body: Body;
  readonly cloth: Cloth;
  readonly rope: Rope;
  readonly grains: Grains;
  readonly springNetwork: SpringNetwork;
}

type Of<Kind extends keyof Kinds> = Pick<Kinds, Kind> & {
  readonly [Other in Exclude<keyof Kinds, Kind>]?: never;
};

/**
 * An object of the world under a ray: a body, a particle of a cloth, rope or grains, or a node of a spring network,
 * under the name of its kind.
 */
export type Picked =
  | (Of<'body'> & { readonly point?: never })
  | ((Of<'cloth'> | Of<'rope'> | Of<'grains'> | Of<'springNetwork'>) & { readonly point: number });

/**
 * Returns the object that was picked.
 * @example console.log(pickedObject({ cloth, point: 3 }).name);
 */
export function pickedObject(picked: Picked): Kinds[keyof Kinds] {
  const { body, cloth, rope, grains, springNetwork } = checkedPicked(picked);
  return (body ?? cloth ?? rope ?? grains ?? springNetwork) as Body;
}
