import type { Body, BodyDescription } from 'holonom';
import { addBall, addCapsule, seeded, turn } from './parts/common.js';
import { prism, terrain } from './parts/surfaces.js';
import { defineScene } from './scene.js';

export default defineScene({
  title: 'Rockfall',
  description:
    'Stones, pills, dumbbells and nuts tumble into a valley made of triangles. Nothing catches on the seams.',
  group: 'rigid',
  tags: ['rigid', 'hulls', 'mesh'],
  order: 19,
  camera: { position: [7.2, 12.6, 11.4], target: [0, 0.5, 0] },
  controls: {
    count: { label: 'Bodies', value: 150, min: 10, max: 500, step: 10 },
    friction: { label: 'Friction', value: 0.4, min: 0, max: 1, step: 0.05, live: true },
    restitution: { label: 'Bounce', value: 0.2, min: 0, max: 0.9, step: 0.05 },
  },
  build({ world, values }) {
    world.addBody({
      type: 'static',
      name: 'valley',
      shape: { mesh: terrain(14, 40, valley) },
      friction: 0.6,
    });
    const random = seeded(19);
    const stones = Array.from({ length: 8 }, () => stone(random));
    const nut = { hull: { points: prism(6, 0.3, 0.25) } };
    const dumbbell = {
      compound: {
        parts: [
          { shape: { capsule: { radius: 0.08, halfHeight: 0.3 } } },
          { position: [0, 0.35, 0], shape: { sphere: { radius: 0.2 } } },
          { position: [0, -0.35, 0], shape: { sphere: { radius: 0.2 } } },
        ],
      },
    } as const;
    for (let i = 0; i < values.count; i++) {
      const angle = 2.4 * i;
      const away = 1 + 2.6 * random();
      const position = [away * Math.cos(angle), 2.5 + 0.07 * i, away * Math.sin(angle)] as [
        number,
        number,
        number,
      ];
      const axis = [0.6, 0, 0.8] as [number, number, number];
      const common: Partial<BodyDescription> = {
        rotation: turn(axis, 360 * random()),
        friction: values.friction,
        restitution: values.restitution,
        density: 1500,
      };
      const add: (() => Body)[] = [
        () => world.addBody({ ...common, position, shape: stones[i % 8], name: 'stone' }),
        () => addCapsule(world, position, 0.14 + 0.06 * random(), 0.25, common),
        () => world.addBody({ ...common, position, shape: dumbbell, name: 'dumbbell' }),
        () => world.addBody({ ...common, position, shape: nut, name: 'nut' }),
        () => world.addBody({ ...common, position, shape: stones[(i + 3) % 8], name: 'stone' }),
        () => addBall(world, position, 0.16 + 0.1 * random(), common),
      ];
      add[i % add.length]?.();
    }
    return {
      apply: (changed) => {
        for (const body of world.bodies)
          if (body.type === 'dynamic') body.friction = changed.friction;
      },
    };
  },
});

const valley = (x: number, z: number): number =>
  0.055 * (x * x + z * z) + 0.35 * Math.sin(1.3 * x) * Math.cos(1.1 * z);

/** Points on a lopsided ball. */
function stone(random: () => number): { hull: { points: number[] } } {
  const points: number[] = [];
  const [a, b, c] = [0.22 + 0.14 * random(), 0.2 + 0.1 * random(), 0.22 + 0.14 * random()];
  for (let i = 0; i < 18; i++) {
    const y = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const around = Math.sqrt(1 - y * y);
    points.push(a * around * Math.cos(angle), b * y, c * around * Math.sin(angle));
  }
  return { hull: { points } };
}
