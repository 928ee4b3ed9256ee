// Pictures between two steps: what a step has moved is on its way, and what was put somewhere since is there.
import type { Body } from 'holonom';
import { WorldView } from 'holonom/three';
import { type InstancedMesh, Matrix4, type Mesh, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { ball, makeWorld } from './fixture';

const dt = 1 / 60;

/** Two balls, the first of them kinematic, and where they are drawn. */
function drawn() {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const led = world.addBody({ ...ball, type: 'kinematic', canSleep: false });
  const free = world.addBody({ ...ball, position: [0, 5, 0], linearVelocity: [6, 0, 0] });
  const view = new WorldView(world);
  const matrix = new Matrix4();
  const at = (body: Body) => {
    const spheres = view.children.find(
      (it): it is InstancedMesh => 'isInstancedMesh' in it && (it as InstancedMesh).count >= 2,
    );
    if (!spheres) throw new Error('spheres are drawn');
    spheres.getMatrixAt(world.instances('sphere').bodies.indexOf(body.id), matrix);
    return new Vector3().setFromMatrixPosition(matrix).x;
  };
  const step = () => {
    view.capture();
    world.step(dt);
  };
  return { world, view, led, free, at, step };
}

test('what a step moves is drawn on its way, kinematic bodies too', () => {
  const { view, led, free, at, step } = drawn();
  led.linearVelocity = [6, 0, 0];
  step();
  view.update(0.25);
  expect(at(led)).toBeCloseTo(0.25 * 0.1, 6);
  expect(at(free)).toBeCloseTo(0.25 * 0.1, 6);
  view.update(0.75);
  expect(at(led)).toBeCloseTo(0.75 * 0.1, 6);
});

test('a body that is led frame by frame is drawn where it was put, whatever the rate of frames', () => {
  const { view, led, free, at, step } = drawn();
  // 144 frames a second, and now and then a step.
  let owed = 0;
  for (let frame = 1; frame <= 40; frame++) {
    const x = frame / 144;
    led.position = [x, 0, 0];
    owed += 1 / 144;
    for (; owed >= dt; owed -= dt) step();
    view.update(owed / dt);
    expect(at(led)).toBeCloseTo(x, 6);
    expect(at(free)).toBeCloseTo(Math.max(0, 6 * (frame / 144 - dt)), 4);
  }
});

test('a body put elsewhere between two steps does not fly there', () => {
  const { view, free, at, step } = drawn();
  step();
  view.update(0.5);
  free.position = [20, 0, 0];
  view.update(0.6);
  expect(at(free)).toBeCloseTo(20, 6);
  step();
  view.update(0.5);
  expect(at(free)).toBeCloseTo(20.05, 5);
});

test('a world that goes back in time does not sweep there', () => {
  const { world, view, free, at, step } = drawn();
  const bytes = world.snapshot();
  for (let i = 0; i < 10; i++) step();
  view.update(0.5);
  world.restore(bytes);
  view.update(0.6);
  expect(at(free)).toBeCloseTo(0, 6);
});

test('what a callback moves is drawn where it was put, before the next step too', () => {
  const { world, view, led, free, at, step } = drawn();
  world.addBody({ ...ball, type: 'static', position: [0, 4.05, 0] });
  const cloth = world.addCloth({ grid: { size: [1, 1], segments: [1, 1] }, position: [0, 20, 0] });
  view.update();
  world.on('contactBegin', () => {
    free.position = [20, 5, 0];
    cloth.positions = cloth.positions.map((x, i) => (i % 3 === 0 ? x + 7 : x));
  });
  const first = cloth.positions[0] as number;
  led.linearVelocity = [6, 0, 0];
  step();
  view.update(0.25);
  expect(at(free)).toBeCloseTo(20, 6);
  expect(at(led), 'what it left alone is on its way').toBeCloseTo(0.25 * 0.1, 6);
  const meshes = view.children.filter(
    (it): it is Mesh => 'isMesh' in it && !('isInstancedMesh' in it),
  );
  const sheet = meshes.find(({ geometry }) => geometry.attributes.position?.count === 4);
  expect(sheet?.geometry.attributes.position?.getX(0)).toBeCloseTo(first + 7, 5);
});

test('a picture after several steps is between the first captured place and the last', () => {
  const { world, view, free, at, step } = drawn();
  step();
  world.step(dt);
  view.update(0.5);
  expect(at(free)).toBeCloseTo(0.1, 5);
});
