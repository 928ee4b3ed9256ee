import type { Body, Vec3, World } from 'holonom';
import { CharacterController } from 'holonom/character';
import { addBox, addGround, turn } from './parts/common.js';
import { prism } from './parts/surfaces.js';
import { defineScene } from './scene.js';

const [rise, run, steps] = [0.2, 0.32, 6];
const top = rise * steps;
const foot = 0.81;
const ferryEnds = [1.25, 2.55] as const;

export default defineScene({
  title: 'Stroll',
  description:
    'Somebody takes a walk: up stairs, over on a ferry, down a ramp, across a turntable and through crates. Make the steps too high for them, or throw something in their way.',
  group: 'rigid',
  tags: ['rigid', 'character', 'kinematic'],
  order: 26,
  camera: { position: [7.5, 7, 10.5], target: [0, 0.3, 0] },
  controls: {
    speed: { label: 'Speed', value: 2, min: 0, max: 4, step: 0.1, unit: 'm/s', live: true },
    stepHeight: {
      label: 'Highest step',
      value: 0.3,
      min: 0.05,
      max: 0.4,
      step: 0.05,
      unit: 'm',
      help: 'The stairs rise by 0.2 m a step.',
    },
  },
  build({ world, values }) {
    const { ferry, crates } = addCourse(world);
    const walker = world.addBody({
      type: 'kinematic',
      name: 'walker',
      shape: { capsule: { radius: 0.3, halfHeight: 0.5 } },
      position: [-5, foot, 3],
    });
    const { stepHeight } = values;
    const character = new CharacterController(world, {
      body: walker,
      position: walker.position,
      stepHeight,
    });
    const way = course(ferry);
    let { speed } = values;
    let [next, fall, before, waited] = [1, 0, 0, 0];
    return {
      apply: (changed) => {
        speed = changed.speed;
      },
      beforeStep: (time) => {
        const dt = time > before ? time - before : 1 / 60;
        before = time;
        driveFerry(ferry, time);
        // Back in time, the world has put them elsewhere.
        if (apart(walker.position, character.position) > 0.3) {
          character.position = walker.position;
          next = nearest(way, walker.position);
        }
        const goal = way[next] as Stop;
        const [x, , z] = character.position;
        const [dx, dz] = [goal.at()[0] - x, goal.at()[1] - z];
        const far = Math.hypot(dx, dz);
        waited += dt;
        if (far < 0.15 && (goal.leave?.() ?? true)) {
          [next, waited] = [(next + 1) % way.length, 0];
          if (next === 1) for (const crate of crates) crate();
        }
        fall = character.grounded ? 0 : fall - 9.81 * dt;
        const pace = far > 0.02 ? Math.min(speed * dt, far) / far : 0;
        character.move([dx * pace, fall * dt, dz * pace], dt);
        if (waited < 20 || speed === 0) return;
        // Something bars the way for good: once more from the start.
        character.position = [-5, foot, 3];
        [next, waited] = [1, 0];
        for (const crate of crates) crate();
      },
    };
  },
});

/** A place on the way. */
interface Stop {
  at(): readonly [x: number, z: number];
  /** Whether one may go on. */
  leave?(): boolean;
}

/** The round, on which the ferry is waited for. */
function course(ferry: Body): readonly Stop[] {
  const stop = (x: number, z: number): Stop => ({ at: () => [x, z] });
  const ferryX = () => ferry.position[0];
  return [
    stop(-5, 3),
    { at: () => [-0.1, 3], leave: () => ferryX() < ferryEnds[0] + 0.15 },
    { at: () => [ferryX(), 3], leave: () => ferryX() > ferryEnds[1] - 0.15 },
    stop(5, 3),
    stop(5, -3),
    stop(-5, -3),
  ];
}

function nearest(way: readonly Stop[], [x, , z]: Readonly<Vec3>): number {
  const far = way.map((stop) => Math.hypot(stop.at()[0] - x, stop.at()[1] - z));
  return far.indexOf(Math.min(...far));
}

const apart = (a: Readonly<Vec3>, b: Readonly<Vec3>): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** There and back, slower at the ends. */
function driveFerry(ferry: Body, time: number): void {
  const half = (ferryEnds[1] - ferryEnds[0]) / 2;
  ferry.linearVelocity = [half * Math.sin(time), 0, 0];
}

function addCourse(world: World) {
  const still = { type: 'static', friction: 0.6 } as const;
  addGround(world);
  for (let i = 0; i < steps; i++) {
    const length = run * (steps - i) + 1.48;
    const [x, y] = [-3 + run * i + length / 2, rise * (i + 0.5)];
    addBox(world, [x, y, 3], [length, rise, 1.6], { ...still, name: 'stairs' });
  }
  const ferry = addBox(world, [ferryEnds[0], top - 0.1, 3], [1.6, 0.2, 1.4], {
    type: 'kinematic',
    name: 'ferry',
    friction: 0.6,
  });
  addBox(world, [4.7, top / 2, 3], [2.6, top, 2], { ...still, name: 'landing' });
  // From the landing's edge at z = 2 down to the ground at z = -0.4.
  const angle = Math.atan2(top, 2.4);
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  addBox(world, [5, top / 2 - 0.1 * c, 0.8 + 0.1 * s], [2, 0.2, Math.hypot(top, 2.4)], {
    ...still,
    rotation: turn([1, 0, 0], (-angle * 180) / Math.PI),
    name: 'ramp',
  });
  world.addBody({
    type: 'kinematic',
    name: 'turntable',
    shape: { hull: { points: prism(32, 1.5, 0.12) } },
    position: [2, 0.06, -3],
    rotation: turn([1, 0, 0], 90),
    angularVelocity: [0, 0.8, 0],
    friction: 0.6,
  });
  for (const z of [-1.2, 0, 1.2])
    addBox(world, [-5, 0.08, z], [1.6, 0.16, 0.3], { ...still, name: 'beam' });
  const crates = [-1, -1.7, -2.4].map((x, i) => {
    const position: Vec3 = [x, 0.3, -3 + 0.25 * (i - 1)];
    const body = addBox(world, position, [0.6, 0.6, 0.6], { density: 60, name: 'crate' });
    // Back to where the walker comes by.
    return () => Object.assign(body, { position, rotation: [0, 0, 0, 1] });
  });
  return { ferry, crates };
}
