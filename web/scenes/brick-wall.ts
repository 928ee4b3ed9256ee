import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const [length, height, depth] = [0.4, 0.2, 0.2];

export default defineScene({
  title: 'Brick wall',
  description:
    'Bricks in a running bond, without mortar. A heavy ball breaks through; see how the solver moves the bricks, and what is left standing.',
  group: 'stress',
  tags: ['rigid', 'stacking', 'stress'],
  order: 40,
  camera: { position: [4.2, 2.8, 7.3], target: [0, 1.1, 0] },
  controls: {
    rows: { label: 'Rows', value: 12, min: 4, max: 30, step: 1 },
    bricks: { label: 'Bricks in a row', value: 12, min: 4, max: 40, step: 1 },
    friction: { label: 'Friction', value: 0.6, min: 0, max: 1.2, step: 0.05 },
    speed: { label: 'Ball speed', value: 12, min: 0, max: 30, step: 1, unit: 'm/s' },
  },
  build({ world, values }) {
    const { rows, bricks, friction, speed } = values;
    addGround(world);
    for (let row = 0; row < rows; row++)
      for (let i = 0; i < bricks; i++) {
        const x = (i - (bricks - 1) / 2 + (row % 2) / 2 - 0.25) * length * 1.01;
        addBox(world, [x, height * (row + 0.5), 0], [length, height, depth], {
          density: 1800,
          friction,
          name: 'brick',
        });
      }
    // A quarter of the wall's mass: it breaks through with any solver.
    addBall(world, [0.4, 0.5 * rows * height, 4.5], 0.8, {
      mass: 8 * rows * bricks,
      linearVelocity: [0, 3, -speed],
      name: 'ball',
    });
  },
});
