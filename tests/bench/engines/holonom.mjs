import { loadHolonom } from '../../../dist/package/index.js';
import { density, friction, gravity } from '../scenes.mjs';

/** @type {import('../worker.mjs').LoadEngine} */
export async function loadEngine() {
  const holonom = await loadHolonom();
  return {
    version: holonom.version,
    cloth: true,
    createWorld: (scene) => createWorld(holonom, scene),
  };
}

/** @returns {import('../worker.mjs').BenchWorld} */
function createWorld(holonom, { bodies: descriptions, cloth: clothDescription }) {
  const world = holonom.createWorld({ gravity });
  const bodies = descriptions.map(({ fixed, position, halfExtents, radius }) =>
    world.addBody({
      type: fixed ? 'static' : 'dynamic',
      position,
      shape: halfExtents ? { box: { halfExtents } } : { sphere: { radius } },
      density,
      friction,
    }),
  );
  const cloth = clothDescription && addCloth(world, clothDescription);
  return {
    step: (dt) => world.step(dt),
    poses: () => bodies.flatMap((body) => [...body.position, ...body.rotation]),
    particles: () => cloth?.positions ?? [],
    timings: () => world.timings,
    dispose: () => world.dispose(),
  };
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
