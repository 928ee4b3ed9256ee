// The judges of the benchmark, on cases that are known: they measure every engine alike.
import { expect, test } from 'vitest';
import { hullOf } from './bench/geometry/hull.mjs';
import { overlap, place } from './bench/geometry/overlap.mjs';
import { overlaps } from './bench/geometry/overlaps.mjs';
import { compose, turnAbout } from './bench/geometry/vector.mjs';
import { measures } from './bench/quality.mjs';
import { type BenchShape, body, box } from './bench/scene.mjs';
import { scenes } from './bench/scenes.mjs';

const upright = [0, 0, 0, 1];
const at = (shape: BenchShape, position: number[], rotation = upright) =>
  place(shape, [...position, ...rotation]);
const octahedron = (radius: number, x = 0): BenchShape => ({
  hull: {
    points: Float32Array.of(
      ...[x + radius, 0, 0, x - radius, 0, 0, x, radius, 0],
      ...[x, -radius, 0, x, 0, radius, x, 0, -radius],
    ),
  },
});
const cube = box(0.5, 0.5, 0.5);
const ball = { sphere: { radius: 0.5 } };
const capsule = { capsule: { radius: 0.2, halfHeight: 1 } };
const eighth = turnAbout([0, 0, 1], Math.PI / 4);
const lying = turnAbout([1, 0, 0], Math.PI / 2);
const floor: BenchShape = {
  mesh: {
    vertices: Float32Array.of(-5, 0, -5, -5, 0, 5, 5, 0, 5, 5, 0, -5),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  },
};

test.each([
  ['boxes face to face', at(cube, [0, 0, 0]), at(cube, [0.1, 0.9, 0]), 0.1],
  ['a box with its edge in a face', at(cube, [0, 0, 0]), at(cube, [0, 1.1, 0], eighth), 0.1071],
  ['boxes apart', at(cube, [0, 0, 0]), at(cube, [0, 1.01, 0]), 0],
  ['balls', at(ball, [0, 0, 0]), at(ball, [0.6, 0, 0.6]), 1 - 0.6 * Math.SQRT2],
  ['crossed capsules', at(capsule, [0, 0, 0]), at(capsule, [0.3, 0.4, 0], lying), 0.1],
  ['a capsule standing in a box', at(cube, [0, 0, 0]), at(capsule, [0.2, 1.6, 0]), 0.1],
  ['a ball deep in a box', at(ball, [0.1, 0, 0]), at(cube, [0, 0, 0]), 0.9],
  [
    'hulls corner to corner',
    at(octahedron(1), [0, 0, 0]),
    at(octahedron(1), [0, 1.9, 0]),
    0.1 / Math.sqrt(3),
  ],
  ['a hull with a corner in a mesh', at(octahedron(1), [0.3, 0.9, 0.2]), at(floor, [0, 0, 0]), 0.1],
  ['a hull above a mesh', at(octahedron(1), [0, 1.1, 0]), at(floor, [0, 0, 0]), 0],
])('%s overlap as far as they do', (_, a, b, depth) => {
  expect(overlap(a, b)).toBeCloseTo(depth, 4);
  expect(overlap(b, a)).toBeCloseTo(depth, 4);
});

test('a hull has the volume, center and edges of an octahedron', () => {
  const hull = hullOf(octahedron(2, 3).hull?.points ?? []);
  expect(hull.volume).toBeCloseTo((4 / 3) * 2 ** 3, 5);
  expect(hull.center[0]).toBeCloseTo(3, 5);
  expect(hull.edges).toHaveLength(12);
  expect(hull.normals).toHaveLength(8);
});

/** Where a scene's bodies are at the start. */
const startOf = (name: string) =>
  Float64Array.from(
    scenes[name]!.bodies.flatMap(({ position, rotation }) => [...position, ...rotation]),
  );
const judge = (measure: keyof typeof measures, name: string, poses: Float64Array) =>
  measures[measure](scenes[name]!, [
    { poses: startOf(name), particles: new Float32Array() },
    { poses, particles: new Float32Array() },
  ]) as Record<string, number>;

test('pairs are found once, and not where a joint or nothing movable is', () => {
  const bodies = [body([0, 0, 0], cube), body([0.9, 0, 0], cube), body([0.9, 0.8, 0], cube)];
  const scene = { title: '', steps: 1, bodies, measures: [] };
  const poses = Float64Array.from(bodies.flatMap(({ position }) => [...position, ...upright]));
  expect(overlaps(scene, poses).map((depth) => depth.toFixed(3))).toEqual([
    '0.100',
    '0.100',
    '0.200',
  ]);
  const joints = [{ ball: { bodyA: 2, bodyB: 1, anchor: bodies[1]!.position } }];
  expect(overlaps({ ...scene, joints }, poses)).toHaveLength(2);
});

test.each(['chain', 'beams', 'ragdoll100', 'limits100'])('%s begins with whole joints', (name) => {
  expect(judge('joints', name, startOf(name))['apart mm']).toBeCloseTo(0, 6);
  expect(judge('limits', name, startOf(name))['beyond °']).toBeCloseTo(0, 4);
});

test('a chain is as much longer as its last body is away', () => {
  const poses = startOf('chain');
  expect(judge('stretch', 'chain', poses)['stretch %']).toBeCloseTo(0, 6);
  poses[poses.length - 6]! -= 1; // y of the ball below 50.5 m of chain
  expect(judge('stretch', 'chain', poses)['stretch %']).toBeCloseTo(100 / 50.5, 6);
  expect(judge('joints', 'chain', poses)['apart mm']).toBeCloseTo(1000, 6);
});

test('limits are exceeded by what a knee bends too far', () => {
  const { joints = [], bodies } = scenes.limits100!;
  const knee = joints[7]!.hinge!;
  const poses = startOf('limits100');
  const bent = (angle: number) => {
    const { rotation } = bodies[knee.bodyB]!;
    poses.set(compose(turnAbout(knee.axis, angle), rotation), 7 * knee.bodyB + 3);
    return judge('limits', 'limits100', poses)['beyond °'];
  };
  expect(bent(2)).toBeCloseTo(0, 3);
  expect(bent(2.5)).toBeCloseTo((0.3 * 180) / Math.PI, 3);
  expect(bent(-0.1)).toBeCloseTo((0.1 * 180) / Math.PI, 3);
});
