import { addFlagpole, addGround, upright } from './parts/common.js';
import { defineScene } from './scene.js';

const [width, height, top] = [2.1, 1.4, 4];

export default defineScene({
  title: 'Spring flag',
  description:
    'A net of masses and springs pinned along one edge, in gusts. The lift makes it wave; without it, it only hangs in the wind.',
  group: 'springs',
  tags: ['springs', 'wind'],
  order: 34,
  camera: { position: [2, 2.9, 6.6], target: [0.75, 2.9, 0] },
  settings: { substeps: 2, gustPeriod: 3 },
  controls: {
    wind: { label: 'Wind', value: 9, min: 0, max: 20, step: 0.5, unit: 'm/s', live: true },
    gusts: { label: 'Gusts', value: 0.4, min: 0, max: 1, step: 0.05, live: true, setting: 'gusts' },
    lift: { label: 'Lift', value: 0.8, min: 0, max: 2, step: 0.1, live: true },
    stiffness: {
      label: 'Stiffness',
      value: 400,
      min: 20,
      max: 10000,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
      live: true,
    },
    detail: { label: 'Squares along the fly', value: 24, min: 8, max: 60, step: 4 },
  },
  build({ world, values }) {
    addGround(world);
    addFlagpole(world, top);
    const flag = world.addSpringNetwork({
      name: 'flag',
      grid: {
        size: [width, height],
        segments: [values.detail, Math.round((values.detail * height) / width)],
      },
      position: [width / 2, top - 0.1 - height / 2, 0],
      rotation: upright,
      mass: 0.15 * width * height,
      stiffness: values.stiffness,
      damping: 0.01,
      bendSprings: true,
      tolerance: 1e-4,
      drag: 1,
      lift: values.lift,
      pins: ['left'],
    });
    const blow = ({ wind, gusts }: { wind: number; gusts: number }): void => {
      Object.assign(world, { wind: [0.97 * wind, 0, 0.24 * wind], gusts });
    };
    blow(values);
    return {
      apply(changed) {
        blow(changed);
        Object.assign(flag, { stiffness: changed.stiffness, lift: changed.lift });
      },
    };
  },
});
