import type { SolidWithMass } from 'holonom';
import { BoxGeometry, type BufferGeometry, IcosahedronGeometry } from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { expect, test } from 'vitest';
import { holonom, makeWorld, refusal } from './fixture';

/** The triangles of a Three.js geometry with its vertices joined where they meet. */
function meshOf(geometry: BufferGeometry) {
  for (const name of ['normal', 'uv']) geometry.deleteAttribute(name);
  const merged = mergeVertices(geometry);
  return {
    vertices: merged.getAttribute('position').array,
    indices: Array.from(merged.getIndex()?.array ?? []),
  };
}

test('a cylinder weighs what the textbook says', () => {
  const p = holonom.massProperties({ cylinder: { radius: 0.5, halfHeight: 1 }, density: 2 });
  const mass = 2 * Math.PI * 0.25 * 2;
  expect(p.mass).toBeCloseTo(mass, 12);
  expect(p.volume).toBeCloseTo(mass / 2, 12);
  expect(p.center).toEqual([0, 0, 0]);
  expect(p.inertia).toHaveLength(9);
  expect(p.inertia[0]).toBeCloseTo(mass * (0.25 / 4 + 4 / 12), 12);
  expect(p.inertia[4]).toBeCloseTo((mass * 0.25) / 2, 12);
  expect(p.principalRotation).toEqual([0, 0, 0, 1]);
});

test('density is that of water where nothing is given, and mass takes its place', () => {
  const ball = { sphere: { radius: 1 } } as const;
  const volume = (4 / 3) * Math.PI;
  expect(holonom.massProperties(ball).mass).toBeCloseTo(1000 * volume, 9);
  const heavy = holonom.massProperties({ ...ball, mass: 5 });
  expect(heavy.mass).toBe(5);
  expect(heavy.inertia[0]).toBeCloseTo(0.4 * 5, 12);
});

test('a cone stands on its base, its center a quarter up', () => {
  const p = holonom.massProperties({ cone: { radius: 1, height: 2 }, density: 1 });
  expect(p.center).toEqual([0, 0.5, 0]);
  expect(p.volume).toBeCloseTo((2 / 3) * Math.PI, 14);
});

test('a closed mesh of a box, a hull and the box are one', () => {
  const size = [1, 2, 3] as const;
  const closedMesh = meshOf(new BoxGeometry(...size));
  const box = holonom.massProperties({ box: { halfExtents: [0.5, 1, 1.5] } });
  for (const solid of [{ closedMesh }, { hull: { points: closedMesh.vertices } }]) {
    const p = holonom.massProperties(solid);
    expect(p.volume).toBeCloseTo(6, 12);
    p.inertia.forEach((value, index) => {
      expect(value).toBeCloseTo(box.inertia[index] as number, 9);
    });
  }
});

test('principal axes turn with the solid', () => {
  const part = {
    shape: { box: { halfExtents: [1, 0.2, 0.1] } },
    rotation: { axisAngle: { axis: [0, 0, 1], angle: 0.5 } },
    position: [3, 0, 0],
  } as const;
  const p = holonom.massProperties({ compound: { parts: [part] } });
  const straight = holonom.massProperties(part.shape);
  expect(p.center[0]).toBeCloseTo(3, 6);
  expect(p.inertia[1]).not.toBeCloseTo(0, 3);
  const sorted = (moments: readonly number[]) => [...moments].sort((a, b) => a - b);
  sorted(p.principalMoments).forEach((moment, index) => {
    const expected = sorted(straight.principalMoments)[index] as number;
    expect(moment / expected).toBeCloseTo(1, 6);
  });
});

test('a body has the mass that its shape is said to have', () => {
  const { mass } = holonom.massProperties({ box: { halfExtents: [0.5, 1, 1.5] }, density: 300 });
  const body = makeWorld().addBody({
    shape: { box: { halfExtents: [0.5, 1, 1.5] } },
    density: 300,
  });
  expect(body.mass).toBeCloseTo(mass, 3);
});

test('a fine ball comes near the sphere', () => {
  const { volume, inertia } = holonom.massProperties({
    closedMesh: meshOf(new IcosahedronGeometry(1, 30)),
    mass: 1,
  });
  expect(volume / ((4 / 3) * Math.PI)).toBeCloseTo(1, 2);
  expect((inertia[0] as number) / 0.4).toBeCloseTo(1, 2);
});

const vertices = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const outward = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const inward = [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2];

test.each<[solid: unknown, code: string, path: string, message: string]>([
  [undefined, 'type', '', 'a solid'],
  [{}, 'type', '', 'exactly one of'],
  [{ sphere: {}, box: {} }, 'type', '', 'exactly one of'],
  [{ spere: {} }, 'unknown-field', 'spere', "did you mean 'sphere'"],
  [{ sphere: { radius: -1 } }, 'range', 'sphere.radius', 'greater than 0'],
  [{ sphere: {}, density: 'water' }, 'type', 'density', 'a number'],
  [{ hull: { points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0] } }, 'geometry', 'hull.points', 'plane'],
  [
    { closedMesh: { vertices, indices: outward.slice(3) } },
    'geometry',
    'closedMesh.indices[0]',
    'closed',
  ],
  [{ closedMesh: { vertices, indices: inward } }, 'geometry', 'closedMesh', 'inside out'],
  [
    { closedMesh: { vertices, indices: [...outward.slice(0, 9), 1, 3, 2] } },
    'geometry',
    'closedMesh.indices[1]',
    'the same way',
  ],
  [
    { closedMesh: { vertices: vertices.map((n, i) => (i % 3 === 2 ? 0 : n)), indices: outward } },
    'geometry',
    'closedMesh',
    'volume',
  ],
])('%j has no mass', (solid, code, path, message) => {
  const error = refusal(() => holonom.massProperties(solid as SolidWithMass));
  expect(error).toMatchObject({ code, path });
  expect(error.message).toContain(message);
});
