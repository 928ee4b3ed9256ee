import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const integrators = ['harmonic', 'hybrid'] as const;
const [side, gap, height, segments] = [2, 2.7, 2.2, 12];

export default defineScene({
  title: 'Hybrid and harmonic',
  description:
    'Two nets catch a ball: harmonic on the left applies the closed form of each spring, hybrid on the right averages it with an implicit guess. Make them stiffer: the left one flies apart, the right one stays and moves as if in honey.',
  group: 'lab',
  tags: ['springs', 'integrators', 'lab'],
  order: 33,
  fliesApart: true,
  camera: { position: [0, 3.8, 9.8], target: [0, 1.6, 0] },
  settings: { substeps: 8 },
  controls: {
    stiffness: {
      label: 'Stiffness',
      value: 800,
      min: 50,
      max: 1e6,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
      live: true,
    },
    share: {
      label: 'Share of the impulse',
      value: 1,
      min: 0.1,
      max: 1,
      step: 0.05,
      live: true,
      help: 'Half of it is what the published method applies.',
    },
    hybridWeight: {
      label: 'Implicit weight of hybrid',
      value: 0.5,
      min: 0,
      max: 1,
      step: 0.05,
      live: true,
      help: 'The harmonic impulses have the rest. The published method takes one half.',
    },
    ball: { label: 'Drop a ball', value: true },
  },
  build({ world, values }) {
    addGround(world);
    const nets = integrators.map((integrator, i) => {
      const x = (i - 0.5) * gap;
      for (const [dx, dz] of [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ] as const)
        addBox(
          world,
          [x + (dx * (side + 0.08)) / 2, height / 2, (dz * (side + 0.08)) / 2],
          [0.08, height, 0.08],
          { type: 'static', name: 'post' },
        );
      if (values.ball) addBall(world, [x, height + 0.9, 0], 0.25, { mass: 2, name: 'ball' });
      return world.addSpringNetwork({
        name: integrator,
        grid: { size: [side, side], segments: [segments, segments] },
        position: [x, height - 0.05, 0],
        mass: 3,
        stiffness: values.stiffness,
        damping: 0.1,
        share: values.share,
        hybridWeight: values.hybridWeight,
        integrator,
        radius: 0.02,
        pins: ['corners'],
      });
    });
    return {
      apply({ stiffness, share, hybridWeight }) {
        for (const net of nets) Object.assign(net, { stiffness, share, hybridWeight });
      },
    };
  },
});
