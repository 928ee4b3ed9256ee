import { addBall, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

export default defineScene({
  title: 'Great sheet',
  description:
    'One large cloth falls over a field of balls. Its squares are thousands of constraints, solved anew in every substep.',
  group: 'stress',
  tags: ['cloth', 'contact', 'stress'],
  order: 42,
  camera: { position: [3.7, 3.7, 5.9], target: [0, 0.5, 0] },
  controls: {
    detail: { label: 'Squares per side', value: 64, min: 16, max: 128, step: 8 },
    friction: { label: 'Friction', value: 0.4, min: 0, max: 1, step: 0.05 },
    spread: { label: 'Between balls', value: 1.1, min: 0.8, max: 1.6, step: 0.1, unit: 'm' },
  },
  build({ world, values }) {
    const { detail, friction, spread } = values;
    addGround(world);
    for (let i = 0; i < 9; i++) {
      const [x, z] = [((i % 3) - 1) * spread, (Math.floor(i / 3) - 1) * spread];
      const radius = i === 4 ? 0.5 : 0.32;
      addBall(world, [x, radius, z], radius, { type: 'static', friction, name: 'post' });
    }
    world.addCloth({
      name: 'sheet',
      grid: { size: [3.6, 3.6], segments: [detail, detail] },
      position: [0, 1.5, 0],
      density: 0.2,
      friction,
      stretchCompliance: 1e-6,
      thickness: 0.02,
      damping: 0.2,
    });
  },
});
