// Forces of contacts, joints and attachments on bodies and particles, each pair once.
import type { Attachment, Body, Joint, ParticleObject, World } from 'holonom';
import { Quaternion, Vector3 } from 'three';
import { heldPoint } from './held-point.js';

/** A force on a body, a particle or a node. */
export interface ActingForce {
  /** Key of the pair, the same from step to step. */
  readonly key: string;
  readonly kind: 'contact' | 'joint' | 'tie';
  /** Point of application, in world axes. Unit: m. */
  readonly at: Vector3;
  /** Force, in world axes. Unit: N. */
  readonly force: Vector3;
}

/**
 * Forces of contacts, joints, attachments and seams after the last step. Of a pair, the force on the dynamic body is
 * shown; of two dynamic bodies, the force on the supported one.
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
    // A contact without pressure has no force to show.
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
  for (const tie of world.attachments) all.push(forceOfTie(tie, gravity));
  const { cloths, ropes, grains, softBodies } = world;
  for (const object of [...cloths, ...ropes, ...grains, ...softBodies])
    if (object.seams.length > 0) all.push(...forcesOfSeams(object));
  return all;
}

/** Force of an attachment on its point, or on a body that hangs from it. */
function forceOfTie(tie: Attachment, gravity: Vector3): ActingForce {
  const force = new Vector3(...tie.force);
  if (moves(tie.body) && force.dot(gravity) > 0) force.negate();
  return { key: `tie ${tie.id}`, kind: 'tie', at: new Vector3(...heldPoint(tie)), force };
}

/** Force of each sewn pair on its first particle. The table holds x of all pairs, then y, then z. */
function forcesOfSeams(object: ParticleObject): ActingForce[] {
  const { particles, forces } = object.constraints('seam');
  const { positions } = object;
  const pairs = forces.length / 3;
  return Array.from({ length: pairs }, (_, i) => {
    const force = new Vector3(...[i, pairs + i, 2 * pairs + i].map((at) => forces[at] as number));
    const at = new Vector3().fromArray(positions, 3 * (particles[2 * i] as number));
    return { key: `seam ${object.id} ${i}`, kind: 'tie', at, force };
  });
}

const moves = (body: Body | undefined): boolean => body?.type === 'dynamic';

function isOnB(a: Body, b: Body | undefined, forceOnB: Vector3, gravity: Vector3): boolean {
  if (!moves(a) || !moves(b)) return moves(b);
  return forceOnB.dot(gravity) <= 0;
}

/** Anchor of the joint on B, in world axes: point of application of the force on B. */
function anchorOf({ bodyB, anchorB }: Joint): Vector3 {
  const at = new Vector3(anchorB?.[0], anchorB?.[1], anchorB?.[2]);
  if (!bodyB) return at;
  return at.applyQuaternion(new Quaternion(...bodyB.rotation)).add(new Vector3(...bodyB.position));
}
