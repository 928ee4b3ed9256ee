import { addFlagpole, addGround, upright } from './parts/common.js';
import { defineScene } from './scene.js';

const [width, height, top] = [2.4, 1.6, 4];

export default defineScene({
  title: 'Flag',
  description:
    'Cloth pinned along one edge, in a wind that comes and goes. Pull a corner and let it snap back.',
  group: 'cloth',
  tags: ['cloth', 'wind'],
  order: 2,
  camera: { position: [2.2, 2.7, 7.2], target: [0.75, 2.35, 0] },
  controls: {
    wind: { label: 'Wind', value: 7, min: 0, max: 20, step: 0.5, unit: 'm/s', live: true },
    gusts: { label: 'Gusts', value: 0.4, min: 0, max: 1, step: 0.05, live: true },
    stretch: {
      label: 'Stretch',
      value: 1e-5,
      min: 1e-9,
      max: 1e-2,
      step: 1,
      unit: 'm/N',
      logarithmic: true,
    },
    detail: { label: 'Squares along the fly', value: 36, min: 8, max: 72, step: 4 },
  },
  build({ world, values }) {
    addGround(world);
    addFlagpole(world, top);
    world.addCloth({
      name: 'flag',
      grid: {
        size: [width, height],
        segments: [values.detail, Math.round((values.detail * height) / width)],
      },
      position: [width / 2, top - 0.1 - height / 2, 0],
      rotation: upright,
      density: 0.15,
      stretchCompliance: values.stretch,
      bend: { model: 'dihedral', compliance: 200 },
      pins: ['left'],
    });
    let { wind, gusts } = values;
    return {
      beforeStep(time) {
        const swell = Math.sin(1.3 * time) * 0.6 + Math.sin(2.9 * time + 1) * 0.4;
        const speed = wind * (1 + gusts * swell);
        const angle = 0.25 + 0.5 * gusts * Math.sin(0.7 * time);
        world.wind = [speed * Math.cos(angle), 0, speed * Math.sin(angle)];
      },
      apply(changed) {
        ({ wind, gusts } = changed);
      },
    };
  },
});
