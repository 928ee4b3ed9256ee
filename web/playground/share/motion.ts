import { GlbWriter } from 'holonom/three';
import type { Playground } from '../app.js';

/** How far back it reaches, in steps, and how many keys of cloth, soft bodies and nets there are at most. */
const [frames, shapes] = [600, 40];

/** The last seconds of the stage as a .glb file, with a key of the bodies every other step. */
export async function motionOf(playground: Playground): Promise<Blob> {
  const { world } = playground;
  const writer = new GlbWriter(world);
  let first: number | undefined;
  playground.visitPast(frames, (back) => {
    first ??= world.time;
    const time = world.time - first;
    if (back % 2 === 0) writer.addKey(time);
    if (back % (frames / shapes) === 0) writer.addShapes(time);
  });
  return new Blob([await writer.write()], { type: 'model/gltf-binary' });
}
