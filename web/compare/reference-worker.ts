// In a worker: the first seconds of a scene under each method with many times its substeps, told step by step.
import { loadHolonom } from 'holonom';
import { scenes } from '../scenes/index.js';
import type { SceneDefinition } from '../scenes/scene.js';
import { buildScene } from './build-scene.js';
import { placesOf } from './places.js';
import {
  type ReferenceFrame,
  type ReferenceOrder,
  referenceSteps,
  refinement,
} from './reference-order.js';

addEventListener('message', async ({ data }: MessageEvent<ReferenceOrder>) => {
  const holonom = await loadHolonom();
  const scene = scenes.get(data.scene) as SceneDefinition;
  const runs = data.methods.map((method) => {
    const built = buildScene(holonom, scene, data.kind, method);
    // The field's own bound, should a scene come near it.
    built.world.substeps = Math.min(256, refinement * built.world.substeps);
    return built;
  });
  for (let step = 1; step <= referenceSteps; step++)
    runs.forEach(({ world, run }, lane) => {
      run?.beforeStep?.(world.time);
      world.step(data.dt);
      const frame: ReferenceFrame = { lane, step, places: Float64Array.from(placesOf(world)) };
      postMessage(frame, { transfer: [frame.places.buffer] });
    });
});
