import { addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const [radius, depth] = [2.6, 1.4];

export default defineScene({
  title: 'Arch',
  description:
    'A half circle of wedges without mortar. It stands as long as it is thicker than a tenth of its radius, and carries what you put on it.',
  group: 'rigid',
  tags: ['rigid', 'hulls', 'stacking'],
  order: 15,
  camera: { position: [4, 3.4, 11], target: [0, 1.9, 0] },
  settings: { substeps: 8 },
  controls: {
    wedges: { label: 'Wedges', value: 13, min: 5, max: 31, step: 2 },
    thickness: {
      label: 'Thickness by radius',
      value: 0.26,
      min: 0.06,
      max: 0.5,
      step: 0.01,
      help: 'Below about 0.107 no friction is enough (Couplet, 1730).',
    },
    friction: { label: 'Friction', value: 0.8, min: 0, max: 1.5, step: 0.05, live: true },
    load: { label: 'Loads', value: 4, min: 0, max: 12, step: 1 },
  },
  build({ world, values }) {
    addGround(world, 0.8);
    const { friction, wedges } = values;
    const thickness = values.thickness * radius;
    for (let i = 0; i < wedges; i++) {
      const middle = (Math.PI * (i + 0.5)) / wedges;
      const center = [radius * Math.cos(middle), radius * Math.sin(middle), 0] as const;
      const points: number[] = [];
      for (const angle of [(Math.PI * i) / wedges, (Math.PI * (i + 1)) / wedges])
        for (const r of [radius - thickness / 2, radius + thickness / 2])
          for (const z of [-depth / 2, depth / 2])
            points.push(r * Math.cos(angle) - center[0], r * Math.sin(angle) - center[1], z);
      world.addBody({
        position: center,
        shape: { hull: { points } },
        density: 2400,
        friction,
        name: 'wedge',
      });
    }
    const crown = radius + thickness / 2;
    for (let i = 0; i < values.load; i++)
      addBox(world, [0.05 * (i % 2), crown + 0.6 + 0.9 * i, 0], [0.5, 0.4, 0.9], {
        density: 1200,
        friction: 0.7,
        name: 'load',
      });
    return {
      apply: (changed) => {
        for (const body of world.bodies) body.friction = changed.friction;
      },
    };
  },
});
