// Where components are mounted without a page: React Three Fiber over a renderer that draws nothing.
import { createRoot, extend } from '@react-three/fiber';
import { Component, type ReactNode } from 'react';
import * as three from 'three';
import { makeCanvas } from './canvas';

/** Shows what is inside, or nothing after it failed. */
export class Boundary extends Component<{ fail: (error: unknown) => void; children?: ReactNode }> {
  override readonly state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(error: unknown) {
    this.props.fail(error);
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

/** A root whose pictures are never drawn; its time stands still. */
export async function makeRoot() {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  extend(three as never);
  const root = createRoot(makeCanvas());
  const gl = {
    render() {},
    setSize() {},
    setPixelRatio() {},
    shadowMap: {},
    xr: new EventTarget(),
  };
  const size = { width: 1, height: 1, top: 0, left: 0 };
  await root.configure({ gl: () => gl as never, frameloop: 'never', size });
  return root;
}
