// Refs of `holonom/react` are given their objects as React gives elements.
import { act } from '@react-three/fiber';
import { type Body, loadHolonom } from 'holonom';
import { Physics, RigidBody } from 'holonom/react';
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
