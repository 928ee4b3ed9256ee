import { addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

// From left to right.
const integrators = ['symplectic-euler', 'jacobi', 'hybrid', 'backward-euler'] as const;
const [side, top, gap] = [1.5, 2.6, 2];
const segments = 12;

export default defineScene({
  title: 'One net, four methods',
  description:
    'The same net swings from two corners under symplectic Euler, one Jacobi sweep, hybrid and backward Euler, from left to right. Make it stiffer: the first flies apart, and the two in the middle fall slower and slower.',
  group: 'lab',
  tags: ['springs', 'integrators', 'lab'],
  order: 30,
  fliesApart: true,
  camera: { position: [0, 3, 13.6], target: [0, 1.6, 0] },
  settings: { substeps: 8 },
  controls: {
    stiffness: {
      label: 'Stiffness',
      value: 1000,
      min: 100,
      max: 1e6,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
    },
    damping: {
      label: 'Damping',
      value: 0.05,
      min: 0,
      max: 2,
      step: 0.05,
      unit: 'N s/m',
      live: true,
    },
    sweeps: {
      label: 'Jacobi sweeps',
      value: 1,
      min: 0,
      max: 50,
      step: 1,
      live: true,
      help: 'More of them bring the second net nearer to the last.',
    },
  },
  build({ world, values }) {
    addGround(world);
    const nets = integrators.map((integrator, i) => {
      const x = (i - (integrators.length - 1) / 2) * gap;
      for (const end of [-1, 1])
        addBox(world, [x + (end * side) / 2, top / 2, -0.06], [0.06, top, 0.06], {
          type: 'static',
          name: 'post',
        });
      return world.addSpringNetwork({
        name: integrator,
        grid: { size: [side, side], segments: [segments, segments] },
        position: [x, top, side / 2],
        mass: 3,
        stiffness: values.stiffness,
        damping: values.damping,
        sweeps: values.sweeps,
        integrator,
        radius: 0.015,
        // The corners at the posts.
        pins: [0, segments],
      });
    });
    return {
      apply({ damping, sweeps }) {
        for (const net of nets) Object.assign(net, { damping, sweeps });
      },
    };
  },
});
