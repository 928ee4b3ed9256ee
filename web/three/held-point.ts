import type { Attachment, ParticleObject, SpringNetwork, Vec3 } from 'holonom';
import { checkedAttachment } from './checks.js';

/**
 * Returns the position of the point of an attachment, in world axes. Unit: m.
 * @example const [x, y, z] = heldPoint(tie);
 */
export function heldPoint(tie: Attachment): Vec3 {
  const { cloth, rope, grains, softBody, rod, springNetwork, triangle, weights, point } =
    checkedAttachment(tie);
  const object = (cloth ?? rope ?? grains ?? softBody ?? rod ?? springNetwork) as
    | ParticleObject
    | SpringNetwork;
  const { positions } = object;
  const corners =
    cloth && triangle !== undefined
      ? cloth.indices.subarray(3 * triangle, 3 * triangle + 3)
      : [point];
  const held: [number, number, number] = [0, 0, 0];
  corners.forEach((corner, k) => {
    const share = corners.length > 1 ? (weights?.[k] ?? 1 / 3) : 1;
    for (const axis of [0, 1, 2] as const)
      held[axis] += share * (positions[3 * corner + axis] as number);
  });
  return held;
}
