import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

export default defineScene({
  title: 'Cloth on moving bodies',
  description:
    'A sheet falls on a turning bar and on rolling balls. The cloth pushes back: lighter balls give way.',
  group: 'cloth',
  tags: ['cloth', 'rigid', 'contact'],
  order: 3,
  camera: { position: [4.2, 4.1, 6.4], target: [0, 0.55, 0] },
  controls: {
    turning: {
      label: 'Bar turns',
      value: 0.8,
      min: -4,
      max: 4,
      step: 0.1,
      unit: 'rad/s',
      live: true,
    },
    friction: { label: 'Cloth friction', value: 0.5, min: 0, max: 1, step: 0.05, live: true },
    ballDensity: {
      label: 'Ball density',
      value: 60,
      min: 5,
      max: 2000,
      step: 1,
      unit: 'kg/m³',
      logarithmic: true,
    },
    detail: { label: 'Squares per side', value: 56, min: 12, max: 80, step: 4 },
  },
  build({ world, values }) {
    addGround(world);
    const bar = addBox(world, [0, 0.75, 0], [2.2, 0.24, 0.5], {
      type: 'kinematic',
      name: 'bar',
      angularVelocity: [0, values.turning, 0],
      friction: 0.6,
    });
    addBox(world, [0, 0.3, 0], [0.3, 0.6, 0.3], { type: 'static', name: 'foot' });
    // A kerb keeps the balls together.
    for (const side of [-2, 2]) {
      addBox(world, [side, 0.08, 0], [0.12, 0.16, 4.12], {
        type: 'static',
        name: 'kerb',
        restitution: 0.6,
      });
      addBox(world, [0, 0.08, side], [3.88, 0.16, 0.12], {
        type: 'static',
        name: 'kerb',
        restitution: 0.6,
      });
    }
    for (let i = 0; i < 4; i++) {
      const angle = (i + 0.5) * (Math.PI / 2);
      const [x, z] = [Math.cos(angle), Math.sin(angle)];
      addBall(world, [1.35 * x, 0.32, 1.35 * z], 0.32, {
        density: values.ballDensity,
        linearVelocity: [-0.7 * z, 0, 0.7 * x],
        angularVelocity: [2.2 * x, 0, 2.2 * z],
      });
    }
    const cloth = world.addCloth({
      name: 'sheet',
      grid: { size: [3.2, 3.2], segments: [values.detail, values.detail] },
      position: [0, 1.7, 0],
      density: 0.25,
      stretchCompliance: 1e-5,
      friction: values.friction,
      thickness: 0.035,
      bend: { model: 'dihedral', compliance: 500 },
      damping: 0.2,
    });
    return {
      apply(changed) {
        bar.angularVelocity = [0, changed.turning, 0];
        cloth.friction = changed.friction;
      },
    };
  },
});
