import { refusal, typeError } from '../errors.js';
import { type FileRule, fileReason } from './texts.js';
import type { TriangleMesh } from './triangles.js';

/**
 * Reads the triangles of a Wavefront .obj file. Faces with more corners are split into fans. Groups and materials are
 * ignored.
 * @throws HolonomError with the line number, also in `path`.
 * @example
 * const mesh = readObj('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3');
 * world.addCloth({ mesh, position: [0, 3, 0] });
 */
export function readObj(text: string): TriangleMesh {
  if (typeof text !== 'string') throw typeError('text', text, fileReason('obj-text'));
  const vertices: number[] = [];
  const indices: number[] = [];
  text.split(/\r\n?|\n/).forEach((line, i) => {
    const [keyword, ...words] = line.replace(/#.*/, '').trim().split(/\s+/);
    const at = { line: i + 1 };
    const fail = (reason: FileRule): never => {
      throw refusal('geometry', `line ${at.line}`, line, fileReason(reason));
    };
    if (keyword === 'v') {
      const point = words.slice(0, 3).map(Number);
      if (point.length < 3 || !point.every(Number.isFinite))
        fail(['obj-vertex', { ...at, words: words.join(' ') }]);
      vertices.push(...point);
    } else if (keyword === 'f') {
      if (words.length < 3) fail(['obj-face', { ...at, count: words.length }]);
      const corners = words.map((word) => cornerOf(word, vertices.length / 3, at, fail));
      for (let k = 2; k < corners.length; k++) {
        indices.push(corners[0] as number, corners[k - 1] as number, corners[k] as number);
      }
    }
  });
  return { vertices, indices };
}

/** Vertex index, from 0, of `7`, `7/2`, `7//3` or `-1`. */
function cornerOf(
  word: string,
  count: number,
  at: { line: number },
  fail: (reason: FileRule) => never,
): number {
  const number = Number(word.split('/')[0]);
  if (!Number.isInteger(number) || number === 0) return fail(['obj-number', { ...at, word }]);
  const index = number > 0 ? number - 1 : count + number;
  if (index < 0 || index >= count) return fail(['obj-corner', { ...at, number, count }]);
  return index;
}
