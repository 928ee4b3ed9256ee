import type { Body, BodyDescription, Quat, Vec3, World } from 'holonom';
import { addBox, turn } from './parts/common.js';
import { prism } from './parts/surfaces.js';
import { defineScene } from './scene.js';

// Distances from the axis of a stand at which its walls begin and end.
const [inner, outer] = [0.75, 1.4];
const [pitch, height] = [3.2, 0.42];
/** Time between two throws. Unit: s. */
const period = 2.5;
const material = { density: 700, friction: 0.2, restitution: 0.5 } as const;

export default defineScene({
  title: 'Spinning blades',
  description:
    'Blades, rods and paddles on hinges are thrown at thin walls, to and fro. In a step they move by many times the thickness of a wall, yet with the default solver nothing passes through, and the energy never exceeds that of a throw: plot it.',
  group: 'joints',
  tags: ['rigid', 'joints', 'rotation'],
  order: 17,
  camera: { position: [0, 13.2, 9.4], target: [0, 0, 0.3] },
  settings: { sleeping: false },
  controls: {
    speed: { label: 'Speed', value: 40, min: 5, max: 200, step: 5, unit: 'rad/s', live: true },
    thickness: { label: 'Wall thickness', value: 5, min: 1, max: 50, step: 1, unit: 'mm' },
  },
  build({ world, values }) {
    const thrown: { readonly body: Body; readonly center: Vec3 }[] = [];
    stands.forEach(({ walls, parts, add }, i) => {
      const center: Vec3 = [((i % 2) - 0.5) * pitch, height, (Math.floor(i / 2) - 1) * pitch];
      addStand(world, center, walls, values.thickness / 1000);
      for (let k = 0; k < parts; k++)
        for (const body of add(world, spokeAt(center, (360 / walls) * (k + 0.5))))
          thrown.push({ body, center });
    });
    let { speed } = values;
    let throws = 0;
    return {
      beforeStep(time) {
        if (time + 1e-6 < throws * period) return;
        const spin = throws++ % 2 === 0 ? speed : -speed;
        for (const { body, center } of thrown) {
          const [x, , z] = body.position;
          body.angularVelocity = [0, spin, 0];
          body.linearVelocity = [spin * (z - center[2]), 0, -spin * (x - center[0])];
        }
      },
      apply: (changed) => {
        speed = changed.speed;
      },
    };
  },
});

/** A direction from the axis of a stand. */
interface Spoke {
  readonly center: Vec3;
  /** Turns x outwards. */
  readonly rotation: Quat;
  /** The point at this distance from the axis. */
  readonly at: (distance: number) => Vec3;
}

function spokeAt(center: Vec3, degrees: number): Spoke {
  const [x, y, z] = center;
  const angle = (degrees * Math.PI) / 180;
  return {
    center,
    rotation: turn([0, 1, 0], degrees),
    at: (distance) => [x + distance * Math.cos(angle), y, z - distance * Math.sin(angle)],
  };
}

/** A disc with a post on its axis and thin walls around it. */
function addStand(world: World, [x, y, z]: Vec3, walls: number, thickness: number): void {
  const rotation = turn([1, 0, 0], 90);
  world.addBody({
    type: 'static',
    name: 'disc',
    position: [x, -0.05, z],
    rotation,
    shape: { hull: { points: prism(48, outer + 0.1, 0.1) } },
  });
  world.addBody({
    type: 'static',
    name: 'post',
    position: [x, y, z],
    rotation,
    shape: { hull: { points: prism(16, 0.06, 2 * y) } },
    collisionMask: 0,
  });
  for (let k = 0; k < walls; k++) {
    const { rotation, at } = spokeAt([x, y, z], (360 / walls) * k);
    addBox(world, at((inner + outer) / 2), [outer - inner, 2 * y - 0.02, thickness], {
      ...material,
      type: 'static',
      name: 'wall',
      rotation,
    });
  }
}

const bar = (length: number, height: number, thickness: number) =>
  ({ box: { halfExtents: [length / 2, height / 2, thickness / 2] } }) as const;

/** A part on a hinge, by default about the axis of its stand. */
function addPart(
  world: World,
  { center, rotation }: Spoke,
  description: BodyDescription,
  anchor = center,
  bodyB?: Body,
): Body {
  const bodyA = world.addBody({ ...material, rotation, ...description });
  world.addJoint({ hinge: { bodyA, ...(bodyB ? { bodyB } : {}), anchor, axis: [0, 1, 0] } });
  return bodyA;
}

const stands: readonly {
  readonly walls: number;
  /** How many hang on the axis. */
  readonly parts: number;
  readonly add: (world: World, spoke: Spoke) => Body[];
}[] = [
  {
    walls: 4,
    parts: 1,
    add: (world, spoke) => [
      addPart(world, spoke, { name: 'blade', position: spoke.center, shape: bar(2.6, 0.3, 0.02) }),
    ],
  },
  {
    walls: 3,
    parts: 3,
    add: (world, spoke) => [
      addPart(world, spoke, {
        name: 'rod',
        position: spoke.at(0.75),
        shape: bar(1.1, 0.06, 0.06),
      }),
    ],
  },
  {
    walls: 4,
    parts: 1,
    add: (world, spoke) => [
      addPart(world, spoke, {
        name: 'cross',
        position: spoke.center,
        shape: {
          compound: {
            parts: [
              { shape: bar(2.4, 0.24, 0.03) },
              { shape: bar(2.4, 0.24, 0.03), rotation: turn([0, 1, 0], 90) },
            ],
          },
        },
      }),
    ],
  },
  {
    walls: 3,
    parts: 1,
    add: (world, spoke) => [
      addPart(world, spoke, {
        name: 'propeller',
        position: spoke.center,
        shape: {
          compound: {
            parts: [0, 120, 240].map((degrees) => ({
              position: spokeAt([0, 0, 0], degrees).at(0.65),
              rotation: turn([0, 1, 0], degrees),
              shape: bar(1.2, 0.3, 0.02),
            })),
          },
        },
      }),
    ],
  },
  {
    walls: 4,
    parts: 1,
    add: (world, spoke) => [
      addPart(world, spoke, {
        name: 'dumbbell',
        position: spoke.center,
        shape: {
          compound: {
            parts: [
              { shape: bar(2.1, 0.08, 0.08) },
              { position: [1.1, 0, 0], shape: { sphere: { radius: 0.16 } } },
              { position: [-1.1, 0, 0], shape: { sphere: { radius: 0.16 } } },
            ],
          },
        },
      }),
    ],
  },
  {
    walls: 5,
    parts: 5,
    add: (world, spoke) => [
      addPart(world, spoke, {
        name: 'paddle',
        position: spoke.at(0.75),
        shape: bar(1.1, 0.4, 0.02),
      }),
    ],
  },
];
