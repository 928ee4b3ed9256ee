// A page of components, which its test changes and looks into.
import { Canvas, useThree } from '@react-three/fiber';
import type { Body, Cloth as ClothObject, SoftBody as SoftBodyObject, World } from 'holonom';
import {
  Attachment,
  Cloth,
  Force,
  Grains,
  Joint,
  Physics,
  RigidBody,
  Rod,
  Rope,
  SoftBody,
  SpringNetwork,
  useAfterStep,
  useWorld,
} from 'holonom/react';
import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { InstancedMesh, type Material, Mesh } from 'three';

interface Shown {
  readonly shown: boolean;
  readonly mass: number | undefined;
  readonly radius: number;
  readonly gravity: number;
  readonly guests: number;
  readonly stiffness: number;
  readonly grain: number;
  readonly modulus: number;
}

const first: Shown = {
  shown: true,
  mass: 2,
  radius: 0.5,
  gravity: -9.81,
  guests: 0,
  stiffness: 100,
  grain: 0.05,
  modulus: 1e5,
};

export interface Page {
  set(change: Partial<Shown>): void;
  readonly worlds: Set<World>;
  steps: number;
  ball: { readonly current: Body | null };
  mesh: Mesh | null;
  /** How many pieces of rope, grains and pieces of rod are drawn, and the matrix of the first of each. */
  strands(): { readonly count: number; readonly first: readonly number[] }[];
  /** Vertices of the drawn soft body, x y z each. */
  jelly(): readonly number[];
  /** What components were told, in order. */
  readonly told: string[];
}

const page: Page = {
  set: () => {},
  worlds: new Set(),
  steps: 0,
  ball: { current: null },
  mesh: null,
  strands: () => [],
  jelly: () => [],
  told: [],
};
Object.assign(window, { page });

function Probe() {
  const world = useWorld();
  const scene = useThree((state) => state.scene);
  useEffect(() => {
    page.worlds.add(world);
    page.strands = () =>
      scene.children
        .filter((child) => child instanceof InstancedMesh)
        .map(({ count, instanceMatrix }) => ({
          count,
          first: [...instanceMatrix.array.slice(0, 16)],
        }));
    page.jelly = () =>
      scene.children
        .filter((child) => child instanceof Mesh)
        .filter(({ material }) => (material as Material).name === 'jelly')
        .flatMap(({ geometry }) => [...geometry.getAttribute('position').array]);
  }, [world, scene]);
  useAfterStep(() => {
    page.steps++;
  });
  return null;
}

function Scene({ mass, radius, gravity, guests, stiffness, grain, modulus }: Shown) {
  const post = useRef<Body>(null);
  const ball = useRef<Body>(null);
  const weight = useRef<Body>(null);
  const cloth = useRef<ClothObject>(null);
  const jelly = useRef<SoftBodyObject>(null);
  const tell = (what: string) => () => {
    page.told.push(what);
  };
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
      <RigidBody
        ref={ball}
        position={[0, 2, 0]}
        mass={mass}
        shape={{ sphere: { radius } }}
        onContactBegin={({ bodyA, bodyB }) =>
          page.told.push(`begin ${bodyA === ball.current || bodyB === ball.current}`)
        }
        onHit={tell('hit')}
        hitSpeed={3}
        onSleep={(body) => page.told.push(`sleep ${body === ball.current}`)}
        onWake={tell('wake')}
      >
        <mesh
          ref={(mesh) => {
            page.mesh = mesh;
          }}
        >
          <sphereGeometry args={[radius]} />
        </mesh>
      </RigidBody>
      <RigidBody
        type="static"
        sensor
        position={[0, 1, 0]}
        shape={{ sphere: { radius: 0.2 } }}
        onSensorEnter={({ body }) => page.told.push(`enter ${body === ball.current}`)}
      />
      {/* Too heavy for what holds it. */}
      <Joint
        fixed={{ bodyA: weight, breakForce: 1 }}
        onBreak={(joint) => page.told.push(`break ${joint.alive}`)}
      />
      <RigidBody
        ref={weight}
        position={[-4, 2, 0]}
        onContactBegin={tell('weight')}
        onHit={tell('fast')}
        hitSpeed={100}
      />
      <Attachment cloth={cloth} point={24} body={post} compliance={1} />
      <Attachment softBody={jelly} point={0} />
      <Force drag={{ body: weight, linear: 1 }} />
      <SpringNetwork
        grid={{ size: [1, 1], segments: [2, 2] }}
        position={[-2, 4, 0]}
        pins={['top']}
        integrator="symplectic-euler"
        stiffness={stiffness}
        onBlowUp={({ blowUp }) => page.told.push(`blowUp ${blowUp !== undefined}`)}
      >
        <lineBasicMaterial />
      </SpringNetwork>
      <Cloth
        ref={cloth}
        grid={{ size: [1, 1], segments: [4, 4] }}
        position={[3, 2, 0]}
        pins={['top']}
      >
        <meshBasicMaterial />
      </Cloth>
      <Rope length={1} segments={4} position={[-8, 3, 0]} pins={[0]}>
        <meshBasicMaterial />
      </Rope>
      <Grains base={[2, 2]} layers={1} radius={grain} position={[-8, 1, 0]}>
        <meshBasicMaterial />
      </Grains>
      <Rod length={1} segments={4} radius={0.03} position={[-8, 5, 0]} clamps={['left']}>
        <meshBasicMaterial />
      </Rod>
      <SoftBody
        ref={jelly}
        lattice={{ size: [0.4, 0.4, 0.4], cells: [2, 2, 2] }}
        position={[-11, 2, 0]}
        youngsModulus={modulus}
      >
        <meshBasicMaterial name="jelly" />
      </SoftBody>
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
