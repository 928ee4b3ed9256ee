// Stones on hills: convex hulls on a triangle mesh.
import { hullOf } from '../geometry/hull.mjs';
import { randomNumbers, randomTurn } from '../geometry/random.mjs';
import { body, fixedBody } from '../scene.mjs';

/** @typedef {import('../scene.mjs').BenchScene} BenchScene */

const half = 16; // of the terrain's width
const cells = 32;
const stoneKinds = 10;

/** Hills in a bowl, which keeps the stones together. @param {number} x @param {number} z */
const heightAt = (x, z) => 0.6 * Math.sin(0.9 * x) * Math.cos(0.7 * z) + 0.02 * (x * x + z * z);

function terrain() {
  const vertices = [];
  const indices = [];
  for (let row = 0; row <= cells; row++)
    for (let column = 0; column <= cells; column++) {
      const [x, z] = [column, row].map((k) => (2 * half * k) / cells - half);
      vertices.push(x, heightAt(x, z), z);
    }
  for (let row = 0; row < cells; row++)
    for (let column = 0; column < cells; column++) {
      const a = row * (cells + 1) + column;
      const [b, c, d] = [a + 1, a + cells + 1, a + cells + 2];
      indices.push(a, c, d, a, d, b);
    }
  return { mesh: { vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices) } };
}

/** 20 points on a sphere, moved so that the center of mass is at the origin. @param {() => number} random */
function stone(random) {
  const points = new Float32Array(60);
  for (let i = 0; i < points.length; i += 3) {
    const y = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const around = Math.sqrt(1 - y * y);
    points.set([(around * Math.cos(angle)) / 2, y / 2, (around * Math.sin(angle)) / 2], i);
  }
  const { center } = hullOf(points);
  return { hull: { points: points.map((value, i) => value - center[i % 3]) } };
}

/** @param {number} count */
function stones(count) {
  const random = randomNumbers(77);
  const kinds = Array.from({ length: stoneKinds }, () => stone(random));
  return Array.from({ length: count }, (_, i) => {
    const [column, row, layer] = [i % 10, Math.floor(i / 10) % 10, Math.floor(i / 100)];
    return body(
      [(column - 4.5) * 1.3, 4 + layer * 1.3, (row - 4.5) * 1.3],
      kinds[i % stoneKinds],
      randomTurn(random),
    );
  });
}

/** @type {Record<string, BenchScene>} */
export const terrains = {
  terrain: {
    title: '500 convex stones of 20 corners on a mesh of 2048 triangles',
    steps: 500,
    bodies: [fixedBody([0, 0, 0], terrain()), ...stones(500)],
    measures: ['depth', 'lost', 'speed'],
    room: { low: [-half, -1, -half], high: [half, Infinity, half] },
  },
};
