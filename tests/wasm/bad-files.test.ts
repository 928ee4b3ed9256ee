// Every function of `holonom/gltf`, called with everything that may be given by mistake: what is refused is refused by
// a HolonomError.
import { HolonomError } from 'holonom';
import * as door from 'holonom/gltf';
import { expect, test } from 'vitest';
import { badValues } from './bad-arguments';
import { makeWorld } from './fixture';

const file = {
  asset: { version: '2.0' },
  buffers: [{ byteLength: 36, uri: 'triangle.bin' }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  nodes: [
    {
      mesh: 0,
      extensions: { KHR_physics_rigid_bodies: { collider: { geometry: { mesh: 0 } } } },
    },
  ],
  scenes: [{ nodes: [0] }],
  scene: 0,
};
const buffers = { 'triangle.bin': new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]) };

/** Calls a function with a value in the place of one of its arguments. */
type Call = (value: never) => unknown;

const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  readGltf: {
    file: (value) => door.readGltf(value, { buffers }),
    options: (value) => door.readGltf(file, value),
    'options.buffers': (value) => door.readGltf(file, { buffers: value }),
    'a buffer': (value) => door.readGltf(file, { buffers: { 'triangle.bin': value } }),
    nodes: (value) => door.readGltf({ ...file, nodes: value }, { buffers }),
  },
  readMesh: {
    file: (value) => door.readMesh(value, { buffers }),
    options: (value) => door.readMesh(file, value),
    'a buffer': (value) => door.readMesh(file, { buffers: { 'triangle.bin': value } }),
    accessors: (value) => door.readMesh({ ...file, accessors: value }, { buffers }),
  },
  readObj: { text: (value) => door.readObj(value) },
  writeGltf: { world: (value) => door.writeGltf(value) },
};

const rows = Object.entries(calls).flatMap(([name, places]) =>
  Object.entries(places).map(([place, call]) => [name, place, call] as const),
);

test.each(rows)('%s refuses a bad %s by name', (name, place, call) => {
  let refused = 0;
  for (const [kind, value] of badValues(makeWorld())) {
    try {
      call(value as never);
    } catch (error) {
      const what = `${name} with ${kind} for ${place}: ${error}`;
      expect(error, what).toBeInstanceOf(HolonomError);
      const { code, message } = error as HolonomError;
      expect([code, message], what).not.toContain('');
      refused++;
    }
  }
  expect(refused).toBeGreaterThanOrEqual(20);
});

test('the table has every function of the door', () => {
  const functions = Object.entries(door).filter(([, value]) => typeof value === 'function');
  expect(functions.map(([name]) => name).sort()).toEqual(Object.keys(calls).sort());
});
