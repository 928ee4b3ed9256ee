// A world with a scene in it, under one of the methods that are compared.
import type { Holonom, World } from 'holonom';
import { initialValues, type SceneDefinition, type SceneRun } from '../scenes/scene.js';

/** What is compared: solvers of contacts and joints, or integrators of springs. */
export type MethodKind = 'solver' | 'integrator';

/** @throws what the scene or the method says against it. */
export function buildScene(
  holonom: Holonom,
  scene: SceneDefinition,
  kind: MethodKind,
  method: string,
): { world: World; run: SceneRun | undefined } {
  const world = holonom.createWorld(scene.settings ?? {});
  const run = scene.build({ world, values: initialValues(scene.controls), meshes: {} });
  if (kind === 'solver') Object.assign(world, { solver: method });
  else for (const net of world.springNetworks) Object.assign(net, { integrator: method });
  return { world, run: run ?? undefined };
}
