import { addBox, addGround, turn } from './parts/common.js';
import { block } from './parts/lattice.js';
import { defineScene } from './scene.js';

export default defineScene({
  title: 'Jelly',
  description:
    'Blocks of tetrahedra, with masses in their corners and springs along their edges, drop on steps. Throw balls at them, and make them softer.',
  group: 'springs',
  tags: ['springs', 'soft body', 'contact'],
  order: 35,
  camera: { position: [5, 3.8, 8.6], target: [0.5, 0.8, 0] },
  settings: { substeps: 2 },
  controls: {
    stiffness: {
      label: 'Stiffness',
      value: 500,
      min: 60,
      max: 20000,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
      live: true,
    },
    damping: {
      label: 'Damping',
      value: 0.5,
      min: 0,
      max: 10,
      step: 0.1,
      unit: 'N s/m',
      live: true,
    },
    cells: { label: 'Cells an edge', value: 4, min: 2, max: 8, step: 1 },
  },
  build({ world, values }) {
    addGround(world);
    for (let i = 0; i < 3; i++)
      addBox(world, [-1.1 + 0.35 * i, 0.45 - 0.15 * i, 0], [1, 0.9 - 0.3 * i, 2.4], {
        type: 'static',
        name: 'step',
      });
    const nets = [0, 1, 2].map((i) =>
      world.addSpringNetwork({
        name: 'jelly',
        tetrahedra: block([0.9, 0.9, 0.9], values.cells),
        position: [-0.9 + 0.5 * i, 1.7 + 1.3 * i, 0.2 * (i - 1)],
        rotation: turn([0, 0.6, 0.8], 25 * i),
        mass: 12,
        stiffness: values.stiffness,
        damping: values.damping,
        integrator: 'backward-euler',
        tolerance: 1e-4,
        radius: 0.035,
        friction: 0.6,
      }),
    );
    return {
      apply({ stiffness, damping }) {
        for (const net of nets) Object.assign(net, { stiffness, damping });
      },
    };
  },
});
