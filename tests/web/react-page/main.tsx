// A page of components, which its test changes and looks into.
import { Canvas } from '@react-three/fiber';
import type { Body, World } from 'holonom';
import { Cloth, Joint, Physics, RigidBody, useAfterStep, useWorld } from 'holonom/react';
import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Mesh } from 'three';

interface Shown {
  readonly shown: boolean;
  readonly mass: number | undefined;
  readonly radius: number;
  readonly gravity: number;
  readonly guests: number;
}

const first: Shown = { shown: true, mass: 2, radius: 0.5, gravity: -9.81, guests: 0 };

export interface Page {
  set(change: Partial<Shown>): void;
  readonly worlds: Set<World>;
  steps: number;
  ball: { readonly current: Body | null };
  mesh: Mesh | null;
}

const page: Page = {
  set: () => {},
  worlds: new Set(),
  steps: 0,
  ball: { current: null },
  mesh: null,
};
Object.assign(window, { page });

function Probe() {
  const world = useWorld();
  useEffect(() => {
    page.worlds.add(world);
  }, [world]);
  useAfterStep(() => {
    page.steps++;
  });
  return null;
}

function Scene({ mass, radius, gravity, guests }: Shown) {
  const post = useRef<Body>(null);
  const ball = useRef<Body>(null);
  useEffect(() => {
    page.ball = ball;
  });
  return (
    <Physics gravity={[0, gravity, 0]}>
      <Probe />
      {/* Before the bodies that it joins. */}
      <Joint distance={{ bodyA: ball, bodyB: post, mode: 'rope', length: 50 }} />
      <RigidBody type="static" shape={{ plane: { normal: [0, 1, 0] } }} />
      <RigidBody ref={post} type="static" position={[0, 9, 0]} />
      <RigidBody ref={ball} position={[0, 2, 0]} mass={mass} shape={{ sphere: { radius } }}>
        <mesh
          ref={(mesh) => {
            page.mesh = mesh;
          }}
        >
          <sphereGeometry args={[radius]} />
        </mesh>
      </RigidBody>
      <Cloth grid={{ size: [1, 1], segments: [4, 4] }} position={[3, 2, 0]} pins={['top']}>
        <meshBasicMaterial />
      </Cloth>
      {Array.from({ length: guests }, (_, guest) => `guest ${guest}`).map((name, guest) => (
        <RigidBody key={name} name={name} position={[6 + 3 * guest, 2, 0]} />
      ))}
    </Physics>
  );
}

function App() {
  const [state, setState] = useState(first);
  page.set = (change) => setState((before) => ({ ...before, ...change }));
  return <Canvas>{state.shown && <Scene {...state} />}</Canvas>;
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
