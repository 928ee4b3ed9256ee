import type { Body, BodyDescription } from 'holonom';
import { BodyMotion } from 'holonom/internal';
import { type ReactNode, type Ref, useRef } from 'react';
import { type Group, Quaternion, Vector3 } from 'three';
import { useDescribed } from './described.js';
import { type BodyEvents, bodyEvents, useEvents } from './events.js';
import { useMoving } from './simulation.js';
import { placeInWorld } from './world-space.js';

/** Description of a body, its meshes and its events. */
export type RigidBodyProps = BodyDescription &
  BodyEvents & {
    /** Meshes in the body's axes. */
    readonly children?: ReactNode;
    /** The body, while it exists. */
    readonly ref?: Ref<Body>;
  };

const position = new Vector3();
const rotation = new Quaternion();

/**
 * A body that moves its children. `position` and `rotation` are in world axes: transforms of parent groups apply
 * neither to the body nor to its children. A changed field is assigned; a change of a field that is fixed at
 * creation, such as the shape, recreates the body.
 * @example
 * <RigidBody ref={crate} position={[0, 5, 0]} hitSpeed={2} onHit={({ approachSpeed }) => console.log(approachSpeed)}>
 *   <mesh>
 *     <boxGeometry />
 *     <meshStandardMaterial />
 *   </mesh>
 * </RigidBody>
 */
export function RigidBody({ children, ref, ...props }: RigidBodyProps) {
  const [handlers, description] = bodyEvents(props);
  const group = useRef<Group>(null);
  const motion = useRef<BodyMotion>(null);
  const body = useDescribed(
    'body',
    description,
    (world, described) => world.addBody(described),
    ref,
    true,
  );
  useEvents(body, handlers);

  /** Motion of the present body; of another one there is nothing to interpolate. */
  const motionNow = () => {
    if (body.current && motion.current?.body !== body.current)
      motion.current = new BodyMotion(body.current);
    return motion.current;
  };
  useMoving({
    capture() {
      motionNow()?.capture();
    },
    step() {
      motionNow()?.step();
    },
    draw(share) {
      const drawn = motionNow();
      if (!group.current || !drawn?.update(share)) return;
      placeInWorld(
        group.current,
        rotation.fromArray(drawn.rotation),
        position.fromArray(drawn.position),
      );
    },
  });

  return <group ref={group}>{children}</group>;
}
