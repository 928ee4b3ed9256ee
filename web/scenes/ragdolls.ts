import { addBox, addGround, seeded } from './parts/common.js';
import { addDoll } from './parts/doll.js';
import { defineScene } from './scene.js';

const [tread, rise, steps, width] = [0.62, 0.4, 10, 6.4];

export default defineScene({
  title: 'Ragdolls',
  description:
    'Dolls of capsules take a walk down the stairs. Elbows and knees are hinges with limits; take one by the hand.',
  group: 'joints',
  tags: ['rigid', 'joints', 'limits'],
  order: 13,
  camera: { position: [10.4, 6.2, 10], target: [0, 1.5, 0] },
  controls: {
    dolls: { label: 'Dolls', value: 6, min: 1, max: 20, step: 1 },
    push: { label: 'Push', value: 3.6, min: 0, max: 6, step: 0.2, unit: 'm/s' },
    joints: { label: 'Show the joints', value: false, live: true },
  },
  build({ world, values }) {
    addGround(world);
    const left = -0.5 * tread * steps - 1.2;
    for (let i = 0; i < steps; i++) {
      // The landing at the top is deeper.
      const [from, to] = [i === 0 ? left - 1.6 : left + i * tread, left + (i + 1) * tread];
      const height = rise * (steps - i);
      addBox(world, [(from + to) / 2, height / 2, 0], [to - from, height, width], {
        type: 'static',
        name: 'step',
      });
    }
    const random = seeded(3);
    const perRow = 3;
    for (let i = 0; i < values.dolls; i++) {
      const [row, place] = [Math.floor(i / perRow), i % perRow];
      const [x, z] = [left - 0.1 + 0.25 * random(), (place - (perRow - 1) / 2) * 1.9];
      addDoll(
        world,
        [x, rise * steps + 1.1 + 2.1 * row, z],
        [values.push * (0.9 + 0.2 * random()), 0, 0.4 * (random() - 0.5)],
      );
    }
    return {
      apply: (changed) => {
        world.debug.joints = changed.joints;
      },
    };
  },
});
