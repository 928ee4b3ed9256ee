import type { Body, BodyDescription } from 'holonom';
import { type ReactNode, type Ref, useRef } from 'react';
import { type Group, Quaternion, Vector3 } from 'three';
import { useDescribed } from './described.js';
import { type BodyEvents, bodyEvents, useEvents } from './events.js';
import { useMoving } from './simulation.js';

/** A body's description, what is drawn where it is, and what it tells. */
export type RigidBodyProps = BodyDescription &
  BodyEvents & {
    /** Meshes in the body's axes. */
    readonly children?: ReactNode;
    /** The body, while it exists. */
    readonly ref?: Ref<Body>;
  };

const pose = () => ({ position: new Vector3(), rotation: new Quaternion() });

/**
 * A body that carries what is inside. A change of a field is assigned; a change of what is fixed at creation, such as
 * the shape, makes it anew.
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
  /** Where the body was before the last step; another body was nowhere. */
  const past = useRef({ body: undefined as Body | undefined, ...pose() });
  /** Where the step took it. */
  const stepped = useRef(pose());
  const present = useRef(new Quaternion());
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
      body.current.getPosition(shown.position);
      body.current.getRotation(present.current);
      shown.quaternion.copy(present.current);
      if (past.current.body !== body.current) return;
      const { position, rotation } = stepped.current;
      // What was put elsewhere since is on no way there.
      if (!position.equals(shown.position) || !rotation.equals(present.current)) return;
      shown.position.lerpVectors(past.current.position, shown.position, share);
      shown.quaternion.slerpQuaternions(past.current.rotation, present.current, share);
    },
  });

  return <group ref={group}>{children}</group>;
}
