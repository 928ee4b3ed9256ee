import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const size = 0.5;

export default defineScene({
  title: 'Pyramid',
  description: 'Boxes stacked in a pyramid, held up by friction alone. Throw a ball at it.',
  group: 'rigid',
  tags: ['rigid', 'stacking'],
  order: 1,
  camera: { position: [4.7, 4.2, 13.8], target: [0, 3.2, 0] },
  controls: {
    rows: { label: 'Rows', value: 13, min: 3, max: 24, step: 1 },
    friction: { label: 'Friction', value: 0.6, min: 0, max: 1.5, step: 0.05, live: true },
    density: {
      label: 'Density',
      value: 300,
      min: 50,
      max: 5000,
      step: 1,
      unit: 'kg/m³',
      logarithmic: true,
    },
  },
  build({ world, values }) {
    addGround(world);
    const { friction, density } = values;
    for (let row = 0; row < values.rows; row++) {
      const count = values.rows - row;
      for (let i = 0; i < count; i++) {
        const x = (i - (count - 1) / 2) * size * 1.04;
        addBox(world, [x, size * (row + 0.5), 0], [size, size, size], { friction, density });
      }
    }
    addBall(world, [-0.16 * values.rows, 0.55, 2.6], 0.55, { density: 800, friction: 0.6 });
    return {
      apply: (changed) => {
        for (const body of world.bodies) body.friction = changed.friction;
      },
    };
  },
});
