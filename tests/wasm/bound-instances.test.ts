// Bodies drawn by one mesh of the caller: each instance is where its body is, or vanishes.
import type { Body } from 'holonom';
import { WorldView } from 'holonom/three';
import {
  Color,
  IcosahedronGeometry,
  type InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Raycaster,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { ball, crate, makeWorld, refusal } from './fixture';
import { expectNear, Seeded } from './seeded';

const one = new Vector3(1, 1, 1);
const geometry = new IcosahedronGeometry(1, 1);
const material = new MeshBasicMaterial();

function matrixOf(mesh: InstancedMesh, i: number): Matrix4 {
  const matrix = new Matrix4();
  mesh.getMatrixAt(i, matrix);
  return matrix;
}

const poseOf = (body: Body) => ({
  position: new Vector3(...body.position),
  rotation: new Quaternion(...body.rotation),
});

/** The body that a ray straight down finds. */
function bodyBelow(view: WorldView, x: number): Body | undefined {
  view.updateMatrixWorld();
  return view.pick(new Raycaster(new Vector3(x, 50, 0), new Vector3(0, -1, 0)))?.picked.body;
}

/** Balls at x = 0, 10, 20 and so on. */
function row(count: number) {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const bodies = Array.from({ length: count }, (_, i) =>
    world.addBody({ ...ball, position: [10 * i, 0, 0], angularVelocity: [0, 3, 1] }),
  );
  return { world, bodies, view: new WorldView(world) };
}

test.each([...Array(12).keys()])('instances follow their bodies, seed %i', (seed) => {
  const random = new Seeded(seed);
  const world = makeWorld({ gravity: [0, 0, 0] });
  const bodies = Array.from({ length: 20 }, (_, i) =>
    world.addBody({
      ...(i % 3 ? ball : crate),
      canSleep: false,
      position: [100 * i, 0, 0],
      rotation: random.rotation(),
      linearVelocity: random.vector(20),
      angularVelocity: random.vector(6),
    }),
  );
  const view = new WorldView(world);
  // Every second one, in another order, as the caller likes it.
  const drawn = bodies.filter((_, i) => i % 2).reverse();
  const mesh = view.instances(drawn.values(), geometry, material);
  const start = world.snapshot();
  for (let step = 0; step < 30; step++) {
    view.capture();
    const past = drawn.map((body) => (body.alive ? poseOf(body) : undefined));
    world.step(1 / 60);
    const still = new Set<Body>();
    const body = drawn[random.index(drawn.length)]!;
    const event = body.alive ? random.index(3) : 2;
    if (event === 0) {
      body.position = random.vector(20);
      still.add(body);
    } else if (event === 1) body.remove();
    if (step === 20) {
      world.restore(start);
      for (const each of drawn) still.add(each);
    }
    const share = random.between(0, 1);
    view.update(share);
    expect(mesh.count).toBe(drawn.length);
    for (const [i, each] of drawn.entries()) {
      const what = `seed ${seed}, step ${step}, instance ${i}`;
      const found = matrixOf(mesh, i);
      expect(found.determinant() !== 0, what).toBe(each.alive);
      if (!each.alive) continue;
      const pose = poseOf(each);
      if (!still.has(each) && past[i]) {
        pose.position.lerpVectors(past[i].position, pose.position, share);
        pose.rotation = past[i].rotation.slerp(pose.rotation, share);
      }
      expectNear(found, new Matrix4().compose(pose.position, pose.rotation, one), what);
    }
  }
  view.dispose();
});

test('a ray finds the bodies of instances; they are drawn once, and removed ones vanish', () => {
  const { bodies, view } = row(4);
  // Twice as wide as the balls.
  const mesh = view.instances(bodies.slice(0, 3), geometry, material);
  mesh.setColorAt(2, new Color('red'));
  expect([0, 0.9, 10.9, 20.9].map((x) => bodyBelow(view, x))).toEqual([
    bodies[0],
    bodies[0],
    bodies[1],
    bodies[2],
  ]);
  expect([30, 30.9].map((x) => bodyBelow(view, x))).toEqual([bodies[3], undefined]);
  bodies[1]!.remove();
  expect(bodyBelow(view, 10.9)).toBeUndefined();
  view.update();
  expect([10, 10.9].map((x) => bodyBelow(view, x))).toEqual([undefined, undefined]);
  // The others keep their instances, and with them their colors.
  expect(bodyBelow(view, 20.9)).toBe(bodies[2]);
  expect(matrixOf(mesh, 2).elements[12]).toBe(20);
  view.dispose();
});

test('a body that a restored state has again is drawn by its instance', () => {
  const { world, bodies, view } = row(2);
  view.instances(bodies, geometry, material);
  const bytes = world.snapshot();
  bodies[1]!.remove();
  view.update();
  expect(bodyBelow(view, 10)).toBeUndefined();
  world.restore(bytes);
  view.update();
  expect(bodyBelow(view, 10.9)).toBe(bodies[1]);
  view.dispose();
});

test('disposing of the mesh frees it once, and the view draws the bodies again', () => {
  const { bodies, view } = row(2);
  const own = view.children.length;
  const disposed: string[] = [];
  geometry.addEventListener('dispose', () => disposed.push('geometry'));
  material.addEventListener('dispose', () => disposed.push('material'));
  const first = view.instances(bodies, geometry, material);
  first.addEventListener('dispose', () => disposed.push('first'));
  first.dispose();
  expect(view.children.length).toBe(own);
  view.update();
  expect([10, 10.9].map((x) => bodyBelow(view, x))).toEqual([bodies[1], undefined]);
  const second = view.instances(bodies, geometry, material);
  second.addEventListener('dispose', () => disposed.push('second'));
  view.dispose();
  expect(view.children).toEqual([]);
  // Three.js frees again what it has freed, without harm; the caller's geometry and material stay.
  expect(new Set(disposed)).toEqual(new Set(['first', 'second']));
});

test('two views of a world draw its bodies each in their own way', () => {
  const { world, bodies, view } = row(2);
  const other = new WorldView(world);
  view.instances(bodies, geometry, material);
  view.update();
  other.update();
  expect([view, other].map((each) => bodyBelow(each, 10.9))).toEqual([bodies[1], undefined]);
  expect(bodyBelow(other, 10)).toBe(bodies[1]);
  view.dispose();
  other.dispose();
});

test('what cannot be drawn so is refused by the name of its field', () => {
  const { bodies, view } = row(3);
  const [first, second, removed] = bodies as [Body, Body, Body];
  view.instances([first], geometry, material);
  removed.remove();
  const before = view.children.length;
  for (const [list, path, code, rule] of [
    [[], 'bodies', 'missing', 'body-needed'],
    [[second, first], 'bodies[1]', 'range', 'unbound'],
    [[second, second], 'bodies[1]', 'range', 'new-body'],
    [[removed], 'bodies[0]', 'stale', 'existing-kind'],
    [[makeWorld().addBody(ball)], 'bodies[0]', 'stale', 'this-world'],
    [second, 'bodies', 'type', 'object-array'],
    ['ab', 'bodies', 'type', 'object-array'],
  ] as const) {
    const made = () => view.instances(list as Iterable<Body>, geometry, material);
    expect(refusal(made)).toMatchObject({ path, code, rule });
  }
  expect(
    refusal(() => view.instances([second], material as never, geometry as never)),
  ).toMatchObject({ path: 'geometry', code: 'type' });
  expect(refusal(() => view.instances([second], geometry, [geometry] as never))).toMatchObject({
    path: 'material',
    code: 'type',
  });
  expect(view.children.length).toBe(before);
  view.dispose();
});
