// Refs of `holonom/react` are given their objects as React gives elements.
import { act } from '@react-three/fiber';
import { type Body, loadHolonom, type World } from 'holonom';
import { Physics, RigidBody, useBeforeStep, useWorld } from 'holonom/react';
import { createElement, createRef, type Ref } from 'react';
import { expect, test } from 'vitest';
import { usePage } from './canvas';
import { makeRoot } from './react-root';

usePage();

test('a ref in place of another gets the body, and the other lets it go', async () => {
  await loadHolonom();
  const root = await makeRoot();
  const show = (ref: Ref<Body>) =>
    act(async () => root.render(createElement(Physics, null, createElement(RigidBody, { ref }))));
  const [first, second] = [createRef<Body>(), createRef<Body>()];
  await show(first);
  const body = first.current;
  await show(second);
  expect([first.current, second.current]).toEqual([null, body]);
  const heard: string[] = [];
  await show((given) => {
    heard.push(given ? 'body' : 'nothing');
  });
  await show((given) => {
    heard.push(given === body ? 'same body' : 'another');
    return () => void heard.push('end');
  });
  await act(async () => root.unmount());
  expect(heard).toEqual(['body', 'nothing', 'same body', 'end']);
});

test('a body that turns is drawn on its way', async () => {
  await loadHolonom();
  const root = await makeRoot();
  const body = createRef<Body>();
  let store: Awaited<ReturnType<typeof root.render>> | undefined;
  await act(async () => {
    const turning = createElement(RigidBody, { ref: body, type: 'kinematic' });
    store = root.render(createElement(Physics, { timeStep: 0.1 }, turning));
  });
  const { advance, scene } = store!.getState();
  await act(async () => advance(10));
  body.current!.angularVelocity = [0, 2, 0];
  await act(async () => advance(10.15));
  const { quaternion } = scene.children.find((it) => it.type === 'Group')!;
  expect(2 * Math.atan2(quaternion.y, quaternion.w)).toBeCloseTo(0.1, 4);
  await act(async () => root.unmount());
});

test('a body that is led is drawn where it was put, and on its way if each step leads it', async () => {
  await loadHolonom();
  const root = await makeRoot();
  const body = createRef<Body>();
  let lead = (_dt: number) => {};
  let world: World | undefined;
  function Leader() {
    world = useWorld();
    useBeforeStep((dt) => lead(dt));
    return null;
  }
  const heardBy = (tell: () => void) => {
    const sensor = { type: 'static', sensor: true, position: [4, 0, 0] } as const;
    world!.addBody({ ...sensor, shape: { sphere: { radius: 1 } } });
    return world!.on('sensorEnter', tell);
  };
  let store: Awaited<ReturnType<typeof root.render>> | undefined;
  await act(async () => {
    const led = createElement(RigidBody, { ref: body, type: 'kinematic' });
    store = root.render(createElement(Physics, { timeStep: 0.1 }, createElement(Leader), led));
  });
  const { advance, scene } = store!.getState();
  const drawn = () => scene.children.find((it) => it.type === 'Group')!.position.x;
  let seconds = 10;
  const frame = (elapsed: number) => {
    seconds += elapsed;
    return act(async () => advance(seconds));
  };
  await frame(0);
  lead = () => {
    body.current!.position = [1, 0, 0];
  };
  await frame(0.15);
  expect(drawn()).toBeCloseTo(0.5, 3);
  body.current!.position = [4, 0, 0];
  await frame(0.02);
  expect(drawn()).toBeCloseTo(4, 6);
  // By what hears of the step, right after it and before its picture.
  body.current!.linearVelocity = [1, 0, 0];
  lead = () => {};
  const stop = heardBy(() => {
    body.current!.position = [9, 0, 0];
  });
  await frame(0.1);
  expect(drawn()).toBeCloseTo(9, 6);
  stop();
  await act(async () => root.unmount());
});
