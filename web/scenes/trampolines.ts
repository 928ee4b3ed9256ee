import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const softness = [1, 3, 9];
const [gap, side, height, segments] = [2.6, 2, 1.3, 12];

export default defineScene({
  title: 'Trampolines',
  description:
    'Three nets, each three times as stiff as the one before, catch balls of one mass. The stiffer the net, the shorter the time; how high they bounce hangs on the method.',
  group: 'springs',
  tags: ['springs', 'rigid', 'integrators'],
  order: 37,
  camera: { position: [0, 4, 13.5], target: [0, 1.6, 0] },
  settings: { substeps: 16, sleeping: false },
  controls: {
    stiffness: {
      label: 'Softest',
      value: 600,
      min: 100,
      max: 3000,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
    },
    mass: { label: 'Ball mass', value: 4, min: 0.5, max: 40, step: 0.5, unit: 'kg' },
    integrator: {
      label: 'Method',
      value: 'symplectic-euler',
      options: {
        'symplectic-euler': 'Symplectic Euler',
        verlet: 'Verlet',
        'backward-euler': 'Backward Euler',
      },
    },
  },
  build({ world, values }) {
    addGround(world);
    softness.forEach((times, i) => {
      const x = (i - 1) * gap;
      for (const [dx, dz] of [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ] as const)
        addBox(world, [x + (dx * side) / 2, height / 2, (dz * side) / 2], [0.08, height, 0.08], {
          type: 'static',
          name: 'post',
        });
      world.addSpringNetwork({
        name: `${times} ×`,
        grid: { size: [side, side], segments: [segments, segments] },
        position: [x, height, 0],
        mass: 3,
        stiffness: times * values.stiffness,
        damping: 0,
        integrator: values.integrator as 'verlet',
        radius: 0.02,
        pins: ['left', 'right', 'top', 'bottom'],
      });
      addBall(world, [x, height + 1.8, 0], 0.26, { mass: values.mass, name: 'ball' });
    });
  },
});
