import type { Body, BodyDescription } from 'holonom';
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

const pose = () => ({ position: new Vector3(), rotation: new Quaternion() });

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
  /** Pose of the body before the last step; none for another body. */
  const past = useRef({ body: undefined as Body | undefined, ...pose() });
  /** Pose of the body after the last step. */
  const stepped = useRef(pose());
  const present = useRef(pose());
  const body = useDescribed(
    'body',
    description,
    (world, described) => world.addBody(described),
    ref,
    true,
  );
  useEvents(body, handlers);

  useMoving({
    capture() {
      if (!body.current?.alive) return;
      body.current.getPosition(past.current.position);
      body.current.getRotation(past.current.rotation);
      past.current.body = body.current;
      stepped.current.position.copy(past.current.position);
      stepped.current.rotation.copy(past.current.rotation);
    },
    step() {
      if (!body.current?.alive) return;
      body.current.getPosition(stepped.current.position);
      body.current.getRotation(stepped.current.rotation);
    },
    draw(share) {
      const shown = group.current;
      if (!shown || !body.current?.alive) return;
      const { position, rotation } = present.current;
      body.current.getPosition(position);
      body.current.getRotation(rotation);
      const { body: moved, ...before } = past.current;
      // A new body, or one teleported since the step, is not interpolated.
      const isUnderWay =
        moved === body.current &&
        stepped.current.position.equals(position) &&
        stepped.current.rotation.equals(rotation);
      if (isUnderWay) {
        position.lerpVectors(before.position, position, share);
        rotation.slerpQuaternions(before.rotation, rotation, share);
      }
      placeInWorld(shown, rotation, position);
    },
  });

  return <group ref={group}>{children}</group>;
}
