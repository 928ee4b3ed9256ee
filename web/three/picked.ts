// What a ray meets: an object of the world, and which of its points.
import type { Body, Cloth, Grains, Rod, Rope, SoftBody, SpringNetwork } from 'holonom';
import { checkedPicked } from './checks.js';

/**
 * An object of the world under a ray: a body, a particle of a cloth, rope, grains, soft body or rod, or a node of a
 * spring network, under the name of its kind.
 */
export type Picked =
  | {
      readonly body: Body;
      readonly point?: never;
      readonly cloth?: never;
      readonly rope?: never;
      readonly grains?: never;
      readonly softBody?: never;
      readonly rod?: never;
      readonly springNetwork?: never;
    }
  | {
      readonly cloth: Cloth;
      readonly point: number;
      readonly body?: never;
      readonly rope?: never;
      readonly grains?: never;
      readonly softBody?: never;
      readonly rod?: never;
      readonly springNetwork?: never;
    }
  | {
      readonly rope: Rope;
      readonly point: number;
      readonly body?: never;
      readonly cloth?: never;
      readonly grains?: never;
      readonly softBody?: never;
      readonly rod?: never;
      readonly springNetwork?: never;
    }
  | {
      readonly grains: Grains;
      readonly point: number;
      readonly body?: never;
      readonly cloth?: never;
      readonly rope?: never;
      readonly softBody?: never;
      readonly rod?: never;
      readonly springNetwork?: never;
    }
  | {
      readonly softBody: SoftBody;
      readonly point: number;
      readonly body?: never;
      readonly cloth?: never;
      readonly rope?: never;
      readonly grains?: never;
      readonly rod?: never;
      readonly springNetwork?: never;
    }
  | {
      readonly rod: Rod;
      readonly point: number;
      readonly body?: never;
      readonly cloth?: never;
      readonly rope?: never;
      readonly grains?: never;
      readonly softBody?: never;
      readonly springNetwork?: never;
    }
  | {
      readonly springNetwork: SpringNetwork;
      readonly point: number;
      readonly body?: never;
      readonly cloth?: never;
      readonly rope?: never;
      readonly grains?: never;
      readonly softBody?: never;
      readonly rod?: never;
    };

/**
 * Returns the object that was picked.
 * @example console.log(pickedObject({ cloth, point: 3 }).name);
 */
export function pickedObject(
  picked: Picked,
): Body | Cloth | Rope | Grains | SoftBody | Rod | SpringNetwork {
  const { body, cloth, rope, grains, softBody, rod, springNetwork } = checkedPicked(picked);
  return (body ?? cloth ?? rope ?? grains ?? softBody ?? rod ?? springNetwork) as Body;
}
