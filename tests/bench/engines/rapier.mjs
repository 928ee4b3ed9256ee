import rapier from '@dimforge/rapier3d-simd-compat';
import { jointFrames } from '../joint-frames.mjs';
import { friction, gravity } from '../scene.mjs';

/** @type {import('../worker.mjs').LoadEngine} */
export async function loadEngine() {
  await rapier.init();
  return { version: rapier.version(), createWorld };
}

const xyz = ([x, y, z]) => ({ x, y, z });

/** @returns {import('../worker.mjs').BenchWorld} */
function createWorld(scene) {
  const { bodies: descriptions, joints = [], cloth } = scene;
  if (cloth) throw new Error('has no cloth');
  const world = new rapier.World(xyz(gravity));
  const bodies = descriptions.map((description) => addBody(world, scene, description));
  for (const joint of joints) addJoint(world, bodies, descriptions, joint);
  const ray = new rapier.Ray(xyz([0, 0, 0]), xyz([0, 0, 1]));
  const position = xyz([0, 0, 0]);
  const rotation = { ...position, w: 1 };
  return {
    step(dt) {
      world.timestep = dt;
      world.step();
    },
    readPoses(poses) {
      for (let i = 0; i < bodies.length; i++) {
        const [p, q] = [bodies[i].translation(position), bodies[i].rotation(rotation)];
        poses[7 * i] = p.x;
        poses[7 * i + 1] = p.y;
        poses[7 * i + 2] = p.z;
        poses[7 * i + 3] = q.x;
        poses[7 * i + 4] = q.y;
        poses[7 * i + 5] = q.z;
        poses[7 * i + 6] = q.w;
      }
    },
    raycast(from, direction, farthest) {
      ray.origin.x = from[0];
      ray.origin.y = from[1];
      ray.origin.z = from[2];
      ray.dir.x = direction[0];
      ray.dir.y = direction[1];
      ray.dir.z = direction[2];
      return world.castRay(ray, farthest, true)?.timeOfImpact ?? -1;
    },
    dispose: () => world.free(),
  };
}

function colliderOf({ box, sphere, capsule, hull, mesh }) {
  const { ColliderDesc } = rapier;
  if (box) return ColliderDesc.cuboid(...box.halfExtents);
  if (sphere) return ColliderDesc.ball(sphere.radius);
  if (capsule) return ColliderDesc.capsule(capsule.halfHeight, capsule.radius);
  return hull
    ? ColliderDesc.convexHull(hull.points)
    : ColliderDesc.trimesh(mesh.vertices, mesh.indices);
}

function addBody(
  world,
  { friction: own = friction, restitution = 0, continuous = false },
  { fixed, position, rotation, shape, density, velocity = [0, 0, 0], sleeps = false },
) {
  const { RigidBodyDesc } = rapier;
  const description = fixed ? RigidBodyDesc.fixed() : RigidBodyDesc.dynamic().setCanSleep(sleeps);
  const [x, y, z, w] = rotation;
  description.setTranslation(...position).setRotation({ x, y, z, w });
  description.setCcdEnabled(continuous);
  const body = world.createRigidBody(description.setLinvel(...velocity));
  const collider = colliderOf(shape).setDensity(density).setFriction(own);
  world.createCollider(collider.setRestitution(restitution), body);
  return body;
}

function addJoint(world, bodies, descriptions, joint) {
  const { a, b, frameA, frameB } = jointFrames(descriptions, joint);
  const made = world.createImpulseJoint(dataOf(joint, frameA, frameB), bodies[a], bodies[b], true);
  made.setContactsEnabled(false);
  const limits = joint.hinge?.limits;
  if (limits) made.setLimits(limits.lower, limits.upper);
}

function dataOf({ ball, hinge, fixed, distance }, frameA, frameB) {
  const { JointData } = rapier;
  const [anchorA, anchorB] = [xyz(frameA.anchor), xyz(frameB.anchor)];
  if (ball?.swingLimit !== undefined) throw new Error('has no limits of ball joints');
  if (ball) return JointData.spherical(anchorA, anchorB);
  if (hinge) return JointData.revolute(anchorA, anchorB, xyz(frameA.axis));
  if (distance) return JointData.rope(distance.length, anchorA, anchorB);
  const turns = [frameA, frameB].map(({ rotation: [x, y, z, w] }) => ({ x, y, z, w }));
  // A weld: frames that coincide at the start.
  return fixed && JointData.fixed(anchorA, turns[0], anchorB, turns[1]);
}
