// .obj meshes of holonom/gltf.
import { readObj } from 'holonom/gltf';
import { expect, test } from 'vitest';
import { refusal } from './refusal';

const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

test('faces with more corners become fans', () => {
  expect(readObj(`${square}f 1 2 3 4`).indices).toEqual([0, 1, 2, 0, 2, 3]);
});

test('texture and normal numbers are skipped, and negative numbers count backwards', () => {
  expect(readObj(`${square}f 1/7 2//3 -2/1/1 # a comment`).indices).toEqual([0, 1, 2]);
});

test.each(['\r', '\r\n'])('lines may end in %j', (end) => {
  expect(readObj(`${square}f 1 2 3`.replaceAll('\n', end)).indices).toEqual([0, 1, 2]);
});

test.each([
  [`${square}f 1 2 9`, 'line 5: the face names vertex 9, but there are 4 vertices'],
  [`${square}f 0 1 2`, "line 5: '0' is not the number of a vertex"],
  [`${square}f 1 two 3`, "line 5: 'two' is not the number of a vertex"],
  [`${square}f 1 2`, 'line 5: a face needs three corners'],
  ['v 0 0\n', 'line 1: a vertex needs three numbers'],
  ['v 0 0 nan\n', 'line 1: a vertex needs three numbers'],
])('a mistake is named with its line', (text, message) => {
  const error = refusal(() => readObj(text));
  expect(error.message).toContain(message);
  expect(error.path).toBe(message.split(':')[0]);
});

test('what is no text is refused', () => {
  expect(refusal(() => readObj(7 as never)).code).toBe('type');
});
