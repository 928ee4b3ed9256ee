import { addBox, addGround, turn } from './parts/common.js';
import { defineScene } from './scene.js';

const [length, thickness, gap] = [7, 0.3, 0.62];

export default defineScene({
  title: 'Friction',
  description:
    'Equal boxes, each rougher than the one to its left, from 0 to 1. Those whose coefficient exceeds the slope stay; the others slide.',
  group: 'rigid',
  tags: ['rigid', 'friction'],
  order: 25,
  camera: { position: [7.8, 6.8, 13.8], target: [0, 1.2, 0.4] },
  controls: {
    angle: { label: 'Slope', value: 25, min: 0, max: 50, step: 1, unit: '°' },
    boxes: { label: 'Boxes', value: 11, min: 2, max: 16, step: 1 },
    friction: {
      label: 'Model',
      value: 'cone',
      options: { cone: 'Cone', pyramid: 'Pyramid', constant: 'By weight' },
      live: true,
      setting: 'friction',
    },
  },
  build({ world, values }) {
    addGround(world);
    const { boxes } = values;
    const angle = (values.angle * Math.PI) / 180;
    // Down is towards the reader.
    const rotation = turn([1, 0, 0], values.angle);
    const middle = 0.25 + (length / 2) * Math.sin(angle);
    const along = (distance: number, away: number): [number, number] => [
      middle - distance * Math.sin(angle) + away * Math.cos(angle),
      distance * Math.cos(angle) + away * Math.sin(angle) - 0.8,
    ];
    const [y, z] = along(0, -thickness / 2);
    addBox(world, [0, y, z], [boxes * gap + 0.4, thickness, length], {
      type: 'static',
      name: 'ramp',
      rotation,
      friction: 1,
    });
    for (let i = 0; i < boxes; i++) {
      const [boxY, boxZ] = along(-length / 2 + 0.6, 0.2);
      addBox(world, [(i - (boxes - 1) / 2) * gap, boxY, boxZ], [0.4, 0.4, 0.4], {
        rotation,
        friction: i / (boxes - 1),
        frictionCombine: 'multiply',
        density: 500,
        name: `friction ${(i / (boxes - 1)).toFixed(2)}`,
      });
    }
    const apply = (changed: typeof values) => {
      world.friction = changed.friction as typeof world.friction;
    };
    apply(values);
    return { apply };
  },
});
