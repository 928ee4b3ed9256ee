import type { Vec3 } from 'holonom';
import { gyroscopicControl, turn } from './parts/common.js';
import { defineScene } from './scene.js';

const spinAxes = { least: [1, 0, 0], middle: [0, 1, 0], greatest: [0, 0, 1] } as const;

export default defineScene({
  title: 'Tumbling handles',
  description:
    'Three equal handles spin without gravity, each about another of its axes. The one that spins about its middle axis turns over again and again (Dzhanibekov, 1985).',
  group: 'rigid',
  tags: ['rigid', 'rotation', 'compounds'],
  order: 18,
  camera: { position: [0, 1.8, 12.5], target: [0, 0, 0] },
  settings: { gravity: [0, 0, 0], substeps: 8, sleeping: false },
  controls: {
    spin: { label: 'Spin', value: 7, min: 1, max: 20, step: 0.5, unit: 'rad/s' },
    tilt: {
      label: 'First push',
      value: 0.03,
      min: 0.001,
      max: 0.5,
      step: 0.001,
      unit: 'rad/s',
      logarithmic: true,
      help: 'Spin about the two other axes.',
    },
    gyroscopic: {
      ...gyroscopicControl,
      help: 'Only the midpoint keeps energy and angular momentum.',
    },
  },
  build({ world, values }) {
    // The bar outweighs the stem, so that the axis along the stem is the middle one.
    const handle = {
      compound: {
        parts: [
          {
            position: [0, 0, 0],
            rotation: turn([0, 0, 1], 90),
            shape: { capsule: { radius: 0.13, halfHeight: 0.75 } },
          },
          { position: [0, -0.4, 0], shape: { capsule: { radius: 0.13, halfHeight: 0.35 } } },
        ],
      },
    } as const;
    Object.entries(spinAxes).forEach(([name, axis], i) => {
      const angularVelocity = axis.map((share) => share * values.spin || values.tilt) as Vec3;
      world.addBody({
        position: [2.6 * (i - 1), 0.15, 0],
        shape: handle,
        angularVelocity,
        name: `${name} axis`,
      });
    });
    const apply = (changed: typeof values) => {
      world.gyroscopic = changed.gyroscopic as typeof world.gyroscopic;
    };
    apply(values);
    return { apply };
  },
});
