import type { Mesh } from '../scenes/scene.js';

/**
 * The triangles of a Wavefront .obj file; faces with more corners become fans.
 * @throws with the number of the line where something is wrong.
 */
export function parseObj(text: string): Mesh {
  const vertices: number[] = [];
  const indices: number[] = [];
  text.split('\n').forEach((line, i) => {
    const [keyword, ...words] = line.replace(/#.*/, '').trim().split(/\s+/);
    const fail = (what: string): never => {
      throw new Error(`line ${i + 1}: ${what}`);
    };
    if (keyword === 'v') {
      const point = words.slice(0, 3).map(Number);
      if (point.length < 3 || !point.every(Number.isFinite))
        fail(`a vertex needs three numbers, got '${words.join(' ')}'`);
      vertices.push(...point);
    } else if (keyword === 'f') {
      if (words.length < 3) fail(`a face needs three corners, got ${words.length}`);
      const corners = words.map((word) => cornerOf(word, vertices.length / 3, fail));
      for (let k = 2; k < corners.length; k++) {
        indices.push(corners[0] as number, corners[k - 1] as number, corners[k] as number);
      }
    }
  });
  return { vertices, indices };
}

/** The vertex of `7`, `7/2`, `7//3` or `-1`, counted from 0. */
function cornerOf(word: string, count: number, fail: (what: string) => never): number {
  const number = Number(word.split('/')[0]);
  if (!Number.isInteger(number) || number === 0)
    return fail(`'${word}' is not the number of a vertex`);
  const index = number > 0 ? number - 1 : count + number;
  if (index < 0 || index >= count)
    return fail(`the face names vertex ${number}, but there are ${count} vertices before it`);
  return index;
}
