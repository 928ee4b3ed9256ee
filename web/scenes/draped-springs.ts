import { addBall, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

export default defineScene({
  title: 'Net over a ball',
  description:
    'A net of 6,400 nodes and 37,600 springs falls over a ball. Backward Euler solves its equations by conjugate gradients at every substep.',
  group: 'springs',
  tags: ['springs', 'implicit', 'contact'],
  order: 39,
  camera: { position: [3.4, 2.9, 4.6], target: [0, 0.75, 0] },
  settings: { substeps: 3 },
  controls: {
    nodes: { label: 'Nodes a side', value: 80, min: 20, max: 260, step: 10 },
    stiffness: {
      label: 'Stiffness',
      value: 20,
      min: 5,
      max: 1000,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
      live: true,
    },
    friction: { label: 'Friction', value: 0.4, min: 0, max: 1, step: 0.05, live: true },
    bend: { label: 'Bending springs', value: true },
  },
  build({ world, values }) {
    addGround(world);
    addBall(world, [0, 0.85, 0], 0.65, { type: 'static', name: 'ball', friction: 0.5 });
    const segments = values.nodes - 1;
    const net = world.addSpringNetwork({
      name: 'net',
      grid: { size: [2.6, 2.6], segments: [segments, segments] },
      position: [0, 1.54, 0],
      mass: 4,
      stiffness: values.stiffness,
      damping: 0.02,
      bendSprings: values.bend,
      integrator: 'backward-euler',
      // Enough for the eye.
      tolerance: 1e-3,
      radius: 0.02,
      friction: values.friction,
    });
    return {
      apply({ stiffness, friction }) {
        Object.assign(net, { stiffness, friction });
      },
    };
  },
});
