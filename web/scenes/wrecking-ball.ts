import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const links = 24;

export default defineScene({
  title: 'Wrecking ball',
  description:
    'A heavy ball tied to a chain of springs swings into a wall. Pull it back by hand for a second blow.',
  group: 'joints',
  tags: ['rigid', 'springs', 'attachments'],
  order: 10,
  camera: { position: [2.6, 4.4, 15.6], target: [-1.7, 2.9, 0] },
  controls: {
    mass: { label: 'Ball mass', value: 400, min: 20, max: 1000, step: 10, unit: 'kg' },
    stiffness: {
      label: 'Chain stiffness',
      value: 2e6,
      min: 2e4,
      max: 1e7,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
      live: true,
    },
    rows: { label: 'Rows of the wall', value: 8, min: 2, max: 14, step: 1 },
  },
  build({ world, values }) {
    addGround(world);
    addBox(world, [-2.2, 6.25, 0], [0.5, 0.25, 0.5], { type: 'static', name: 'crane' });
    // The chain starts out stretched to the left, a little below the horizontal.
    const top = [-2.2, 6.1, 0] as const;
    const reach = 4.6;
    const direction = [-Math.cos(0.35), -Math.sin(0.35), 0] as const;
    const positions: number[] = [];
    const springs: number[] = [];
    for (let i = 0; i <= links; i++) {
      for (let axis = 0; axis < 3; axis++)
        positions.push((top[axis] as number) + (direction[axis] as number) * reach * (i / links));
      if (i > 0) springs.push(i - 1, i);
    }
    const chain = world.addSpringNetwork({
      name: 'chain',
      lists: { positions, springs },
      mass: 12,
      stiffness: values.stiffness,
      damping: 60,
      integrator: 'backward-euler',
      radius: 0.035,
      pins: [0],
    });
    const radius = 0.55;
    const end = positions.slice(-3) as [number, number, number];
    const ball = addBall(
      world,
      [end[0] + direction[0] * radius, end[1] + direction[1] * radius, 0],
      radius,
      {
        mass: values.mass,
        name: 'wrecking ball',
        angularDamping: 0.5,
      },
    );
    world.addAttachment({ body: ball, springNetwork: chain, point: links });

    const brick = [0.8, 0.4, 0.4] as const;
    for (let row = 0; row < values.rows; row++) {
      for (let i = 0; i < 5; i++) {
        const z = (i - 2 + (row % 2) * 0.5 - 0.25) * brick[0];
        addBox(world, [0.3, brick[1] * (row + 0.5), z], [brick[2], brick[1], brick[0] * 0.99], {
          density: 120,
          name: 'brick',
        });
      }
    }
    return {
      apply(changed) {
        chain.stiffness = changed.stiffness;
      },
    };
  },
});
