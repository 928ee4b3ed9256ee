import type { SpringNetworkDescription, SpringNetwork as SpringNetworkObject } from 'holonom';
import { checkedCallback } from 'holonom/internal';
import { type ReactNode, type Ref, useRef } from 'react';
import { BufferAttribute, type BufferGeometry, type LineSegments } from 'three';
import { useDescribed } from './described.js';
import { useEvents } from './events.js';
import { usePoints, writeVertices } from './points.js';

/** Description of a spring network, and the material of its springs. */
export type SpringNetworkProps = SpringNetworkDescription & {
  /** Line material. */
  readonly children?: ReactNode;
  /** The network, while it exists. */
  readonly ref?: Ref<SpringNetworkObject>;
  /** The network blew up and was stopped. */
  readonly onBlowUp?: ((network: SpringNetworkObject) => void) | undefined;
};

/**
 * A spring network with a line for each spring, in world axes: transforms of parent groups do not apply.
 * @example
 * <SpringNetwork grid={{ size: [1, 1], segments: [8, 8] }} position={[0, 3, 0]} pins={['top']} stiffness={500}>
 *   <lineBasicMaterial color="navy" />
 * </SpringNetwork>
 */
export function SpringNetwork({ children, ref, onBlowUp, ...description }: SpringNetworkProps) {
  checkedCallback('onBlowUp', onBlowUp);
  const lines = useRef<LineSegments>(null);
  const network = useDescribed(
    'springNetwork',
    description,
    (world, described) => world.addSpringNetwork(described),
    ref,
    true,
  );
  useEvents(network, {
    blowUp: onBlowUp && (({ springNetwork }) => springNetwork && onBlowUp(springNetwork)),
  });
  usePoints(network, lines, ({ geometry }, item, positions, isNew) => {
    if (isNew) build(geometry, item);
    writeVertices(geometry, item, positions);
  });

  return (
    <lineSegments ref={lines} frustumCulled={false}>
      <bufferGeometry />
      {children}
    </lineSegments>
  );
}

function build(geometry: BufferGeometry, network: SpringNetworkObject): void {
  geometry.setAttribute('position', new BufferAttribute(network.positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(network.edges.slice(), 1));
}
