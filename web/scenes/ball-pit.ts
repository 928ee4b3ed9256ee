import { addBall, addBox, addGround, seeded } from './parts/common.js';
import { defineScene } from './scene.js';

const [side, wall, height] = [4, 0.14, 1.1];

export default defineScene({
  title: 'Ball pit',
  description:
    'Balls of every color, and a turning beam that stirs them. Take more of them until your machine has enough.',
  group: 'stress',
  tags: ['rigid', 'kinematic', 'stress'],
  order: 41,
  camera: { position: [3.6, 5, 6.2], target: [0, 0.3, 0] },
  settings: { sleeping: false },
  controls: {
    count: { label: 'Balls', value: 240, min: 40, max: 3000, step: 20 },
    turning: {
      label: 'Beam turns',
      value: 1.2,
      min: -4,
      max: 4,
      step: 0.1,
      unit: 'rad/s',
      live: true,
    },
    friction: { label: 'Friction', value: 0.3, min: 0, max: 1, step: 0.05 },
  },
  build({ world, values }) {
    addGround(world);
    for (const end of [-1, 1]) {
      const at = (end * (side + wall)) / 2;
      const rest = { type: 'static', name: 'wall' } as const;
      addBox(world, [at, height / 2, 0], [wall, height, side + 2 * wall], rest);
      addBox(world, [0, height / 2, at], [side, height, wall], rest);
    }
    const beam = addBox(world, [0, 0.32, 0], [0.86 * side, 0.24, 0.24], {
      type: 'kinematic',
      name: 'beam',
      angularVelocity: [0, values.turning, 0],
    });
    const random = seeded(41);
    const across = 9;
    for (let i = 0; i < values.count; i++) {
      const place = (axis: number) => (axis - (across - 1) / 2) * 0.42 + 0.1 * (random() - 0.5);
      const [x, z] = [place(i % across), place(Math.floor(i / across) % across)];
      const y = 0.7 + 0.36 * Math.floor(i / (across * across));
      addBall(world, [x, y, z], 0.1 + 0.06 * random(), { density: 90, friction: values.friction });
    }
    return {
      apply({ turning }) {
        beam.angularVelocity = [0, turning, 0];
      },
    };
  },
});
