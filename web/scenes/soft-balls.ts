import { addBox, addGround, turn } from './parts/common.js';
import { ballSurface } from './parts/surfaces.js';
import { defineScene } from './scene.js';

export default defineScene({
  title: 'Soft balls',
  description:
    'Balls of closed cloth keep the volume inside them. They roll down steps and bear a crate. Inflate them, or let the air give way.',
  group: 'cloth',
  tags: ['cloth', 'soft body', 'contact'],
  order: 29,
  camera: { position: [4.2, 2.6, 6.2], target: [0.2, 0.7, 0] },
  settings: { particleIterations: 6 },
  controls: {
    ratio: { label: 'Volume', value: 1, min: 0.3, max: 1.6, step: 0.05, live: true },
    compliance: {
      label: 'Compliance of the air',
      value: 1e-7,
      min: 1e-8,
      max: 1e-4,
      step: 1e-8,
      unit: 'm³/Pa',
      logarithmic: true,
      live: true,
    },
    stretch: {
      label: 'Stretch compliance',
      value: 1e-4,
      min: 1e-6,
      max: 1e-2,
      step: 1e-6,
      unit: 'm/N',
      logarithmic: true,
      live: true,
    },
  },
  build({ world, values }) {
    addGround(world);
    for (let i = 0; i < 3; i++)
      addBox(world, [-1.6 + 0.4 * i, 0.6 - 0.2 * i, 0], [1.2, 1.2 - 0.4 * i, 2.6], {
        type: 'static',
        name: 'step',
      });
    const balls = [
      [-1, 1.7, -0.7],
      [-0.95, 2.1, 0.6],
      [-1, 2.9, 0],
      [1.3, 0.4, -0.45],
      [1.3, 0.4, 0.45],
      [1.9, 0.4, 0],
    ].map((position, i) =>
      world.addCloth({
        name: 'ball',
        mesh: ballSurface(0.36, 3),
        position: position as [number, number, number],
        rotation: turn([0, 0.6, 0.8], 25 * i),
        density: 1.5,
        thickness: 0.02,
        friction: 0.6,
        bend: { compliance: 100 },
        stretchCompliance: values.stretch,
        damping: 0.2,
        springDamping: 0.02,
        drag: 0,
        volume: { ratio: values.ratio, compliance: values.compliance },
      }),
    );
    addBox(world, [1.5, 1.1, 0], [1.2, 0.25, 1.2], { name: 'crate', density: 60 });
    return {
      apply({ ratio, compliance, stretch }) {
        for (const ball of balls)
          Object.assign(ball, { volume: { ratio, compliance }, stretchCompliance: stretch });
      },
    };
  },
});
