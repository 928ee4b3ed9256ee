import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

// From left to right, beside the ball.
const methods = [
  { integrator: 'backward-euler' },
  { integrator: 'jacobi', sweeps: 5 },
  { integrator: 'jacobi', sweeps: 1 },
  { integrator: 'hybrid' },
] as const;
const [height, gap, segments] = [5, 1.5, 4];

export default defineScene({
  title: 'Nets that fall',
  description:
    'A ball and four free nets are dropped together: backward Euler, five Jacobi sweeps, one sweep, and hybrid. Nothing holds them, yet only the first keeps up: the others lose momentum, the more the stiffer they are.',
  group: 'lab',
  tags: ['springs', 'integrators', 'lab'],
  order: 34,
  camera: { position: [0.4, 3.2, 13.5], target: [0, 2.6, 0] },
  settings: { substeps: 1 },
  controls: {
    stiffness: {
      label: 'Stiffness',
      value: 5000,
      min: 100,
      max: 1e6,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
    },
    mass: { label: 'Mass of a node', value: 0.4, min: 0.05, max: 5, step: 0.05, unit: 'kg' },
  },
  build({ world, values }) {
    addGround(world);
    const x = (place: number): number => (place - methods.length / 2) * gap;
    addBall(world, [x(0), height, 0], 0.25, { name: 'ball' });
    methods.forEach((method, i) => {
      world.addSpringNetwork({
        name: method.integrator,
        grid: { size: [1, 1], segments: [segments, segments] },
        position: [x(i + 1), height, 0],
        rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
        mass: values.mass * (segments + 1) ** 2,
        stiffness: values.stiffness,
        damping: 0.1,
        radius: 0.04,
        ...method,
      });
    });
    // A scale of meters.
    for (let y = 1; y <= 5; y++)
      addBox(world, [0, y, -0.6], [(methods.length + 2) * gap, 0.015, 0.015], {
        type: 'static',
        name: `${y} m`,
      });
  },
});
