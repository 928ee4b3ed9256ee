import type { HingeJoint } from 'holonom';
import { addBox, seeded } from './parts/common.js';
import { prism, terrain } from './parts/surfaces.js';
import { defineScene } from './scene.js';

const [wheelRadius, wheelWidth] = [0.42, 0.3];

export default defineScene({
  title: 'Rover',
  description:
    'Four motors in hinges drive a cart over the hills. Change speed and steering while it goes, or lift it by its roof.',
  group: 'joints',
  tags: ['rigid', 'joints', 'motors', 'mesh'],
  order: 20,
  camera: { position: [8.8, 12.4, 14], target: [0.6, 0, 1] },
  settings: { substeps: 6, sleeping: false },
  controls: {
    speed: { label: 'Speed', value: 10, min: -14, max: 14, step: 0.5, unit: 'rad/s', live: true },
    steering: {
      label: 'Steering',
      value: 0.4,
      min: -1,
      max: 1,
      step: 0.05,
      live: true,
      help: 'How much slower the inner wheels turn.',
    },
    torque: {
      label: 'Torque',
      value: 1500,
      min: 0,
      max: 3000,
      step: 10,
      unit: 'N m',
      live: true,
    },
  },
  build({ world, values }) {
    world.addBody({
      type: 'static',
      name: 'hills',
      shape: { mesh: terrain(18, 45, hills) },
      friction: 0.9,
    });
    const from = [-1, hills(-1, -3.2) + 1.1, -3.2] as const;
    const chassis = world.addBody({
      position: from,
      density: 220,
      name: 'cart',
      shape: {
        compound: {
          parts: [
            { shape: { box: { halfExtents: [1.05, 0.16, 0.5] } } },
            { position: [-0.2, 0.38, 0], shape: { box: { halfExtents: [0.5, 0.24, 0.42] } } },
          ],
        },
      },
    });
    const motors: { joint: HingeJoint; side: number }[] = [];
    for (const front of [-1, 1])
      for (const side of [-1, 1]) {
        const at = [from[0] + 0.78 * front, from[1] - 0.12, from[2] + 0.72 * side] as const;
        const wheel = world.addBody({
          position: at,
          shape: { hull: { points: prism(24, wheelRadius, wheelWidth) } },
          density: 350,
          friction: 1,
          name: 'wheel',
        });
        const joint = world.addJoint({
          hinge: { bodyA: wheel, bodyB: chassis, anchor: at, axis: [0, 0, 1] },
        });
        motors.push({ joint, side });
      }
    const random = seeded(20);
    for (let i = 0; i < 18; i++) {
      const [x, z] = [11 * (random() - 0.5), 11 * (random() - 0.5)];
      const size = 0.28 + 0.2 * random();
      if (Math.hypot(x - from[0], z - from[2]) < 2) continue;
      addBox(world, [x, hills(x, z) + 0.6, z], [size, size, size], { density: 40, name: 'crate' });
    }
    const apply = ({ speed, steering, torque }: typeof values) => {
      for (const { joint, side } of motors) {
        // Turning about +z moves a wheel to -x.
        const slower = side * steering > 0 ? 1 - Math.abs(steering) * 1.4 : 1;
        joint.motor = { velocity: -speed * slower, maxTorque: torque };
      }
    };
    apply(values);
    return { apply };
  },
});

// Gentle waves, and a rim that keeps the cart on the land.
const hills = (x: number, z: number): number => {
  const beyond = Math.max(0, Math.abs(x) - 7.6, Math.abs(z) - 7.6);
  return 0.3 * Math.sin(0.9 * x + 0.4) * Math.cos(0.8 * z) + 1.2 * beyond ** 2;
};
