import { addBall, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

export default defineScene({
  title: 'Three sheets',
  description:
    'A ball goes up and down in a stack of three sheets, each held at two sides. However far it pushes them, none gets through another.',
  group: 'cloth',
  tags: ['cloth', 'contact', 'kinematic'],
  order: 28,
  camera: { position: [1.5, 1.9, 2.3], target: [0, 0.95, 0] },
  controls: {
    depth: { label: 'Depth', value: 0.3, min: 0.05, max: 0.5, step: 0.01, unit: 'm', live: true },
    period: { label: 'Period', value: 3, min: 1, max: 8, step: 0.1, unit: 's', live: true },
    friction: { label: 'Friction', value: 0.3, min: 0, max: 1, step: 0.05 },
    detail: { label: 'Squares per side', value: 24, min: 8, max: 48, step: 4 },
  },
  build({ world, values }) {
    addGround(world);
    const [height, radius] = [1, 0.2];
    for (let k = 0; k < 3; k++) {
      world.addCloth({
        name: `sheet ${k + 1}`,
        grid: { size: [1.2, 1.2], segments: [values.detail, values.detail] },
        position: [0, height + 0.03 * k, 0],
        density: 0.2,
        thickness: 0.015,
        friction: values.friction,
        selfCollision: true,
        stretchCompliance: 1e-3,
        pins: ['left', 'right'],
        damping: 0.5,
      });
    }
    const ball = addBall(world, [0, height + 0.1 + radius, 0], radius, {
      type: 'kinematic',
      name: 'ball',
      friction: values.friction,
    });
    let { depth, period } = values;
    return {
      beforeStep(time) {
        const omega = (2 * Math.PI) / period;
        ball.linearVelocity = [0, -0.5 * (depth + 0.1) * omega * Math.sin(omega * time), 0];
      },
      apply(changed) {
        ({ depth, period } = changed);
      },
    };
  },
});
