import type { Vec3 } from 'holonom';
import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const modes = { rigid: 'rod', rope: 'rope', spring: 'spring' } as const;
const [top, length] = [4.4, 2.4];

export default defineScene({
  title: 'Rod, rope, spring',
  description:
    'Three ways to tie a ball to a beam: a rod keeps its length, a rope is no longer than it, a spring pulls back to it. Lift each and let go.',
  group: 'joints',
  tags: ['rigid', 'joints', 'distance'],
  order: 26,
  camera: { position: [2, 3.8, 13.4], target: [0, 2.6, 0] },
  settings: { substeps: 8, sleeping: false },
  controls: {
    mass: {
      label: 'Ball mass',
      value: 20,
      min: 1,
      max: 1000,
      step: 1,
      unit: 'kg',
      logarithmic: true,
    },
    frequency: {
      label: 'Spring frequency',
      value: 1.2,
      min: 0.3,
      max: 5,
      step: 0.1,
      unit: 'Hz',
      live: true,
    },
    damping: {
      label: 'Spring damping',
      value: 0.05,
      min: 0,
      max: 1,
      step: 0.01,
      live: true,
      help: '1 comes to rest without overshooting.',
    },
  },
  build({ world, values }) {
    addGround(world);
    const beam = addBox(world, [0, top + 0.1, 0], [7, 0.2, 0.3], { type: 'static', name: 'beam' });
    for (const side of [-1, 1])
      addBox(world, [3.4 * side, top / 2, 0], [0.2, top, 0.3], { type: 'static', name: 'post' });
    const [, , spring] = (Object.keys(modes) as (keyof typeof modes)[]).map((mode, i) => {
      const x = 2 * (i - 1);
      // The rod lies, the rope is slack, the spring is stretched.
      const from: Record<typeof mode, Vec3> = {
        rigid: [x, top - 0.4, length - 0.03],
        rope: [x, top - 0.3, 1.6],
        spring: [x, top - length - 1.2, 0.4],
      };
      const ball = addBall(world, from[mode], 0.34, { mass: values.mass, name: modes[mode] });
      return world.addJoint({
        distance: { bodyA: ball, bodyB: beam, anchorB: [x, -0.1, 0], mode, length },
      });
    });
    const apply = ({ frequency, damping }: typeof values) => {
      if (!spring) return;
      spring.frequency = frequency;
      spring.dampingRatio = damping;
    };
    apply(values);
    return { apply };
  },
});
