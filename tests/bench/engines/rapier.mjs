import rapier from '@dimforge/rapier3d-simd-compat';
import { density, friction, gravity } from '../scenes.mjs';

/** @type {import('../worker.mjs').LoadEngine} */
export async function loadEngine() {
  await rapier.init();
  return { version: rapier.version(), cloth: false, createWorld };
}

/** @returns {import('../worker.mjs').BenchWorld} */
function createWorld({ bodies: descriptions }) {
  const [x, y, z] = gravity;
  const world = new rapier.World({ x, y, z });
  const bodies = descriptions.map((description) => addBody(world, description));
  return {
    step(dt) {
      world.timestep = dt;
      world.step();
    },
    poses: () =>
      bodies.flatMap((body) => {
        const [p, q] = [body.translation(), body.rotation()];
        return [p.x, p.y, p.z, q.x, q.y, q.z, q.w];
      }),
    particles: () => [],
    dispose: () => world.free(),
  };
}

function addBody(world, { fixed, position, halfExtents, radius }) {
  const { RigidBodyDesc, ColliderDesc } = rapier;
  const description = fixed ? RigidBodyDesc.fixed() : RigidBodyDesc.dynamic().setCanSleep(false);
  const body = world.createRigidBody(description.setTranslation(...position));
  const collider = halfExtents ? ColliderDesc.cuboid(...halfExtents) : ColliderDesc.ball(radius);
  world.createCollider(collider.setDensity(density).setFriction(friction).setRestitution(0), body);
  return body;
}
