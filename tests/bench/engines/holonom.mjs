import { bodyState, loadHolonom } from '../../../dist/package/index.js';
import { jointFrames } from '../joint-frames.mjs';
import { friction, gravity } from '../scene.mjs';

/** @type {import('../worker.mjs').LoadEngine} */
export async function loadEngine() {
  const holonom = await loadHolonom();
  return { version: holonom.version, createWorld: (scene) => createWorld(holonom, scene) };
}

/** @returns {import('../worker.mjs').BenchWorld} */
function createWorld(holonom, scene) {
  const { bodies: descriptions, joints = [], cloth: clothDescription } = scene;
  const world = holonom.createWorld({ gravity });
  world.sleeping = descriptions.some(({ sleeps }) => sleeps);
  const bodies = descriptions.map((description) => addBody(world, scene, description));
  for (const joint of joints) addJoint(world, bodies, descriptions, joint);
  const cloth = clothDescription && addCloth(world, clothDescription);
  return {
    step: (dt) => world.step(dt),
    readPoses(poses) {
      const { stride, position, rotation } = bodyState;
      const states = world.bodyStates;
      for (let to = 0, from = 0; to < poses.length; to += 7, from += stride) {
        poses[to] = states[from + position];
        poses[to + 1] = states[from + position + 1];
        poses[to + 2] = states[from + position + 2];
        poses[to + 3] = states[from + rotation];
        poses[to + 4] = states[from + rotation + 1];
        poses[to + 5] = states[from + rotation + 2];
        poses[to + 6] = states[from + rotation + 3];
      }
    },
    particles: () => cloth?.positions ?? [],
    raycast:
      world.raycast &&
      ((from, direction, maxDistance) =>
        world.raycast(from, direction, { maxDistance })?.distance ?? -1),
    memory: () => world.bodyStates.buffer.byteLength,
    timings: () => world.timings,
    dispose: () => world.dispose(),
  };
}

const addBody = (
  world,
  { friction: own = friction, restitution = 0 },
  { fixed, position, rotation, shape, density, velocity = [0, 0, 0], sleeps = false },
) =>
  world.addBody({
    type: fixed ? 'static' : 'dynamic',
    position,
    rotation,
    shape,
    linearVelocity: velocity,
    density,
    friction: own,
    restitution,
    canSleep: sleeps,
  });

/** Its angles are those of A as seen from B, in the scenes it is the other way round. */
function addJoint(world, bodies, descriptions, joint) {
  const { a, b, frameA, frameB } = jointFrames(descriptions, joint);
  const ends = { bodyA: bodies[b], bodyB: bodies[a] };
  if (joint.distance) Object.assign(ends, { anchorA: frameB.anchor, anchorB: frameA.anchor });
  const [[kind, description]] = Object.entries(joint);
  world.addJoint({ [kind]: { ...description, ...ends } });
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
