import type { SpringNetwork } from 'holonom';
import { addBox } from './parts/common.js';
import { defineScene } from './scene.js';

// Springs shorter than the gaps, so that neighbors leave each other alone.
const [columns, gap, top, length] = [24, 0.34, 2.2, 0.3];
const substep = 1 / 60;

export default defineScene({
  title: 'Critical time',
  description:
    'Masses on springs that get stiffer from left to right: the step is a twentieth of the first one’s period, and more than the last one’s. The first swing; those that fly apart are taken away; where the step is a whole period, at the dark post, the spring does nothing and the mass falls, for ever.',
  group: 'lab',
  tags: ['springs', 'integrators', 'lab'],
  order: 31,
  camera: { position: [0, 1.9, 16.5], target: [0, 1.2, 0] },
  settings: { substeps: 1 },
  controls: {
    integrator: {
      label: 'Method',
      value: 'harmonic',
      options: {
        harmonic: 'Harmonic',
        'symplectic-euler': 'Symplectic Euler',
        verlet: 'Verlet',
        jacobi: 'Jacobi',
        'backward-euler': 'Backward Euler',
      },
    },
    longest: { label: 'Longest step', value: 1.2, min: 0.3, max: 10, step: 0.1, unit: 'h_c' },
    pull: { label: 'Pulled down by', value: 0.08, min: 0.01, max: 0.25, step: 0.01, unit: 'm' },
  },
  build({ world, values }) {
    const width = columns * gap;
    addBox(world, [0, top + 0.17, 0], [width, 0.1, 0.2], { type: 'static', name: 'beam' });
    const nets: SpringNetwork[] = [];
    for (let i = 0; i < columns; i++) {
      const x = (i - (columns - 1) / 2) * gap;
      const ratio = (values.longest * (i + 1)) / columns;
      if (Math.abs(ratio - Math.round(ratio)) < 1e-9)
        addBox(world, [x, top / 2, -0.25], [0.05, top, 0.05], {
          type: 'kinematic',
          name: `${Math.round(ratio)} h_c`,
        });
      nets.push(
        world.addSpringNetwork({
          name: `${ratio.toFixed(2)} h_c`,
          lists: { positions: [x, top, 0, x, top - length, 0], springs: [0, 1] },
          positions: [x, top, 0, x, top - length - values.pull, 0],
          mass: 2,
          // One mass swings alone: its period is 2π√(m/κ).
          stiffness: ((2 * Math.PI * ratio) / substep) ** 2,
          damping: 0,
          integrator: values.integrator as 'harmonic',
          radius: 0.07,
          pins: [0],
        }),
      );
    }
    return {
      beforeStep() {
        for (const net of nets) if (net.alive && net.blowUp) net.remove();
      },
    };
  },
});
