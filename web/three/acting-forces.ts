// What contacts and joints do to bodies, each pair once.
import type { Body, Joint, World } from 'holonom';
import { Quaternion, Vector3 } from 'three';

/** A force on a body. */
export interface ActingForce {
  /** The same from step to step for the same pair. */
  readonly key: string;
  readonly kind: 'contact' | 'joint';
  /** Where it acts, in world axes. Unit: m. */
  readonly at: Vector3;
  /** In world axes. Unit: N. */
  readonly force: Vector3;
}

/**
 * The forces of contacts and joints after the last step. Of two bodies that push each other, the one that moves is
 * shown; of two that move, the one that is held up.
 */
export function actingForces(world: World): ActingForce[] {
  const gravity = new Vector3(...world.gravity);
  const all: ActingForce[] = [];
  for (const { bodyA, bodyB, sensor, normal, points, frictionForce } of world.contacts) {
    if (sensor) continue;
    const at = new Vector3();
    const force = new Vector3(...frictionForce);
    let pressure = 0;
    for (const { position, normalForce } of points) {
      pressure += normalForce;
      at.add(new Vector3(...position).multiplyScalar(normalForce));
      force.add(new Vector3(...normal).multiplyScalar(normalForce));
    }
    // What only rests against another without pressing has no force to show.
    if (!(pressure > 0)) continue;
    at.divideScalar(pressure);
    if (!isOnB(bodyA, bodyB, force, gravity)) force.negate();
    all.push({ key: `contact ${bodyA.id} ${bodyB.id}`, kind: 'contact', at, force });
  }
  for (const joint of world.joints) {
    const force = new Vector3(...joint.reaction.force);
    const at = anchorOf(joint);
    if (!isOnB(joint.bodyA, joint.bodyB, force, gravity)) force.negate();
    all.push({ key: `joint ${joint.id}`, kind: 'joint', at, force });
  }
  return all;
}

const moves = (body: Body | undefined): boolean => body?.type === 'dynamic';

function isOnB(a: Body, b: Body | undefined, forceOnB: Vector3, gravity: Vector3): boolean {
  if (!moves(a) || !moves(b)) return moves(b);
  return forceOnB.dot(gravity) <= 0;
}

/** The joint's point of B in world axes, where the force on B is told. */
function anchorOf({ bodyB, anchorB }: Joint): Vector3 {
  const at = new Vector3(anchorB?.[0], anchorB?.[1], anchorB?.[2]);
  if (!bodyB) return at;
  return at.applyQuaternion(new Quaternion(...bodyB.rotation)).add(new Vector3(...bodyB.position));
}
