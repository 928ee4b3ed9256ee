// Every scene of the site, as the scene file that save() writes of it.
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { loadMeshes } from '../../web/playground/meshes';
import { scenes } from '../../web/scenes/index';
import { expectFinite, makeWorld, run } from './fixture';

const schema = JSON.parse(
  readFileSync(new URL('../../build/scene.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv({ strictRequired: false }).compile(schema);

test.each([...scenes.keys()])('%s survives being saved, and the copy runs alike', async (name) => {
  const scene = scenes.get(name);
  if (!scene) throw new Error('no such scene');
  const world = makeWorld(scene.settings);
  const values = Object.fromEntries(
    Object.entries(scene.controls).map(([control, { value }]) => [control, value]),
  );
  scene.build({ world, values, meshes: await loadMeshes(scene.meshes ?? []) });

  const text = JSON.stringify(world.save());
  expect(validate(JSON.parse(text)) ? [] : validate.errors).toEqual([]);
  const copy = makeWorld();
  copy.load(text);
  expect(copy.hash()).toBe(world.hash());
  run(world, 0.5);
  run(copy, 0.5);
  expectFinite(world.diagnostics);
  expect(copy.hash()).toBe(world.hash());

  // Also from the middle of the motion.
  const later = makeWorld();
  later.load(JSON.stringify(world.save()));
  expect(later.hash()).toBe(world.hash());
});
