import { readObj } from 'holonom/gltf';
import { expect, test } from 'vitest';
import { cleanMesh } from '../../web/playground/meshes.ts';

const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

test('vertices at one place become one, and triangles without area go', () => {
  const mesh = cleanMesh({
    vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0],
    indices: [0, 1, 2, 0, 3, 2, 1, 3, 2],
  });
  expect(mesh.vertices).toHaveLength(9);
  expect(mesh.indices).toEqual([0, 1, 2, 0, 1, 2]);
});

test('a mesh without triangles is refused', () => {
  expect(() => cleanMesh(readObj(square))).toThrow('no triangles');
});
