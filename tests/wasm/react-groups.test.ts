// Components inside moved, turned and scaled groups are drawn where the world has them.
import { act } from '@react-three/fiber';
import { type Body, loadHolonom } from 'holonom';
import {
  Cloth,
  Grains,
  Physics,
  RigidBody,
  Rod,
  Rope,
  SoftBody,
  SpringNetwork,
} from 'holonom/react';
import { createElement, createRef } from 'react';
import { type Group, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { usePage } from './canvas';
import { crate } from './fixture';
import { makeRoot } from './react-root';

usePage();

const grid = { size: [1, 1], segments: [2, 2] } as const;

/** Around the components, from outside inwards. */
const nestings: readonly [string, readonly object[]][] = [
  ['no group', []],
  ['a moved group', [{ position: [5, -2, 1] }]],
  ['a turned group', [{ rotation: [0.4, 1.1, -0.3] }]],
  ['a scaled group', [{ scale: 2.5 }]],
  ['a mirrored group', [{ scale: [-1, 1, 1] }]],
  [
    'groups in groups, scaled unevenly',
    [
      { position: [3, 0, 0], rotation: [0, 0.7, 0] },
      { scale: [1, 3, 0.5] },
      { rotation: [0.2, 0, 0.9], position: [0, 1, 0] },
    ],
  ],
];

test.each(nestings)('in %s', async (_, groups) => {
  await loadHolonom();
  const root = await makeRoot();
  const body = createRef<Body>();
  const outermost = createRef<Group>();
  const components = [
    createElement(
      RigidBody,
      { key: 'body', ref: body, ...crate, position: [1, 2, 3], angularVelocity: [1, 2, 3] },
      createElement('group', { name: 'carried', position: [0, 0.25, 0] }),
    ),
    createElement(Cloth, { key: 'cloth', grid, position: [0, 4, 0] }),
    createElement(Rope, { key: 'rope', length: 1, segments: 3 }),
    createElement(Grains, { key: 'grains', base: [2, 2], layers: 1, radius: 0.1 }),
    createElement(SoftBody, { key: 'solid', lattice: { cells: [1, 1, 1] }, position: [8, 4, 0] }),
    createElement(Rod, { key: 'rod', length: 1, segments: 3, position: [12, 4, 0] }),
    createElement(SpringNetwork, { key: 'net', grid, position: [4, 4, 0] }),
  ];
  const nested = groups.reduceRight<React.ReactNode>(
    (inside, props, depth) =>
      createElement('group', { ...props, ref: depth === 0 ? outermost : undefined }, inside),
    components,
  );
  let store: Awaited<ReturnType<typeof root.render>> | undefined;
  await act(async () => {
    store = root.render(createElement(Physics, { timeStep: 0.1, gravity: [0, 0, 0] }, nested));
  });
  const { advance, scene } = store!.getState();
  let seconds = 10;
  const frame = (elapsed: number) => {
    seconds += elapsed;
    return act(async () => advance(seconds));
  };
  const pose = () =>
    new Matrix4().compose(
      new Vector3(...body.current!.position),
      new Quaternion(...body.current!.rotation),
      new Vector3(1, 1, 1),
    );
  const near = (drawn: Matrix4, expected: Matrix4) => {
    for (const [i, value] of expected.elements.entries())
      expect(drawn.elements[i], `element ${i}`).toBeCloseTo(value, 5);
  };
  const check = () => {
    scene.updateMatrixWorld(); // as the renderer does
    const carried = scene.getObjectByName('carried')!;
    near(carried.parent!.matrixWorld, pose());
    near(carried.matrixWorld, pose().multiply(new Matrix4().makeTranslation(0, 0.25, 0)));
    const points: Object3D[] = [];
    scene.traverse((it) => {
      if (/^(Mesh|InstancedMesh|LineSegments)$/.test(it.type)) points.push(it);
    });
    expect(points).toHaveLength(6);
    for (const drawn of points) near(drawn.matrixWorld, new Matrix4());
    // An exporter multiplies local matrices.
    for (const drawn of [carried, ...points]) {
      const chain = new Matrix4();
      for (let at: Object3D | null = drawn; at; at = at.parent) chain.premultiply(at.matrix);
      near(chain, drawn.matrixWorld);
    }
  };
  for (const angle of [0.5, 1, 2]) {
    await frame(0.1);
    // Teleported, it is drawn there at once, not between two steps.
    body.current!.rotation = { axisAngle: { axis: [1, angle, -1], angle } };
    await frame(0);
    check();
  }
  // A group that moves after the bodies were placed, as a callback of a frame may do it.
  outermost.current?.position.set(7, 7, 7);
  scene.updateMatrixWorld();
  near(scene.getObjectByName('carried')!.parent!.matrixWorld, pose());
  await frame(0);
  check();
  await act(async () => root.unmount());
});
