import { loadHolonom } from '../../../dist/package/index.js';
import { friction, gravity } from '../scene.mjs';

/** @type {import('../worker.mjs').LoadEngine} */
export async function loadEngine() {
  const holonom = await loadHolonom();
  return { version: holonom.version, createWorld: (scene) => createWorld(holonom, scene) };
}

/** @returns {import('../worker.mjs').BenchWorld} */
function createWorld(holonom, { bodies: descriptions, joints = [], cloth: clothDescription }) {
  const world = holonom.createWorld({ gravity });
  if ('sleeping' in world) world.sleeping = false;
  const bodies = descriptions.map((description) => addBody(world, description));
  for (const joint of joints) addJoint(world, bodies, joint);
  const cloth = clothDescription && addCloth(world, clothDescription);
  return {
    step: (dt) => world.step(dt),
    readPoses(poses) {
      for (let i = 0; i < bodies.length; i++) {
        poses.set(bodies[i].position, 7 * i);
        poses.set(bodies[i].rotation, 7 * i + 3);
      }
    },
    particles: () => cloth?.positions ?? [],
    raycast: (from, direction, maxDistance) =>
      world.raycast(from, direction, { maxDistance })?.distance ?? -1,
    timings: () => world.timings,
    dispose: () => world.dispose(),
  };
}

const addBody = (world, { fixed, position, rotation, shape, density, velocity = [0, 0, 0] }) =>
  world.addBody({
    type: fixed ? 'static' : 'dynamic',
    position,
    rotation,
    shape: shape.hull ? { hull: { points: [...shape.hull.points] } } : shape,
    linearVelocity: velocity,
    density,
    friction,
  });

/** Its joints are described as the scenes' are, with bodies in place of their indices. */
function addJoint(world, bodies, joint) {
  const [[kind, { bodyA, bodyB, ...rest }]] = Object.entries(joint);
  world.addJoint({ [kind]: { bodyA: bodies[bodyA], bodyB: bodies[bodyB], ...rest } });
}

const addCloth = (world, { size, points, position, mass, pins, thickness, damping }) =>
  world.addCloth({
    grid: { size: [size, size], segments: [points - 1, points - 1] },
    position,
    mass,
    pins,
    thickness,
    damping,
    friction,
    drag: 0, // the others have no air
  });
