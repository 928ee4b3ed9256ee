import { addGround, upright } from './parts/common.js';
import { defineScene } from './scene.js';

const length = 3.2;

export default defineScene({
  title: 'Ribbon',
  description:
    'A long ribbon drops on its end and lays itself in folds, one on the other. Switch off its collision with itself, and the folds sink into one.',
  group: 'cloth',
  tags: ['cloth', 'contact'],
  order: 27,
  camera: { position: [1.6, 1.5, 3.4], target: [0, 0.7, 0] },
  controls: {
    self: { label: 'Collides with itself', value: true, live: true },
    thickness: { label: 'Thickness', value: 0.012, min: 0.004, max: 0.03, step: 0.001, unit: 'm' },
    friction: { label: 'Friction', value: 0.4, min: 0, max: 1, step: 0.05, live: true },
    bend: {
      label: 'Bending',
      help: 'Softer ribbons make smaller folds.',
      value: 100,
      min: 1,
      max: 1e4,
      step: 1,
      unit: 'rad/(N m)',
      logarithmic: true,
    },
  },
  build({ world, values }) {
    addGround(world);
    const ribbon = world.addCloth({
      name: 'ribbon',
      grid: { size: [0.4, length], segments: [10, 80] },
      position: [0, length / 2 + 0.1, 0],
      rotation: upright,
      density: 0.2,
      thickness: values.thickness,
      friction: values.friction,
      selfCollision: values.self,
      bend: { model: 'dihedral', compliance: values.bend },
      damping: 0.3,
    });
    return {
      apply(changed) {
        ribbon.selfCollision = changed.self;
        ribbon.friction = changed.friction;
      },
    };
  },
});
