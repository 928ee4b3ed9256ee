import { Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { ball, crate, distance, fillWorld, makeWorld, point, refusal } from './fixture';

const big = { grid: { size: [10, 10], segments: [400, 400] } } as const;

test('getters go on working after the memory has grown', () => {
  const world = makeWorld();
  fillWorld(world);
  const cloth = world.cloths.at(0);
  const net = world.springNetworks.at(0);
  const body = world.bodies.at(1);
  if (!cloth || !net || !body) throw new Error('the world is not full');
  const before = {
    cloth: [...cloth.positions],
    net: [...net.positions64],
    body: body.position,
    indices: [...cloth.indices],
  };
  const old = { positions: cloth.positions, diagnostics: world.diagnostics };
  const oldLength = old.positions.length;
  const memory = old.positions.buffer.byteLength;

  // Each big cloth takes tens of megabytes: far more than the memory starts with.
  let added = 0;
  while (cloth.positions.buffer.byteLength <= memory && added < 20) {
    world.addCloth(big);
    added++;
  }
  expect(cloth.positions.buffer.byteLength).toBeGreaterThan(memory);
  expect(old.positions.length).toBe(0);

  expect(cloth.positions.length).toBe(oldLength);
  expect([...cloth.positions]).toEqual(before.cloth);
  expect([...cloth.indices]).toEqual(before.indices);
  expect([...net.positions64]).toEqual(before.net);
  expect(body.position).toEqual(before.body);
  expect(world.diagnostics.length).toBeGreaterThan(0);
  expect(world.instances('box').bodies.length).toBe(1);

  world.cloths.at(-1)?.remove();
  body.position = [0, 9, 0];
  expect(body.position).toEqual([0, 9, 0]);
});

test('views are windows, not copies', () => {
  const world = makeWorld();
  const cloth = world.addCloth({ grid: { size: [1, 1], segments: [4, 4] } });
  const view = cloth.positions;
  const first = point(view, 0);
  world.step(1 / 60);
  expect(view.buffer).toBe(cloth.positions.buffer);
  expect(distance(point(view, 0), first)).toBeGreaterThan(0);
});

test('many bodies: the state is right for each', () => {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const bodies = Array.from({ length: 2000 }, (_, i) =>
    world.addBody({ ...ball, position: [3 * i, 0, 0] }),
  );
  world.step(1 / 60);
  for (const [i, body] of bodies.entries()) expect(body.position[0]).toBe(3 * i);
  // Removal moves others in memory; their objects don't notice.
  for (let i = 0; i < 2000; i += 2) bodies[i]?.remove();
  for (let i = 1; i < 2000; i += 2) expect(bodies[i]?.position[0]).toBe(3 * i);
});

test('getters write into what the caller gives: lists, typed arrays and the vectors of Three.js', () => {
  const world = makeWorld();
  const body = world.addBody({
    ...crate,
    position: [1, 2, 3],
    rotation: [0, 1, 0, 0],
    linearVelocity: [4, 5, 6],
    angularVelocity: [7, 8, 9],
  });
  const list: number[] = [];
  expect(body.getPosition(list)).toBe(list);
  expect(list).toEqual(body.position);
  const vector = new Vector3();
  expect(body.getPosition(vector)).toBe(vector);
  expect(vector.toArray()).toEqual([1, 2, 3]);
  expect(body.getRotation(new Quaternion()).toArray()).toEqual([0, 1, 0, 0]);
  expect([...body.getLinearVelocity(new Float32Array(3))]).toEqual([4, 5, 6]);
  expect(body.getAngularVelocity({ x: 0, y: 0, z: 0 })).toEqual({ x: 7, y: 8, z: 9 });
  expect(body.getWorldCenterOfMass([0, 0, 0])).toEqual(body.worldCenterOfMass);
  for (const out of [new Float32Array(2), Object.freeze([0, 0, 0]), null])
    expect(refusal(() => body.getPosition(out as never))).toMatchObject({
      code: 'type',
      path: 'out',
    });
});
