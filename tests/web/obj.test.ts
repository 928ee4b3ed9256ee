import { expect, test } from 'vitest';
import { cleanMesh } from '../../web/playground/meshes.ts';
import { parseObj } from '../../web/playground/obj.ts';

const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

test('faces with more corners become fans', () => {
  expect(parseObj(`${square}f 1 2 3 4`).indices).toEqual([0, 1, 2, 0, 2, 3]);
});

test('texture and normal numbers are skipped, and negative numbers count backwards', () => {
  expect(parseObj(`${square}f 1/7 2//3 -2/1/1 # a comment`).indices).toEqual([0, 1, 2]);
});

test.each([
  [`${square}f 1 2 9`, 'line 5: the face names vertex 9, but there are 4 vertices'],
  [`${square}f 0 1 2`, "line 5: '0' is not the number of a vertex"],
  [`${square}f 1 two 3`, "line 5: 'two' is not the number of a vertex"],
  [`${square}f 1 2`, 'line 5: a face needs three corners'],
  ['v 0 0\n', 'line 1: a vertex needs three numbers'],
  ['v 0 0 nan\n', 'line 1: a vertex needs three numbers'],
])('a mistake is named with its line', (text, message) => {
  expect(() => parseObj(text)).toThrow(message);
});

test('vertices at one place become one, and triangles without area go', () => {
  const mesh = cleanMesh({
    vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0],
    indices: [0, 1, 2, 0, 3, 2, 1, 3, 2],
  });
  expect(mesh.vertices).toHaveLength(9);
  expect(mesh.indices).toEqual([0, 1, 2, 0, 1, 2]);
});

test('a mesh without triangles is refused', () => {
  expect(() => cleanMesh(parseObj(square))).toThrow('no triangles');
});
