import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const integrators = ['symplectic-euler', 'backward-euler'] as const;

export default defineScene({
  title: 'Spring nets, two integrators',
  description:
    'The same net twice: symplectic Euler on the left keeps its energy and bounces; backward Euler on the right eats it and calms down. Raise the stiffness until the left one flies apart.',
  group: 'springs',
  tags: ['springs', 'integrators'],
  order: 4,
  fliesApart: true,
  camera: { position: [0, 4.6, 9.4], target: [0, 1.15, 0] },
  // Symplectic Euler needs short substeps to carry springs of this stiffness.
  settings: { substeps: 8 },
  controls: {
    stiffness: {
      label: 'Stiffness',
      value: 500,
      min: 50,
      max: 50000,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
      live: true,
    },
    damping: {
      label: 'Damping',
      value: 0.05,
      min: 0,
      max: 5,
      step: 0.05,
      unit: 'N s/m',
      live: true,
    },
    ball: { label: 'Drop a ball', value: true },
    detail: { label: 'Meshes per side', value: 14, min: 4, max: 30, step: 2 },
  },
  build({ world, values }) {
    addGround(world);
    const nets = integrators.map((integrator, i) => {
      const x = i === 0 ? -1.45 : 1.45;
      for (const [dx, dz] of [
        [-1.15, -1.15],
        [1.15, -1.15],
        [-1.15, 1.15],
        [1.15, 1.15],
      ] as const) {
        addBox(world, [x + dx, 0.95, dz], [0.09, 1.9, 0.09], { type: 'static', name: 'post' });
      }
      if (values.ball) addBall(world, [x, 2.9, 0], 0.24, { density: 25, name: 'ball' });
      return world.addSpringNetwork({
        name: integrator,
        grid: { size: [2.2, 2.2], segments: [values.detail, values.detail] },
        position: [x, 1.85, 0],
        mass: 4,
        stiffness: values.stiffness,
        damping: values.damping,
        integrator,
        pins: ['corners'],
      });
    });
    return {
      apply({ stiffness, damping }) {
        for (const net of nets) Object.assign(net, { stiffness, damping });
      },
    };
  },
});
